#include "gmp.hpp"

#include <atomic>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include "engine/parallel.hpp"
#include "eval/samples.hpp"

namespace limbsmith::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The data of one call: operands x[0], x[1] ... in the order of the function, results r and s, the modulus.
struct Work {
    std::vector<mpz_class> x;
    mpz_class r, s;
    mpz_class n;
    int container_bits;
    unsigned long word = 1;  // the last operand, if it is a single word
    const Fused* fused = nullptr;
    std::vector<mpz_class> nodes{};  // of the expression; those of operations have values
};
using Call = void (*)(Work&);

mpz_ptr r(Work& w) { return w.r.get_mpz_t(); }
mpz_ptr s(Work& w) { return w.s.get_mpz_t(); }
mpz_srcptr n(const Work& w) { return w.n.get_mpz_t(); }
mpz_srcptr x(const Work& w, size_t i) { return w.x[i].get_mpz_t(); }

void reduce(Work& w) { mpz_tdiv_r(r(w), r(w), n(w)); }

// a ± b reduced below m by one comparison.
void sum_below(Work& w, mpz_srcptr m) {
    mpz_add(r(w), x(w, 0), x(w, 1));
    if (mpz_cmp(r(w), m) >= 0) mpz_sub(r(w), r(w), m);
}
void difference_below(Work& w, mpz_srcptr m) {
    mpz_sub(r(w), x(w, 0), x(w, 1));
    if (mpz_sgn(r(w)) < 0) mpz_add(r(w), r(w), m);
}
// a·b + c·d ..., with one reduction.
void sum_of_products(Work& w) {
    mpz_mul(r(w), x(w, 0), x(w, 1));
    for (size_t i = 2; i < w.x.size(); i += 2) mpz_addmul(r(w), x(w, i), x(w, i + 1));
    reduce(w);
}

// Node by node; products modulo 2 to the bits of the container.
void compute_expression(Work& w) {
    const auto value = [&](int node) -> mpz_srcptr {
        const Fused::Node& of = w.fused->nodes[static_cast<size_t>(node)];
        const auto index = static_cast<size_t>(of.left);
        if (of.kind == Fused::Kind::input) return w.x[index].get_mpz_t();
        if (of.kind == Fused::Kind::constant) return w.fused->constants[index].get_mpz_t();
        return w.nodes[static_cast<size_t>(node)].get_mpz_t();
    };
    w.nodes.resize(w.fused->nodes.size());
    for (size_t k = 0; k < w.nodes.size(); ++k) {
        const Fused::Node& of = w.fused->nodes[k];
        if (!of.is_operation()) continue;
        mpz_ptr r = w.nodes[k].get_mpz_t();
        if (of.kind == Fused::Kind::add) mpz_add(r, value(of.left), value(of.right));
        if (of.kind == Fused::Kind::sub) mpz_sub(r, value(of.left), value(of.right));
        if (of.kind != Fused::Kind::mul) continue;
        mpz_mul(r, value(of.left), value(of.right));
        mpz_fdiv_r_2exp(r, r, w.container_bits);
    }
}

const std::map<std::string, Call>& of_widths() {
    static const std::map<std::string, Call> calls = {
        {"add", [](Work& w) { mpz_add(r(w), x(w, 0), x(w, 1)); }},
        {"sub", [](Work& w) { mpz_sub(r(w), x(w, 0), x(w, 1)); }},
        {"neg", [](Work& w) { mpz_neg(r(w), x(w, 0)); }},
        {"eq", [](Work& w) { w.word = mpz_cmp(x(w, 0), x(w, 1)) == 0; }},
        {"lt", [](Work& w) { w.word = mpz_cmp(x(w, 0), x(w, 1)) < 0; }},
        {"shl", [](Work& w) { mpz_mul_2exp(r(w), x(w, 0), w.word % w.container_bits); }},
        {"shr", [](Work& w) { mpz_fdiv_q_2exp(r(w), x(w, 0), w.word % w.container_bits); }},
        {"and_", [](Work& w) { mpz_and(r(w), x(w, 0), x(w, 1)); }},
        {"or_", [](Work& w) { mpz_ior(r(w), x(w, 0), x(w, 1)); }},
        {"xor_", [](Work& w) { mpz_xor(r(w), x(w, 0), x(w, 1)); }},
        {"not_", [](Work& w) { mpz_com(r(w), x(w, 0)); }},
        {"sign", [](Work& w) { w.word = mpz_sgn(x(w, 0)) > 0; }},
        {"compare", [](Work& w) { w.word = mpz_cmp(x(w, 0), x(w, 1)) > 0; }},
        {"mul", [](Work& w) { mpz_mul(r(w), x(w, 0), x(w, 1)); }},
        {"smul", [](Work& w) { mpz_mul(r(w), x(w, 0), x(w, 1)); }},
        {"sqr", [](Work& w) { mpz_mul(r(w), x(w, 0), x(w, 0)); }},
        {"mul_lo",
         [](Work& w) {
             mpz_mul(r(w), x(w, 0), x(w, 1));
             mpz_fdiv_r_2exp(r(w), r(w), w.container_bits);
         }},
        {"mul_hi",
         [](Work& w) {
             mpz_mul(r(w), x(w, 0), x(w, 1));
             mpz_fdiv_q_2exp(r(w), r(w), w.container_bits);
         }},
        {"mod_add", [](Work& w) { sum_below(w, x(w, 2)); }},
        {"mod_sub", [](Work& w) { difference_below(w, x(w, 2)); }},
        {"mod_neg", [](Work& w) { mpz_sub(r(w), x(w, 1), x(w, 0)); }},
        {"divrem1", [](Work& w) { w.word = mpz_tdiv_q_ui(r(w), x(w, 0), w.word | 1); }},
        {"divrem",
         [](Work& w) {
             if (mpz_sgn(x(w, 1)) != 0) mpz_tdiv_qr(r(w), s(w), x(w, 0), x(w, 1));
         }},
        {"gcd", [](Work& w) { mpz_gcd(r(w), x(w, 0), x(w, 1)); }},
        {"expr", compute_expression},
    };
    return calls;
}

