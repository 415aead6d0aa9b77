#include "runner.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <set>
#include <span>

#include "bench/pool/crossovers.hpp"
#include "engine/parallel.hpp"
#include "environment.hpp"
#include "format.hpp"
#include "host.hpp"
#include "limbsmith/error.hpp"
#include "timing.hpp"

namespace limbsmith::bench {
namespace {

// GMP's rate of each operation, measured once for all its rows.
class GmpRates {
  public:
    explicit GmpRates(double seconds) : seconds_(seconds) {}
    double of(const Subject& subject) {
        const std::string key = subject.computation();
        const auto known = rates_.find(key);
        return known != rates_.end() ? known->second : rates_[key] = subject.gmp_rate(seconds_);
    }

  private:
    double seconds_;
    std::map<std::string, double> rates_;
};

// Decides whether there is time for another row; the results tell how many were left out.
class Clock {
  public:
    explicit Clock(double stop_after) : stop_after_(stop_after) {}
    bool is_over(size_t left, Json& results) const {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
        if (stop_after_ == 0 || passed.count() < stop_after_) return false;
        const std::string before = results.contains("note") ? results["note"].get<std::string>() + "; " : "";
        results["note"] =
            fmt::format("{}stopped after {:.0f} s: {} rows are left out", before, passed.count(), left);
        return true;
    }

