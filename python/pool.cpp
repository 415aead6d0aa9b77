// Numbers of any length: pools, their integers and rationals, which are freed with the objects that hold them.
//
// Promises: several threads may use a pool; its mutex is taken while other threads of Python run, so neither waits for the other.
#include "limbsmith/pool.hpp"

#include <gmpxx.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "python/parts.hpp"

namespace nb = nanobind;

namespace limbsmith::python {
namespace {

using pool::Number, pool::Rational;
using Release = nb::call_guard<nb::gil_scoped_release>;

struct Shared {
    // `is_grid`: on a GPU, with all of it for each number. Throws as Session::pool.
    Shared(const Session& session, bool is_grid)
        : own(is_grid && session.computing() != place::host
                  ? new pool::Pool(pool::grid_engine(session.computing()))
                  : new pool::Pool(session.pool())),
          it(*own) {}
    const std::unique_ptr<pool::Pool> own;
    pool::Pool& it;
    std::mutex mutex;
};
using Owner = std::shared_ptr<Shared>;

void free(pool::Pool& in, Number it) { in.free(it); }

// A number or a rational, and its pool.
template <class T>
class Kept {
  public:
    Kept(Owner in, const T& it) : in(std::move(in)), it(it) {}
    Kept(Kept&&) = default;
    ~Kept() {
        if (!in) return;
        const std::lock_guard lock(in->mutex);
        free(in->it, it);
    }

