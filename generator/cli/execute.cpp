#include "cli/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "session/on_gpu.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {

Executor::Executor(Means means, const session::LaunchShape& shape)
    : means_(means), shape_(shape), gpus_(choose_devices(means.where)) {
    if (gpus_.empty() && shape.is_given())
        fmt::print(stderr, "no CUDA device: --grid and --block, the shape of a launch, have no effect\n");
}

void Executor::compile(const Task& task) {
    if (gpus_.empty()) return;
    const Progress progress(fmt::format("compiling {}", task.operation));
    on_gpus_.clear();
    for (const runtime::Device& it : gpus_) {
        const auto make = [&] { on_gpus_.emplace_back(task.spec, task.operation, it, shape_); };
        gpus_.size() == 1 ? make() : session::on_gpu(it, make);
    }
}

bool Executor::has_tensor_cores() const {
    return has_gpu() && std::ranges::all_of(gpus_, [](const runtime::Device& it) {
               return has_mapping(Mapping::tensor(), it.major(), it.minor());
           });
}

size_t Executor::lines_of_chunk(const Task& task) const {
    return session::numbers_of_chunk(session::NumberWords::of(task.meaning).all(), gpus_);
}

void Executor::run(const Task& task, size_t most, session::Stages stages, Progress& progress,
                   const session::Fill& fill, const session::Drain& drain) {
    if (!on_gpus_.empty()) {
        const auto drain_and_tell = [&](session::Chunk& chunk) {
            progress.part(chunk.before, chunk.after);
            drain(chunk);
            progress.report(1);
        };
        std::vector<session::GpuKernels> gpus;
        for (session::DeviceComputation& it : on_gpus_) gpus.push_back({&it.kernels(), it.shape()});
        return session::in_chunks(gpus, most, stages, fill, drain_and_tell);
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
    session::in_chunks(session::NumberWords::of(task.meaning), stages, compute, fill, drain);
}

}  // namespace limbsmith::cli
