#include "read/lane_operations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/lanes.hpp"
#include "plan/kernel_block.hpp"
#include "read/cursor.hpp"
#include "read/device_routine.hpp"
#include "read/operations.hpp"
#include "read/routine.hpp"
#include "spec/representations.hpp"

namespace limbsmith::read {
namespace {

using Role = ir::Variable::Role;

struct LaneParameter {
    std::string name, part;  // part: the type of a lane's part
    bool is_word;
    int words;  // of a lane
    int first;  // of an output: the words before it
};

struct Operation {
    std::vector<LaneParameter> inputs, outputs;
    std::vector<std::string> device, host;  // arguments
};

std::string list(const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& it : all) out += (out.empty() ? "" : ", ") + it;
    return out;
}

// The type of an operand of batches.
std::string type(const LaneParameter& it) { return it.is_word ? it.part : "joined<" + it.part + ">"; }

Operation operation(const ir::Routine& routine, int lanes) {
    Operation made;
    int first = 0;
    const auto is_output = [&](int id) { return routine.variables[id].role == Role::output; };
    const bool is_alone =
        std::ranges::count_if(routine.parameters, is_output) + (routine.result ? 1 : 0) == 1;
    const auto add = [&](int id, bool is_returned) {
        const ir::Variable& it = routine.variables[id];
        const bool is_word = it.kind != ir::Variable::Kind::number, is_result = it.role == Role::output;
        const int words = is_word ? 1 : it.words;
        (is_result ? made.outputs : made.inputs).push_back({it.name, type_text(it), is_word, words, first});
        if (is_result) first += is_word ? 1 : words * lanes;
        const std::string number = is_result ? (is_alone ? "made" : "made." + it.name) : it.name;
        made.host.push_back(is_word ? it.name + "_of" : number + ".part");
        if (!is_returned) made.device.push_back(is_word ? it.name + "[0]" : it.name);
    };
    if (routine.result) add(*routine.result, true);
    for (int id : routine.parameters) add(id, false);
    return made;
}

// A known N as a number of batches.
std::string modulus(const Spec& spec, const std::string& part) {
    std::string parts;
    const int limbs = spec.width.lane_limbs();
    for (int lane = 0; lane < spec.width.lanes(); ++lane) {
        std::vector<std::string> words;
        for (int k = 0; k < limbs; ++k)
            words.push_back(fmt::format("{:#x}u", limb_of(spec.modulus->n(), lane * limbs + k)));
        parts += (lane ? ", " : "") + std::string("{{") + list(words) + "}}";
    }
    return fmt::format("joined<{}>{{{{{}}}}}", part, parts);
}

// N comes first, since residues are below it.
std::string draws_of_residues(const Spec& spec, const Operation& it) {
    std::string first, others;
    for (const LaneParameter& input : it.inputs) {
        const int bits = input.is_word ? 32 : spec.width.container_bits();
        if (input.name == "n")
            first = fmt::format("samples.odd(n, {});\n", spec.width.bits);
        else if (input.is_word || input.part == "exponent")
            others += fmt::format("samples.below({}, {});\n", input.name, bits);
        else
            others += fmt::format("samples.below({}, {});\n", input.name,
                                  spec.is_runtime() ? "n" : modulus(spec, input.part));
    }
    return first + others;
}

constexpr std::string_view joined_text = R"(
// A number as batches have it: the parts of the lanes, the least significant first.
template <class Part>
struct joined {
    enum : int { number_bits = Part::number_bits, lane_count = $lanes, shared_bytes = $shared, blocks = $blocks };
    using part_type = Part;
    Part part[$lanes];
};
// The functions as types, for batches of whole numbers. A function with several results returns a struct of them.
namespace ops {
$types
#if !defined(__CUDACC_RTC__)
// Identifies the code of this header.
template <class Op>
constexpr unsigned long long code_of(const Op&) {
    return 0x$digestu;
}
// Draws operands that the functions allow, in host code; Samples is limbsmith::self_check::samples or has the same members.
$draws
// A digest of results that are known by the contract of each function, for such operands (limbsmith/trial.hpp).
$known
#endif
}  // namespace ops
)";

constexpr std::string_view type_frame = R"(
struct $name {
    // The bytes that a block is launched with, and how many blocks a multiprocessor is to run at once.
    enum : int { lanes = $lanes, shared_bytes = $shared, blocks = $blocks };
$members
    LIMBSMITH_FN static const char* name() { return "$space::$name"; }
#if !defined(__CUDACC_RTC__)
    // All lanes, one after the other, on the host.
    $result operator()($parameters) const {
        $result made;
$words
        $host_call
$returned
        return made;
    }
#endif
#if defined(__CUDACC__)
    // The share of one lane for number k of views (limbsmith::view): all threads of a warp call together, with different k for each
    // $lanes neighbours. A thread that is not there writes nothing.
    template <class Out$ins>
    __device__ __forceinline__ void operator()(unsigned long long k, bool is_there, const Out& out$views) const {
        const int lane = threadIdx.x % $lanesu;
        (void)lane;
$loads
        $device_call
        if (!is_there) return;
$stores
    }
#endif
};
)";

