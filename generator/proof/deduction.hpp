// Proves a program with lemmas from what they say, and the end of a lemma from its steps.
//
// Each word is a polynomial in inputs, in outputs of lemmas, and in what instructions lose; what is known of
// these is in proof/facts. Where a flag, a mask or a condition decides, both cases are gone through. That the
// parts meet their lemmas is for proof/lemmas to show, first.
#pragma once

#include "proof/facts.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// requires: the lemmas' parts are proved, and `program` does not compute their outputs: they are among its
// inputs, without bounds.
Verdict deduce(const ir::Program& program);

}  // namespace limbsmith::proof
