// The lines of files as chunks of blocks, for one GPU and for several.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/batch.hpp"
#include "cli/expect.hpp"
#include "cli/line_chunks.hpp"

namespace limbsmith::test {
namespace {

cli::Task product() {
    cli::SpecOptions options;
    options.bits = "96";
    options.use = cli::SpecOptions::Use::compared;
    return cli::parse_task(options, "mul");
}

}  // namespace

TEST_CASE("chunks have all lines in order, and GPUs equal parts of each block") {
    const TempFolder folder;
    for (const size_t lines : {0, 1, 2, 7, 8, 9, 40}) {
        std::string text;
        for (size_t t = 0; t < lines; ++t) text += fmt::format("0x{:x}0000000200000003\n", t + 1);
        folder.write("a.txt", text);
        const std::vector<std::string> operands{folder.path("a.txt"), "=2^95+5"};
        for (const size_t most : {8, 100})
            for (const size_t gpus : {1, 2, 3}) {
                CAPTURE(lines);
                CAPTURE(most);
                CAPTURE(gpus);
                cli::Batch batch{product(), operands};
                cli::BatchReader reader(batch.task, {}, operands);
                const auto read = [&](size_t wanted) {
                    reader.read(batch, wanted);
                    return cli::LineChunks::Lines{batch.count, &batch.operands};
                };
                cli::LineChunks chunks(
                    read, [&] { return reader.progress(); }, most, gpus);
                CHECK(chunks.is_one_block() == (lines < most));
                CHECK(chunks.lines_of_chunk() == (std::min(lines, most) + gpus - 1) / gpus);
                const bool is_one = lines < most && (gpus == 1 || lines <= 1);
                CHECK((chunks.stages() == session::Stages::in_turn) == is_one);
                // the second operand has a word more there, which becomes 0
                session::Chunk chunk(session::NumberWords{{3, 4}, {6}}, std::nullopt);
                size_t seen = 0, wrong = 0, count = 0;
                double before = 0;
                while (chunks.fill(chunk)) {
                    const uint32_t *a = chunk.operand(0), *b = chunk.operand(1);
                    const size_t n = chunk.count;
                    for (size_t t = 0; t < n; ++t) {
                        wrong += a[t] != 3 || a[n + t] != 2 || a[2 * n + t] != seen + t + 1;
                        wrong += b[t] != 5 || b[n + t] != 0 || b[2 * n + t] != uint32_t{1} << 31 ||
                                 b[3 * n + t] != 0;
                    }
                    CHECK(n <= chunks.lines_of_chunk());
                    CHECK(chunk.before >= before);
                    CHECK(chunk.after >= chunk.before);
                    before = chunk.after;
                    seen += n;
                    ++count;
                }
                CHECK(wrong == 0);
                CHECK(seen == lines);
                CHECK(count >= 1);
                if (lines == 40 && most == 8) CHECK(count == 5 * gpus);
            }
    }
}

}  // namespace limbsmith::test
