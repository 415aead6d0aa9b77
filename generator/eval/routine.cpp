#include "eval/routine.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "eval/frame.hpp"

namespace limbsmith::eval {
namespace {

// Columns that are run together: as many as keep the values of a routine near the processor.
constexpr size_t columns_together = 256;

using Role = ir::Variable::Role;
using Many = ir::Variable::Many;

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

bool is_of_callers_size(const ir::Variable& variable) {
    return variable.many == Many::run_time || variable.many == Many::strided;
}

// The returned value, and the other outputs in the order of the parameters.
std::vector<int> outputs_of(const ir::Routine& routine) {
    std::vector<int> outputs;
    if (routine.result) outputs.push_back(*routine.result);
    for (int id : routine.parameters) {
        if (routine.variables[id].role == Role::output) outputs.push_back(id);
    }
    return outputs;
}

int member_of(const ir::Routine& routine, const std::string& name) {
    const auto is_it = [&](const ir::Variable& it) { return it.is_member() && it.name == name; };
    const auto found = std::ranges::find_if(routine.variables, is_it);
    return found == routine.variables.end() ? -1 : static_cast<int>(found - routine.variables.begin());
}

}  // namespace

class RoutineInterpreter::Lanes {
  public:
    Lanes(const ir::Routine& routine, const ir::Library& library, uint64_t most_turns)
        : routine_(routine), library_(library), most_turns_(most_turns) {
        prepare(routine);
    }

    void run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result, size_t result_count,
             std::span<const size_t> elements) {
        const size_t block = std::max<size_t>(columns_together / routine_.lanes(), 1) * routine_.lanes();
        std::vector<size_t> sizes(routine_.variables.size());
        size_t next = 0;
        for (int id : routine_.parameters) {
            if (is_of_callers_size(routine_.variables[id])) sizes[id] = elements[next++];
        }
        for (; first < last; first += block) {
            require_time();
            Frame frame(routine_, std::min(block, last - first), sizes);
            const Column* column = inputs.data();
            for (int id : routine_.parameters) {
                if (routine_.variables[id].role != Role::input) continue;
                std::vector<uint32_t>& words = frame.whole(id);
                for (size_t w = 0; w * frame.columns < words.size(); ++w) {
                    std::copy_n(column->data + w * column->count + first, frame.columns,
                                words.begin() + w * frame.columns);
                }
                ++column;
            }
            run(routine_.body, frame, Mask(frame.columns));
            uint32_t* row = result + first;
            for (int id : outputs_of(routine_)) {
                const std::vector<uint32_t>& words = frame.whole(id);
                for (size_t at = 0; at < words.size(); at += frame.columns, row += result_count)
                    std::copy_n(words.begin() + at, frame.columns, row);
            }
        }
    }

    void run_group(std::span<const uint32_t> words, std::span<const std::span<uint32_t>> memory) {
        Frame frame(routine_, static_cast<size_t>(routine_.lanes()),
                    std::vector<size_t>(routine_.variables.size()));
        auto word = words.begin();
        auto array = memory.begin();
        for (int id : routine_.parameters) {
            if (routine_.variables[id].role == Role::global)
                frame.give(id, *array++);
            else
                std::ranges::fill(frame.whole(id), *word++);
        }
        run(routine_.body, frame, Mask(frame.columns));
    }

    void stop_at(Clock::time_point end) { end_ = end; }

  private:
    void require_time() const {
        if (end_ && Clock::now() > *end_) throw OutOfTime();
    }

    // A call, looked up once.
    struct Resolved {
        const ir::Program* program = nullptr;
        const ir::Routine* routine = nullptr;
        Interpreter* interpreter = nullptr;
        // Where an input of the program comes from: the argument, or else the caller's member; neither, if it is
        // not read.
        struct Source {
            const ir::Call::Argument* argument = nullptr;
            int member = -1;
        };
        std::vector<Source> sources{};
    };

    void prepare(const ir::Routine& routine) { prepare(routine, routine.body); }

