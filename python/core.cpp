// The module limbsmith._core: sessions, functions, and arrays as words, for the package limbsmith.
//
// Promises: other threads of Python run while numbers are computed, copied or compiled. A call on the host is computed by
// portions, and one of all GPUs by chunks, between which Python handles signals, so that KeyboardInterrupt ends it; its results are then lost.
// It leaves to the package: operators, the types of operands, numbers as Python has them.
// requires: operands that are arrays are of the function's arithmetic, of the type that it wants, and all of one size.
#include <gmpxx.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "limbsmith/session.hpp"
#include "python/matrix_product.hpp"
#include "python/parts.hpp"
#include "python/portions.hpp"

namespace nb = nanobind;

namespace limbsmith {
namespace {

template <class Word>
using Words = nb::ndarray<Word, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Release = nb::call_guard<nb::gil_scoped_release>;

Session session(const std::string& device) {
    if (device == "host") return Session(place::host);
    if (device == "all") return Session(place::all);
    if (const auto where = parse_place(device); where && *where != place::host) return Session(*where);
    throw runtime::InputError("device is '" + device + "', not 'auto', 'host', 'cuda', 'cuda:1' or 'all'");
}

// How many limbs of the caller a number has: all words of the array, or the first ones, where those beyond are 0.
size_t limbs(const Array& it, size_t numbers, size_t limbs) {
    if (numbers != it.size() || limbs > static_cast<size_t>(it.words()))
        throw runtime::InputError("limbs have the shape (" + std::to_string(numbers) + ", " +
                                  std::to_string(limbs) + ") for an array of " + std::to_string(it.size()) +
                                  " numbers of at most " + std::to_string(it.words()));
    return limbs;
}

Array write_limbs(const Array& to, const Words<const std::uint32_t>& from) {
    const size_t count = limbs(to, from.shape(0), from.shape(1)), words = static_cast<size_t>(to.words());
    if (count == words) {
        write_words(to, from.data());
        return to;
    }
    std::vector<std::uint32_t> all(words * to.size());
    for (size_t t = 0; t < to.size(); ++t)
        std::copy_n(from.data() + t * count, count, all.data() + t * words);
    write_words(to, all.data());
    return to;
}

void read_limbs(const Array& from, const Words<std::uint32_t>& to) {
    const size_t count = limbs(from, to.shape(0), to.shape(1)), words = static_cast<size_t>(from.words());
    if (count == words) return read_words(from, to.data());
    std::vector<std::uint32_t> all(words * from.size());
    read_words(from, all.data());
    for (size_t t = 0; t < from.size(); ++t)
        std::copy_n(all.data() + t * words, count, to.data() + t * count);
}

// A function with its arithmetic.
struct Call {
    Arithmetic of;
    Function it;

    // Numbers [first, first + count) of an operand in host memory.
    Operand portion(const Operand& all, index64 first, index64 count) const {
        if (!all.array()) return all;
        const Array& it = *all.array();
        const index64 each = it.order() == arrangement::limb_major ? 1 : static_cast<index64>(it.words());
        return of.view(it.address() + first * each, count, it.order(),
                       it.order() == arrangement::limb_major ? it.row() : 0, it.type());
    }

    // Operands are arrays and texts.
    std::vector<Array> operator()(index64 size, const nb::args& operands) const {
        std::vector<Operand> values;
        for (const nb::handle operand : operands) {
            if (nb::isinstance<Array>(operand))
                values.emplace_back(*nb::inst_ptr<Array>(operand));
            else
                values.emplace_back(nb::cast<std::string>(operand));
        }
        const nb::gil_scoped_release others_run;
        return results(size, values);
    }

    std::vector<Array> results(index64 size, const std::vector<Operand>& operands) const {
        std::vector<Array> results;
        for (int k = 0; k < it.results(); ++k) results.push_back(it.array_for(k, size));
        std::vector<Operand> arguments(results.begin(), results.end());
        arguments.insert(arguments.end(), operands.begin(), operands.end());
        if (of.has_gpu() || size <= python::least_portion) {
            it.call(arguments, nullptr, python::handle_signals);
            return results;
        }
        python::by_portions(size, [&](index64 first, index64 count) {
            std::vector<Operand> own;
            for (const Operand& all : arguments) own.push_back(portion(all, first, count));
            it.call(own);
        });
        return results;
    }
};

Array resized(const Array& from, const Arithmetic& as, bool is_signed) {
    const Array to = as.array(from.size());
    resize(to, from, is_signed ? extension::sign : extension::zero);
    return to;
}

using Numbers64 = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<Axis> axes(const std::vector<index64>& extents, const std::vector<std::int64_t>& steps) {
    std::vector<Axis> made;
    for (size_t k = 0; k < extents.size(); ++k) made.push_back({extents[k], steps[k]});
    return made;
}

// As many numbers as the extents make; each axis has its step.
Array taken(const Arithmetic& of, const Array& from, index64 first, const std::vector<index64>& extents,
            const std::vector<std::int64_t>& steps) {
    index64 size = 1;
    for (const index64 it : extents) size *= it;
    const Array to = of.array_of(from.type(), size);
    take(to, from, first, axes(extents, steps));
    return to;
}

Array taken_each(const Arithmetic& of, const Array& from, const Numbers64& numbers) {
    const Array to = of.array_of(from.type(), numbers.size());
    take(to, from, std::vector<index64>(numbers.data(), numbers.data() + numbers.size()));
    return to;
}

// An array of parts: the first number of each in it, and the part. Their extents are those of the parts, the steps those of the array.
Array joined(const Arithmetic& of, index64 size, const std::vector<std::int64_t>& steps,
             const std::vector<std::tuple<index64, Array, std::vector<index64>>>& parts) {
    const Array to = of.array_of(std::get<Array>(parts.front()).type(), size);
    for (const auto& [first, part, extents] : parts) put(to, first, axes(extents, steps), part);
    return to;
}

// Whole numbers below p·q by their remainders modulo p, the larger one, and q.
Array by_remainders(const Arithmetic& of, const Array& a, const Array& p, const Array& b, const Array& q,
                    const Array& q_inverse) {
    const Array to = of.array(a.size());
    crt(to, a, p, b, q, q_inverse);
    return to;
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const runtime::InputError& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const runtime::Unsupported& error) {
        PyErr_SetString(PyExc_NotImplementedError, error.what());
    } catch (const runtime::OutOfMemory& error) {
        PyErr_SetString(PyExc_MemoryError, error.what());
    }
}

}  // namespace
}  // namespace limbsmith

