#include "algorithm/loop/on_residues.hpp"

#include <algorithm>

#include "algorithm/loop/bytes.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::Call, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::Variable;
using Parameter = ir::Signature::Parameter;

namespace {

bool is_bytes(const Parameter& it) { return it.kind == Variable::Kind::byte; }

class Wrapper {
  public:
    Wrapper(const Residues& residues, const std::string& key, const ir::Library& library,
            Conversion conversion)
        : residues_(residues),
          conversion_(conversion),
          key_(key),
          called_(signature(library[key])),
          builder_(routine_on(residues, key + "_of_residues", library)) {
        if (const auto* routine = std::get_if<ir::Routine>(&library[key])) length_ = routine->length;
    }

    ir::Routine build() && {
        for (const Parameter& it : called_.inputs) given_.push_back(builder_.input(outside(it)));
        const bool makes_modulus = !called_.members_written.empty();
        const bool needs_modulus = !residues_.modulus.is_known() && !makes_modulus;
        if (needs_modulus) make_modulus();
        for (const Place& member : members(called_.members_written)) members_.push_back({member, {}});
        declare_outputs();
        std::vector<Call::Argument> arguments;
        for (size_t i = 0; i < given_.size(); ++i) arguments.push_back(argument(i));
        std::vector<Place> results;
        for (const Parameter& it : called_.outputs) results.push_back(inside(it));
        builder_.call(key_, arguments, results);
        for (const auto& [member, output] : members_) builder_.copy(output, member);
        for (size_t i = 0; i < made_.size(); ++i) give(called_.outputs[i], results[i], made_[i]);
        for (const Place& result : made_) clear_where_n_is_none(result);
        return std::move(builder_).finish();
    }

  private:
    bool is_converted(const Parameter& it) const {
        return conversion_ == Conversion::of_residues && it.representation == repr::elem;
    }
    bool is_group(const Parameter& it) const { return it.many == Variable::Many::strided; }
    // The returned word of a group speaks of no single number.
    bool is_dropped(const Parameter& it) const { return !length_.empty() && !is_group(it); }

    // The parameter of the wrapper.
    Variable outside(const Parameter& it) const {
        if (is_bytes(it)) return ir::number_named(it.name, repr::bytes, residues_.limbs());
        Variable own = is_converted(it) ? residues_.plain(it.name)
                                        : Variable{it.name, it.kind, it.representation, it.words};
        return is_group(it) ? array(std::move(own), group_size(residues_)) : own;
    }
    // The variable with which the operation is called; the same as `outside` where nothing is converted.
    Variable local(const Parameter& it) const {
        if (is_bytes(it)) return ir::bytes_named(it.name + "_bytes", it.count);
        if (is_dropped(it)) return {it.name, it.kind, it.representation, it.words};
        Variable own = residues_.elem(it.name + "_elem");
        return is_group(it) ? array(std::move(own), group_size(residues_)) : own;
    }

    // Members of a modulus object of its own.
    std::vector<Place> members(const std::vector<Parameter>& of) {
        std::vector<Place> places;
        for (const Parameter& it : of)
            places.push_back(builder_.local({it.name, it.kind, it.representation, it.words}));
        return places;
    }

    void make_modulus() {
        members(signature(builder_.library()["make_modulus"]).members_written);
        const Place n = builder_.input(residues_.plain("n"));
        is_modulus_ = builder_.local(ir::word_named("is_modulus"));
        builder_.call("make_modulus", {n}, {*is_modulus_});
    }
    // Over lanes a result is 0 where n is no modulus.
    void clear_where_n_is_none(const Place& result) {
        if (!is_modulus_ || !residues_.is_group()) return;
        if (builder_.variable(result).kind != Variable::Kind::number)
            return builder_.assign(result, Scalar(result) * Scalar(*is_modulus_));
        builder_.loop(
            with(ir::below("k", 0, builder_.variable(result).words), ir::For::Unroll::whole), {},
            [&](Place k) { builder_.assign(result.limb(k), result.limb(k) * Scalar(*is_modulus_)); });
    }

