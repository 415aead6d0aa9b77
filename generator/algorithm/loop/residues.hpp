// The facts that loops know of N, and the elements that they begin with.
#pragma once

#include <gmpxx.h>

#include <string>

#include "ir/routine_builder.hpp"
#include "spec/modulus.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {

// An elem holds x·form_factor mod N for a residue x. In contracts and invariants an elem's name is the
// residue.
struct Residues {
    Modulus modulus;
    mpz_class form_factor;

    // The limbs of a residue; with several lanes, those of each lane.
    int limbs() const { return modulus.width().lane_limbs(); }
    Mapping mapping() const { return modulus.width().mapping; }
    int lanes() const { return mapping().lanes(); }
    bool is_group() const { return mapping().is_group(); }
    ir::ExprPtr N() const;
    ir::Form form() const;
    ir::Variable elem(std::string name) const {
        return ir::number_named(std::move(name), repr::elem, limbs());
    }
    ir::Variable plain(std::string name) const {
        return ir::number_named(std::move(name), repr::plain, limbs());
    }
    // The limbs of the elem of a residue. requires: N is known, and numbers have one lane.
    std::vector<uint32_t> elem_of(const mpz_class& residue) const;
    // x = a number, which every lane gets its limbs of.
    void assign(ir::RoutineBuilder& builder, const ir::Place& x, const mpz_class& number) const;
    // x = the elem of a residue. requires: N is known.
    void assign_elem(ir::RoutineBuilder& builder, const ir::Place& x, const mpz_class& residue) const {
        assign(builder, x, residue * form_factor % modulus.n());
    }
    // The preconditions of the members that functions read where N is given at run time.
    void require_members(const ir::RoutineBuilder& builder, ir::Contract& contract) const;
};

// A builder of a routine on elements.
ir::RoutineBuilder routine_on(const Residues& residues, std::string name, const ir::Library& library);
// Finishes it, with the preconditions on members that the contract needs.
ir::Routine finished(const Residues& residues, ir::RoutineBuilder builder, ir::Contract contract);

// The elements 0 and 1.
ir::Program zero(const Residues& residues);
ir::Program one(const Residues& residues);

}  // namespace limbsmith::algorithm::loop
