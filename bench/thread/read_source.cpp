#include "read_source.hpp"

#include <functional>

#include "feedback.hpp"
#include "read/header.hpp"
#include "read/straight.hpp"
#include "resource/resource.hpp"

namespace limbsmith::bench {
namespace {

using read::Cursor;

std::string file(const char* name) { return std::string(resource(std::string("bench/kernels/") + name)); }

class Reader {
  public:
    Reader(Cursor& cursor, const HeaderFunction& function) : cursor_(cursor), function_(function) {}

    // The header, and struct operation: it calls the function with all operands in order, and has all results.
    void operation() {
        if (function_.is_portable) cursor_.expect("#include <stdint.h>\n#undef __CUDA_ARCH__\n");
        cursor_.expect("#include \"subject.cuh\"\n");
        cursor_.expect("constexpr int operand_words = $in, result_words = $out;",
                       {{"in", words(inputs())}, {"out", words(outputs())}});
        cursor_.expect(
            "struct operation { template <int n> struct words { uint32_t limb[n]; }; struct result {");
        for (const ir::Output& it : outputs()) cursor_.expect(type(it) + " " + it.name + ";");
        cursor_.expect("}; __device__ __forceinline__ result operator()(");
        list([&](const ir::Input& it) { cursor_.expect("const " + type(it) + "& " + it.name); });
        cursor_.expect(") const { result all; all.$first = subject::$name(",
                       {{"first", outputs()[0].name}, {"name", function_.name}});
        list([&](const ir::Input& it) { cursor_.expect(it.name); });
        for (size_t k = 1; k < outputs().size(); ++k) cursor_.expect(", all." + outputs()[k].name);
        cursor_.expect("); return all; } };\n");
    }

    // An operand follows the words of those before it, number by number or limb by limb; or they lie side by side.
    void views(Layout layout) {
        const std::string own = layout == Layout::number_major ? "number_major" : "limb_major";
        const bool is_shared = layout == Layout::interleaved;
        const std::string count = std::to_string(inputs().size());
        cursor_.expect("#define OPERANDS");
        size_t before = 0, index = 0;
        list([&](const ir::Input& it) {
            cursor_.expect(
                "limbsmith::view<$type, limbsmith::$layout>::of(in + $before * numbers, numbers, $index)",
                {{"type", type(it)},
                 {"layout", is_shared ? "interleaved<" + count + ">" : own},
                 {"before", std::to_string(is_shared ? 0 : before)},
                 {"index", std::to_string(is_shared ? index : 0)}});
            before += it.words.size(), ++index;
        });
        cursor_.expect_line_end();
        cursor_.expect(
            "#define RESULT limbsmith::view<operation::result, limbsmith::$layout>::of(out, numbers)\n",
            {{"layout", own}});
    }

    // Operands are words of x, one after the other, and results words of r.
    void step(uint32_t chains, uint32_t most_threads) {
        const Feedback feedback(function_);
        cursor_.expect(
            R"(template <int n> __device__ __forceinline__ void copy_words(void* to, const void* from) {
            _Pragma("unroll") for (int i = 0; i < n; ++i)
                static_cast<uint32_t*>(to)[i] = static_cast<const uint32_t*>(from)[i];
        }
        __device__ __forceinline__ void step(uint32_t* x) {)");
        cursor_.expect(feedback.before());
        size_t before = 0;
        for (const ir::Input& it : inputs()) {
            cursor_.expect("$type $name; copy_words<$words>(&$name, x + $before);",
                           {{"type", type(it)},
                            {"name", it.name},
                            {"words", std::to_string(it.words.size())},
                            {"before", std::to_string(before)}});
            before += it.words.size();
        }
        cursor_.expect("const operation::result all = operation()(");
        list([&](const ir::Input& it) { cursor_.expect(it.name); });
        cursor_.expect("); uint32_t r[result_words]; copy_words<result_words>(r, &all);");
        cursor_.expect(feedback.after());
        cursor_.expect(
            "}\n#define CHAINS $chains\n#define CALLS_A_TURN $calls\n#define MOST_THREADS $threads\n",
            {{"chains", std::to_string(chains)},
             {"calls", std::to_string(feedback.calls_a_turn())},
             {"threads", std::to_string(most_threads)}});
    }

  private:
    const std::vector<ir::Input>& inputs() const { return function_.meaning.inputs; }
    const std::vector<ir::Output>& outputs() const { return function_.meaning.outputs; }

    static std::string words(const auto& parameters) {
        size_t sum = 0;
        for (const auto& it : parameters) sum += it.words.size();
        return std::to_string(sum);
    }
    // Where the contract speaks of residues, the function takes and gives elements.
    std::string type(const auto& parameter) const {
        const std::string own = read::type_text(parameter.representation);
        if (parameter.representation.is_word()) return own;
        return "subject::" + (own == "plain" && function_.factor != 0 ? "elem" : own);
    }
    void list(const std::function<void(const ir::Input&)>& expect) {
        for (const ir::Input& it : inputs()) {
            if (&it != &inputs()[0]) cursor_.expect(",");
            expect(it);
        }
    }

    Cursor& cursor_;
    const HeaderFunction& function_;
};

void require(const std::string& text, const HeaderFunction& function, const char* kernels,
             const std::function<void(Reader&)>& behind) {
    read::or_refuted([&] {
        return read::read_whole(text, [&](Cursor& cursor) {
            Reader reader(cursor, function);
            reader.operation();
            behind(reader);
            cursor.expect(file(kernels));
        });
    });
}

}  // namespace

void require_registers(const std::string& text, const HeaderFunction& function, uint32_t chains,
                       uint32_t most_threads) {
    require(text, function, "registers.cu", [&](Reader& reader) { reader.step(chains, most_threads); });
}

void require_batch(const std::string& text, const HeaderFunction& function, Layout layout) {
    require(text, function, "batch.cu", [&](Reader& reader) { reader.views(layout); });
}

void require_host(const std::string& text, const HeaderFunction& function) {
    const std::string before = "#define __device__\n#define __forceinline__ inline\n";
    if (!text.starts_with(before)) read::refute(1, "no " + before);
    require(text.substr(before.size()), function, "host.cpp",
            [](Reader& reader) { reader.views(Layout::limb_major); });
}

}  // namespace limbsmith::bench
