#include "grid/transforms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "limbsmith/error.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::grid {
namespace {

static_assert(most_words == 1u << (most_size_bits - 1));

// The words that numbers of one turn work on. On an H100 they give a sixth more products than as many as fit the L2
// cache: kernels have more blocks than multiprocessors run at once, and the last of them leave fewer idle.
constexpr uint64_t words_of_turn = 26u << 20;

uint32_t rounded_up(uint64_t words, uint32_t unit) {
    return static_cast<uint32_t>((words + unit - 1) / unit);
}

// The levels before the last ten, as kernels compute them: up to ten at once, or the 11 of the largest size in three
// parts.
std::vector<int> parts(int size_bits) {
    const int levels = size_bits - segment_bits;
    return levels <= 2 * most_levels ? std::vector{levels} : std::vector{4, 4, 3};
}
bool is_of_columns(int levels) { return levels > most_levels; }

std::string name(const char* stem, int levels) { return stem + std::to_string(levels); }

}  // namespace

uint32_t Arithmetic::Transforms::Work::blocks() const {
    return primes * (size() / (threads_of_columns * words_of_thread));
}

int Arithmetic::Transforms::size_bits(uint64_t words) {
    if (words > 2 * uint64_t{most_words})
        throw runtime::InputError("a product of " + std::to_string(words) +
                                  " words is longer than the longest, " + std::to_string(2 * most_words) +
                                  " words: operands of 2^25 bits");
    return std::max(least_size_bits, static_cast<int>(std::bit_width(words - 1)));
}

void Arithmetic::Transforms::need_factors(int size_bits) {
    if (size_bits <= factors_.size_bits) return;
    const uint32_t columns = 1u << (size_bits - most_levels);
    const uint32_t pitch = columns + padding_of_columns, quads = primes * quads_of_column * pitch;
    factors_ = {};
    factors_ = {size_bits, pitch, machine_.allocate(uint64_t{quads} * 4), machine_.allocate(columns)};
    machine_.launch("grid_factors", rounded_up(quads, lanes), 1,
                    std::array<Argument, 2>{Array{factors_.factors.get(), 0}, columns});
    machine_.launch("grid_mirrors", rounded_up(columns, lanes), 1,
                    std::array<Argument, 2>{Array{factors_.mirrors.get(), 0}, columns});
}

Arithmetic::Transforms::Work Arithmetic::Transforms::work(int size_bits, uint32_t count, Others others,
                                                          uint32_t words) {
    need_factors(size_bits);
    const uint64_t residues = uint64_t{primes} << size_bits;
    const uint64_t of_number = residues * (others == Others::each ? 2 : 1);
    const auto together = static_cast<uint32_t>(std::clamp<uint64_t>(words_of_turn / of_number, 1, count));
    const uint32_t more = others == Others::each ? together : others == Others::one ? 1 : 0;
    return {size_bits, together, machine_.allocate(residues * (uint64_t{together} + more)),
            machine_.allocate(uint64_t{rounded_up(words, words_of_tile)} * together)};
}

void Arithmetic::Transforms::first_levels(const Work& work, const Array& x, const View& a, uint32_t count) {
    const int levels = parts(work.size_bits)[0];
    const std::array<Argument, 6> arguments{
        Table{factors_.factors.get()}, a.array(), x, factors_.pitch, work.size(), a.length};
    if (is_of_columns(levels))
        machine_.launch(name("grid_columns_", levels).c_str(), work.blocks(), count, arguments,
                        threads_of_columns);
    else
        machine_.launch(name("grid_first_", levels).c_str(), primes * (work.size() >> levels) / lanes, count,
                        arguments);
}

