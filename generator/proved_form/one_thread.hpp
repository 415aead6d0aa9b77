// The common work of the lanes of a group, as a routine of one thread.
//
// Trusted, as its parts lane_* and carried_programs are: the proof of a routine over lanes speaks of this form.
//
// Promises: the routine of one thread computes, from numbers that have the words of all lanes, the results of the lanes that
// have a part of each. Proofs rest on this definition of the work of lanes: the interpreter (eval) runs the lanes
// themselves, and tests compare both. A callee is known by its contract; so the derivation needs no rule of its
// own for lanes.
//
// A value that lanes have of their own is a value for each lane, named value.0, value.1 and so on; one that is the same in all
// lanes is there once. Every statement becomes one for each lane. A word that comes from lane k is a copy of lane k's;
// where k is known at run time only, it is a word of the whole number; where k is so many lanes up or down, as a word says at run
// time, the words move by powers of two, as its bits say. A ballot is a number of bits. A vote of the whole warp
// is a bit of which nothing is known but that it is 1 if the own word is not 0: other numbers vote, too. A loop whose counter
// decides which lanes exchange words is unrolled.
//
// In invariants of a routine over lanes the name of a number means the number of all lanes; at(name, k) is lane k's part, and
// var("lane") the lane's number: a relation that names it is stated for each lane. A range is that of each lane's part.
#pragma once

#include <stdexcept>
#include <string>

#include "ir/library.hpp"

namespace limbsmith::proved_form {

// A routine that this does not cover, and why.
class NotOneThread : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Adds the programs to the library that the routine of one thread needs besides the callees of the lanes: to take numbers apart
// into those of lanes, to put them together, and to make a word of a ballot. Throws NotOneThread. requires: several
// lanes.
ir::Routine in_one_thread(const ir::Routine& routine, const ir::Library& called, ir::Library& library);

// The library with all routines over lanes in one thread, as far as they are covered; others stay as they are.
ir::Library in_one_thread(const ir::Library& library);

}  // namespace limbsmith::proved_form
