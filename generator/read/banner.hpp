// The comment at the top of a header: constants and properties, computed from the specification.
#pragma once

#include <string>
#include <vector>

#include "catalogue/loops.hpp"
#include "read/cursor.hpp"
#include "spec/spec.hpp"

namespace limbsmith::read {

// The lines up to the include guard, of a header for one thread or over lanes.
std::string banner(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const catalogue::Loops& loops);

// Returns the sentence of the banner about proofs.
std::string proofs_text(Proofs proofs);
// The digest of the guard that comes next: 16 hexadecimal digits, which are the same wherever a header names them. Throws
// Difference.
std::string guard_digest(Cursor& cursor);

// The instructions of a program by kind, as its comment tells them: a product of two words whose low and high half stand
// next to each other is a wide one.
struct Count {
    int instructions = 0, wide = 0, half = 0, additions = 0, logic = 0;
    explicit Count(const ir::Program& program);
};
// `1 addition`, `5 additions`
std::string counted(int count, const std::string& what);

}  // namespace limbsmith::read