void Arithmetic::Transforms::more_levels(const Work& work, const Array& x, uint32_t count) {
    const std::vector<int> levels = parts(work.size_bits);
    int shift = work.size_bits - levels[0];
    for (size_t i = 1; i < levels.size(); ++i) {
        shift -= levels[i];
        machine_.launch(name("grid_pass_", levels[i]).c_str(), primes * (work.size() >> levels[i]) / lanes,
                        count,
                        std::array<Argument, 5>{Table{factors_.factors.get()}, x, factors_.pitch, work.size(),
                                                static_cast<uint32_t>(shift)});
    }
}

void Arithmetic::Transforms::last_levels(const Work& work, const Array& x, uint32_t count) {
    machine_.launch("grid_transform", primes * (work.size() >> segment_bits), count,
                    std::array<Argument, 4>{Table{factors_.factors.get()}, x, factors_.pitch, work.size()});
}

void Arithmetic::Transforms::backward(const Work& work, const Array& residues, const View& r, uint32_t count,
                                      uint32_t first) {
    const std::vector<int> levels = parts(work.size_bits);
    const Table factors{factors_.factors.get()}, mirrors{factors_.mirrors.get()};
    if (is_of_columns(levels[0])) {
        machine_.launch(name("grid_columns_inverse_", levels[0]).c_str(), work.blocks(), count,
                        std::array<Argument, 5>{factors, mirrors, residues, factors_.pitch, work.size()},
                        threads_of_columns);
    } else {
        int shift = segment_bits;
        for (size_t i = levels.size(); i-- > 0;) {
            machine_.launch(name("grid_inverse_", levels[i]).c_str(),
                            primes * (work.size() >> levels[i]) / lanes, count,
                            std::array<Argument, 6>{factors, mirrors, residues, factors_.pitch, work.size(),
                                                    static_cast<uint32_t>(shift)});
            shift += levels[i];
        }
    }
    // words beyond the product are 0, as the digits there
    const uint32_t tiles = rounded_up(uint64_t{first} + r.length, words_of_tile);
    const Array flags{work.flags.get(), tiles};
    for (const char* kernel : {"grid_resolve", "grid_resolve_carry"})
        machine_.launch(kernel, tiles, count,
                        std::array<Argument, 6>{residues, r.array(), flags,
                                                static_cast<uint32_t>(work.size_bits), first, r.length});
}

void Arithmetic::Transforms::multiply(const View& r, const View& a, const View& b, uint32_t count,
                                      uint32_t first) {
    const bool is_square = a.words == b.words && a.length == b.length && a.stride == b.stride;
    const bool is_for_all = b.stride == 0 || count == 1;
    const Work own = work(size_bits(uint64_t{a.length} + b.length), count,
                          is_square    ? Others::none
                          : is_for_all ? Others::one
                                       : Others::each,
                          first + r.length);
    const Table factors{factors_.factors.get()}, mirrors{factors_.mirrors.get()};
    const uint32_t groups = primes * (own.size() >> segment_bits);
    for (uint32_t done = 0; done < count; done += own.count) {
        const uint32_t now = std::min(own.count, count - done);
        const uint32_t others = is_square ? 0 : is_for_all ? 1 : now;
        const Array x = own.x(others), y{own.residues.get(), is_for_all ? 0 : own.stride()};
        const View left = a.after(done), right = b.after(done);
        if (is_square) {
            first_levels(own, x, left, now);
            more_levels(own, x, now);
            machine_.launch("grid_square", groups, now,
                            std::array<Argument, 5>{factors, mirrors, x, factors_.pitch, own.size()});
        } else {
            // one number for all is transformed once; one product's operands together
            const bool needs_other = !is_for_all || done == 0;
            if (count == 1 && a.length == b.length) {
                const auto apart = static_cast<uint64_t>(left.words - right.words);
                first_levels(own, own.x(0), {right.words, apart, right.length}, 2);
            } else {
                if (needs_other) first_levels(own, own.x(0), right, others);
                first_levels(own, x, left, now);
            }
            more_levels(own, needs_other ? own.x(0) : x, needs_other ? others + now : now);
            machine_.launch("grid_product", groups, now,
                            std::array<Argument, 6>{factors, mirrors, x, y, factors_.pitch, own.size()});
        }
        backward(own, x, r.after(done), now, first);
    }
}

