// Products by matrices of bytes: no branch and no address depends on a number.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "catalogue/lanes.hpp"
#include "read/mentions.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using Variables = std::set<int>;

// The variables that may depend on an input, and those that decide on branches, counts of turns, addresses and lanes.
class Flow {
  public:
    explicit Flow(const ir::Routine& routine) {
        for (size_t k = 0; k < routine.variables.size(); ++k)
            if (is_secret(routine.variables[k])) secret.insert(static_cast<int>(k));
        size_t before = 0;
        while (before != secret.size()) {
            before = secret.size();
            add(routine.body);
        }
    }
    bool is_secret_in_any(const Variables& some) const {
        return std::ranges::any_of(some, [&](int it) { return secret.contains(it); });
    }
    Variables secret, deciding;

  private:
    // Numbers, not how long they are, how many, and how far apart.
    static bool is_secret(const ir::Variable& it) {
        return it.role == ir::Variable::Role::global ||
               (it.role == ir::Variable::Role::input && it.name != "words" && it.name != "count" &&
                !it.name.ends_with("_number") && !it.name.ends_with("_word"));
    }

    void add(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            const read::Mentions all(statement);
            if (is_secret_in_any(all.all)) secret.insert(all.written.begin(), all.written.end());
            std::visit([&](const auto& it) { decide(it); }, statement.what);
            if (const ir::Block* body = read::body_of(statement)) add(*body);
        }
    }

    void decide(const ir::Assign& it) { index(it.target), indices(it.value); }
    void decide(const ir::Copy& it) {
        index(it.target);
        if (const auto* source = std::get_if<ir::Place>(&it.source)) index(*source);
    }
    void decide(const ir::Call& it) {
        for (const auto& argument : it.arguments) {
            if (const auto* place = std::get_if<ir::Place>(&argument)) index(*place);
            if (const auto* scalar = std::get_if<ir::Scalar>(&argument)) indices(*scalar);
        }
        for (const ir::Place& place : it.results) index(place);
    }
    void decide(const ir::For& it) { all_of(it.first), all_of(it.bound); }
    void decide(const ir::If& it) { all_of(it.condition); }
    void decide(const ir::Exchange& it) { index(it.target), indices(it.value), all_of(it.from); }
    void decide(const ir::Barrier&) {}
    void decide(const ir::MatrixLoad& it) { index(it.target), index(it.row); }
    void decide(const ir::MatrixProduct& it) { index(it.sums), index(it.a), index(it.b); }
    void decide(const ir::AtomicAdd& it) { index(it.target), index(it.word), indices(it.value); }

    void index(const ir::Place& place) {
        if (place.element) all_of(*place.element);
        if (place.limb_index) all_of(*place.limb_index);
    }
    void all_of(const ir::Scalar& scalar) {
        each_read(scalar, [&](const ir::Place& it) {
            deciding.insert(it.variable);
            index(it);
        });
    }
    void indices(const ir::Scalar& scalar) {
        each_read(scalar, [&](const ir::Place& it) { index(it); });
    }
    static void each_read(const ir::Scalar& scalar, const auto& visit) {
        using Kind = ir::Scalar::Kind;
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return visit(scalar.place());
        if (scalar.kind() == Kind::select) each_read(scalar.other(), visit);
        each_read(scalar.left(), visit), each_read(scalar.right(), visit);
    }
};

}  // namespace

TEST_CASE("products by matrices have the same instructions and addresses for all numbers") {
    for (const int bits : {1000, 1500, 8192, 9000})
        for (const char* op : {"mul", "sqr", "mul_lo", "mul_hi", "smul"}) {
            CAPTURE(bits);
            CAPTURE(op);
            const catalogue::Loops all = catalogue::lane_routines(whole_spec({bits, Mapping::tensor()}, op));
            for (const std::string& key : all.keys) {
                CAPTURE(key);
                const Flow flow(std::get<ir::Routine>(all.library[key]));
                CHECK(flow.secret.size() >= 2);
                CHECK(!flow.is_secret_in_any(flow.deciding));
            }
        }
    // a power is for a secret number, exponent and modulus; the length of the exponent is none
    Spec powers = modular_spec(Modulus::at_run_time({1500, Mapping::tensor()}), Reduction::montgomery,
                               "pow_secret,pow");
    const catalogue::Loops all = catalogue::lane_routines(powers);
    for (const std::string& key : all.keys) {
        const Flow flow(std::get<ir::Routine>(all.library[key]));
        CAPTURE(key);
        if (key.starts_with("pow_secret")) CHECK(!flow.is_secret_in_any(flow.deciding));
        if (key == "pow") CHECK(flow.is_secret_in_any(flow.deciding));
    }
    // the same of 16 numbers modulo one N
    const mpz_class n = (mpz_class(1) << 1500) - 1;
    const catalogue::Loops tiles = catalogue::lane_routines(
        modular_spec(Modulus(n, Mapping::tensor()), Reduction::montgomery, "mul,sqr,pow_secret,pow"));
    CHECK(tiles.tiles.size() == 3);  // all but pow_secret
    for (const catalogue::Tile& tile : tiles.tiles) {
        const Flow flow(tile.routine);
        CAPTURE(tile.operation);
        CHECK(flow.secret.size() >= 2);
        CHECK(flow.is_secret_in_any(flow.deciding) == (tile.operation == "pow"));
    }
    // a division has branches that depend on its numbers, and they are found
    const catalogue::Loops divisions =
        catalogue::lane_routines(whole_spec({1500, Mapping::tensor()}, "divrem"));
    bool is_found = false;
    for (const std::string& key : divisions.keys) {
        const Flow flow(std::get<ir::Routine>(divisions.library[key]));
        is_found |= flow.is_secret_in_any(flow.deciding);
    }
    CHECK(is_found);
}

}  // namespace limbsmith::test
