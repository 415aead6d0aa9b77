#include "limbsmith/grid/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "grid/transforms.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::grid {
namespace {

uint32_t groups(uint64_t words, uint32_t of_group) {
    return static_cast<uint32_t>((words + of_group - 1) / of_group);
}

// Longer numbers keep the GPU busy for longer than the host takes to launch their kernels, and need much temporary memory.
constexpr uint64_t most_words_of_repeated = 1u << 17;

}  // namespace

Arithmetic::Arithmetic(Machine& machine)
    : machine_(machine), constants_(machine.allocate(2)), transforms_(std::make_unique<Transforms>(machine)) {
    machine_.write(constants_.get(), std::array<uint32_t, 2>{0, 1});
}

Arithmetic::Arithmetic(std::unique_ptr<Machine> machine) : Arithmetic(*machine) { own_ = std::move(machine); }

Arithmetic::~Arithmetic() = default;

Numbers Arithmetic::make(uint32_t length, uint32_t count) const {
    return {machine_.allocate(uint64_t{length} * count), length, count};
}

Numbers Arithmetic::numbers(span<const uint32_t> words, uint32_t length) const {
    Numbers made = make(length, static_cast<uint32_t>(words.size() / length));
    machine_.write(made.memory.get(), words);
    return made;
}

std::vector<uint32_t> Arithmetic::words(const Numbers& of) const {
    std::vector<uint32_t> words(size_t{of.length} * of.count);
    machine_.read(of.memory.get(), words);
    return words;
}

Numbers Arithmetic::zeros(uint32_t length, uint32_t count) {
    const Numbers made = make(length, count);
    copy(made, zero(), count);
    return made;
}

void Arithmetic::multiply(const View& r, const View& a, const View& b, uint32_t count, uint32_t first) {
    repeat("product", {r, a, b}, count, first, [&] { transforms_->multiply(r, a, b, count, first); });
}
void Arithmetic::multiply(const View& r, const View& a, const Transformed& b, uint32_t count,
                          uint32_t first) {
    transforms_->multiply(r, a, b, count, first);
}
Transformed Arithmetic::transform(const View& a, uint32_t count, uint32_t words) {
    return transforms_->transform(a, count, words);
}

void Arithmetic::repeat(const char* name, const std::vector<View>& views, uint32_t count, uint32_t length,
                        const std::function<void()>& work) {
    std::vector<uint64_t> key{count, length};
    uint64_t longest = 0;
    const auto add = [&](const void* address) { key.push_back(reinterpret_cast<uintptr_t>(address)); };
    for (const View& it : views) {
        add(it.words), key.push_back(it.stride), key.push_back(it.length);
        longest = std::max<uint64_t>(longest, it.length);
    }
    // kernels read these, too
    add(constants_.get());
    for (const uint64_t it : transforms_->tables()) key.push_back(it);
    longest* count > most_words_of_repeated ? work() : machine_.repeat(name, key, work);
}

void Arithmetic::tiles(const char* kernel, const View& r, uint32_t words, uint32_t count, const View& carry,
                       const std::function<std::vector<Argument>(const Array& flags)>& arguments) {
    const uint32_t tiles = groups(words, words_of_tile);
    const Memory flags = machine_.allocate(uint64_t{tiles} * count),
                 unused = carry.words ? Memory{} : machine_.allocate(count);
    const Array of_tiles{flags.get(), tiles}, out = carry.words ? carry.array() : Array{unused.get(), 1};
    machine_.launch(kernel, tiles, count, arguments(of_tiles));
    machine_.launch("grid_add_carry", tiles + 1, count,
                    std::array<Argument, 5>{r.array(), of_tiles, out, r.length, tiles});
}

void Arithmetic::sum(const View& r, const View& a, const View& b, uint32_t count, const Options& options,
                     const Sum& of) {
    const Array choice = options.choice.words ? options.choice.array() : one().array();
    tiles("grid_add", r, std::max({r.length, a.length, b.length}), count, options.carry,
          [&](const Array& flags) {
              return std::vector<Argument>{a.array(), b.array(), choice,      r.array(),   flags,   a.length,
                                           b.length,  r.length,  of.invert_a, of.invert_b, of.carry};
          });
}

void Arithmetic::fold(const View& r, const View& a, uint32_t bits, uint32_t count) {
    tiles("grid_fold", r, r.length, count, {}, [&](const Array& flags) {
        return std::vector<Argument>{a.array(), r.array(), flags, a.length, r.length, bits};
    });
}

void Arithmetic::add(const View& r, const View& a, const View& b, uint32_t count, const Options& options) {
    sum(r, a, b, count, options, {});
}
void Arithmetic::subtract(const View& r, const View& a, const View& b, uint32_t count,
                          const Options& options) {
    sum(r, a, b, count, options, {0, UINT32_MAX, 1});
}
void Arithmetic::complement(const View& r, const View& a, const View& b, uint32_t count) {
    sum(r, a, b, count, {}, {UINT32_MAX, UINT32_MAX, 1});
}

void Arithmetic::shift_left(const View& r, const View& a, const View& amount, uint32_t count, uint32_t more) {
    machine_.launch("grid_shift_left", groups(r.length, lanes), count,
                    std::array<Argument, 6>{a.array(), amount.array(), r.array(), a.length, r.length, more});
}
void Arithmetic::shift_right(const View& r, const View& a, const View& amount, uint32_t count,
                             uint32_t more) {
    machine_.launch("grid_shift_right", groups(r.length, lanes), count,
                    std::array<Argument, 6>{a.array(), amount.array(), r.array(), a.length, r.length, more});
}
void Arithmetic::logic(const View& r, const View& a, const View& b, uint32_t count, const Truth& truth) {
    const auto mask = [](bool is_one) { return is_one ? UINT32_MAX : 0u; };
    machine_.launch("grid_logic", groups(r.length, lanes), count,
                    std::array<Argument, 10>{a.array(), b.array(), r.array(), a.length, b.length, r.length,
                                             mask(truth.both), mask(truth.only_a), mask(truth.only_b),
                                             mask(truth.neither)});
}
void Arithmetic::bit_length(const View& bits, const View& up, const View& a, uint32_t count) {
    machine_.launch("grid_bit_length", 1, count,
                    std::array<Argument, 4>{a.array(), bits.array(), up.array(), a.length});
}

}  // namespace limbsmith::grid
