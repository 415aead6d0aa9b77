// Levels of transforms on words in the registers of a thread, as parts of routines.
//
// A pass computes up to five levels on 2^levels words, with the factors of a column (tables.hpp). Transforms decide
// which words these are, and how they are loaded and stored: transform.hpp in a block, ../grid/transform.hpp in several kernels.
#pragma once

#include <optional>
#include <vector>

#include "algorithm/ntt/tables.hpp"
#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::ntt {

// A loop whose turns are all printed one after the other by the compiler.
ir::Range whole(const char* counter, const ir::Scalar& count);

// Where a word of shared memory lies: four words of padding for each 32, so that neither words 32 apart nor words in a
// row meet in one bank.
ir::Scalar padded(const ir::Scalar& index);
inline constexpr int padded_row = 36;

class Passes {
  public:
    // Declares a table of primes, and words that factors are read to.
    explicit Passes(ir::RoutineBuilder& builder);

    struct Factor {
        ir::Place w{}, ws{};
    };
    // A column of a table of factors, of which it has so many besides the one that mirrors block 0.
    struct Column {
        ir::Place table;
        int columns;
        ir::Scalar column;
    };
    // A column of a table of their companions, which has so many (tables.hpp).
    struct Companions {
        ir::Place table;
        ir::Scalar pitch, column;
    };
    // Which levels of a pass are computed: those from `first` on, of `levels`. `is_of_block_0`: the column is that of
    // block 0, or the one that mirrors it, so that block 0 of each level has the factor 1.
    struct Levels {
        int levels = levels_of_pass, first = 0;
        bool is_of_block_0 = false;
    };

    // A word of the table of primes, of the prime of index k.
    ir::Scalar of_prime(const ir::Scalar& k, PrimeWord word) const;
    // Reads a factor and its companion from a table.
    void take(const ir::Place& table, const ir::Scalar& first, const Factor& factor) const;
    void forward_butterfly(const ir::Scalar& k, const ir::Place& x, const ir::Place& y,
                           const Factor& by) const;
    void inverse_butterfly(const ir::Scalar& k, const ir::Place& x, const ir::Place& y,
                           const Factor& by) const;
    // The same by the factor 1, of block 0 of each level.
    void sum_and_difference(const ir::Scalar& k, const ir::Place& x, const ir::Place& y,
                            bool is_inverse) const;
    // On the words of each array. Multiplications bound the transforms of a block, which read factors; memory bounds
    // those of a grid, which compute them from companions: ws = floor(w·2^32/p) gives w - 1 < ws·p/2^32 < w, since p <
    // 2^32.
    void pass(const ir::Scalar& k, const std::vector<ir::Place>& all, const Column& of, bool is_inverse,
              const Levels& levels) const;
    void pass(const ir::Scalar& k, const std::vector<ir::Place>& all, const Companions& of, bool is_inverse,
              const Levels& levels) const;
    // x = x·y/2^32 modulo p, below 2p; x < 4p, y < 4p.
    void multiply(const ir::Scalar& k, const ir::Place& x, const ir::Scalar& y,
                  const ir::Place& factor) const;

    const Factor& factor() const { return even_; }  // for the words that transforms read themselves

  private:
    std::vector<ir::Call::Argument> of_butterfly(const ir::Scalar& k, const ir::Place& x, const ir::Place& y,
                                                 const Factor& by) const;
    // The words that a level computes, and their distance.
    struct Level {
        ir::Scalar k;
        const std::vector<ir::Place>& all;
        bool is_inverse;
        int distance;
    };
    // Its block j, by a factor or, where there is none, by 1.
    void block(const Level& level, const ir::Scalar& j, const std::optional<Factor>& by) const;

    ir::RoutineBuilder& builder_;
    ir::Place primes_, column_, quad_;
    Factor even_, odd_;
};

// The words of a segment, in shared memory and in the registers of the 32 threads of a warp: 32 apart, or in a row.
class Segment {
  public:
    // `apart`, `row`: where, in shared memory, the first word of a thread stands.
    Segment(ir::RoutineBuilder& builder, const ir::Place& shared, const ir::Place& apart,
            const ir::Place& row)
        : builder_(builder), shared_(shared), apart_(apart), row_(row) {}
    void write_apart(const ir::Place& x) const { move(x, apart_, padded_row, true); }
    void read_apart(const ir::Place& x) const { move(x, apart_, padded_row, false); }
    void write_row(const ir::Place& x) const { move(x, row_, 1, true); }
    void read_row(const ir::Place& x) const { move(x, row_, 1, false); }

  private:
    void move(const ir::Place& x, const ir::Place& first, int distance, bool is_write) const;

    ir::RoutineBuilder& builder_;
    ir::Place shared_, apart_, row_;
};

}  // namespace limbsmith::algorithm::ntt
