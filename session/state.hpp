// The handles of a session share this state.
//
// Promises: a state keeps those that it needs; members that change are behind a mutex.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.hpp"
#include "device/memory.hpp"
#include "device/module.hpp"
#include "emit/call_kernel.hpp"
#include "limbsmith/session.hpp"
#include "session/request.hpp"
#include "session/spare.hpp"
#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith::detail {

struct session_state : std::enable_shared_from_this<session_state> {
    explicit session_state(place asked);

    // The same for the same request, as long as a handle of it lives. Throws as Request.
    std::shared_ptr<arithmetic_state> arithmetic(const session::Request& request);
    // Whole numbers of a width. Throws usage_error, unsupported.
    std::shared_ptr<arithmetic_state> whole(int bits);
    // A kernel of session/take.cu, compiled when one is first asked for. requires: a device. Throws runtime::Error.
    const runtime::Function& own_kernel(const std::string& name);

    // A session of the host whose arrays functions of this one take.
    std::shared_ptr<session_state> on_host();

    std::optional<runtime::Device> device;  // of its arrays; none for the host
    std::vector<runtime::Device>
        gpus;  // that compute: its device, or those that have arrays of the host in chunks
    std::optional<runtime::Device> copies_to;  // of a session of the host: a GPU that copies its arrays
    place where;                               // of its arrays
    session::Spare spare;

  private:
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<arithmetic_state>> all_;  // by description
    std::map<std::string, runtime::Function> own_kernels_;
    std::shared_ptr<session_state> on_host_;
};

struct arithmetic_state : std::enable_shared_from_this<arithmetic_state> {
    arithmetic_state(std::shared_ptr<session_state> session, session::Request request);
    ~arithmetic_state();

    // `modulo 2^255-19`, `of 131 bits`
    std::string description() const;
    // The spec of one operation, or of an expression as the operation expr. May prove which reduction is to be taken.
    Spec spec(const std::string& operation, const std::string& expression) const;
    // The words of the type: one, unless an operation says otherwise. Throws InputError where no operation has the type.
    int words_of(std::string_view type);
    // Numbers of the type are below this.
    mpz_class limit(std::string_view type, int words) const;
    bool is_field() const { return modulus.has_value(); }
    const NumberSystem& system() const;
    // The system of an array, if its numbers are in signed digits; their words are all of them.
    std::optional<SignedDigits> digits_of(std::string_view type) const;
    // Over lanes the functions of batches take and give residues.
    const char* main_type() const {
        return !is_field() ? "num" : width.mapping.is_group() ? "plain" : "elem";
    }
    // The whole numbers of a width, for steps of conversions; kept as long as this. requires: a field, or a width that is not
    // less, so that none keeps another in a circle. Throws unsupported.
    std::shared_ptr<arithmetic_state> whole(int bits);
    // The same for the same name; it keeps the arithmetic alive. Throws usage_error, unsupported.
    std::shared_ptr<function_state> function(const std::string& operation, const std::string& expression);

    const std::shared_ptr<session_state> session;
    const session::Request request;
    std::optional<Modulus> modulus;
    std::optional<SignedDigits> digits;
    Width width;

  private:
    mutable std::mutex mutex_;
    mutable std::optional<Reduction> settled_;
    std::map<int, std::shared_ptr<arithmetic_state>> whole_;
    std::map<std::pair<std::string, std::string>, std::unique_ptr<function_state>> functions_;
};

// Gives memory on a GPU back to its session, unless others know its address: they may still use it.
struct GiveBack {
    std::shared_ptr<session_state> to;
    bool is_known = false;
    void operator()(memory* block) const noexcept;
};

struct array_state {
    std::shared_ptr<arithmetic_state> of;  // null for constants that a function keeps
    std::string type;
    int words;
    index64 size, row;
    arrangement order;
    uint32_t* address;
    std::unique_ptr<memory, GiveBack> owned{};  // null for words of the caller
    bool is_one_for_all = false;
    std::shared_ptr<const runtime::HostBuffer> pinned{};  // memory of the host that a GPU copies from and to

    place place_of() const;  // requires: an arithmetic
    // The place of word i of number t.
    index64 at(index64 i, index64 t) const {
        return order == arrangement::limb_major ? i * row + t : t * static_cast<index64>(words) + i;
    }
};

// Copy all numbers, the words of one after those of the other, to or from an array; complete on return. Residues are
// converted to and from the form that the array has. Throw runtime::Error.
void write(const std::shared_ptr<array_state>& to, const uint32_t* numbers);
void read(const std::shared_ptr<array_state>& from, uint32_t* numbers);

// The greatest length of numbers as text.
inline int max_value_bits(Width width) { return std::max(2 * width.container_bits(), max_modulus_bits); }

// Numbers of a type; uninitialised. Throws OutOfMemory.
std::shared_ptr<array_state> make_array(std::shared_ptr<arithmetic_state> of, std::string_view type,
                                        int words, index64 size, arrangement order);
// `is negative`, `is not below 2^131`, `is not below the modulus`: why a number is none of those below the limit.
std::string why_not(const mpz_class& number, const mpz_class& limit,
                    std::string_view modulus = "the modulus");
// The words of a number of an array's type. Throws InputError, beginning with `what`, if it is none.
std::vector<uint32_t> words_of(const arithmetic_state& of, std::string_view type, int words, mpz_class value,
                               const std::string& what);
// An array of one number, which stands for all. Throws InputError unless the text is a number of the type; `what` names
// it.
std::shared_ptr<array_state> make_constant(std::shared_ptr<arithmetic_state> of,
                                           const emit::CallParameter& parameter, const std::string& text,
                                           const std::string& what);

// The words of an array as residues of a field that has as many for each.
std::shared_ptr<array_state> as_plain(std::shared_ptr<arithmetic_state> field, const array_state& it);

// Turns the errors of the generator into those of the runtime, for the library's users.
template <class Work>
auto translated(const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        switch (error.code()) {
            case Exit::usage: throw runtime::InputError(error.what());
            case Exit::unsupported: throw Unsupported(error.what());
            case Exit::refuted: throw runtime::WrongResult(error.what());
            default: throw runtime::Error(error.what());
        }
    }
}

}  // namespace limbsmith::detail
