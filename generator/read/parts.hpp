// Parts that headers of one thread and of lanes share: namespaces, types, constants.
#pragma once

#include <set>
#include <string>

#include "read/header.hpp"

namespace limbsmith::read {

// The types of parameters, and the members of a modulus that are used; the functions in the namespace detail.
using Names = std::set<std::string, std::less<>>;
Names names_of(const Proved& proved);
std::set<std::string> parts_of(const Proved& proved);

// Throw Difference.
void open_namespace(Cursor& cursor, const Spec& spec, const std::string& digest);
void close_namespace(Cursor& cursor, const Spec& spec, const std::string& digest);

// Members of types, types with their comments, and initialisers of so many limbs.
std::string limbs_text(int count);
std::string bits_text(int count);
std::string type_text(const std::string& comment, const std::string& name, const std::string& members);
std::string literal_text(const mpz_class& x, int count);

}  // namespace limbsmith::read
