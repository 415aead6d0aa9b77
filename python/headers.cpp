// Headers as `limbsmith generate` prints them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "limbsmith/generate.hpp"
#include "python/parts.hpp"

namespace nb = nanobind;

namespace limbsmith::python {

void define_headers(nb::module_& module) {
    nb::class_<HeaderRequest>(module, "HeaderRequest")
        .def(nb::init<>())
        .def_rw("bits", &HeaderRequest::bits)
        .def_rw("modulus", &HeaderRequest::modulus)
        .def_rw("ops", &HeaderRequest::ops)
        .def_rw("style", &HeaderRequest::style)
        .def_rw("map", &HeaderRequest::map)
        .def_rw("mul", &HeaderRequest::mul)
        .def_rw("reduction", &HeaderRequest::reduction)
        .def_rw("inverse", &HeaderRequest::inverse)
        .def_rw("name", &HeaderRequest::name, nb::arg().none())
        .def_rw("expr", &HeaderRequest::expr, nb::arg().none())
        .def_rw("powers", &HeaderRequest::powers)
        .def_rw("has_views", &HeaderRequest::has_views)
        .def("generate", &generate, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace limbsmith::python
