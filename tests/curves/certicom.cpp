#include "certicom.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Json = nlohmann::json;

mpz_class number(const Json& text) { return mpz_class(text.get<std::string>(), 0); }

Affine point(const Json& coordinates) { return {number(coordinates[0]), number(coordinates[1])}; }

mpz_class residue(const mpz_class& x, const mpz_class& p) {
    mpz_class out;
    mpz_mod(out.get_mpz_t(), x.get_mpz_t(), p.get_mpz_t());
    return out;
}

mpz_class quotient(const mpz_class& x, const mpz_class& y, const mpz_class& p) {
    mpz_class inverse;
    if (!mpz_invert(inverse.get_mpz_t(), y.get_mpz_t(), p.get_mpz_t())) throw std::logic_error("no inverse");
    return residue(x * inverse, p);
}

MaybeAffine sum(const Challenge& curve, const MaybeAffine& p, const MaybeAffine& q) {
    if (!p) return q;
    if (!q) return p;
    if (p->x == q->x && (p->y != q->y || p->y == 0)) return std::nullopt;
    const mpz_class slope = p->x == q->x ? quotient(3 * p->x * p->x + curve.a, 2 * p->y, curve.p)
                                         : quotient(q->y - p->y, q->x - p->x, curve.p);
    const mpz_class x = residue(slope * slope - p->x - q->x, curve.p);
    return Affine{x, residue(slope * (p->x - x) - p->y, curve.p)};
}

}  // namespace

std::vector<Challenge> challenges() {
    std::ifstream file(LIMBSMITH_TEST_DATA "/certicom.json");
    const Json json = Json::parse(file);
    std::vector<Challenge> out;
    for (const Json& entry : json.at("curves")) {
        Challenge curve{entry.at("name"),      number(entry.at("p")), number(entry.at("a")),
                        number(entry.at("b")), number(entry.at("n")), point(entry.at("P")),
                        point(entry.at("Q")),  std::nullopt};
        // the published a of ECCp-89 is larger than p; it is meant modulo p
        curve.a = residue(curve.a, curve.p);
        if (entry.contains("log_P_Q")) curve.log = number(entry.at("log_P_Q"));
        out.push_back(curve);
    }
    return out;
}

MaybeAffine multiple_by_gmp(const Challenge& curve, const Affine& point, const mpz_class& scalar) {
    MaybeAffine out;
    for (size_t i = mpz_sizeinbase(scalar.get_mpz_t(), 2); i-- > 0;) {
        out = sum(curve, out, out);
        if (mpz_tstbit(scalar.get_mpz_t(), i)) out = sum(curve, out, point);
    }
    return out;
}

std::vector<Task> tasks(const Challenge& curve, int random) {
    const Affine minus_P{curve.P.x, curve.p - curve.P.y};
    std::vector<Task> out = {
        {"n*P", curve.P, curve.n, std::nullopt},
        {"n*Q", curve.Q, curve.n, std::nullopt},
        {"0*P", curve.P, 0, std::nullopt},
        {"1*P", curve.P, 1, curve.P},
        {"2*P", curve.P, 2, multiple_by_gmp(curve, curve.P, 2)},
        {"(n-1)*P", curve.P, curve.n - 1, minus_P},
        {"(n+1)*P", curve.P, curve.n + 1, curve.P},
    };
    if (curve.log) out.push_back({"log*P", curve.P, *curve.log, curve.Q});
    gmp_randclass generator(gmp_randinit_default);
    generator.seed(test_seed());
    for (int i = 0; i < random; ++i) {
        const mpz_class scalar = generator.get_z_range(curve.n);
        const Affine& point = i % 2 ? curve.Q : curve.P;
        out.push_back(
            {scalar.get_str() + (i % 2 ? "*Q" : "*P"), point, scalar, multiple_by_gmp(curve, point, scalar)});
    }
    return out;
}

}  // namespace limbsmith::test