NB_MODULE(_core, module) {
    using namespace limbsmith;
    nb::set_leak_warnings(false);  // the package keeps sessions until the process ends
    nb::register_exception_translator(translate);
    module.attr("version") = LIMBSMITH_VERSION;
    module.def("memory_in_use", &memory_in_use);  // bytes
    module.def("multiply_matrices", &python::multiply_matrices, nb::arg("a"), nb::arg("b"),
               nb::arg("modulus"), nb::arg("is_signed"), nb::arg("to"), Release());

    nb::class_<Array> array(module, "Array");
    array.def_prop_ro("size", &Array::size)
        .def("resized", &resized, nb::arg("to"), nb::arg("is_signed"), Release())
        .def("read", &read_limbs, nb::arg("to"), Release());

    nb::class_<Call>(module, "Function")
        .def_prop_ro("signature", [](const Call& self) { return self.it.signature(); })
        .def(
            "words", [](const Call& self, int k) { return self.it.array_for(k, 0).words(); },
            nb::arg("argument"))
        .def(
            "write",
            [](const Call& self, int k, const Words<const std::uint32_t>& from) {
                return write_limbs(self.it.array_for(k, from.shape(0)), from);
            },
            nb::arg("argument"), nb::arg("words"), Release())
        .def("__call__", &Call::operator(),
             nb::sig("def __call__(self, size: int, *operands: Array | str) -> list[Array]"));

    nb::class_<Arithmetic> arithmetic(module, "Arithmetic");
    arithmetic.def_prop_ro("bits", &Arithmetic::bits)
        .def_prop_ro("words", [](const Arithmetic& self) { return self.array(0).words(); })
        .def(
            "function",
            [](const Arithmetic& self, const std::string& name) {
                return Call{self, self.function(name)};
            },
            nb::arg("operation"), Release())
        .def(
            "compile",
            [](const Arithmetic& self, const std::string& expression) {
                const Function made = self.compile(expression);
                made.prepare();
                return Call{self, made};
            },
            nb::arg("expression"), Release())
        .def(
            "write",
            [](const Arithmetic& self, const Words<const std::uint32_t>& from) {
                return write_limbs(self.array(from.shape(0)), from);
            },
            nb::arg("words"), Release())
        .def("take", &taken, nb::arg("numbers"), nb::arg("first"), nb::arg("extents"), nb::arg("steps"),
             Release())
        .def("take_each", &taken_each, nb::arg("numbers"), nb::arg("places"), Release())
        .def("joined", &joined, nb::arg("size"), nb::arg("steps"), nb::arg("parts"), Release())
        .def("by_remainders", &by_remainders, nb::arg("a"), nb::arg("p"), nb::arg("b"), nb::arg("q"),
             nb::arg("q_inverse"), Release());
    nb::class_<Field, Arithmetic>(module, "Field").def_prop_ro("modulus", [](const Field& self) {
        return mpz_class(self.modulus()).get_str(16);  // Python limits the length of decimal text
    });
    nb::class_<UInt, Arithmetic>(module, "UInt");

    python::define_exchange(module, array, arithmetic);
    python::define_headers(module);
    python::define_sums(module);
    python::define_pool(module);

    nb::class_<Session>(module, "Session")
        .def(nb::new_(&session), nb::arg("device"), Release())
        .def("field", &Session::field, nb::arg("modulus"), Release())
        .def("uint", &Session::uint, nb::arg("bits"), Release())
        .def_prop_ro("gpu",
                     [](const Session& self) { return self.where().is_gpu() ? self.where().ordinal() : -1; })
        .def(
            "precede",
            [](const Session& self, std::uintptr_t other) {
                stream::standard(self.where()).precede(reinterpret_cast<void*>(other));
            },
            nb::arg("stream"), Release())
        .def(
            "follow",
            [](const Session& self, std::uintptr_t other) {
                stream::standard(self.where()).follow(reinterpret_cast<void*>(other));
            },
            nb::arg("stream"), Release())
        .def_prop_ro("device", &Session::device);
}