  private:
    double stop_after_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Times the prepared subject, and checks it. `clocks_of`: the device that computes, if one does.
void time_and_check(Measurement& measurement, const runtime::Device* clocks_of, double min_seconds,
                    Row& row) {
    time_launches([&] { return measurement.launch(); }, min_seconds, row);
    if (clocks_of) {
        const Clocks now = clocks(*clocks_of);
        row.sm_mhz = now.sm_mhz, row.memory_mhz = now.memory_mhz;
    }
    row.checked = measurement.check();
    if (measurement.launch_from_host() == 0) return;
    Row with_transfers = row;
    time_launches([&] { return measurement.launch_from_host(); }, min_seconds, with_transfers);
    row.seconds_with_transfers = with_transfers.seconds;
    row.checked = measurement.check();
}

Row measured(Job::Candidate& candidate, Row row, runtime::Stream& on, double min_seconds) {
    Measurement& measurement = *candidate.measurement;
    if (candidate.kernel && !candidate.kernel->error.empty()) throw runtime::Error(candidate.kernel->error);
    measurement.prepare(on, row);
    time_and_check(measurement, &on.device(), min_seconds, row);
    return row;
}

// The fastest candidate, or the error of the first that fails.
Row best(Job& job, runtime::Stream& on, double min_seconds) {
    Row best = job.row;
    for (Job::Candidate& candidate : job.candidates) {
        try {
            Row row = measured(candidate, job.row, on, min_seconds * job.share_of_time);
            if (row.rate() > best.rate()) best = std::move(row);
        } catch (const runtime::Error& error) {
            candidate.measurement->release();
            best = job.row;
            best.error = error.what();
            return best;
        }
        candidate.measurement->release();
    }
    return best;
}

// Measures the rows of one group in turns, so that a passing disturbance of the machine affects all of them.
// Long ones have fewer turns.
std::vector<Row> in_turns(std::span<Job> group, runtime::Stream& on, double min_seconds) {
    constexpr int fewest = 3, most = 9;
    constexpr std::chrono::duration<double> long_time(0.5);
    const int turns = group.size() > 1 ? most : 1;
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::vector<Row>> rows(group.size());
    for (int turn = 0; turn < turns; ++turn) {
        if (turn >= fewest && std::chrono::steady_clock::now() - start > long_time) break;
        for (size_t k = 0; k < group.size(); ++k) rows[k].push_back(best(group[k], on, min_seconds / turns));
    }
    std::vector<Row> medians;
    for (std::vector<Row>& of_one : rows) medians.push_back(Row::median_of(std::move(of_one)));
    return medians;
}

// The jobs that are measured together, from the first of these on.
std::span<Job> first_group(std::span<Job> jobs) {
    size_t count = 1;
    while (count < jobs.size() && jobs[0].group != 0 && jobs[count].group == jobs[0].group) ++count;
    return jobs.first(count);
}

// One job for each subject of a suite; PTX and portable C++ count as one.
std::vector<const Job*> different_subjects(Schedule& schedule,
                                           const std::function<bool(const Job&)>& is_wanted) {
    std::vector<const Job*> found;
    std::set<std::string> seen;
    for (const Job& job : schedule.jobs()) {
        const auto key =
            fmt::format("{} {} {}", job.row.suite, job.subject->computation(), job.subject->algorithm);
        if (is_wanted(job) && seen.insert(key).second) found.push_back(&job);
    }
    return found;
}

// The compiled headers of jobs first to last - 1.
std::vector<PortableCode> compile_for_host(const std::vector<const Job*>& jobs, size_t first, size_t last) {
    std::vector<PortableCode> codes(last - first);
    engine::parallel_ranges(codes.size(), 1, [&] {
        return [&](size_t k, size_t) {
            const auto* const function = dynamic_cast<const HeaderFunction*>(jobs[first + k]->subject.get());
            if (function) codes[k] = compile_portable(*function);
        };
    });
    return codes;
}

// Measures GMP, the interpreter and the compiled header, or a pool; `code` is null without a compiler.
void measure_on_host(const Job& job, const PortableCode* code, const Options& options,
                     const Listener& listener, Json& results) {
    const Subject& subject = *job.subject;
    Row row(job.row.suite, subject);
    row.place = "host";
    row.gmp = subject.gmp_rate(options.min_seconds);
    const auto add = [&](const std::function<void(Row&)>& measure) {
        Row one = row;
        try {
            measure(one);
        } catch (const runtime::Error& error) {
            one.error = error.what();
        }
        if (one.rate() == 0 && one.error.empty()) return;  // GMP or the interpreter has no such function
        results["rows"].push_back(one.json({}));
        listener.finished(results["rows"].back());
    };
    add([&](Row& one) {
        one.code = one.algorithm = subject.gmp_cores() == 1 ? "GMP, one core" : "GMP";
        one.seconds = one.fastest = one.slowest = options.min_seconds;
        one.results = row.gmp * options.min_seconds, one.launches = 1;
        if (row.results > 0) {
            one.results = row.results;
            one.seconds = one.fastest = one.slowest = one.results / row.gmp;
        }
    });
    add([&](Row& one) {
        one.code = one.algorithm = "host code";
        const double rate = subject.host_code_rate(options.min_seconds);
        if (rate == 0) return;
        one.launches = 1, one.checked = static_cast<uint64_t>(one.results);
        one.seconds = one.fastest = one.slowest = one.results / rate;
    });
    for (const Job::Candidate& candidate : job.candidates) {
        Measurement& measurement = *candidate.measurement;
        add([&](Row& one) {
            if (measurement.prepare_on_host(one))
                time_and_check(measurement, nullptr, options.min_seconds * job.share_of_time, one);
        });
        measurement.release();
    }
    const auto* const function = dynamic_cast<const HeaderFunction*>(&subject);
    if (!function) return;
    add([&](Row& one) { measure_interpreter(*function, options.min_seconds, one); });
    if (code) add([&](Row& one) { measure_portable(*function, *code, options.min_seconds, one); });
}

// Measures each job; compiles as many headers at a time as there are cores.
void measure_on_host(const std::vector<const Job*>& jobs, const Clock& clock, const Options& options,
                     const Listener& listener, Json& results) {
    const std::string compiler = host_compiler();
    if (!compiler.empty()) results["machine"]["host"]["compiler"] = compiler;
    std::vector<PortableCode> codes;
    for (size_t k = 0; k < jobs.size(); ++k) {
        if (clock.is_over(jobs.size() - k, results)) break;
        listener.progress("measuring on the host", double(k) / double(jobs.size()));
        const size_t place = k % engine::cores();
        if (!compiler.empty() && place == 0)
            codes = compile_for_host(jobs, k, std::min<size_t>(k + engine::cores(), jobs.size()));
        measure_on_host(*jobs[k], codes.empty() ? nullptr : &codes[place], options, listener, results);
    }
}

Json on_device(Schedule& schedule, const Options& options, const Listener& listener, Json results) {
    const Clock clock(options.stop_after);
    runtime::Stream on(*options.device);
    results["machine"].update(Json{{"device", device_environment(on.device())}});
    listener.progress("rooflines", 0);
    const Rooflines probed = measure_rooflines(on);
    Rooflines rooflines = probed;
    schedule.kernels().compile(on.device().major(), on.device().minor(),
                               [&](double done) { listener.progress("compiling kernels", done); });
    GmpRates gmp(options.min_seconds);
    std::vector<Row> rows;
    for (std::span<Job> left = schedule.jobs(); !left.empty();) {
        if (clock.is_over(left.size(), results)) break;
        listener.progress("measuring", 1 - double(left.size()) / double(schedule.jobs().size()));
        const std::span<Job> group = first_group(left);
        const Subject& subject = *group[0].subject;
        const double host_code = subject.host_code_rate(options.min_seconds);
        for (Row& row : in_turns(group, on, options.min_seconds)) {
            row.host_code = host_code;
            if (row.suite != "launch") row.gmp = gmp.of(subject);
            row.raise(rooflines, probed);
            listener.finished(row.json(rooflines));
            rows.push_back(std::move(row));
        }
        left = left.subspan(group.size());
    }
    results["rooflines"] = rooflines.json();
    results["rows"] = Json::array();
    for (const Row& row : rows) results["rows"].push_back(row.json(rooflines));
    if (const Json found = pool_crossovers(results["rows"]); !found.empty()) results["crossovers"] = found;
    const auto beside = different_subjects(schedule, [](const Job& job) { return job.also_on_host; });
    if (!beside.empty()) measure_on_host(beside, clock, options, listener, results);
    return results;
}

Json on_host(Schedule& schedule, const Options& options, const Listener& listener, Json results) {
    const Clock clock(options.stop_after);
    results["note"] =
        "no CUDA device: GMP, the interpreter and portable C++ on all cores of the host, no PTX";
    results["rows"] = Json::array();
    measure_on_host(different_subjects(schedule, [](const Job&) { return true; }), clock, options, listener,
                    results);
    return results;
}

}  // namespace

Json run(Schedule& schedule, const Options& options, const Listener& listener) {
    const Json head = {{"format", results_format},
                       {"version", LIMBSMITH_VERSION},
                       {"command", options.command},
                       {"date", date()},
                       {"machine", {{"host", host_environment()}}}};
    return options.device ? on_device(schedule, options, listener, head)
                          : on_host(schedule, options, listener, head);
}

}  // namespace limbsmith::bench
