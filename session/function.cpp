#include "session/function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "choice/lanes.hpp"
#include "spec/error.hpp"

namespace limbsmith::detail {

function_state::function_state(arithmetic_state& owner, std::string name, std::string formula)
    : of(owner), operation(std::move(name)), expression(std::move(formula)) {}

function_state::~function_state() = default;

std::string function_state::name() const { return expression.empty() ? operation : expression; }

std::string function_state::description() const {
    return expression.empty() ? of.description() : fmt::format("{} {}", expression, of.description());
}

void function_state::begin() {
    if (!of.session->device || is_begun_.exchange(true)) return;
    // Errors are thrown by the call that needs the kernel.
    beginning_ = std::async(std::launch::async, [this] {
        try {
            const session::Signature& all = signature();
            kernel({std::vector(all.outputs.size(), CallPlace::limb_major),
                    std::vector(all.inputs.size(), CallPlace::limb_major)});
        } catch (const std::exception&) {
        }
    });
}

const session::Signature& function_state::signature() {
    const std::lock_guard lock(mutex_);
    if (!signature_) {
        signature_ = session::signature(
            description(), operation, [this] { return of.spec(operation, expression); }, of.session->device);
    }
    return *signature_;
}

const emit::CallParameter& function_state::parameter(size_t k) {
    const session::Signature& all = signature();
    return k < all.outputs.size() ? all.outputs[k] : all.inputs[k - all.outputs.size()];
}

std::string function_state::text() {
    const auto names = [](const std::vector<emit::CallParameter>& all) {
        std::vector<std::string> made;
        for (const auto& it : all) made.push_back(it.name);
        return fmt::format("{}", fmt::join(made, ", "));
    };
    const session::Signature& all = signature();
    return fmt::format("{} = {}({})", names(all.outputs), name(), names(all.inputs));
}

void function_state::prepare() {
    const session::Signature& all = signature();
    if (of.session->device) {
        kernel({std::vector(all.outputs.size(), CallPlace::limb_major),
                std::vector(all.inputs.size(), CallPlace::limb_major)});
    } else if (!of.session->gpus.empty()) {
        const std::lock_guard lock(chunks_mutex_);
        made_for_chunks();
    }
}

std::shared_ptr<array_state> function_state::constant(size_t k, const std::string& value,
                                                      const std::shared_ptr<arithmetic_state>& there) {
    constexpr size_t most_kept = 64;
    const emit::CallParameter& as = parameter(k);
    const auto key = std::tuple(k, value, there->session->device.has_value());
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = constants_.find(key); known != constants_.end()) return known->second;
    }
    const auto made = make_constant(there, as, value, fmt::format("{}: operand {}", name(), as.name));
    const std::lock_guard lock(mutex_);
    if (constants_.size() >= most_kept) constants_.clear();
    return constants_[key] = made;
}

namespace {

// Whether they have a word in common, as far as their rows tell.
bool overlap(const array_state& a, const array_state& b) {
    if (a.size == 0 || b.size == 0) return false;
    const auto end = [](const array_state& it) {
        return it.address + it.at(static_cast<index64>(it.words) - 1, it.size - 1) + 1;
    };
    if (end(a) <= b.address || end(b) <= a.address) return false;
    if (a.order != arrangement::limb_major || b.order != a.order || a.row != b.row) return true;
    const array_state &first = a.address < b.address ? a : b, &last = a.address < b.address ? b : a;
    const index64 apart = static_cast<index64>(last.address - first.address) % a.row;
    return apart < first.size || a.row - apart < last.size;
}

// Whether each number lies where that of the other array does.
bool is_in_place(const array_state& a, const array_state& b) {
    return a.address == b.address && a.order == b.order && a.row == b.row &&
           (a.order == arrangement::limb_major || a.words == b.words);
}

}  // namespace

