#include "cli/execute.hpp"

#include <fmt/format.h>

#include <string>

namespace limbsmith::cli {

Executor::Executor(Means means, const session::LaunchShape& shape)
    : means_(means), shape_(shape), gpus_(choose_devices(means.where)) {
    if (gpus_.empty() && shape.is_given())
        fmt::print(stderr, "no CUDA device: --grid and --block, the shape of a launch, have no effect\n");
}

void Executor::compile(const Task& task) {
    if (gpus_.empty()) return;
    const Progress progress(fmt::format("compiling {}", task.operation));
    on_gpus_.emplace(task.spec, task.operation, gpus_, shape_);
}

size_t Executor::lines_of_chunk(const Task& task) const {
    return session::numbers_of_chunk(session::NumberWords::of(task.meaning).all(), gpus_);
}

void Executor::run(const Task& task, size_t most, session::Stages stages, Progress& progress,
                   const session::Fill& fill, const session::Drain& drain) {
    if (on_gpus_) {
        const auto drain_and_tell = [&](session::Chunk& chunk) {
            progress.part(chunk.before, chunk.after);
            drain(chunk);
            progress.report(1);
        };
        return on_gpus_->compute(most, stages, fill, drain_and_tell);
    }
    session::HostComputation host = task.host;
    const auto tell = [&](double share, const std::string&) { progress.report(share); };
    const auto compute = [&](session::Chunk& chunk) {
        progress.part(chunk.before, chunk.after);
        uint32_t* const to = chunk.results[0].words;
        session::Done done = means_.interprets ? host.interpret(chunk.operands, chunk.count, to, tell)
                                               : host.compute(chunk.operands, chunk.count, to, tell);
        progress.report(1);
        return done;
    };
    session::in_chunks(session::NumberWords::of(task.meaning), stages, {compute}, fill, drain);
}

}  // namespace limbsmith::cli
