#include "algorithm/loop/addition_chain.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace limbsmith::algorithm::loop {
namespace {

// A window of the exponent: `length` bits, of which the lowest is 1.
struct Window {
    int length;
    unsigned long value;  // the bits as a number; not used for runs of ones, which may be longer
    int zeros;            // the number of zeros after it
};

class Chain {
  public:
    int step(int base, int squarings, int factor) {
        if (squarings == 0 && factor < 0) return base;
        steps_.push_back({base, squarings, factor});
        return static_cast<int>(steps_.size());
    }
    std::vector<PowerStep> take() && { return std::move(steps_); }

  private:
    std::vector<PowerStep> steps_;
};

// Cuts the exponent from the top into windows of at most `limit` bits; with `ones` a window ends before a
// zero.
std::vector<Window> windows(const mpz_class& exponent, int limit, bool ones) {
    std::vector<Window> result;
    const auto bit = [&](int i) { return i >= 0 && mpz_tstbit(exponent.get_mpz_t(), i) != 0; };
    for (int top = static_cast<int>(mpz_sizeinbase(exponent.get_mpz_t(), 2)) - 1; top >= 0;) {
        int length = 1;
        if (ones) {
            while (bit(top - length)) ++length;
        } else {
            length = std::min(limit, top + 1);
            while (!bit(top - length + 1)) --length;
        }
        const mpz_class value = (exponent >> (top - length + 1)) % (mpz_class(1) << length);
        int zeros = 0;
        top -= length;
        while (top >= 0 && !bit(top)) --top, ++zeros;
        result.push_back({length, ones ? 0 : value.get_ui(), zeros});
    }
    return result;
}

// Appends the steps that combine the windows. `power_of` returns the number of a window's power.
template <class PowerOf>
void concatenate(Chain& chain, const std::vector<Window>& cut, PowerOf power_of) {
    int power = power_of(cut[0]);
    for (size_t i = 1; i < cut.size(); ++i) {
        power = chain.step(power, cut[i - 1].zeros + cut[i].length, power_of(cut[i]));
    }
    chain.step(power, cut.back().zeros, -1);
}

std::vector<PowerStep> by_windows(const mpz_class& exponent, int limit) {
    const std::vector<Window> cut = windows(exponent, limit, false);
    unsigned long largest = 1;
    for (const Window& window : cut) largest = std::max(largest, window.value);
    Chain chain;
    std::map<unsigned long, int> odd{{1, 0}};
    if (largest > 1) {
        const int square = chain.step(0, 1, -1);
        for (unsigned long value = 3; value <= largest; value += 2)
            odd[value] = chain.step(odd[value - 2], 0, square);
    }
    concatenate(chain, cut, [&](const Window& window) { return odd.at(window.value); });
    return std::move(chain).take();
}

std::vector<PowerStep> by_runs(const mpz_class& exponent) {
    const std::vector<Window> cut = windows(exponent, 0, true);
    std::set<int> lengths;
    for (const Window& window : cut) lengths.insert(window.length);
    Chain chain;
    std::map<int, int> ones{{1, 0}};  // length k -> number of the power a^(2^k - 1)
    // a^(2^(i+j) - 1) = (a^(2^i - 1))^(2^j) · a^(2^j - 1)
    const auto build = [&](auto& self, int length) -> int {
        if (const auto known = ones.find(length); known != ones.end()) return known->second;
        // split into two known lengths if there are such; else halves, or 1 and the rest
        int low = length % 2 == 0 ? length / 2 : 1;
        for (const auto& [k, power] : ones) {
            if (ones.contains(length - k)) low = std::min(k, length - k);
        }
        const int high_power = self(self, length - low), low_power = self(self, low);
        return ones[length] = chain.step(high_power, low, low_power);
    };
    for (int length : lengths) build(build, length);
    concatenate(chain, cut, [&](const Window& window) { return ones.at(window.length); });
    return std::move(chain).take();
}

}  // namespace

int multiplications(const std::vector<PowerStep>& steps) {
    int count = 0;
    for (const PowerStep& step : steps) count += step.squarings + (step.factor >= 0 ? 1 : 0);
    return count;
}

std::vector<PowerStep> addition_chain(const mpz_class& exponent) {
    std::vector<PowerStep> best = by_runs(exponent);
    for (int limit : {2, 3, 4, 5}) {
        std::vector<PowerStep> chain = by_windows(exponent, limit);
        if (multiplications(chain) < multiplications(best)) best = std::move(chain);
    }
    return best;
}

}  // namespace limbsmith::algorithm::loop