constexpr std::string_view tile_frame = R"(
    // In number-major arrays on a GPU: so many threads of a block compute a tile of numbers.
    struct tile {
        enum : int { numbers = $numbers, threads = $threads, tile_bytes = $bytes, tile_blocks = $blocks };  // bytes of shared memory; blocks of a multiprocessor at once
#if defined(__CUDACC__)
        // Computes `count` numbers of tile `index`, from their first words on.
        __device__ __forceinline__ static void compute(unsigned count, unsigned index, uint32_t* r$parameters) {
            digest_$digest::detail::$function($arguments r, count, index);
        }
#endif
    };
)";

constexpr std::string_view strided_tile_frame = R"(
    // In arrays on a GPU: so many threads of a block compute a tile of numbers.
    struct tile {
        enum : int { numbers = $numbers, threads = $threads, tile_bytes = $bytes, tile_blocks = $blocks };  // bytes of shared memory; blocks of a multiprocessor at once
        static constexpr bool is_number_major = $is_number_major;  // numbers of arrays lie in one piece each
        // Arrays from their first number on; numbers, and words of a number, are so many words apart.
        struct operand {
            const uint32_t* words;
            unsigned number_step, word_step;
        };
        struct target {
            uint32_t* words;
            unsigned number_step, word_step;
        };
#if defined(__CUDACC__)
        // Computes `count` numbers: each warp has 16 of them.
        __device__ __forceinline__ static void compute(unsigned count, const target& r$parameters) {
            const unsigned first = threadIdx.x / 32u * 16u;
            if (first >= count) return;
            digest_$digest::detail::$function($arguments r.words + first * r.number_step, r.number_step, $word_step count - first < 16u ? count - first : 16u);
        }
#endif
    };
)";

std::string tile(const catalogue::Tile& it, const Operation& of, const ir::Library& library,
                 const std::string& digest) {
    const int shared = shared_bytes(it.routine, library);
    std::string parameters, arguments;
    for (size_t k = 1; k <= of.inputs.size(); ++k) {
        if (it.is_strided) {
            parameters += fmt::format(", const operand& in{}", k);
            arguments += fmt::format("in{0}.words + first * in{0}.number_step, in{0}.number_step, ", k);
            if (!it.is_number_major) arguments += fmt::format("in{}.word_step, ", k);
        } else {
            parameters += fmt::format(", const uint32_t* in{}", k);
            arguments += fmt::format("in{}, ", k);
        }
    }
    return filled(it.is_strided ? strided_tile_frame : tile_frame,
                  {{"numbers", std::to_string(it.numbers)},
                   {"threads", std::to_string(it.threads)},
                   {"bytes", std::to_string(shared)},
                   {"blocks", std::to_string(plan::least_tiles(it.threads, it.registers, shared))},
                   {"is_number_major", it.is_number_major ? "true" : "false"},
                   {"parameters", parameters},
                   {"word_step", it.is_number_major ? "" : "r.word_step, "},
                   {"digest", digest},
                   {"function", it.routine.name},
                   {"arguments", arguments}});
}

