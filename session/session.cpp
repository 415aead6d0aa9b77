// The handles of session.hpp.
#include "limbsmith/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "catalogue/catalogue.hpp"
#include "engine/parallel.hpp"
#include "session/function.hpp"
#include "session/state.hpp"
#include "spec/error.hpp"

namespace limbsmith {

using detail::translated;

index64 Array::size() const { return state_->size; }
place Array::where() const { return state_->place_of(); }
const std::string& Array::type() const { return state_->type; }
int Array::words() const { return state_->words; }
arrangement Array::order() const { return state_->order; }
index64 Array::row() const { return state_->row; }
std::uint32_t* Array::address() const {
    if (state_->owned) state_->owned.get_deleter().is_known = true;
    return state_->address;
}

void Function::call(const std::vector<Operand>& arguments, stream* on,
                    const std::function<void()>& between) const {
    state_->call(arguments, on, between);
}
std::string Function::signature() const {
    return translated([&] { return state_->text(); });
}
int Function::results() const {
    return translated([&] { return static_cast<int>(state_->signature().outputs.size()); });
}
int Function::operands() const {
    return translated([&] { return static_cast<int>(state_->signature().inputs.size()); });
}
void Function::prepare() const {
    translated([&] { state_->prepare(); });
}
Array Function::array_for(int k, index64 size, arrangement order) const {
    return translated([&] {
        const session::Signature& all = state_->signature();
        if (k < 0 || k >= results() + operands())
            throw usage_error(fmt::format("array_for: no argument {}: {}", k, state_->text()));
        const emit::CallParameter& as = k < results() ? all.outputs[static_cast<size_t>(k)]
                                                      : all.inputs[static_cast<size_t>(k - results())];
        return Array(make_array(state_->of.shared_from_this(), as.type, as.words, size, order));
    });
}

Array Arithmetic::array(index64 size, arrangement order) const {
    return array_of(state_->main_type(), size, order);
}

Array Arithmetic::array_of(std::string_view type, index64 size, arrangement order) const {
    return translated(
        [&] { return Array(detail::make_array(state_, type, state_->words_of(type), size, order)); });
}

Array Arithmetic::view(std::uint32_t* words, index64 size, arrangement order, index64 row,
                       std::string_view type) const {
    return translated([&] {
        if (type.empty()) type = state_->main_type();
        if (row == 0) row = size;
        if (!words && size != 0) throw usage_error("view: the words are null");
        if (row < size)
            throw usage_error(fmt::format("view: a row of {} does not hold {}; the nearest is {}", row,
                                          counted(size, "number"), size));
        if (order == arrangement::number_major && row != size)
            throw usage_error("view: numbers in one piece each have no row; the nearest is 0");
        const int each = state_->words_of(type);
        if (row > std::numeric_limits<std::ptrdiff_t>::max() / (sizeof *words * static_cast<index64>(each)))
            throw usage_error(
                fmt::format("view: no memory has {} of {} words", counted(row, "number"), each));
        if (reinterpret_cast<std::uintptr_t>(words) % alignof(std::uint32_t) != 0)
            throw usage_error("view: the words are not aligned to 4 bytes");
        const bool is_gpu = state_->session->where.is_gpu();
        // Threads may load four words at once.
        if (is_gpu && reinterpret_cast<std::uintptr_t>(words) % 16 != 0)
            throw usage_error("view: the words are not aligned to 16 bytes");
        if (is_gpu && order == arrangement::limb_major && row % 4 != 0)
            throw usage_error(fmt::format("view: a row of {} is no multiple of 4; the nearest is {}", row,
                                          (row + 3) / 4 * 4));
        return Array(std::make_shared<detail::array_state>(
            detail::array_state{state_, std::string(type), each, size, row, order, words, nullptr}));
    });
}

Function Arithmetic::function(std::string_view operation) const {
    return translated([&] {
        if (operation == "expr") throw usage_error("function: expr is no operation; the nearest is compile");
        auto made = state_->function(std::string(operation), {});
        made->begin();
        return Function(std::move(made));
    });
}

Function Arithmetic::compile(std::string_view expression) const {
    return translated([&] {
        if (expression.empty()) throw usage_error("compile: the expression is empty");
        auto made = state_->function("expr", std::string(expression));
        made->begin();
        return Function(std::move(made));
    });
}

std::vector<std::string> Arithmetic::operations() const {
    return translated([&] {
        const Spec spec = state_->spec(state_->is_field() ? "mul" : "add", {});
        std::vector<std::string> names = catalogue::all(spec);
        std::erase_if(names, [&](const std::string& name) {
            const catalogue::Operation& it = catalogue::operation(spec, name);
            const ir::Program meaning = catalogue::meaning(it, spec);
            const auto is_bytes = [](const auto& number) { return number.representation.is_bytes(); };
            return it.is_of_many || std::ranges::any_of(meaning.inputs, is_bytes) ||
                   std::ranges::any_of(meaning.outputs, is_bytes);
        });
        return names;
    });
}

int Arithmetic::bits() const { return state_->width.bits; }
int Arithmetic::limbs() const { return state_->width.limbs(); }
place Arithmetic::where() const { return state_->session->where; }
bool Arithmetic::has_gpu() const { return !state_->session->gpus.empty(); }
std::string Field::modulus() const { return state_->modulus->n().get_str(); }

Session::Session(place where) : state_(std::make_shared<detail::session_state>(where)) {}

Field Session::field(std::string_view modulus) const {
    return translated([&] {
        session::Request request;
        request.modulus = modulus;
        if (modulus == "runtime")
            throw usage_error(
                "field: the modulus is a number; operations with a modulus for each number are those "
                "of uint: mul_mod, pow_mod");
        if (modulus.empty()) throw usage_error("field: no modulus");
        return Field(state_->arithmetic(request));
    });
}

UInt Session::uint(int bits) const {
    return translated([&] { return UInt(state_->whole(bits)); });
}

Digits Session::digits(std::uint32_t radix, int count, std::uint32_t bound) const {
    return translated([&] {
        session::Request request;
        request.radix = std::to_string(radix);
        request.digits = std::to_string(count);
        if (bound != 0) request.digit_bound = std::to_string(bound);
        return Digits(state_->arithmetic(request));
    });
}

Session Session::on_host() const { return Session(state_->on_host()); }
place Session::where() const { return state_->where; }
std::string Session::device() const {
    return state_->gpus.empty() ? fmt::format("host, {}", counted(engine::cores(), "core"))
                                : runtime::names(state_->gpus);
}

}  // namespace limbsmith
