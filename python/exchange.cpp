// Words in the memory of other libraries, and words of this one for them: DLPack, and addresses.
//
// Promises: borrowed words are kept by their owner until the work on them is done; words that are given away are kept until the
// other library has freed them.

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "python/parts.hpp"

namespace nb = nanobind;

namespace limbsmith::python {
namespace {

using Extents = std::vector<std::int64_t>;

// An array of another library, by DLPack.
struct Foreign {
    nb::ndarray<nb::ro> words;

    std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(words.data()); }
    // Whether each of them has 32 bits.
    bool is_words() const {
        const nb::dlpack::dtype type = words.dtype();
        return type == nb::dtype<std::uint32_t>() || type == nb::dtype<std::int32_t>();
    }
    template <class Extent>
    Extents extents(const Extent& of) const {
        Extents made;
        for (size_t k = 0; k < words.ndim(); ++k) made.push_back(static_cast<std::int64_t>(of(k)));
        return made;
    }
    Extents shape() const {
        return extents([&](size_t k) { return words.shape(k); });
    }
    Extents strides() const {
        return extents([&](size_t k) { return words.stride(k); });
    }
    std::pair<int, int> device() const { return {words.device_type(), words.device_id()}; }
};

// Keeps the owner of borrowed words, and waits for the work on them before it lets it go.
class Borrowed {
  public:
    Borrowed(nb::object owner, place where) : owner_(std::move(owner)), where_(where) {}
    Borrowed(Borrowed&&) = default;
    ~Borrowed() {
        if (!owner_ || !where_.is_gpu()) return;
        try {
            const nb::gil_scoped_release others_run;
            stream::standard(where_).synchronize();
        } catch (const std::exception&) {  // the next call on the device says so
        }
    }

  private:
    nb::object owner_;
    place where_;
};

// Residues as such: those of a GPU have a form of their own.
const char* exchanged_type(const Array& of) {
    return of.type() == "elem" && of.where().is_gpu() ? "plain" : of.type().c_str();
}

// `row`: 0 for numbers that lie one after the other. requires: the device's address of as many numbers.
Array borrow(const Arithmetic& of, std::uintptr_t address, index64 size, index64 row, const Borrowed&) {
    return of.view(reinterpret_cast<std::uint32_t*>(address), size,
                   row == 0 ? arrangement::number_major : arrangement::limb_major, row,
                   exchanged_type(of.array(0)));
}

Array plain(const Arithmetic& of, const Array& from) {
    const char* const type = exchanged_type(from);
    if (from.type() == type) return from;
    const Array made = of.array_of(type, from.size());
    resize(made, from);
    return made;
}

std::pair<std::int64_t, std::int64_t> strides(const Array& of) {
    if (of.order() == arrangement::limb_major) return {1, static_cast<std::int64_t>(of.row())};
    return {of.words(), 1};
}

// The first words of all numbers, `limbs` of each, as an array of the shape (*shape, limbs).
template <class Word>
nb::object exported(const Array& from, const std::vector<size_t>& shape, size_t limbs) {
    const auto [number, limb] = strides(from);
    std::vector<size_t> extents = shape;
    extents.push_back(limbs);
    Extents steps(extents.size(), limb);
    std::int64_t step = number;
    for (size_t k = shape.size(); k-- > 0; step *= static_cast<std::int64_t>(shape[k])) steps[k] = step;
    const nb::capsule owner(new Array(from), [](void* kept) noexcept { delete static_cast<Array*>(kept); });
    const place where = from.where();
    return nb::cast(nb::ndarray<Word, nb::array_api>(
        from.address(), extents.size(), extents.data(), owner, steps.data(), nb::dtype<std::uint32_t>(),
        where.is_gpu() ? nb::device::cuda::value : nb::device::cpu::value,
        where.is_gpu() ? where.ordinal() : 0));
}

// A copy, the words of one number after those of the other.
nb::object given(const Array& from, const Arithmetic& of, const std::vector<size_t>& shape, size_t limbs) {
    const Array made = of.array_of(from.type(), from.size(), arrangement::number_major);
    {
        const nb::gil_scoped_release others_run;
        take(made, from, 0, {{from.size(), 1}});
    }
    return exported<std::uint32_t>(made, shape, limbs);
}

}  // namespace

void define_exchange(nb::module_& module, nb::class_<Array>& array, nb::class_<Arithmetic>& arithmetic) {
    nb::class_<Foreign>(module, "Foreign")
        .def(
            "__init__",
            [](Foreign* made, nb::ndarray<nb::ro> words) { new (made) Foreign{std::move(words)}; },
            nb::arg("words"))
        .def_prop_ro("address", &Foreign::address)
        .def_prop_ro("is_words", &Foreign::is_words)
        .def_prop_ro("shape", &Foreign::shape)
        .def_prop_ro("strides", &Foreign::strides)
        .def_prop_ro("device", &Foreign::device);
    nb::class_<Borrowed>(module, "Borrowed")
        .def(
            "__init__",
            [](Borrowed* made, nb::object owner, const Session& session) {
                new (made) Borrowed(std::move(owner), session.where());
            },
            nb::arg("owner"), nb::arg("session"));
    arithmetic
        .def("borrow", &borrow, nb::arg("address"), nb::arg("size"), nb::arg("row"), nb::arg("words"),
             nb::keep_alive<0, 5>())
        .def("plain", &plain, nb::arg("numbers"), nb::call_guard<nb::gil_scoped_release>());
    array
        .def_prop_ro("address",
                     [](const Array& self) { return reinterpret_cast<std::uintptr_t>(self.address()); })
        .def_prop_ro("strides", &strides)
        .def("shared", &exported<const std::uint32_t>, nb::arg("shape"), nb::arg("limbs"))
        .def("given", &given, nb::arg("of"), nb::arg("shape"), nb::arg("limbs"));
}

}  // namespace limbsmith::python