std::string type(const Spec& spec, const LaneCallable& called, const catalogue::Loops& loops,
                 const std::string& digest) {
    const int lanes = spec.width.lanes();
    const Operation it = operation(called.routine, lanes);
    const bool has_several = it.outputs.size() > 1;
    std::string members, parameters, words, returned, ins, views, loads, stores;
    if (has_several) {
        members += "struct result {";
        for (const LaneParameter& output : it.outputs)
            members += fmt::format("{} {};", type(output), output.name);
        members += "};\n";
    }
    for (const catalogue::Tile& of : loops.tiles) {
        if (of.operation == called.name) members += tile(of, it, loops.library, digest);
    }
    for (size_t k = 0; k < it.inputs.size(); ++k) {
        const LaneParameter& input = it.inputs[k];
        const std::string comma = k ? ", " : "", &name = input.name;
        parameters += input.is_word ? fmt::format("{}uint32_t {}", comma, name)
                                    : fmt::format("{}const {}& {}", comma, type(input), name);
        if (input.is_word)
            words +=
                fmt::format("uint32_t {0}_of[{1}]; for (uint32_t& word : {0}_of) word = {0};\n", name, lanes);
        ins += fmt::format(", class In{}", k + 1);
        views += fmt::format(", const In{}& {}_in", k + 1, name);
        loads += input.is_word ? fmt::format("uint32_t {0}[1]; {0}_in.load_words(k, 0, {0});\n", name)
                               : fmt::format("{1} {0}; {0}_in.load_words(k, lane * {2}, {0}.limb);\n", name,
                                             input.part, input.words);
    }
    for (const LaneParameter& output : it.outputs) {
        const std::string& name = output.name;
        if (output.is_word) {
            words += fmt::format("{} {}_of[{}];\n", output.part, name, lanes);
            returned += fmt::format("{} = {}_of[0];\n", has_several ? "made." + name : "made", name);
            loads += fmt::format("uint32_t {}[1];\n", name);
            stores += fmt::format("if (lane == 0) out.store_words(k, {}, {});\n", output.first, name);
        } else {
            loads += fmt::format("{} {};\n", output.part, name);
            stores += fmt::format("out.store_words(k, {} + lane * {}, {}.limb);\n", output.first,
                                  output.words, name);
        }
    }
    const std::string function = fmt::format("digest_{}::{}", digest, called.routine.name);
    const int shared = shared_bytes(called.routine, loops.library);
    std::string device_call = fmt::format("{}({});", function, list(it.device));
    if (called.routine.result)
        device_call =
            fmt::format("{}{} = {}", it.outputs[0].name, it.outputs[0].is_word ? "[0]" : "", device_call);
    return filled(type_frame,
                  {{"name", called.name},
                   {"lanes", std::to_string(lanes)},
                   {"lanesu", std::to_string(lanes) + "u"},
                   {"shared", std::to_string(shared)},
                   {"blocks", std::to_string(plan::least_blocks(called.routine, loops.library, shared))},
                   {"members", members},
                   {"space", spec.name},
                   {"result", has_several ? "result" : type(it.outputs[0])},
                   {"parameters", parameters},
                   {"words", words},
                   {"host_call", fmt::format("{}({});", function, list(it.host))},
                   {"returned", returned},
                   {"ins", ins},
                   {"views", views},
                   {"loads", loads},
                   {"device_call", device_call},
                   {"stores", stores}});
}

}  // namespace

std::vector<LaneCallable> lane_callables(const Spec& spec, const catalogue::Loops& loops) {
    std::vector<LaneCallable> all;
    const auto has_array = [](const ir::Routine& routine) {
        return std::ranges::any_of(routine.parameters,
                                   [&](int id) { return routine.variables[id].is_array(); });
    };
    const auto is_of_numbers = [&](const std::string& key) {
        return !loops.parts.contains(key) && !has_array(loops[key]);
    };
    for (const std::string& key : loops.keys) {
        const ir::Routine& routine = loops[key];
        const bool is_asked =
            routine.name.starts_with("pow_") || std::ranges::count(spec.ops, routine.name) > 0;
        if (!is_of_numbers(key) || !is_asked) continue;
        const auto is_namesake = [&](const std::string& other) {
            return is_of_numbers(other) && loops[other].name == routine.name;
        };
        const ir::Signature own = signature(routine);
        const bool is_alone = std::ranges::count_if(loops.keys, is_namesake) == 1;
        all.push_back(
            {is_alone || own.outputs.size() < 2 ? routine.name : routine.name + "_" + own.outputs[1].name,
             catalogue::lane_batch_routine(spec, key, loops.library), !spec.is_modular()});
    }
    return all;
}

std::string lane_operations(const Spec& spec, const std::vector<LaneCallable>& all,
                            const catalogue::Loops& loops, const std::string& digest,
                            catalogue::KnownResults& known) {
    std::string types, draws, digests;
    std::vector<plan::BlockNeeds> needs;
    for (const LaneCallable& it : all) {
        const int shared = shared_bytes(it.routine, loops.library);
        needs.push_back({shared, plan::least_blocks(it.routine, loops.library, shared)});
        types += type(spec, it, loops, digest);
        const Operation of = operation(it.routine, spec.width.lanes());
        std::string operands;
        for (const LaneParameter& input : of.inputs)
            operands += fmt::format(", {}& {}", type(input), input.name);
        draws += fmt::format(
            "template <class Samples>\nvoid draw_operands(const {}&, Samples& samples{}) {{\n{}}}\n", it.name,
            operands, spec.is_modular() ? draws_of_residues(spec, of) : draws_of(spec, meaning(it.routine)));
        const auto of_results =
            known.digest({meaning(it.routine), catalogue::lane_operand_ranges(spec, it.routine)});
        if (of_results)
            digests +=
                fmt::format("constexpr unsigned long long known_digest(const {}&) {{ return {:#x}u; }}\n",
                            it.name, *of_results);
    }
    const plan::BlockNeeds of_all = plan::needs_of_all(needs);
    return filled(joined_text, {{"lanes", std::to_string(spec.width.lanes())},
                                {"shared", std::to_string(of_all.shared_bytes)},
                                {"blocks", std::to_string(of_all.blocks)},
                                {"types", types},
                                {"digestu", digest + "u"},
                                {"draws", draws},
                                {"known", digests}});
}

}  // namespace limbsmith::read
