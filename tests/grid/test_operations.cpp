// Each named operation on numbers of any length, as interpreted, against GMP's results for the host.
#include <doctest/doctest.h>

#include "grid/numbers.hpp"
#include "grid/operations.hpp"
#include "machine/interpreting_machine.hpp"

namespace limbsmith::test {

TEST_CASE("all operations by name") {
    grid::InterpretingMachine machine;
    grid::Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const uint32_t words : {1u, 3u}) {
        CAPTURE(words);
        const mpz_class all = power_of_2(32 * words);
        for (const grid::Operation& operation : grid::operations()) {
            CAPTURE(std::string(operation.name));
            std::vector<Values> operands;
            for (const std::string_view name : operation.operands()) {
                Values& own = operands.emplace_back(edge_values(words, samples));
                std::ranges::rotate(own, own.begin() + static_cast<std::ptrdiff_t>(operands.size() - 1) * 2);
                if (name == "count") own = {0, 1, 31, 32, 33, 32 * words - 1, 32 * words, all - 1, 64, 5};
                if (name == "e") own = {0, 1, 3, 65537, 2, 2, 1, 0, 6, 7};
                if (name == "b" || name == "m") own[0] = own[3] = 0;  // divisors
                own.resize(operation.name == "pow_mod" ? 5 : 10);
            }
            const size_t count = operands[0].size();
            std::vector<grid::Numbers> given;
            for (const Values& own : operands) given.push_back(on_machine(arithmetic, own, words));
            const grid::Numbers r =
                arithmetic.make(operation.result_words(words), static_cast<uint32_t>(count));
            operation.on_machine(arithmetic, r, given);
            const Values made = values(arithmetic, r);
            for (size_t k = 0; k < count; ++k) {
                CAPTURE(k);
                Values own;
                for (const Values& operand : operands) own.push_back(operand[k]);
                CHECK(made[k] == operation.by_gmp(own, words));
            }
        }
    }
}

namespace {

// Runs no kernel, and says that every number has its full length and is odd: it serves to test lengths.
class IdleMachine : public grid::Machine {
  public:
    grid::Memory allocate(size_t words) override {
        return {new uint32_t[words], [](const uint32_t* address) { delete[] address; }};
    }
    void write(uint32_t*, span<const uint32_t>) override {}
    void read(const uint32_t*, span<uint32_t> to) override {
        const size_t turn = reads_++;
        std::ranges::fill(to, 0);
        if (to.size() > 1)
            to[0] = turn == 0 ? 3 : UINT32_MAX;  // a short exponent, and a modulus
        else
            to[0] = turn == 2 ? 32 * words
                              : 31;  // the length of the modulus; its lowest word, and distances of shifts
    }
    void launch(const char*, uint32_t, uint32_t, span<const grid::Argument>, uint32_t) override {}
    // Operations use none of these.
    std::unique_ptr<grid::Range> range(uint64_t) override { return nullptr; }
    grid::Memory host_memory(size_t) override { return nullptr; }
    void start_write(uint32_t*, span<const uint32_t>) override {}
    grid::Mark start_read(const uint32_t*, span<uint32_t>) override { return nullptr; }
    void finish_copies() override {}
    void synchronize() override {}
    void copy(uint32_t*, const uint32_t*, size_t) override {}

    uint32_t words = 0;

  private:
    size_t reads_ = 0;
};

}  // namespace

TEST_CASE("the longest operands of each operation are not refused") {
    for (const grid::Operation& operation : grid::operations()) {
        CAPTURE(std::string(operation.name));
        IdleMachine machine;
        machine.words = operation.most_words;
        grid::Arithmetic arithmetic(machine);
        std::vector<grid::Numbers> given;
        for (size_t i = 0; i < operation.operands().size(); ++i)
            given.push_back(arithmetic.make(operation.most_words, 1));
        const grid::Numbers r = arithmetic.make(operation.result_words(operation.most_words), 1);
        CHECK_NOTHROW(operation.on_machine(arithmetic, r, given));
    }
}

}  // namespace limbsmith::test
