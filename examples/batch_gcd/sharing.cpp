#include "sharing.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "cores.hpp"
#include "gmp_trees.hpp"

namespace batch_gcd {
namespace {

mpz_class gcd_of(const mpz_class& x, const mpz_class& y) { return gcd(x, y); }

// The hits with one divisor. Two of them have it as their gcd; and two of different classes have that of the
// divisors, for it divides both moduli, and their gcd divides both divisors.
struct Class {
    mpz_class divisor;
    std::vector<size_t> moduli{};
    std::vector<size_t> others{};  // classes whose divisors have a factor in common with this one
};

std::vector<Class> classes_of(std::span<const Hit> hits) {
    std::map<mpz_class, std::vector<size_t>> by_divisor;
    for (const Hit& it : hits) by_divisor[it.divisor].push_back(it.modulus);
    std::vector<Class> classes;
    for (auto& [divisor, moduli] : by_divisor) classes.push_back({divisor, std::move(moduli)});
    return classes;
}

// Most divisors are primes, and have no factor in common. The trees find those that have; of these, all pairs are
// tried.
void relate(std::vector<Class>& classes) {
    std::vector<mpz_class> divisors;
    for (const Class& it : classes) divisors.push_back(it.divisor);
    Phases silent(true);
    const std::vector<Hit> related = hits_by_gmp(divisors, silent);
    on_cores(related.size(), [&](size_t i) {
        Class& own = classes[related[i].modulus];
        for (const Hit& it : related)
            if (it.modulus != related[i].modulus && gcd_of(own.divisor, divisors[it.modulus]) != 1)
                own.others.push_back(it.modulus);
    });
}

// Splits factors by their gcds with a number, until there is nothing to split.
void split(std::vector<mpz_class>& factors, const mpz_class& by) {
    for (size_t i = 0; i < factors.size(); ++i) {
        const mpz_class divisor = gcd_of(factors[i], by);
        if (divisor == 1 || divisor == factors[i]) continue;
        factors.push_back(factors[i] / divisor);
        factors[i] = divisor;
    }
}

}  // namespace

std::vector<Sharing> sharings(std::span<const mpz_class> moduli, std::span<const Hit> hits) {
    std::vector<Class> classes = classes_of(hits);
    relate(classes);
    std::vector<Sharing> all;
    for (const Class& own : classes) {
        std::vector<size_t> partners = own.moduli;
        std::vector<mpz_class> divisors{own.divisor};
        for (const size_t other : own.others) {
            partners.insert(partners.end(), classes[other].moduli.begin(), classes[other].moduli.end());
            divisors.push_back(gcd_of(own.divisor, classes[other].divisor));
        }
        std::ranges::sort(partners);
        for (const size_t k : own.moduli) {
            Sharing it{k, {moduli[k]}, {}, partners.size() - 1};
            for (const mpz_class& divisor : divisors) split(it.factors, divisor);
            std::ranges::sort(it.factors);
            for (size_t i = 0; i < partners.size() && it.partners.size() < most_partners; ++i)
                if (partners[i] != k) it.partners.push_back(partners[i]);
            all.push_back(std::move(it));
        }
    }
    std::ranges::sort(all, {}, &Sharing::modulus);
    return all;
}

std::vector<Pair> pairs_of(std::span<const mpz_class> moduli, std::span<const Sharing> sharings) {
    std::vector<Pair> pairs;
    for (const Sharing& it : sharings)
        for (const size_t other : it.partners)
            if (it.modulus < other)
                pairs.push_back({it.modulus, other, gcd_of(moduli[it.modulus], moduli[other])});
    return pairs;
}

std::vector<Pair> pairs_by_gcds(std::span<const mpz_class> moduli) {
    std::vector<std::vector<Pair>> rows(moduli.size());
    on_cores(moduli.size(), [&](size_t i) {
        for (size_t k = i + 1; k < moduli.size(); ++k) {
            mpz_class divisor = gcd_of(moduli[i], moduli[k]);
            if (divisor != 1) rows[i].push_back({i, k, std::move(divisor)});
        }
    });
    std::vector<Pair> pairs;
    for (std::vector<Pair>& row : rows) std::ranges::move(row, std::back_inserter(pairs));
    return pairs;
}

}  // namespace batch_gcd