const std::map<std::string, Call>& of_fields() {
    static const std::map<std::string, Call> calls = {
        {"add", [](Work& w) { sum_below(w, n(w)); }},
        {"sub", [](Work& w) { difference_below(w, n(w)); }},
        {"neg", [](Work& w) { mpz_sub(r(w), n(w), x(w, 0)); }},
        {"mul",
         [](Work& w) {
             mpz_mul(r(w), x(w, 0), x(w, 1));
             reduce(w);
         }},
        {"sqr",
         [](Work& w) {
             mpz_mul(r(w), x(w, 0), x(w, 0));
             reduce(w);
         }},
        {"mul_small",
         [](Work& w) {
             mpz_mul_ui(r(w), x(w, 0), w.word);
             reduce(w);
         }},
        {"mul_add2", sum_of_products},
        {"mul_add3", sum_of_products},
        {"mul_add4", sum_of_products},
        {"mul_add6", sum_of_products},
        {"mul_add8", sum_of_products},
        {"mul_sub2",
         [](Work& w) {
             mpz_mul(r(w), x(w, 0), x(w, 1));
             mpz_submul(r(w), x(w, 2), x(w, 3));
             mpz_mod(r(w), r(w), n(w));
         }},
        {"mul_wide", [](Work& w) { mpz_mul(r(w), x(w, 0), x(w, 1)); }},
        {"reduce", [](Work& w) { mpz_tdiv_r(r(w), x(w, 0), n(w)); }},
        {"eq", [](Work& w) { w.word = mpz_cmp(x(w, 0), x(w, 1)) == 0; }},
        {"pow", [](Work& w) { mpz_powm(r(w), x(w, 0), x(w, 1), n(w)); }},
        {"pow_secret", [](Work& w) { mpz_powm(r(w), x(w, 0), x(w, 1), n(w)); }},
        {"inv", [](Work& w) { mpz_invert(r(w), x(w, 0), n(w)); }},
    };
    return calls;
}

// Calls per second of one thread.
double rate_of_thread(const Function& function, const mpz_class& n, const Fused* fused, Call call,
                      uint64_t seed, double seconds) {
    constexpr size_t sets = 256;
    const bool has_own_moduli = n == 0 && !function.modulus.empty();
    eval::Samples samples(seed);
    std::vector<Work> work;
    for (size_t i = 0; i < sets; ++i) {
        work.push_back({samples.inputs(function.meaning, false), 0, 0, n, function.width.container_bits()});
        if (has_own_moduli) work.back().n = work.back().x.back();
        if (function.meaning.inputs.back().representation.is_word())
            work.back().word = work.back().x.back().get_ui();
        work.back().fused = fused;
    }
    for (Work& w : work) call(w);  // warm-up; allocates the results
    size_t calls = 0;
    const Clock::time_point start = Clock::now();
    for (;;) {
        for (Work& w : work) call(w);
        calls += sets;
        const double passed = std::chrono::duration<double>(Clock::now() - start).count();
        if (passed >= seconds) return double(calls) / passed;
    }
}

}  // namespace

double gmp_rate(const Function& function, const mpz_class& n, const Fused* fused, double seconds) {
    const auto& calls = function.modulus.empty() ? of_widths() : of_fields();
    const auto call = calls.find(function.name);
    if (call == calls.end()) return 0;
    std::vector<double> rates(engine::cores());
    {
        std::vector<std::jthread> threads;
        for (size_t i = 0; i < rates.size(); ++i)
            threads.emplace_back(
                [&, i] { rates[i] = rate_of_thread(function, n, fused, call->second, i, seconds); });
    }
    double sum = 0;
    for (double rate : rates) sum += rate;
    return sum;
}

}  // namespace limbsmith::bench
