#include "matrices.hpp"

#include <algorithm>

namespace exact_solve {
namespace {

class Maker {
  public:
    Maker(System& system, unsigned bits, gmp_randclass& random)
        : system_(system), n_(system.size), bits_(bits), random_(random) {}

    void fill(Kind kind) {
        for (mpq_class& it : system_.entries) it = integer(bits_);
        switch (kind) {
            case Kind::fractions:
                for (mpq_class& it : system_.entries) divide(it, 1 + random_.get_z_bits(16));
                break;
            case Kind::zero_pivots: take_pivots(); break;
            case Kind::singular: take_rank(); break;
            case Kind::huge_and_tiny:
                for (mpq_class& it : system_.entries) scale(it);
                break;
            case Kind::identity: fill_matrix([](size_t i, size_t j) { return mpq_class(i == j); }); break;
            case Kind::hilbert:
                fill_matrix([](size_t i, size_t j) { return mpq_class(1, i + j + 1); });
                break;
            case Kind::integers:
            case Kind::given: break;
        }
    }

  private:
    mpz_class integer(unsigned bits) {
        const mpz_class size = random_.get_z_bits(bits);
        return random_.get_z_bits(1) == 0 ? size : mpz_class(-size);
    }

    static void divide(mpq_class& entry, const mpz_class& divisor) {
        entry.get_den() = divisor;
        entry.canonicalize();
    }

    // Rows 0 and 1 differ in the last column only: once one of them is subtracted from the other, this has a zero in
    // every column but the last.
    void take_pivots() {
        if (n_ > 1) system_.at(0, 0) = 0;
        for (size_t j = 0; n_ > 2 && j + 1 < n_; ++j) system_.at(1, j) = system_.at(0, j);
    }

    void take_rank() {
        for (size_t j = 0; j < n_; ++j) system_.at(n_ - 1, j) = 0;
        for (size_t i = 0; i + 1 < n_; ++i) {
            const mpq_class factor = integer(4);
            for (size_t j = 0; j < n_; ++j) system_.at(n_ - 1, j) += factor * system_.at(i, j);
        }
    }

    void scale(mpq_class& entry) {
        if (random_.get_z_bits(1) == 0)
            entry <<= 4 * bits_;
        else
            entry >>= 4 * bits_;
    }

    template <class Entry>
    void fill_matrix(Entry entry) {
        for (size_t i = 0; i < n_; ++i)
            for (size_t j = 0; j < n_; ++j) system_.at(i, j) = entry(i, j);
    }

    System& system_;
    size_t n_;
    unsigned bits_;
    gmp_randclass& random_;
};

}  // namespace

System make_system(Kind kind, size_t size, unsigned bits, gmp_randclass& random) {
    System system{kind, size, std::vector<mpq_class>(size * (size + 1))};
    Maker(system, bits, random).fill(kind);
    return system;
}

std::vector<System> mixed_systems(size_t count, size_t size, unsigned bits, gmp_randclass& random) {
    std::vector<System> systems;
    for (size_t i = 0; i < count; ++i) {
        const size_t other = 1 + i / 2 % (kinds - 1);
        systems.push_back(make_system(i % 2 ? Kind(other) : Kind::integers, size, bits, random));
    }
    return systems;
}

mpq_class hilbert_determinant(size_t size) {
    mpz_class inverse = 1, binomial;
    for (size_t k = 1; k < size; ++k) {
        mpz_bin_uiui(binomial.get_mpz_t(), 2 * k, k);
        inverse *= (2 * k + 1) * binomial * binomial;
    }
    return mpq_class(1, inverse);
}

}  // namespace exact_solve
