// limbsmith.h over session.hpp: handles are objects, exceptions are codes and a text.
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "limbsmith/generate.hpp"
#include "limbsmith/limbsmith.h"
#include "limbsmith/session.hpp"

struct limbsmith_session {
    limbsmith::Session it;
};
struct limbsmith_arithmetic {
    limbsmith::Arithmetic it;
};
struct limbsmith_function {
    limbsmith::Function it;
};
struct limbsmith_array {
    limbsmith::Array it;
};
struct limbsmith_stream {
    limbsmith::stream it;
};

namespace limbsmith {
namespace {

std::string& last_message() {
    thread_local std::string message;
    return message;
}

// No text is made where memory has ended.
limbsmith_error failed(limbsmith_error code, const char* message) noexcept {
    try {
        last_message() = message;
    } catch (...) {
        last_message().clear();
    }
    return code;
}

template <class Work>
limbsmith_error guarded(const Work& work) noexcept {
    try {
        work();
        return LIMBSMITH_OK;
    } catch (const runtime::OutOfMemory& error) {
        return failed(LIMBSMITH_NO_MEMORY, error.what());
    } catch (const std::bad_alloc&) {
        return failed(LIMBSMITH_NO_MEMORY, "out of memory");
    } catch (const runtime::InputError& error) {
        return failed(LIMBSMITH_INVALID, error.what());
    } catch (const runtime::Unsupported& error) {
        return failed(LIMBSMITH_UNSUPPORTED, error.what());
    } catch (const runtime::WrongResult& error) {
        return failed(LIMBSMITH_WRONG, error.what());
    } catch (const runtime::NoDevice& error) {
        return failed(LIMBSMITH_NO_DEVICE, error.what());
    } catch (const std::exception& error) {
        return failed(LIMBSMITH_FAILED, error.what());
    } catch (...) {
        return failed(LIMBSMITH_FAILED, "an unknown error");
    }
}

template <class T>
T& given(T* pointer, const char* name) {
    if (!pointer) throw runtime::InputError(std::string(name) + " is NULL");
    return *pointer;
}

template <class T>
T& given(T* pointer, const char* name, size_t k) {
    if (!pointer) throw runtime::InputError(name + ("[" + std::to_string(k)) + "] is NULL");
    return *pointer;
}

// Nothing is made for a place that is NULL.
template <class T, class Make>
void put(T** out, const Make& make) {
    T*& to = given(out, "out");
    to = make();
}

place place_of(int number) {
    switch (number) {
        case LIMBSMITH_ALL_GPUS: return place::all;
        case LIMBSMITH_AUTOMATIC: return place::automatic;
        case LIMBSMITH_GPU: return place::device;
        case LIMBSMITH_HOST: return place::host;
        default:
            if (number < 0)
                throw runtime::InputError("place: no place " + std::to_string(number) +
                                          "; a GPU from 0, LIMBSMITH_ALL_GPUS, LIMBSMITH_AUTOMATIC, "
                                          "LIMBSMITH_GPU or LIMBSMITH_HOST");
            return place::gpu(number);
    }
}

arrangement order_of(int number) {
    if (number == LIMBSMITH_LIMB_MAJOR) return arrangement::limb_major;
    if (number == LIMBSMITH_NUMBER_MAJOR) return arrangement::number_major;
    throw runtime::InputError("order: " + std::to_string(number) +
                              " is none; LIMBSMITH_LIMB_MAJOR or LIMBSMITH_NUMBER_MAJOR");
}

void copy_text(const std::string& from, char* text, size_t size, size_t* length) {
    if (length) *length = from.size();
    if (from.size() >= size)
        throw runtime::InputError("the text needs " + std::to_string(from.size() + 1) + " bytes, size is " +
                                  std::to_string(size));
    std::memcpy(&given(text, "text"), from.c_str(), from.size() + 1);
}

}  // namespace
}  // namespace limbsmith

using namespace limbsmith;

