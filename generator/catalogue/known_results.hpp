// The results of a function are known before any code of it runs: as a digest, for operands that samples.hpp draws
// (known_digest in trial.hpp of the runtime). Headers print it, self-checks compare with it.
//
// Promises: the results are those of the description, by its interpreter, or of loops on whole numbers and over lanes by GMP
// from the contract. No printed text takes part.
#pragma once

#include <gmpxx.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/library.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

// An operand is below factor·base, or below factor if there is no base: another operand, or the modulus.
struct OperandRange {
    // The operand is any number below the limit, any but 0, or any odd one; or its digits go up to the factor.
    enum class Which : uint8_t { all, positive, odd, digits };
    std::string name;
    mpz_class factor;
    std::string base{};
    bool is_base_modulus = false;
    Which which = Which::all;
    int used = 0;  // of digits: those from here on are 0, if it is not 0
};

// For each operand other than members of the modulus object; counts are drawn small. An operand comes after those that
// its limit depends on. requires: each limit is a number, or a number times another operand or the modulus.
std::vector<OperandRange> operand_ranges(const ir::Program& program);

// The same of what batches over lanes call (lane_batch_routine). N comes first, since residues are below it.
std::vector<OperandRange> lane_operand_ranges(const Spec& spec, const ir::Routine& batch);

struct Described {
    ir::Program program;  // the function; of a loop inputs, outputs and contract alone
    std::vector<OperandRange> ranges{};
    bool holds_modulus = false;  // in an object
    std::string loop{};          // its key in the library, if it is a loop
};

// The digests of a header, each computed when it is first asked for. requires: one thread; the library has the loops of the
// header; both outlive it.
//
// The printer of a header and its reader may share one object and stay independent: a digest comes from the
// description alone, and is found again only by all of it.
class KnownResults {
  public:
    KnownResults(const Spec& spec, const ir::Library& library) : spec_(spec), library_(library) {}

    // nullopt where a member of the modulus object is unknown. Over lanes, GMP alone computes results: nullopt where the
    // contract does not say what they are.
    std::optional<uint64_t> digest(const Described& of);

  private:
    const Spec& spec_;
    const ir::Library& library_;
    std::map<std::string, std::optional<uint64_t>> known_{};  // by the description as text
};

}  // namespace limbsmith::catalogue
