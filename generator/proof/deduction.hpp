// Proves a program with lemmas from what they ensure, and the end of a lemma from its steps.
//
// Each word is a polynomial in the inputs, in the outputs of lemmas, and in what instructions drop;
// proof/facts holds what is known of these values. Flags, masks and conditions lead to case splits.
// proof/lemmas first proves that the parts meet their lemmas.
#pragma once

#include "proof/facts.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// requires: the lemmas' parts are proved, and the body does not compute the lemmas' outputs.
Verdict deduce(const ir::Program& program);

}  // namespace limbsmith::proof
