// The factors of a product as matrices of bytes, in shared memory: product.hpp says which. Zeros lie around the bytes.
#pragma once

#include "algorithm/tensor/striped.hpp"

namespace limbsmith::algorithm::tensor {

// The words of a number as lanes have them, with the one below each of them, and where they lie: word i of a lane is word
// first + step·i of the number. The names of variables end in the suffix.
struct Words {
    ir::Place number, below;
    ir::Scalar first;
    int step;

    static Words blocked(const group::Lanes& lanes, const ir::Place& number, const std::string& suffix);
    static Words striped(const group::Lanes& lanes, const ir::Place& number, const std::string& suffix);
    // Where word i of a lane lies in an array that has the number from there on.
    ir::Scalar place_of(const ir::Place& i, int from) const;
};

// The first factor: two copies of its words, of which one is moved up by two bytes.
class Rows {
  public:
    static int size(const group::Lanes& lanes) { return 2 * (lanes.count * lanes.words) + 3 * around; }
    // From word `first` of the shared array on, a multiple of 4. Its variables' names have the suffix.
    Rows(const group::Lanes& lanes, const ir::Place& memory, int first);

    void write_zeros() const;
    // requires: the zeros are there. Barriers stand before and behind it.
    void write(const Words& number) const;
    // Where words of a number lie; zeros are around them.
    int number() const { return bytes_; }
    // The row of A(p) that a lane names to a matrix load.
    ir::Place row(const ir::Scalar& p) const;

  private:
    static constexpr int around =
        ir::warp;  // A(p) begins 112 bytes before a number, and ends up to 128 behind it

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place memory_, row_;
    int words_, bytes_, moved_;  // of a number; where the copies begin
};

// The second factor: two copies of its words with their bytes in reverse, of which one is moved up by a byte.
class Columns {
  public:
    static int size(const group::Lanes& lanes) { return before + 2 * (lanes.count * lanes.words + behind); }
    Columns(const group::Lanes& lanes, const ir::Place& memory, int first, const std::string& suffix = {});

    void write_zeros() const;
    void write(const Words& number) const;
    // Words 0 and 1 of a lane of B(d).
    ir::Place word(const ir::Scalar& d, int half) const;

  private:
    // B(d) begins up to 13 bytes before a number, and ends up to 31 behind it.
    static constexpr int before = 4, behind = 8;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place memory_, column_;
    int words_, begin_, moved_;
};

}  // namespace limbsmith::algorithm::tensor
