#include "algorithm/quadratic/operands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::quadratic {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

constexpr int quad = 4;            // words that a thread reads at once
constexpr int most_quads = 16;     // of all operands, that a thread has on the way
constexpr int words_of_step = 16;  // of a limb-major number

class Loading {
  public:
    Loading(ir::RoutineBuilder& builder, const Shape& shape, const std::vector<Place>& operands,
            const Place& slots, const Place& count)
        : builder_(builder), shape_(shape), operands_(operands), slots_(slots), count_(count) {}

    // A thread reads four words in a row.
    void number_major() {
        const int of_number = shape_.limbs / quad, of_thread = numbers_of_tile * of_number / shape_.threads();
        const int operands = static_cast<int>(operands_.size());
        int at_once = std::clamp(most_quads / operands, 1, std::min(of_thread, most_quads / 2));
        while (of_thread % at_once != 0) --at_once;
        const std::vector<Place> own = owned(quad * at_once);
        const Place at = word("quad"), from = word("from"), to = word("to");
        const auto copy = [&](const Place& target, const Scalar& target_from, const Place& source,
                              const Scalar& source_from) {
            builder_.loop(whole("j", quad), {}, [&](Place j) {
                builder_.assign(target[target_from + Scalar(j)], source[source_from + Scalar(j)]);
            });
        };
        builder_.loop(ir::below("pass", 0, of_thread / at_once), {}, [&](Place pass) {
            const auto find = [&](const Place& u) {
                builder_.assign(at, (Scalar(pass) * at_once + Scalar(u)) * shape_.threads() + ir::lane());
            };
            const Scalar number = Scalar(at) / of_number, column = (Scalar(at) % of_number) * quad;
            builder_.loop(whole("u", at_once), {}, [&](Place u) {
                find(u);
                builder_.assign(from, to_read(number) * shape_.limbs + column);
                for (int k = 0; k < operands; ++k) copy(own[k], Scalar(u) * quad, operands_[k], Scalar(from));
            });
            builder_.loop(whole("u", at_once), {}, [&](Place u) {
                find(u);
                for (int k = 0; k < operands; ++k) {
                    builder_.assign(to, number * shape_.pitch() + column + first_word(k));
                    copy(slots_, Scalar(to), own[k], Scalar(u) * quad);
                }
            });
        });
    }

    // Neighbouring lanes read words of neighbouring numbers.
    void limb_major(const Place& numbers) {
        const int at_once = words_of_step / shape_.warps, operands = static_cast<int>(operands_.size());
        const std::vector<Place> own = owned(at_once);
        const Place at = word("at");
        builder_.loop(ir::below("pass", 0, shape_.limbs / words_of_step), {}, [&](Place pass) {
            const auto each = [&](const std::function<void(const Place&)>& body) {
                builder_.loop(whole("u", at_once), {}, [&](Place u) {
                    builder_.assign(at, Scalar(pass) * words_of_step + Scalar(u) * shape_.warps +
                                            ir::lane() / numbers_of_tile);
                    body(u);
                });
            };
            const Scalar lane = ir::lane() % numbers_of_tile;
            each([&](const Place& u) {
                for (int k = 0; k < operands; ++k)
                    builder_.assign(own[k][u], operands_[k][Scalar(at) * numbers + to_read(lane)]);
            });
            each([&](const Place& u) {
                for (int k = 0; k < operands; ++k)
                    builder_.assign(slots_[lane * shape_.pitch() + at + first_word(k)], own[k][u]);
            });
        });
    }

  private:
    Place word(const char* name) { return builder_.local(ir::word_named(name)); }
    std::vector<Place> owned(int words) {
        std::vector<Place> all;
        for (size_t k = 1; k <= operands_.size(); ++k)
            all.push_back(builder_.local(ir::array(ir::word_named(fmt::format("own{}", k)), words)));
        return all;
    }
    int first_word(int slot) const { return slot * shape_.slot_words(); }
    Scalar to_read(const Scalar& number) const {
        return select(less(number, count_), number, Scalar(count_) - 1);
    }

    ir::RoutineBuilder& builder_;
    const Shape& shape_;
    const std::vector<Place>& operands_;
    const Place &slots_, &count_;
};

}  // namespace

void load_operands(ir::RoutineBuilder& builder, const Shape& shape, const std::vector<Place>& operands,
                   const Place& slots, const Place& count, const Place* numbers) {
    Loading loading(builder, shape, operands, slots, count);
    numbers ? loading.limb_major(*numbers) : loading.number_major();
}

}  // namespace limbsmith::algorithm::quadratic
