#include "session/state.hpp"

#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "engine/reduction.hpp"
#include "jit/batch.hpp"
#include "session/function.hpp"
#include "session/gpu_computations.hpp"
#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith::detail {

session_state::session_state(place asked) : where(place::host) {
    if (asked == place::host) return;
    std::string why_not;
    gpus = runtime::find_devices_for_kernels(asked == place::automatic ? place::device : asked, &why_not);
    if (gpus.empty() && asked != place::automatic) throw runtime::NoDevice(why_not);
    if (gpus.empty()) return;
    if (asked == place::all) {
        copies_to = gpus[0];
    } else {
        device = gpus[0];
        where = place::gpu(device->ordinal());
    }
}

std::shared_ptr<session_state> session_state::on_host() {
    if (!device) return shared_from_this();
    const std::lock_guard lock(mutex_);
    if (!on_host_) {
        on_host_ = std::make_shared<session_state>(place::host);
        on_host_->copies_to = device;
    }
    return on_host_;
}

std::shared_ptr<arithmetic_state> session_state::arithmetic(const session::Request& request) {
    const auto made = std::make_shared<arithmetic_state>(shared_from_this(), request);
    const std::lock_guard lock(mutex_);
    std::weak_ptr<arithmetic_state>& known = all_[made->description()];
    if (auto alive = known.lock()) return alive;
    known = made;
    return made;
}

std::shared_ptr<arithmetic_state> session_state::whole(int bits) {
    if (bits > max_block_bits)
        throw unsupported(
            fmt::format("numbers of {} bits are not supported; the nearest have {}, and pools and the grid "
                        "have longer ones",
                        bits, max_block_bits));
    session::Request request;
    request.bits = std::to_string(bits);
    return arithmetic(request);
}

arithmetic_state::arithmetic_state(std::shared_ptr<session_state> owner, session::Request asked)
    : session(std::move(owner)), request(std::move(asked)) {
    if (request.has_modulus())
        modulus = request.parsed_modulus();
    else
        width = request.spec("add").width;
    if (modulus) width = modulus->width();
    if (request.has_digits()) digits = request.parsed_digits();
}

arithmetic_state::~arithmetic_state() = default;

std::string arithmetic_state::description() const {
    if (digits)
        return fmt::format("of {} from -{} to {} to the radix {}",
                           counted(static_cast<size_t>(digits->count), "digit"), digits->bound, digits->bound,
                           digits->radix);
    return modulus ? fmt::format("modulo 0x{}", modulus->n().get_str(16))
                   : fmt::format("of {} bits", width.bits);
}

const NumberSystem& arithmetic_state::system() const {
    return is_field() ? NumberSystem::residues() : digits ? NumberSystem::digits() : NumberSystem::whole();
}

std::optional<SignedDigits> arithmetic_state::digits_of(std::string_view type) const {
    if (!digits || (type != "num" && type != "wide")) return std::nullopt;
    SignedDigits of = *digits;
    if (type == "wide") of.count *= 2;
    return of;
}

Spec arithmetic_state::spec(const std::string& operation, const std::string& expression) const {
    session::Request own = request;
    own.map = width.mapping;
    own.prefers_tensor_cores = request.map.is_automatic() && session::have_tensor_cores(session->gpus);
    if (!expression.empty()) own.expr = expression;
    // One reduction for all operations: that of a header with all of them.
    const auto settle = [this](const Modulus& n, MulChoice mul, const std::string&) {
        const std::lock_guard lock(mutex_);
        if (!settled_) settled_ = engine::settled_reduction(n, mul, "all");
        return *settled_;
    };
    Spec made = own.spec(operation, Style::inlined, "number", settle);
    made.proofs = Proofs::required;
    return made;
}

int arithmetic_state::words_of(std::string_view type) {
    if (type == main_type() || type == "plain") return width.limbs();
    if (type == "uint32_t") return 1;
    for (const char* name : {"mul", "pow", "mul_wide"}) {  // the last one is not for lanes
        if (!catalogue::find(system(), name)) continue;
        const session::Signature& all = function(name, {})->signature();
        for (const auto* parameters : {&all.outputs, &all.inputs}) {
            for (const emit::CallParameter& it : *parameters)
                if (it.type == type) return it.words;
        }
    }
    throw runtime::InputError(
        fmt::format("no numbers of type {} {}; the nearest are {}", type, description(),
                    is_field() ? "elem, plain, wide, exponent, uint32_t" : "num, wide, uint32_t"));
}

mpz_class arithmetic_state::limit(std::string_view type, int words) const {
    const mpz_class one = 1;
    if (is_field() && (type == "elem" || type == "plain")) return modulus->n();
    if (type == "num") return one << width.bits;
    if (type == "wide") return is_field() ? one << limb_bits * words : one << 2 * width.bits;
    return one << limb_bits * words;
}

std::shared_ptr<arithmetic_state> arithmetic_state::whole(int bits) {
    if (!is_field() && bits == width.bits) return shared_from_this();
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = whole_.find(bits); known != whole_.end()) return known->second;
    }
    const auto made = session->whole(bits);
    const std::lock_guard lock(mutex_);
    return whole_[bits] = made;
}

std::shared_ptr<function_state> arithmetic_state::function(const std::string& operation,
                                                           const std::string& expression) {
    if (expression.empty())
        catalogue::operation(system(), operation);  // throws where there is none
    else if (digits)
        throw unsupported(
            "compile: no expressions of numbers in signed digits; the nearest are operations, such as add");
    else
        parse_fused(expression, is_field() ? Fused::Numbers::residues : Fused::Numbers::whole, "compile");
    const std::lock_guard lock(mutex_);
    std::unique_ptr<function_state>& known = functions_[{operation, expression}];
    if (!known) known = std::make_unique<function_state>(*this, operation, expression);
    return {shared_from_this(), known.get()};
}

}  // namespace limbsmith::detail
