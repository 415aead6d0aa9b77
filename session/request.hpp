// A request for arithmetic as text, and the spec that it asks for.
//
// Promises: reading a request proves nothing. Where the reduction is left open, spec() asks for the one to take, which is the
// only step that may take seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "choice/lanes.hpp"
#include "engine/reduction.hpp"
#include "spec/spec.hpp"

namespace limbsmith::session {

struct Request {
    std::string bits, modulus, mul = "auto", reduction = "auto", inverse = "auto";
    std::string radix, digits, digit_bound;  // of numbers in signed digits
    Mapping map = Mapping::automatic();
    std::optional<std::string> expr{};
    uint64_t batch = choice::any_batch;  // the numbers of a batch, for the mapping `auto`
    // Whether spec() takes tensor cores, which the GPU has, where all operations are faster on them.
    bool prefers_tensor_cores = false;

    bool has_modulus() const { return !modulus.empty(); }
    bool has_digits() const { return !radix.empty() || !digits.empty() || !digit_bound.empty(); }
    // Throw usage_error, unsupported.
    Width width() const;                 // requires: no modulus
    Modulus parsed_modulus() const;      // requires: a modulus
    SignedDigits parsed_digits() const;  // requires: has_digits()
    // The width, or that of the modulus.
    Width number_width() const { return has_modulus() ? parsed_modulus().width() : width(); }
    MulChoice algorithm() const { return parse_mul(mul, number_width()); }
    // Chooses the reduction of --reduction auto.
    using Settle = std::function<Reduction(const Modulus&, MulChoice, const std::string& ops)>;
    // The requested spec without powers. `auto` takes a block for long numbers, if that has all operations. With an
    // expression, `all` operations are the expression alone. Its name is `name`, or default_name(). Throws usage_error,
    // unsupported.
    Spec spec(const std::string& ops, Style style = Style::inlined,
              const std::optional<std::string>& name = {},
              const Settle& settle = engine::settled_reduction) const;
};

// Whether the operation gives the same residues by whichever reduction, as all do but those that show the form of elements,
// or work on relaxed ranges. Then none has to be proved where GMP computes.
bool is_free_of_form(const Modulus& modulus, const std::string& operation);

}  // namespace limbsmith::session
