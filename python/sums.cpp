// Exact sums and dot products of NumPy's arrays, on all cores of the host.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <string_view>

#include "limbsmith/sum.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "python/parts.hpp"

namespace nb = nanobind;

// For NumPy: binary16 has the words of a half.
template <>
struct nb::detail::dtype_traits<limbsmith::sum::half> {
    static constexpr dlpack::dtype value{static_cast<std::uint8_t>(dlpack::dtype_code::Float), 16, 1};
    static constexpr auto name = const_name("float16");
};

namespace limbsmith::python {
namespace {

using sum::Accumulator;
using sum::Rounding;
using Release = nb::call_guard<nb::gil_scoped_release>;

template <class Number>
using Column = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
span<const Number> all(const Column<Number>& of) {
    return {of.data(), of.shape(0)};
}

Rounding rounding(std::string_view name) {
    if (name == "nearest") return Rounding::nearest;
    if (name == "zero") return Rounding::zero;
    if (name == "up") return Rounding::up;
    if (name == "down") return Rounding::down;
    throw runtime::InputError("rounding is '" + std::string(name) +
                              "', not 'nearest', 'zero', 'up' or 'down'");
}

template <class Number>
void define_sum(nb::module_& module) {
    module.def(
        "exact_sum", [](const Column<Number>& x) { return sum::exact_sum(all(x)); }, nb::arg("x").noconvert(),
        Release());
}

template <class Number>
void define_dot(nb::module_& module) {
    module.def(
        "exact_dot",
        [](const Column<Number>& x, const Column<Number>& y) { return sum::exact_dot(all(x), all(y)); },
        nb::arg("x").noconvert(), nb::arg("y").noconvert(), Release());
}

// Numerator and denominator in base 16.
std::string exact_text(const Accumulator& of) { return sum::exact_value(of).get_str(16); }

}  // namespace

void define_sums(nb::module_& module) {
    nb::class_<Accumulator>(module, "Accumulator")
        .def(nb::init<>())
        .def(nb::init<const Accumulator&>())
        .def("add", [](Accumulator& self, const Accumulator& other) { self.add(other); })
        .def("subtract", [](Accumulator& self, const Accumulator& other) { self.subtract(other); })
        .def("negate", &Accumulator::negate)
        .def("sign", &Accumulator::sign)
        .def("is_nan", &Accumulator::is_nan)
        .def("is_finite", &Accumulator::is_finite)
        .def("exact_text", &exact_text, Release())
        .def("equals", [](const Accumulator& self, const Accumulator& other) { return self == other; })
        .def("is_less", [](const Accumulator& self, const Accumulator& other) { return self < other; })
        .def(
            "to_double",
            [](const Accumulator& self, std::string_view how) { return self.to_double(rounding(how)); },
            nb::arg("rounding"))
        .def(
            "to_text",
            [](const Accumulator& self, int digits, std::string_view how) {
                return self.to_text(digits, rounding(how));
            },
            nb::arg("digits"), nb::arg("rounding"))
        .def("to_bytes",
             [](const Accumulator& self) {
                 const std::string made = self.to_bytes();
                 return nb::bytes(made.data(), made.size());
             })
        .def_static("from_bytes", [](const nb::bytes& bytes) {
            return Accumulator::from_bytes({bytes.c_str(), bytes.size()});
        });
    define_sum<double>(module);
    define_sum<float>(module);
    define_sum<sum::half>(module);
    define_sum<std::int32_t>(module);
    define_sum<std::int64_t>(module);
    define_sum<std::uint64_t>(module);
    define_dot<double>(module);
    define_dot<float>(module);
    define_dot<sum::half>(module);
    define_dot<std::int64_t>(module);
    module.def(
        "norm2",
        [](const Column<double>& x, std::string_view how) { return sum::norm2(all(x), rounding(how)); },
        nb::arg("x"), nb::arg("rounding"), Release());
    module.def(
        "mean",
        [](const Column<double>& x, std::string_view how) { return sum::mean(all(x), rounding(how)); },
        nb::arg("x"), nb::arg("rounding"), Release());
    module.def(
        "variance",
        [](const Column<double>& x, int removed, std::string_view how) {
            return sum::variance(all(x), removed, rounding(how));
        },
        nb::arg("x"), nb::arg("removed"), nb::arg("rounding"), Release());
}

}  // namespace limbsmith::python