extern "C" {

int limbsmith_version(void) { return 100 * LIMBSMITH_VERSION_MAJOR + LIMBSMITH_VERSION_MINOR; }

const char* limbsmith_message(void) { return last_message().c_str(); }

const char* limbsmith_error_text(limbsmith_error error) {
    switch (error) {
        case LIMBSMITH_OK: return "no error";
        case LIMBSMITH_FAILED: return "failed";
        case LIMBSMITH_INVALID: return "an argument does not fit";
        case LIMBSMITH_UNSUPPORTED: return "not supported";
        case LIMBSMITH_WRONG: return "the device computes wrong results";
        case LIMBSMITH_NO_DEVICE: return "no device";
        case LIMBSMITH_NO_MEMORY: return "out of memory";
    }
    return "no error of limbsmith";
}

limbsmith_error limbsmith_open(int place, limbsmith_session** out) {
    return guarded([&] { put(out, [&] { return new limbsmith_session{Session(place_of(place))}; }); });
}
limbsmith_error limbsmith_on_host(const limbsmith_session* session, limbsmith_session** out) {
    return guarded([&] {
        const Session& beside = given(session, "session").it;
        put(out, [&] { return new limbsmith_session{beside.on_host()}; });
    });
}
void limbsmith_free_session(limbsmith_session* session) { delete session; }

limbsmith_error limbsmith_device(const limbsmith_session* session, char* text, size_t size, size_t* length) {
    return guarded([&] { copy_text(given(session, "session").it.device(), text, size, length); });
}

limbsmith_error limbsmith_field(const limbsmith_session* session, const char* modulus,
                                limbsmith_arithmetic** out) {
    return guarded([&] {
        const Session& in = given(session, "session").it;
        put(out, [&] { return new limbsmith_arithmetic{in.field(&given(modulus, "modulus"))}; });
    });
}
limbsmith_error limbsmith_uint(const limbsmith_session* session, int bits, limbsmith_arithmetic** out) {
    return guarded([&] {
        const Session& in = given(session, "session").it;
        put(out, [&] { return new limbsmith_arithmetic{in.uint(bits)}; });
    });
}
void limbsmith_free_arithmetic(limbsmith_arithmetic* arithmetic) { delete arithmetic; }

limbsmith_error limbsmith_new_array(const limbsmith_arithmetic* arithmetic, const char* type, uint64_t size,
                                    int order, limbsmith_array** out) {
    return guarded([&] {
        const Arithmetic& of = given(arithmetic, "arithmetic").it;
        const arrangement as = order_of(order);
        put(out,
            [&] { return new limbsmith_array{type ? of.array_of(type, size, as) : of.array(size, as)}; });
    });
}
limbsmith_error limbsmith_view(const limbsmith_arithmetic* arithmetic, uint32_t* words, uint64_t size,
                               int order, uint64_t row, const char* type, limbsmith_array** out) {
    return guarded([&] {
        const Arithmetic& of = given(arithmetic, "arithmetic").it;
        put(out, [&] {
            return new limbsmith_array{of.view(words, size, order_of(order), row, type ? type : "")};
        });
    });
}
void limbsmith_free_array(limbsmith_array* array) { delete array; }
uint64_t limbsmith_size(const limbsmith_array* array) { return array ? array->it.size() : 0; }
int limbsmith_words(const limbsmith_array* array) { return array ? array->it.words() : 0; }
uint32_t* limbsmith_address(const limbsmith_array* array) { return array ? array->it.address() : nullptr; }

limbsmith_error limbsmith_write_words(limbsmith_array* to, const uint32_t* words) {
    return guarded([&] { write_words(given(to, "to").it, words); });
}
limbsmith_error limbsmith_read_words(const limbsmith_array* from, uint32_t* words) {
    return guarded([&] { read_words(given(from, "from").it, words); });
}
limbsmith_error limbsmith_write_text(limbsmith_array* to, const char* const* numbers) {
    return guarded([&] {
        const Array& array = given(to, "to").it;
        std::vector<std::string> all;
        for (index64 t = 0; t < array.size(); ++t)
            all.emplace_back(&given((&given(numbers, "numbers"))[t], "numbers", t));
        write_text(array, all);
    });
}
limbsmith_error limbsmith_text_of(const limbsmith_array* from, uint64_t index, char* text, size_t size,
                                  size_t* length) {
    return guarded([&] {
        const Array& array = given(from, "from").it;
        if (index >= array.size())
            throw runtime::InputError("index: no number " + std::to_string(index) + " in an array of " +
                                      std::to_string(array.size()));
        copy_text(read_text(array)[index], text, size, length);
    });
}

limbsmith_error limbsmith_function_of(const limbsmith_arithmetic* arithmetic, const char* operation,
                                      limbsmith_function** out) {
    return guarded([&] {
        const Arithmetic& of = given(arithmetic, "arithmetic").it;
        put(out, [&] { return new limbsmith_function{of.function(&given(operation, "operation"))}; });
    });
}
limbsmith_error limbsmith_compile(const limbsmith_arithmetic* arithmetic, const char* expression,
                                  limbsmith_function** out) {
    return guarded([&] {
        const Arithmetic& of = given(arithmetic, "arithmetic").it;
        put(out, [&] { return new limbsmith_function{of.compile(&given(expression, "expression"))}; });
    });
}
void limbsmith_free_function(limbsmith_function* function) { delete function; }
limbsmith_error limbsmith_prepare(const limbsmith_function* function) {
    return guarded([&] { given(function, "function").it.prepare(); });
}
int limbsmith_results(const limbsmith_function* function) {
    int count = -1;
    guarded([&] { count = given(function, "function").it.results(); });
    return count;
}
int limbsmith_operands(const limbsmith_function* function) {
    int count = -1;
    guarded([&] { count = given(function, "function").it.operands(); });
    return count;
}

limbsmith_error limbsmith_call(const limbsmith_function* function, const limbsmith_operand* arguments,
                               size_t count, limbsmith_stream* stream) {
    return guarded([&] {
        const Function& called = given(function, "function").it;
        std::vector<Operand> all;
        for (size_t k = 0; k < count; ++k) {
            const limbsmith_operand& it = (&given(arguments, "arguments"))[k];
            if (it.array)
                all.emplace_back(it.array->it);
            else
                all.emplace_back(&given(it.value, "arguments", k));
        }
        called.call(all, stream ? &stream->it : nullptr);
    });
}

limbsmith_error limbsmith_take(limbsmith_array* to, const limbsmith_array* from, uint64_t first,
                               const limbsmith_axis* axes, size_t count, limbsmith_stream* stream) {
    return guarded([&] {
        std::vector<Axis> all;
        for (size_t k = 0; k < count; ++k) {
            const limbsmith_axis& it = (&given(axes, "axes"))[k];
            all.push_back({it.extent, it.step});
        }
        take(given(to, "to").it, given(from, "from").it, first, all, stream ? &stream->it : nullptr);
    });
}
limbsmith_error limbsmith_take_each(limbsmith_array* to, const limbsmith_array* from, const uint64_t* numbers,
                                    limbsmith_stream* stream) {
    return guarded([&] {
        const Array& array = given(to, "to").it;
        std::vector<index64> all;
        if (array.size() != 0) all.assign(&given(numbers, "numbers"), numbers + array.size());
        take(array, given(from, "from").it, all, stream ? &stream->it : nullptr);
    });
}

limbsmith_error limbsmith_resize(limbsmith_array* to, const limbsmith_array* from, int extension,
                                 limbsmith_stream* stream) {
    return guarded([&] {
        if (extension != LIMBSMITH_ZERO_EXTENSION && extension != LIMBSMITH_SIGN_EXTENSION)
            throw runtime::InputError("extension: " + std::to_string(extension) +
                                      " is none; LIMBSMITH_ZERO_EXTENSION or LIMBSMITH_SIGN_EXTENSION");
        const auto with =
            extension == LIMBSMITH_ZERO_EXTENSION ? limbsmith::extension::zero : limbsmith::extension::sign;
        resize(given(to, "to").it, given(from, "from").it, with, stream ? &stream->it : nullptr);
    });
}
limbsmith_error limbsmith_truncate(limbsmith_array* to, const limbsmith_array* from,
                                   limbsmith_stream* stream) {
    return guarded(
        [&] { truncate(given(to, "to").it, given(from, "from").it, stream ? &stream->it : nullptr); });
}
limbsmith_error limbsmith_remainder(limbsmith_array* to, const limbsmith_array* from,
                                    limbsmith_stream* stream) {
    return guarded(
        [&] { remainder(given(to, "to").it, given(from, "from").it, stream ? &stream->it : nullptr); });
}
limbsmith_error limbsmith_crt(limbsmith_array* to, const limbsmith_array* const* from, size_t count,
                              limbsmith_stream* stream) {
    return guarded([&] {
        std::vector<Array> all;
        for (size_t k = 0; k < count; ++k) all.push_back(given((&given(from, "from"))[k], "from", k).it);
        crt(given(to, "to").it, all, stream ? &stream->it : nullptr);
    });
}
limbsmith_error limbsmith_crt_each(limbsmith_array* to, const limbsmith_array* a, const limbsmith_array* p,
                                   const limbsmith_array* b, const limbsmith_array* q,
                                   const limbsmith_array* q_inverse, limbsmith_stream* stream) {
    return guarded([&] {
        crt(given(to, "to").it, given(a, "a").it, given(p, "p").it, given(b, "b").it, given(q, "q").it,
            given(q_inverse, "q_inverse").it, stream ? &stream->it : nullptr);
    });
}

limbsmith_error limbsmith_generate(const limbsmith_header* of, char** out) {
    return guarded([&] {
        const limbsmith_header& it = given(of, "of");
        HeaderRequest made;
        for (const auto& [option, to] : {std::pair(it.bits, &made.bits),
                                         {it.modulus, &made.modulus},
                                         {it.ops, &made.ops},
                                         {it.style, &made.style},
                                         {it.map, &made.map},
                                         {it.mul, &made.mul},
                                         {it.reduction, &made.reduction},
                                         {it.inverse, &made.inverse}})
            if (option) *to = option;
        if (it.name) made.name = it.name;
        if (it.expr) made.expr = it.expr;
        for (const char* const* power = it.powers; power && *power; ++power) made.powers.emplace_back(*power);
        made.has_views = it.has_views != 0;
        put(out, [&] {
            const std::string text = generate(made);
            char* const copy = new char[text.size() + 1];
            std::memcpy(copy, text.c_str(), text.size() + 1);
            return copy;
        });
    });
}
void limbsmith_free_text(char* text) { delete[] text; }

limbsmith_error limbsmith_new_stream(const limbsmith_session* session, limbsmith_stream** out) {
    return guarded([&] {
        const place where = given(session, "session").it.where();
        put(out, [&] { return new limbsmith_stream{limbsmith::stream(where)}; });
    });
}
limbsmith_error limbsmith_synchronize(limbsmith_stream* stream) {
    return guarded([&] { given(stream, "stream").it.synchronize(); });
}
void* limbsmith_stream_handle(const limbsmith_stream* stream) {
    void* handle = nullptr;
    guarded([&] { handle = given(stream, "stream").it.handle(); });
    return handle;
}
void limbsmith_free_stream(limbsmith_stream* stream) { delete stream; }

}  // extern "C"
