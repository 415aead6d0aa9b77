// Products by transforms: which kernels, in which order (generator/algorithm/grid/transform.hpp says what they compute).
#pragma once

#include "grid/arithmetic.hpp"

namespace limbsmith::grid {

class Arithmetic::Transforms {
  public:
    explicit Transforms(Machine& machine) : machine_(machine) {}

    void multiply(const View& r, const View& a, const View& b, uint32_t count, uint32_t first);
    void multiply(const View& r, const View& a, const Transformed& b, uint32_t count, uint32_t first);
    Transformed transform(const View& a, uint32_t count, uint32_t words);

  private:
    // Factors for sizes up to 2^bits (ntt/tables.hpp).
    struct Factors {
        int size_bits = 0;
        uint32_t columns = 0;
        Memory factors{}, mirrors{};
    };
    // Residues of numbers that are computed together.
    struct Work {
        int size_bits;
        uint32_t count;
        Memory x, y, digits, over, flags;
        uint32_t size() const { return 1u << size_bits; }
        Array residues(const Memory& of) const { return {of.get(), 3ull << size_bits}; }
    };
    void need_factors(int size_bits);
    static int size_bits(uint64_t words);
    Work work(int size_bits, uint32_t count, bool has_other, uint32_t words);
    void forward(const Work& work, const Memory& x, const View& a, uint32_t count);
    void backward(const Work& work, const View& r, uint32_t count, uint32_t first);

    Machine& machine_;
    Factors factors_;
};

}  // namespace limbsmith::grid