function_state::Arrays function_state::arrays(const std::vector<Operand>& arguments) {
    const session::Signature& all = signature();
    const size_t results = all.outputs.size(), count = results + all.inputs.size();
    if (arguments.size() != count)
        throw runtime::InputError(fmt::format("{}: {} given, {} wanted: {}", name(),
                                              counted(arguments.size(), "argument"), count, text()));
    Arrays made;
    std::optional<size_t> first;  // the argument that says how many numbers there are
    for (size_t k = 0; k < count; ++k) {
        const emit::CallParameter& as = parameter(k);
        const auto what = [&] {
            return fmt::format("{}: {} {}", name(), k < results ? "result" : "operand", as.name);
        };
        if (const Array* given = arguments[k].array()) {
            array_state& it = given->state();
            if (it.of->session != of.session && (it.of->session->device || of.session->gpus.empty()))
                throw runtime::InputError(what() + " belongs to another session");
            if (it.of.get() != &of && it.of->description() != of.description() && it.type != "uint32_t")
                throw runtime::InputError(fmt::format("{} is of numbers {}, not {}", what(),
                                                      it.of->description(), of.description()));
            if (it.type != as.type || it.words != as.words)
                throw runtime::InputError(
                    fmt::format("{} is an array of {} ({} words), and should be of {} ({} words)", what(),
                                it.type, it.words, as.type, as.words));
            made.push_back(given->shared());
            if (!first) first = k;
            if (it.of->session->device.has_value() != made[*first]->of->session->device.has_value())
                throw runtime::InputError(fmt::format(
                    "{} is on {}, and {} on {}; the nearest are arrays at one place", what(),
                    to_string(it.place_of()), parameter(*first).name, to_string(made[*first]->place_of())));
            const index64 wanted = made[*first]->size;
            if (it.size != wanted)
                throw runtime::InputError(fmt::format("{} has {}, and {} has {}", what(),
                                                      counted(it.size, "number"), parameter(*first).name,
                                                      wanted));
        } else if (k < results) {
            throw runtime::InputError(what() + " is a value, and should be an array");
        } else {
            made.push_back(constant(k, arguments[k].value(), made[*first]->of));
        }
    }
    // Results may be operands, but not each other: threads read and write at the same time.
    for (size_t k = 0; k < results; ++k) {
        for (size_t j = 0; j < count; ++j)
            if (j < results ? j < k && overlap(*made[j], *made[k])
                            : overlap(*made[j], *made[k]) && !is_in_place(*made[j], *made[k]))
                throw runtime::InputError(
                    fmt::format("{}: {} and {} overlap; the nearest are arrays that share no words{}", name(),
                                parameter(k).name, parameter(j).name, j < results ? "" : ", or one array"));
    }
    return made;
}

std::shared_ptr<const session::Kernel> function_state::kernel(const session::Places& places) {
    std::promise<std::shared_ptr<const session::Kernel>> promise;
    {
        std::unique_lock lock(mutex_);
        if (const auto known = kernels_.find(places); known != kernels_.end()) {
            const auto found = known->second;
            lock.unlock();
            return found.get();
        }
        kernels_.emplace(places, promise.get_future().share());
    }
    try {
        const auto made = std::make_shared<const session::Kernel>(
            description(), operation, [this] { return of.spec(operation, expression); }, places,
            *of.session->device);
        promise.set_value(made);
        return made;
    } catch (...) {
        promise.set_exception(std::current_exception());
        const std::lock_guard lock(mutex_);
        kernels_.erase(places);  // memory that was missing may be there next time
        throw;
    }
}

void function_state::call(const std::vector<Operand>& arguments, stream* on,
                          const std::function<void()>& between) {
    translated([&] {
        const Arrays all = arrays(arguments);
        if (all[0]->of->session->device)
            on_device(all, on);
        else
            by_chunks(all, between);
    });
}

bool function_state::is_large(const Arrays& all) {
    if (!signature().has_large_tiles) return false;
    const auto multiprocessors = static_cast<uint64_t>(of.session->device->multiprocessors());
    const auto fits = [&](const auto& it) {
        if (it->is_one_for_all) return false;
        if (it->order == arrangement::number_major) return true;
        // words of a limb-major array are numbered by 32 bits there
        return !signature().are_number_major && it->row * static_cast<index64>(it->words) <= UINT32_MAX;
    };
    return all[0]->size >= choice::least_tensor_batch(multiprocessors, of.width.bits, of.is_field()) &&
           std::ranges::all_of(all, fits);
}

void function_state::on_device(const Arrays& all, stream* given) {
    stream& on = given ? *given : stream::standard(of.session->where);
    on.check();
    session::Places places;
    std::vector<session::Argument> arguments;
    const size_t results = signature().outputs.size();
    for (size_t k = 0; k < all.size(); ++k) {
        const array_state& it = *all[k];
        const CallPlace place = it.is_one_for_all                       ? CallPlace::one_for_all
                                : it.order == arrangement::number_major ? CallPlace::number_major
                                                                        : CallPlace::limb_major;
        (k < results ? places.outputs : places.inputs).push_back(place);
        arguments.push_back({it.address, it.row});
    }
    places.is_large = is_large(all);
    const auto found = kernel(places);
    // Threads share constants, whose words were complete before and never change: nothing waits for them.
    for (const auto& it : all)
        if (it->owned && !it->is_one_for_all) it->owned->order(on);
    found->launch(stream_on(on, of.session->where), all[0]->size, arguments);
}

}  // namespace limbsmith::detail