    // Numbers before words; the first is returned, unless it is an array.
    void declare_outputs() {
        made_.resize(called_.outputs.size());
        const auto declare = [&](Variable variable) {
            const bool is_returned = !std::exchange(has_result_, true) && !variable.is_array();
            return is_returned ? builder_.result(std::move(variable)) : builder_.output(std::move(variable));
        };
        for (const bool is_number : {true, false}) {
            for (auto& [member, output] : members_) {
                Variable own = builder_.variable(member);
                if ((own.kind == Variable::Kind::number) != is_number) continue;
                const bool is_n = own.name == "n";
                const bool is_plain = is_n && !residues_.is_group();  // lanes have parts of n as an elem
                own.representation = is_plain ? repr::plain : is_number ? repr::elem : repr::word;
                if (is_n) own.name = "modulus";
                output = declare(std::move(own));
            }
            for (size_t i = 0; i < made_.size(); ++i) {
                const Variable own = outside(called_.outputs[i]);
                if ((own.kind == Variable::Kind::number) == is_number && !is_dropped(called_.outputs[i]))
                    made_[i] = declare(own);
            }
        }
    }

    Call::Argument argument(size_t i) {
        const Parameter& it = called_.inputs[i];
        if (is_bytes(it)) {
            const Place bytes = builder_.local(local(it));
            each_byte(it, [&](const Place& k) {
                builder_.assign(bytes[k], limb_of_byte(given_[i], k) >> place_in_limb(k));
            });
            return bytes;
        }
        if (is_converted(it)) return converted(it, given_[i]);
        if (it.kind != Variable::Kind::number) return Scalar(given_[i]);
        return given_[i];
    }
    Place converted(const Parameter& it, const Place& residue) {
        const Place elem = builder_.local(local(it));
        each_of(it, [&](const auto& at) { builder_.call("to_elem", {at(residue)}, {at(elem)}); });
        return elem;
    }

    // Where the operation writes an output.
    Place inside(const Parameter& it) {
        const bool is_own = is_bytes(it) || is_converted(it) || is_dropped(it);
        return is_own ? builder_.local(local(it)) : made_[&it - called_.outputs.data()];
    }
    void give(const Parameter& it, const Place& result, const Place& output) {
        if (is_bytes(it)) {
            builder_.copy(output, std::vector<uint32_t>(residues_.limbs()));
            each_byte(it, [&](const Place& k) {
                const Place limb = limb_of_byte(output, k);
                builder_.assign(limb, limb | (Scalar(result[k]) << place_in_limb(k)));
            });
        } else if (is_converted(it)) {
            each_of(it, [&](const auto& at) { builder_.call("to_plain", {at(result)}, {at(output)}); });
        }
    }

    void each_byte(const Parameter& it, const std::function<void(Place)>& body) {
        builder_.loop(with(ir::below("i", 0, it.count), ir::For::Unroll::free), {}, body);
    }
    // Calls `body` with a function that picks the value of a place: the place itself, or each element of an array that is in use.
    void each_of(const Parameter& it, const auto& body) {
        if (!is_group(it)) return body([](const Place& place) { return place; });
        const auto count =
            std::ranges::find(called_.inputs, length_, &Parameter::name) - called_.inputs.begin();
        builder_.loop(ir::below("i", 0, Scalar(given_[count])), {},
                      [&](const Place& i) { body([&](const Place& place) { return place[i]; }); });
    }

    const Residues& residues_;
    Conversion conversion_;
    std::string key_, length_;
    ir::Signature called_;
    RoutineBuilder builder_;
    std::vector<Place> given_, made_;
    std::optional<Place> is_modulus_;
    std::vector<std::pair<Place, Place>> members_;  // a place that the operation writes, and the output
    bool has_result_ = false;
};

}  // namespace

int group_size(const Residues& residues) { return residues.modulus.is_known() ? 16 : 1; }

ir::Routine on_residues(const Residues& residues, const std::string& key, const ir::Library& library,
                        Conversion conversion) {
    return Wrapper(residues, key, library, conversion).build();
}

}  // namespace limbsmith::algorithm::loop
