#include "sass/function.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace limbsmith::sass {
namespace {

std::string_view trim(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == text.npos ? std::string_view() : text.substr(first, last + 1 - first);
}

// Takes the text up to `end`, and drops `end`; takes all of it if `end` does not occur.
std::string_view take_until(std::string_view& text, std::string_view end) {
    const size_t at = text.find(end);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == text.npos ? text.size() : at + end.size());
    return taken;
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (!text.empty()) parts.emplace_back(trim(take_until(text, {&at, 1})));
    return parts;
}

class ListingReader {
  public:
    std::vector<Function> read(std::string_view listing) {
        while (!listing.empty()) {
            line_ = trim(take_until(listing, "\n"));
            ++number_;
            if (line_.starts_with("//--") || line_.starts_with(".section")) {
                close();
            } else if (line_.starts_with(".target") || line_.starts_with(".headerflags")) {
                architecture();
            } else if (line_.ends_with(":")) {
                label(line_.substr(0, line_.size() - 1));
            } else if (line_.starts_with("/*")) {
                instruction();
            }
        }
        close();
        return std::move(functions_);
    }

  private:
    // Reads `.target sm_90`, or in cubins of CUDA 12 `.headerflags @"... EF_CUDA_SM90 ..."`.
    void architecture() {
        for (const std::string_view before : {"sm_", "EF_CUDA_SM"}) {
            const size_t at = line_.find(before);
            if (at == line_.npos) continue;
            const std::string_view rest = line_.substr(at + before.size());
            architecture_ = "sm_" + std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
            return;
        }
        fail("no architecture");
    }

    // `.text.NAME:` begins a function; other labels are places in it.
    void label(std::string_view name) {
        constexpr std::string_view begin = ".text.";
        if (name.starts_with(begin)) {
            functions_.push_back({std::string(name.substr(begin.size())), architecture_, {}});
            is_open_ = true;
        } else if (is_open_) {
            places_[std::string(name)] = functions_.back().code.size();
        }
    }

    void instruction() {
        if (!is_open_) fail("an instruction outside a function");
        std::string_view rest = line_;
        take_until(rest, "*/");
        if (!rest.ends_with(';')) fail("no instruction");
        rest.remove_suffix(1);
        rest = trim(rest);
        Instruction made{
            .text = std::string(rest), .guard = {}, .opcode = {}, .modifiers = {}, .operands = {}};
        if (rest.starts_with('@')) {
            made.guard = take_until(rest, " ").substr(1);
            rest = trim(rest);
        }
        made.modifiers = split(take_until(rest, " "), '.');
        if (made.modifiers.empty()) fail("no instruction");
        made.opcode = made.modifiers.front();
        made.modifiers.erase(made.modifiers.begin());
        made.operands = split(trim(rest), ',');
        functions_.back().code.push_back(std::move(made));
    }

    // Resolves the targets of branches, `(.L_x_0)` in back quotes.
    void close() {
        if (!is_open_) return;
        Function& function = functions_.back();
        for (Instruction& instruction : function.code) {
            for (const std::string& operand : instruction.operands) {
                if (!operand.starts_with("`(") || !operand.ends_with(')')) continue;
                const auto place = places_.find(operand.substr(2, operand.size() - 3));
                if (place == places_.end())
                    throw std::runtime_error(function.name + ": no such place: " + instruction.text);
                instruction.target = place->second;
            }
        }
        places_.clear();
        is_open_ = false;
    }

    [[noreturn]] void fail(const char* reason) const {
        throw std::runtime_error("line " + std::to_string(number_) + " of the listing: " + reason + ": " +
                                 std::string(line_));
    }

    std::vector<Function> functions_;
    std::map<std::string, size_t> places_;  // label -> index of the next instruction
    std::string architecture_;
    std::string_view line_;
    size_t number_ = 0;
    bool is_open_ = false;
};

}  // namespace

std::vector<Function> parse(std::string_view listing) { return ListingReader().read(listing); }

const Function& find(const std::vector<Function>& functions, std::string_view name) {
    const auto found = std::ranges::find(functions, name, &Function::name);
    if (found == functions.end())
        throw std::runtime_error("the listing has no function " + std::string(name));
    return *found;
}

}  // namespace limbsmith::sass
