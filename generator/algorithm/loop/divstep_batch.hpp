// One batch of divsteps, as the loops around them run it.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {

// The matrix of a batch, and its products with pairs of numbers.
class DivstepBatch {
  public:
    DivstepBatch(ir::RoutineBuilder& builder, int digits)
        : builder_(builder), digits_(digits), eta_(factor("eta")) {}

    // eta = -2*delta, delta = 1/2
    void start() { builder_.assign(eta_, 0xffffffffu); }
    // The state before batch i.
    static ir::Steps steps() {
        return {&divsteps, {"eta", "f", "g"}, ir::integer(digit_bits) * ir::var("i")};
    }
    // The matrix (u, v; q, r) of the next batch on f and g.
    void next(const ir::Place& f, const ir::Place& g) {
        u_ = factor("u"), v_ = factor("v"), q_ = factor("q"), r_ = factor("r");
        builder_.call("divsteps_matrix", {ir::Scalar(eta_), ir::Scalar(f.limb(0)), ir::Scalar(g.limb(0))},
                      {u_, v_, q_, r_, eta_});
    }
    // The new x of (x, y) by that matrix, by a call of `row`; to be copied when y is done as well.
    ir::Place first(const std::string& row, const ir::Place& x, const ir::Place& y) {
        const ir::Place next =
            builder_.local(ir::number_named("next_" + builder_.variable(x).name, repr::digits, digits_));
        builder_.call(row, {x, y, ir::Scalar(u_), ir::Scalar(v_)}, {next});
        return next;
    }
    // y becomes the new y.
    void second(const std::string& row, const ir::Place& x, const ir::Place& y) {
        builder_.call(row, {x, y, ir::Scalar(q_), ir::Scalar(r_)}, {y});
    }

  private:
    ir::Place factor(const char* name) {
        return builder_.local({name, ir::Variable::Kind::word, repr::factor});
    }

    ir::RoutineBuilder& builder_;
    int digits_;
    ir::Place eta_, u_, v_, q_, r_;
};

}  // namespace limbsmith::algorithm::loop