Transformed Arithmetic::Transforms::transform(const View& a, uint32_t count, uint32_t words) {
    const int bits = size_bits(words);
    need_factors(bits);
    const uint64_t residues = uint64_t{primes} << bits;
    Transformed made{machine_.allocate(residues * count), bits, count == 1 ? 0 : residues};
    const Work own{bits, count, made.memory, {}};
    first_levels(own, own.x(0), a, count);
    more_levels(own, own.x(0), count);
    last_levels(own, own.x(0), count);
    return made;
}

void Arithmetic::Transforms::multiply(const View& r, const View& a, const Transformed& b, uint32_t count,
                                      uint32_t first) {
    const Work own = work(b.size_bits, count, Others::none, first + r.length);
    const Array x = own.x(0);
    for (uint32_t done = 0; done < count; done += own.count) {
        const uint32_t now = std::min(own.count, count - done);
        first_levels(own, x, a.after(done), now);
        more_levels(own, x, now);
        const Array y{b.memory.get() + b.stride * done, b.stride};
        machine_.launch("grid_product_kept", primes * (own.size() >> segment_bits), now,
                        std::array<Argument, 6>{Table{factors_.factors.get()}, Table{factors_.mirrors.get()},
                                                x, y, factors_.pitch, own.size()});
        backward(own, x, r.after(done), now, first);
    }
}

// Kernels have indices of 32 bits, from the first place on.
Arithmetic::Transforms::Work Arithmetic::Transforms::places(uint64_t words, uint32_t count, uint32_t places,
                                                            uint32_t sums) {
    const int bits = size_bits(words);
    const uint64_t of_number = (uint64_t{primes} << bits) * std::max(places, 1u);
    if (of_number > UINT32_MAX)
        throw runtime::InputError("an expression needs " + std::to_string(places) +
                                  " transforms of products of " + std::to_string(words) +
                                  " words, which are too many");
    need_factors(bits);
    const auto together = static_cast<uint32_t>(std::clamp<uint64_t>(words_of_turn / of_number, 1, count));
    const uint64_t flags = uint64_t{rounded_up(words, words_of_tile)} * std::max(sums, 1u) * together;
    return {bits, together, machine_.allocate(of_number * together), machine_.allocate(flags)};
}

// Numbers at one distance from each other are one launch.
void Arithmetic::Transforms::load(const Work& work, const std::vector<View>& all, uint32_t first,
                                  uint32_t fresh, uint32_t count) {
    for (uint32_t k = 0, next; k < all.size(); k = next) {
        View numbers = all[k];
        for (next = k + 1; next < all.size() && all[next].length == numbers.length; ++next) {
            const auto distance = static_cast<uint64_t>(all[next].words - all[next - 1].words);
            if (count == 1 && next == k + 1) numbers.stride = distance;
            if (distance != count * numbers.stride) break;
        }
        first_levels(work, work.x((first + k) * count), numbers, (next - k) * count);
    }
    const auto number = static_cast<uint32_t>(all.size());
    more_levels(work, work.x(first * count), number * count);
    if (number > fresh) last_levels(work, work.x(first * count), (number - fresh) * count);
}

void Arithmetic::Transforms::sums(const Work& work, const Sums& of, uint32_t count) {
    machine_.launch(name("grid_sums_", static_cast<int>(of.fresh)).c_str(),
                    primes * (work.size() >> segment_bits), count,
                    std::array<Argument, 11>{Table{factors_.factors.get()}, Table{factors_.mirrors.get()},
                                             of.table, work.x(0), factors_.pitch, work.size(),
                                             static_cast<uint32_t>(count * work.stride()), of.first,
                                             uint32_t{of.are_kept}, of.target, of.sums});
}

}  // namespace limbsmith::grid
