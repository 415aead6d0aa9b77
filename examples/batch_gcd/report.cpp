#include "report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pool/text.hpp"

namespace batch_gcd {
namespace {

std::string hex(const mpz_class& x) { return limbsmith::pool::to_text(x, true); }

// The number of a modulus, from 1; or its line.
size_t name_of(const Moduli& moduli, size_t k) { return moduli.lines.empty() ? k + 1 : moduli.lines[k]; }

}  // namespace

std::string to_text(const Report& report) {
    std::string text;
    const char* kind = report.moduli.lines.empty() ? "modulus" : "line";
    for (const Sharing& it : report.sharings) {
        text += fmt::format("{} {} shares with", kind, name_of(report.moduli, it.modulus));
        for (const size_t other : it.partners) text += fmt::format(" {}", name_of(report.moduli, other));
        if (it.partner_count > it.partners.size())
            text += fmt::format(" and {} others", it.partner_count - it.partners.size());
        for (size_t i = 0; i < it.factors.size(); ++i) text += (i ? " * " : ": ") + hex(it.factors[i]);
        text += it.factors.size() == 1 ? ", of which no factor is found\n" : "\n";
    }
    return text;
}

std::string to_json(const Report& report) {
    nlohmann::ordered_json shared = nlohmann::ordered_json::array(), times = shared;
    const char* kind = report.moduli.lines.empty() ? "modulus" : "line";
    for (const Sharing& it : report.sharings) {
        nlohmann::ordered_json factors = nlohmann::ordered_json::array(), partners = factors;
        for (const mpz_class& factor : it.factors) factors.push_back(hex(factor));
        for (const size_t other : it.partners) partners.push_back(name_of(report.moduli, other));
        shared.push_back({{kind, name_of(report.moduli, it.modulus)},
                          {"factors", std::move(factors)},
                          {"partners", std::move(partners)},
                          {"partner_count", it.partner_count}});
    }
    for (const Times& it : report.times) {
        nlohmann::ordered_json seconds = nlohmann::ordered_json::object();
        for (const auto& [phase, time] : it.seconds) seconds[phase] = time;
        times.push_back({{"by", it.by}, {"seconds", it.total}, {"phases", std::move(seconds)}});
    }
    const nlohmann::ordered_json all = {{"moduli", report.moduli.numbers.size()},
                                        {"shared", std::move(shared)},
                                        {"times", std::move(times)},
                                        {"checks", report.checks}};
    return all.dump(2) + "\n";
}

std::string to_text(std::span<const Times> times) {
    std::string text;
    for (const Times& it : times) {
        text += fmt::format("{}: {:.3g} s\n", it.by, it.total);
        for (const auto& [phase, seconds] : it.seconds)
            text += fmt::format("    {:18} {:8.3f} s\n", phase, seconds);
    }
    return text;
}

}  // namespace batch_gcd
