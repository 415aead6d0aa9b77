// Words in the memory of other libraries, and words of this one for them: DLPack, and addresses.
//
// Promises: borrowed words are kept by their owner until the work on them is done; words that are given away are kept until the
// other library has freed them.
#pragma once

#include <nanobind/nanobind.h>

#include "limbsmith/session.hpp"

namespace limbsmith::python {

void define_exchange(nanobind::module_& module, nanobind::class_<Array>& array,
                     nanobind::class_<Arithmetic>& arithmetic);

}  // namespace limbsmith::python
