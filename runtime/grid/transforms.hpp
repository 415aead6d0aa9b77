// Products by transforms: which kernels, in which order (generator/algorithm/grid/transform.hpp says what they
// compute).
#pragma once

#include <array>
#include <vector>

#include "limbsmith/grid/arithmetic.hpp"

namespace limbsmith::grid {

class Arithmetic::Transforms {
  public:
    explicit Transforms(Machine& machine) : machine_(machine) {}

    void multiply(const View& r, const View& a, const View& b, uint32_t count, uint32_t first);
    void multiply(const View& r, const View& a, const Transformed& b, uint32_t count, uint32_t first);
    Transformed transform(const View& a, uint32_t count, uint32_t words);
    // Where the tables lie that all products read, and their size.
    std::array<uint64_t, 3> tables() const {
        return {reinterpret_cast<uintptr_t>(factors_.factors.get()),
                reinterpret_cast<uintptr_t>(factors_.mirrors.get()), factors_.pitch};
    }

    // Residues of numbers that are computed together: `others` second operands, and after them the first ones; or places for
    // kept transforms, those of all numbers in place 0, then in place 1, and so on.
    struct Work {
        int size_bits;
        uint32_t count;
        Memory residues, flags;

        uint32_t size() const { return 1u << size_bits; }
        uint64_t stride() const { return 3ull << size_bits; }
        uint32_t blocks() const;  // of threads that have columns of residues
        Array x(uint32_t after) const { return {residues.get() + after * stride(), stride()}; }
    };
    // For products of up to `words` words, of which up to `sums` for each number are made at once. Errors:
    // runtime::InputError for too many places.
    Work places(uint64_t words, uint32_t count, uint32_t places, uint32_t sums);
    // The transforms of numbers for places from `first` on, but for the last ten levels of the last `fresh` places, which
    // sums() computes; `all`: views of `count` numbers each.
    void load(const Work& work, const std::vector<View>& all, uint32_t first, uint32_t fresh, uint32_t count);
    struct Sums {
        Table table;
        uint32_t first, fresh;  // places whose last levels are computed
        bool are_kept;
        uint32_t target, sums;  // places from `target` on become sums
    };
    void sums(const Work& work, const Sums& of, uint32_t count);
    // r = the numbers of the residues.
    void backward(const Work& work, const Array& residues, const View& r, uint32_t count, uint32_t first);

  private:
    // Companions of factors, for sizes up to 2^size_bits (ntt/tables.hpp).
    struct Factors {
        int size_bits = 0;
        uint32_t pitch = 0;
        Memory factors{}, mirrors{};
    };
    void need_factors(int size_bits);
    static int size_bits(uint64_t words);
    // `others`: none, one for all, or as many as there are numbers.
    enum class Others : uint8_t { none, one, each };
    Work work(int size_bits, uint32_t count, Others others, uint32_t words);
    // The levels before the last ten: those of numbers, and those that are left.
    void first_levels(const Work& work, const Array& x, const View& a, uint32_t count);
    void more_levels(const Work& work, const Array& x, uint32_t count);
    void last_levels(const Work& work, const Array& x, uint32_t count);

    Machine& machine_;
    Factors factors_;
};

}  // namespace limbsmith::grid