    void prepare(const ir::Routine& routine, const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            std::visit(Overloaded{[&](const ir::Call& it) { resolve(routine, it); },
                                  [&](const ir::For& it) { prepare(routine, it.body); },
                                  [&](const ir::If& it) { prepare(routine, it.body); }, [](const auto&) {}},
                       statement.what);
        }
    }

    void resolve(const ir::Routine& caller, const ir::Call& call) {
        const ir::Library::Callable& callee = library_[call.callee];
        Resolved& made = calls_[&call];
        made.routine = std::get_if<ir::Routine>(&callee);
        made.program = std::get_if<ir::Program>(&callee);
        if (made.routine) return prepare(*made.routine);
        std::unique_ptr<Interpreter>& interpreter = programs_[made.program];
        if (!interpreter) interpreter = std::make_unique<Interpreter>(*made.program);
        made.interpreter = interpreter.get();
        auto argument = call.arguments.begin();
        for (const ir::Input& input : made.program->inputs) {
            if (input.representation.is_member()) {
                made.sources.push_back({nullptr, member_of(caller, input.name)});
            } else {
                made.sources.push_back({&*argument++});
            }
        }
    }

    void run(const ir::Block& block, Frame& frame, const Mask& mask) {
        for (const ir::Statement& statement : block)
            std::visit([&](const auto& it) { run(it, frame, mask); }, statement.what);
    }

    void run(const ir::Assign& it, Frame& frame, const Mask& mask) {
        frame.write(it.target, frame.evaluate(it.value, mask), mask);
    }

    void run(const ir::Copy& it, Frame& frame, const Mask& mask) {
        std::vector<uint32_t> scratch;
        if (const auto* source = std::get_if<ir::Place>(&it.source)) {
            frame.write(it.target, frame.read(*source, mask, scratch), mask);
            return;
        }
        for (uint32_t limb : std::get<std::vector<uint32_t>>(it.source))
            scratch.insert(scratch.end(), frame.columns, limb);
        frame.write(it.target, scratch.data(), mask);
    }

    void run(const ir::For& it, Frame& frame, const Mask& mask) {
        const ir::Place counter{it.counter};
        const uint32_t step = it.order == ir::For::Order::down_to ? UINT32_MAX : 1;
        const bool is_word = frame.routine.variables[it.counter].kind == ir::Variable::Kind::word;
        const auto value = [&](uint32_t word) -> int64_t {
            return is_word ? int64_t{word} : static_cast<int32_t>(word);
        };
        const auto goes_on = [&](uint32_t at, uint32_t bound) {
            const int64_t i = value(at), end = value(bound);
            switch (it.order) {
                case ir::For::Order::below: return i < end;
                case ir::For::Order::up_to: return i <= end;
                case ir::For::Order::down_to: break;
            }
            return i >= end;
        };
        Words at = frame.evaluate(it.first, mask);
        uint64_t turns = 0;
        for (Mask turn = mask;;) {
            frame.set_counter(it.counter, at.same);
            frame.write(counter, at, turn);
            const Words bound = frame.evaluate(it.bound, turn);
            if (at.same && bound.same) {
                if (!goes_on(*at.same, *bound.same)) break;
            } else {
                turn = Mask(turn, [&](size_t k) { return goes_on(at[k], bound[k]); });
                if (turn.none()) break;
            }
            if (++turns > most_turns_) throw std::logic_error("a loop of too many turns");
            require_time();
            run(it.body, frame, turn);
            if (at.same) *at.same += step;
            for (uint32_t& word : at.each) word += step;
        }
        frame.set_counter(it.counter, {});
    }

    void run(const ir::If& it, Frame& frame, const Mask& mask) {
        const Words condition = frame.evaluate(it.condition, mask);
        const Mask taken(mask, [&](size_t k) { return condition[k] != 0; });
        if (!taken.none()) run(it.body, frame, taken);
    }

    // All lanes of a group, or none.
    static void check_joint(const Frame& frame, const Mask& mask) {
        for (size_t k = 0; k < frame.columns; ++k) {
            if (mask[k] != mask[frame.group_of(k)])
                throw std::logic_error("not all lanes of a group of " + frame.routine.name + " take part");
        }
    }

    void run(const ir::Exchange& it, Frame& frame, const Mask& mask) {
        check_joint(frame, mask);
        const Words value = frame.evaluate(it.value, mask), from = frame.evaluate(it.from, mask);
        Words result;
        result.each.resize(frame.columns);
        if (it.kind == ir::Exchange::Kind::any || it.kind == ir::Exchange::Kind::largest) {
            const auto asked = frame.routine.lanes() >= ir::warp ? static_cast<size_t>(frame.routine.lanes())
                                                                 : frame.columns;
            for (size_t first = 0; first < frame.columns; first += asked) {
                uint32_t largest = 0;
                for (size_t k = first; k < first + asked; ++k)
                    if (mask[k]) largest = std::max(largest, value[k]);
                if (it.kind == ir::Exchange::Kind::any) largest = largest != 0;
                std::fill_n(result.each.begin() + first, asked, largest);
            }
            return frame.write(it.target, result, mask);
        }
        for (size_t k = 0; k < frame.columns; ++k) {
            const size_t group = frame.group_of(k);
            if (it.kind == ir::Exchange::Kind::from_lane) {
                result.each[k] = value[group + from[k] % frame.routine.lanes()];
                continue;
            }
            // of the own warp
            const size_t first = group + (k - group) / ir::warp * ir::warp;
            const auto asked = static_cast<size_t>(std::min(frame.routine.lanes(), ir::warp));
            for (size_t lane = 0; lane < asked; ++lane)
                result.each[k] |= uint32_t{value[first + lane] != 0} << lane;
        }
        frame.write(it.target, result, mask);
    }

    void run(const ir::Barrier& it, Frame& frame, const Mask& mask) {
        check_joint(frame, mask);
        frame.forget_uses(it.scope);
    }

    void run(const ir::MatrixLoad& it, Frame& frame, const Mask& mask) {
        check_joint(frame, mask);
        const Words index = frame.evaluate(*it.row.element, mask);
        for (size_t k = 0; k < frame.columns; ++k)
            if (mask[k] && index[k] % 4 != 0)
                throw std::logic_error("a row of " + frame.routine.name + " begins within 16 bytes");
        const std::vector<Words> rows = words_from(it.row, 4, frame, mask);
        for (uint32_t i = 0; i < 4; ++i) {
            Words made;
            for (size_t k = 0; k < frame.columns; ++k)
                made.each.push_back(rows[k % 4][k / ir::warp * ir::warp + 8 * i + k % ir::warp / 4]);
            frame.write(moved(it.target, i), made, mask);
        }
    }

    // By bytes, as the definition says it.
    void run(const ir::MatrixProduct& it, Frame& frame, const Mask& mask) {
        check_joint(frame, mask);
        const std::vector<Words> a = words_from(it.a, 4, frame, mask), b = words_from(it.b, 2, frame, mask),
                                 sums = words_from(it.sums, 4, frame, mask);
        const auto byte = [](uint32_t word, uint32_t i) { return word >> 8 * i & UINT8_MAX; };
        for (uint32_t part = 0; part < 4; ++part) {
            Words made;
            for (size_t lane = 0; lane < frame.columns; ++lane) {
                const size_t first = lane / ir::warp * ir::warp, g = lane % ir::warp / 4, t = lane % 4;
                uint64_t sum = sums[part][lane];
                for (uint32_t k = 0; k < 32; ++k) {
                    const uint32_t u = k / 16, of_lane = k % 16 / 4;
                    sum += byte(a[2 * u + part / 2][first + 4 * g + of_lane], k % 4) *
                           byte(b[u][first + 4 * (2 * t + part % 2) + of_lane], k % 4);
                }
                if (mask[lane] && sum > INT32_MAX)
                    throw std::logic_error("a sum of " + frame.routine.name + " leaves its range");
                made.each.push_back(static_cast<uint32_t>(sum));
            }
            frame.write(moved(it.sums, part), made, mask);
        }
    }

    static ir::Place moved(const ir::Place& place, uint32_t by) {
        return {place.variable, *place.element + by, place.limb_index};
    }
    static std::vector<Words> words_from(const ir::Place& first, uint32_t count, const Frame& frame,
                                         const Mask& mask) {
        std::vector<Words> all;
        for (uint32_t i = 0; i < count; ++i) all.push_back(frame.evaluate(moved(first, i), mask));
        return all;
    }

    // Lane after lane.
    void run(const ir::AtomicAdd& it, Frame& frame, const Mask& mask) {
        const Words value = frame.evaluate(it.value, mask);
        frame.add_to_memory(it.target, it.word, value, mask);
    }

    void run(const ir::Call& call, Frame& frame, const Mask& mask) {
        const Resolved& callee = calls_.at(&call);
        if (callee.routine) {
            run_routine(*callee.routine, call, frame, mask);
        } else {
            run_program(callee, call, frame, mask);
        }
    }

    void run_program(const Resolved& callee, const ir::Call& call, Frame& frame, const Mask& mask) {
        std::vector<std::vector<uint32_t>>& scratch = scratch_;
        if (scratch.size() < callee.sources.size()) scratch.resize(callee.sources.size());
        std::vector<Column>& columns = columns_;
        columns.clear();
        for (size_t i = 0; i < callee.sources.size(); ++i) {
            const auto& [argument, member] = callee.sources[i];
            const uint32_t* words = nullptr;
            if (argument) {
                words = rows_of(*argument, frame, mask, scratch[i]);
            } else if (member >= 0) {
                words = frame.whole(member).data();
            } else {
                scratch[i].assign(callee.program->inputs[i].words.size() * frame.columns, 0);
                words = scratch[i].data();
            }
            columns.push_back({words, frame.columns});
        }
        std::vector<uint32_t>& results = results_;
        results.resize(result_words(*callee.program) * frame.columns);
        callee.interpreter->run(columns, 0, frame.columns, results.data(), frame.columns);
        const uint32_t* row = results.data();
        for (size_t i = 0; i < call.results.size(); ++i) {
            frame.write(call.results[i], row, mask);
            row += callee.program->outputs[i].words.size() * frame.columns;
        }
    }

    const uint32_t* rows_of(const ir::Call::Argument& argument, const Frame& frame, const Mask& mask,
                            std::vector<uint32_t>& scratch) const {
        if (const auto* place = std::get_if<ir::Place>(&argument)) return frame.read(*place, mask, scratch);
        const auto& scalar = std::get<ir::Scalar>(argument);
        if (scalar.kind() == ir::Scalar::Kind::read) return frame.read(scalar.place(), mask, scratch);
        Words words = frame.evaluate(scalar, mask);
        scratch = std::move(words.each);
        if (words.same) scratch.assign(frame.columns, *words.same);
        return scratch.data();
    }

    void run_routine(const ir::Routine& routine, const ir::Call& call, Frame& frame, const Mask& mask) {
        std::vector<size_t> sizes(routine.variables.size());
        const auto each_input = [&](const auto& visit) {
            size_t next = 0;
            for (int id : routine.parameters) {
                const ir::Variable& it = routine.variables[id];
                if (it.role == Role::input && !it.is_member()) visit(id, call.arguments[next++]);
            }
        };
        each_input([&](int id, const ir::Call::Argument& argument) {
            if (!is_of_callers_size(routine.variables[id])) return;
            const int given = std::get<ir::Place>(argument).variable;
            sizes[id] = frame.whole(given).size() / (frame.columns * routine.variables[id].words);
        });
        for (size_t i = 0; const int id : outputs_of(routine)) {
            if (routine.variables[id].is_member()) continue;
            if (is_of_callers_size(routine.variables[id]))
                sizes[id] = frame.elements(call.results[i].variable);
            ++i;
        }
        Frame inner(routine, frame.columns, sizes);
        std::vector<uint32_t> scratch;
        each_input([&](int id, const ir::Call::Argument& argument) {
            std::vector<uint32_t>& words = inner.whole(id);
            if (routine.variables[id].is_array()) {
                words = frame.whole(std::get<ir::Place>(argument).variable);
            } else {
                std::copy_n(rows_of(argument, frame, mask, scratch), words.size(), words.begin());
            }
        });
        for (int id : routine.parameters) {
            const ir::Variable& it = routine.variables[id];
            if (it.role == Role::input && it.is_member())
                inner.whole(id) = frame.whole(member_of(frame.routine, it.name));
        }
        run(routine.body, inner, mask);
        auto target = call.results.begin();
        for (int id : outputs_of(routine)) {
            const ir::Variable& it = routine.variables[id];
            const ir::Place place = it.is_member() ? ir::Place{member_of(frame.routine, it.name)} : *target++;
            frame.write(place, inner.whole(id).data(), mask);
        }
    }

    const ir::Routine& routine_;
    const ir::Library& library_;
    const uint64_t most_turns_;
    std::optional<Clock::time_point> end_;
    std::map<const ir::Program*, std::unique_ptr<Interpreter>> programs_;
    std::unordered_map<const ir::Call*, Resolved> calls_;
    // of the call of a program, kept for the next
    std::vector<std::vector<uint32_t>> scratch_;
    std::vector<Column> columns_;
    std::vector<uint32_t> results_;
};

RoutineInterpreter::RoutineInterpreter(const ir::Routine& routine, const ir::Library& library,
                                       uint64_t most_turns)
    : lanes_(std::make_unique<Lanes>(routine, library, most_turns)) {}

RoutineInterpreter::~RoutineInterpreter() = default;

void RoutineInterpreter::stop_at(Clock::time_point end) { lanes_->stop_at(end); }

void RoutineInterpreter::run_group(std::span<const uint32_t> words,
                                   std::span<const std::span<uint32_t>> memory) {
    lanes_->run_group(words, memory);
}

void RoutineInterpreter::run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result,
                             size_t result_count, std::span<const size_t> elements) {
    lanes_->run(inputs, first, last, result, result_count, elements);
}

}  // namespace limbsmith::eval