    Owner in;
    T it;
};
using Integer = Kept<Number>;
using Fraction = Kept<Rational>;

template <class T>
std::vector<T> all(const Shared& in, const std::vector<const Kept<T>*>& operands) {
    std::vector<T> made;
    for (const auto* operand : operands) {
        if (operand->in.get() != &in) throw runtime::InputError("the operands belong to different pools");
        made.push_back(operand->it);
    }
    return made;
}

Integer compute(const Owner& in, const std::string& operation, const std::vector<const Integer*>& operands) {
    const std::lock_guard lock(in->mutex);
    return {in, in->it.compute(operation, all(*in, operands))};
}

std::pair<Integer, Integer> div_floor(const Owner& in, const std::vector<const Integer*>& operands) {
    const std::lock_guard lock(in->mutex);
    const auto numbers = all(*in, operands);
    const pool::Quotient it = in->it.div_floor(numbers.at(0), numbers.at(1));
    return {Integer(in, it.quotient), Integer(in, it.remainder)};
}

Fraction rational(const Owner& in, const std::vector<const Integer*>& parts) {
    const std::lock_guard lock(in->mutex);
    const auto numbers = all(*in, parts);
    return {in, pool::fraction(in->it, numbers.at(0), numbers.at(1))};
}

Fraction compute_rational(const Owner& in, const std::string& operation,
                          const std::vector<const Fraction*>& operands) {
    const std::lock_guard lock(in->mutex);
    const auto x = all(*in, operands);
    pool::Pool& to = in->it;
    if (operation == "add") return {in, pool::add(to, x.at(0), x.at(1))};
    if (operation == "sub") return {in, pool::sub(to, x.at(0), x.at(1))};
    if (operation == "mul") return {in, pool::mul(to, x.at(0), x.at(1))};
    if (operation == "div") return {in, pool::div(to, x.at(0), x.at(1))};
    if (operation == "mod") return {in, pool::mod(to, x.at(0), x.at(1))};
    if (operation == "neg") return {in, pool::neg(to, x.at(0))};
    if (operation == "abs") return {in, pool::abs(to, x.at(0))};
    if (operation == "sum") return {in, pool::sum(to, x)};
    if (operation == "product") return {in, pool::product(to, x)};
    throw runtime::InputError("no operation " + operation + " of rationals");
}

Fraction power(const Owner& in, const Fraction& x, const Integer& exponent) {
    const std::lock_guard lock(in->mutex);
    return {in, pool::pow(in->it, all<Rational>(*in, {&x})[0], all<Number>(*in, {&exponent})[0])};
}

// An integer of rationals.
Integer integer_of(const Owner& in, const std::string& operation,
                   const std::vector<const Fraction*>& operands) {
    const std::lock_guard lock(in->mutex);
    const auto x = all(*in, operands);
    pool::Pool& to = in->it;
    if (operation == "compare") return {in, pool::compare(to, x.at(0), x.at(1))};
    if (operation == "div_floor") return {in, pool::div_floor(to, x.at(0), x.at(1))};
    if (operation == "floor") return {in, pool::floor(to, x.at(0))};
    if (operation == "ceil") return {in, pool::ceil(to, x.at(0))};
    if (operation == "round") return {in, pool::round(to, x.at(0))};
    throw runtime::InputError("no operation " + operation + " of rationals");
}

std::pair<pool::Failure, std::string> read(pool::Pool& in, const Number& it) {
    const pool::Failure failure = in.failure(it);
    return {failure,
            failure == pool::Failure::none ? in.value(it).get_str(16) : std::string(to_string(failure))};
}
std::pair<pool::Failure, std::string> read(pool::Pool& in, const Rational& it) {
    const pool::Failure failure = pool::failure(in, it);
    return {failure, failure == pool::Failure::none ? pool::value(in, it).get_str(16)
                                                    : std::string(to_string(failure))};
}

// Each value in base 16, or the failure; after all recorded computations.
template <class T>
std::vector<std::pair<pool::Failure, std::string>> read_all(const Owner& in,
                                                            const std::vector<const Kept<T>*>& operands) {
    const std::lock_guard lock(in->mutex);
    std::vector<std::pair<pool::Failure, std::string>> made;
    for (const T& it : all(*in, operands)) made.push_back(read(in->it, it));
    return made;
}

}  // namespace

void define_pool(nb::module_& module) {
    nb::enum_<pool::Failure>(module, "Failure")
        .value("none", pool::Failure::none)
        .value("division_by_zero", pool::Failure::division_by_zero)
        .value("negative_exponent", pool::Failure::negative_exponent)
        .value("negative_shift", pool::Failure::negative_shift)
        .value("no_inverse", pool::Failure::no_inverse)
        .value("not_integer", pool::Failure::not_integer)
        .value("too_long", pool::Failure::too_long)
        .value("negative", pool::Failure::negative)
        .value("no_degree", pool::Failure::no_degree)
        .value("not_odd", pool::Failure::not_odd);
    nb::class_<Integer>(module, "PoolNumber");
    nb::class_<Fraction>(module, "PoolRational");
    const auto locked = [](auto&& work) {
        return [work](const Owner& in) {
            const std::lock_guard lock(in->mutex);
            return work(in->it);
        };
    };
    nb::class_<Shared>(module, "Pool")
        .def(nb::new_([](const Session& session, bool is_grid) {
                 return std::make_shared<Shared>(session, is_grid);
             }),
             nb::arg("session"), nb::arg("is_grid"), Release())
        .def(
            "number",
            [](const Owner& in, const std::string& text) {
                const std::lock_guard lock(in->mutex);
                return Integer(in, in->it.number(text));
            },
            nb::arg("text"), Release())
        .def(
            "value",
            [](const Owner& in, const std::string& expression) {
                const std::lock_guard lock(in->mutex);
                return Integer(in, in->it(expression));
            },
            nb::arg("expression"), Release())
        .def("compute", &compute, nb::arg("operation"), nb::arg("operands"), Release())
        .def("div_floor", &div_floor, nb::arg("operands"), Release())
        .def(
            "sum",
            [](const Owner& in, const std::vector<const Integer*>& numbers) {
                const std::lock_guard lock(in->mutex);
                return Integer(in, in->it.sum(all(*in, numbers)));
            },
            nb::arg("numbers"), Release())
        .def(
            "product",
            [](const Owner& in, const std::vector<const Integer*>& numbers) {
                const std::lock_guard lock(in->mutex);
                return Integer(in, in->it.product(all(*in, numbers)));
            },
            nb::arg("numbers"), Release())
        .def("rational", &rational, nb::arg("parts"), Release())
        .def("compute_rational", &compute_rational, nb::arg("operation"), nb::arg("operands"), Release())
        .def("power", &power, nb::arg("x"), nb::arg("exponent"), Release())
        .def("integer_of", &integer_of, nb::arg("operation"), nb::arg("operands"), Release())
        .def("read", &read_all<Number>, nb::arg("numbers"), Release())
        .def("read_rationals", &read_all<Rational>, nb::arg("numbers"), Release())
        .def("submit", locked([](pool::Pool& it) { it.submit(); }), Release())
        .def("compact", locked([](pool::Pool& it) { it.compact(); }), Release())
        .def("pending", locked([](pool::Pool& it) { return it.pending(); }), Release())
        .def("bytes", locked([](pool::Pool& it) { return it.bytes(); }), Release())
        .def("device", locked([](pool::Pool& it) { return it.device(); }), Release());
}

}  // namespace limbsmith::python
