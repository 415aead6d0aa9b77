// The parts of the module limbsmith._core that have files of their own.
#pragma once

#include <nanobind/nanobind.h>

#include "limbsmith/session.hpp"

namespace limbsmith::python {

// Words in the memory of other libraries, and words of this one for them.
void define_exchange(nanobind::module_& module, nanobind::class_<Array>& array,
                     nanobind::class_<Arithmetic>& arithmetic);
// Headers as `limbsmith generate` prints them.
void define_headers(nanobind::module_& module);
// Exact sums and dot products.
void define_sums(nanobind::module_& module);
// Numbers of any length.
void define_pool(nanobind::module_& module);

}  // namespace limbsmith::python
