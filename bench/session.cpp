#include "session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <set>

#include "format.hpp"
#include "gmp.hpp"
#include "interpreter.hpp"
#include "limbsmith/error.hpp"
#include "machine.hpp"
#include "rooflines.hpp"
#include "timing.hpp"

namespace limbsmith::bench {
namespace {

// GMP's rate of an operation, measured once for all its rows.
class GmpRates {
  public:
    explicit GmpRates(double seconds) : seconds_(seconds) {}
    double of(const Subject& subject) {
        const auto key = fmt::format("{} {} {}", subject.operation, subject.width.bits, subject.modulus);
        const auto known = rates_.find(key);
        return known != rates_.end() ? known->second : rates_[key] = gmp_rate(subject, seconds_);
    }

  private:
    double seconds_;
    std::map<std::string, double> rates_;
};

// Whether there is time for another row; where there is not, the results say how many are left out.
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

Row measured(Request::Candidate& candidate, Row row, runtime::Context& context, double min_seconds) {
    Measurement& measurement = *candidate.measurement;
    if (!candidate.kernel->error.empty()) throw runtime::Error(candidate.kernel->error);
    measurement.prepare(context, row);
    time_launches([&] { return measurement.launch(); }, min_seconds, row);
    const Clocks now = clocks(context);
    row.sm_mhz = now.sm_mhz, row.memory_mhz = now.memory_mhz;
    row.checked = measurement.check();
    return row;
}

// The fastest candidate, or what is wrong with the first that fails.
Row best(Request& request, runtime::Context& context, double min_seconds) {
    Row best = request.row;
    for (Request::Candidate& candidate : request.candidates) {
        try {
            Row row = measured(candidate, request.row, context, min_seconds * request.share_of_time);
            if (row.rate() > best.rate()) best = std::move(row);
        } catch (const runtime::Error& error) {
            candidate.measurement->release();
            best = request.row;
            best.error = error.what();
            return best;
        }
        candidate.measurement->release();
    }
    return best;
}

Json on_device(Plan& plan, const Options& options, const Listener& listener, Json results) {
    const Clock clock(options.stop_after);
    runtime::Context context;
    results["machine"].update(Json{{"device", device_machine(context)}});
    listener.progress("rooflines", 0);
    const Rooflines rooflines = measure_rooflines(context);
    results["rooflines"] = {{"copy_bytes_per_second", rooflines.copy_bytes},
                            {"wide_products_per_second", rooflines.wide_products},
                            {"additions_per_second", rooflines.additions}};
    plan.kernels().compile(context.major(), context.minor(),
                           [&](double done) { listener.progress("compiling kernels", done); });
    GmpRates gmp(options.min_seconds);
    results["rows"] = Json::array();
    for (size_t k = 0; k < plan.requests().size(); ++k) {
        if (clock.is_over(plan.requests().size() - k, results)) break;
        Request& request = plan.requests()[k];
        listener.progress("measuring", double(k) / double(plan.requests().size()));
        Row row = best(request, context, options.min_seconds);
        if (row.suite != "launch") row.gmp = gmp.of(*request.subject);
        results["rows"].push_back(row.json(rooflines));
        listener.finished(results["rows"].back());
    }
    return results;
}

// GMP and the interpreter, once for each subject.
Json on_host(Plan& plan, const Options& options, const Listener& listener, Json results) {
    const Clock clock(options.stop_after);
    results["note"] = "no CUDA device: GMP and the interpreter on all cores of the host, no generated code";
    results["rows"] = Json::array();
    std::set<std::string> seen;
    for (size_t k = 0; k < plan.requests().size(); ++k) {
        if (clock.is_over(plan.requests().size() - k, results)) break;
        const Subject& subject = *plan.requests()[k].subject;
        Row row(plan.requests()[k].row.suite, subject);
        row.place = "host";
        const auto key =
            fmt::format("{} {} {} {} {}", row.suite, row.operation, row.bits, row.modulus, row.algorithm);
        if (!seen.insert(key).second) continue;
        listener.progress("measuring", double(k) / double(plan.requests().size()));
        Row by_gmp = row;
        by_gmp.code = by_gmp.algorithm = "GMP";
        by_gmp.seconds = by_gmp.fastest = by_gmp.slowest = options.min_seconds;
        row.gmp = gmp_rate(subject, options.min_seconds);
        by_gmp.results = row.gmp * options.min_seconds, by_gmp.launches = 1;
        row.code = "interpreter";
        try {
            measure_interpreter(subject, options.min_seconds, row);
        } catch (const runtime::Error& error) {
            row.error = error.what();
        }
        for (const Row& one : {by_gmp, row}) {
            if (one.rate() == 0 && one.error.empty()) continue;  // there is no such function
            results["rows"].push_back(one.json({}));
            listener.finished(results["rows"].back());
        }
    }
    return results;
}

}  // namespace

Json run(Plan& plan, const Options& options, const Listener& listener) {
    const Json head = {{"format", results_format},
                       {"version", LIMBSMITH_VERSION},
                       {"command", options.command},
                       {"date", date()},
                       {"machine", {{"host", host_machine()}}}};
    return options.on_device ? on_device(plan, options, listener, head)
                             : on_host(plan, options, listener, head);
}

}  // namespace limbsmith::bench
