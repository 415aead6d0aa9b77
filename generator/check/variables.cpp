#include "check/variables.hpp"

#include <algorithm>

#include "check/budget.hpp"

namespace limbsmith::check {

bool Variables::exists(Variable variable) const {
    const auto after =
        std::ranges::upper_bound(forgotten_, variable, {}, [](const auto& it) { return it.first; });
    const bool is_forgotten = after != forgotten_.begin() && variable < std::prev(after)->second;
    return variable < next_ && !is_forgotten;
}

void Variables::exclude(Variable variable) {
    if (!forgotten_.empty() && forgotten_.back().second == variable)
        ++forgotten_.back().second;
    else
        forgotten_.emplace_back(variable, variable + 1);
}

void Variables::forget(Variable first) {
    if (first == next_) return;
    while (!forgotten_.empty() && forgotten_.back().second >= first) {
        first = std::min(first, forgotten_.back().first);
        forgotten_.pop_back();
    }
    forgotten_.emplace_back(first, next_);
    const auto cut = [&](auto&... maps) { (maps.erase(maps.lower_bound(first), maps.end()), ...); };
    cut(powers_, bases_, common_, entries_, runs_, matrices_);
}

Polynomial Variables::fresh() {
    if (next_ >= most_variables) throw TooMuch("too many values");
    return Polynomial::of(next_++);
}

Polynomial Variables::power(const Polynomial& base, const Polynomial& exponent) {
    powers_.emplace(next_, exponent);
    if (base != 2) bases_.emplace(next_, base);
    return fresh();
}

Polynomial Variables::common(const Polynomial& x, const Polynomial& y) {
    common_.emplace(next_, std::pair(x, y));
    return fresh();
}

Polynomial Variables::entry(size_t function, const Polynomial& index) {
    entries_.emplace(next_, EntryOf{function, index});
    return fresh();
}

std::array<Polynomial, 3> Variables::run(DivstepRun run) {
    runs_.emplace(next_, std::move(run));
    return {fresh(), fresh(), fresh()};
}

std::array<Polynomial, 5> Variables::matrix(DivstepMatrix matrix) {
    matrices_.emplace(next_, std::move(matrix));
    return {fresh(), fresh(), fresh(), fresh(), fresh()};
}

}  // namespace limbsmith::check
