#include "cli/results.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <span>
#include <system_error>
#include <utility>

#include "files/target.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::cli {
namespace {

std::vector<int> rows_from(int first, int count) {
    std::vector<int> rows(static_cast<size_t>(count));
    std::iota(rows.begin(), rows.end(), first);
    return rows;
}

// The words of an output in a file.
int words_in_file(const ir::Output& output, Width width) {
    const auto words = static_cast<int>(output.words.size());
    if (output.representation.used) return output.representation.used;
    if (output.representation == repr::wide) return width.wide_limbs();
    return words == width.limbs() ? value_limbs(width) : words;
}

// Whether both names lead to one file or one stream.
bool is_one_place(const std::string& one, const std::string& other) {
    const auto place = [](const std::string& name) {
        const runtime::Target target = runtime::target_of(name == "-" ? "/dev/stdout" : name);
        std::error_code none;
        return target.descriptor ? std::pair(std::filesystem::path(), *target.descriptor)
                                 : std::pair(std::filesystem::weakly_canonical(target.file, none), -1);
    };
    return one == other || place(one) == place(other);
}

}  // namespace

runtime::Form in_digits(const ir::Representation& places, int words) {
    runtime::Form form{limb_bits * words};
    form.digits = SignedDigits{places.base, places.bound, words};
    return form;
}

Results results(const ir::Program& meaning, Width width, bool has_exact_sum, runtime::Sign sign) {
    Results all;
    int first = 0;
    for (const ir::Output& output : meaning.outputs) {
        if (has_exact_sum && !all.empty()) {
            if (width.bits % limb_bits != 0) break;  // numbers of the width have no carry out of their limbs
            all[0].rows.push_back(first);
            all[0].form.bits += limb_bits;
            if (auto& digits = all[0].form.digits) ++digits->count;  // the transfer is the digit on top
            break;
        }
        const int words = words_in_file(output, width);
        const ir::Representation& by = output.representation;
        const runtime::Form form = by.is_bytes()    ? runtime::Form{8 * width.bytes(), true}
                                   : by.is_places() ? in_digits(by, words)
                                   : by == ir::signed_word
                                       ? runtime::Form{limb_bits, false, runtime::Sign::twos_complement}
                                       : runtime::Form{limb_bits * words, false, sign};
        all.push_back({output.name, rows_from(first, words), form});
        first += static_cast<int>(output.words.size());
    }
    return all;
}

Results packed(const Results& all) {
    if (all.size() == 1) return all;
    Result one{"all", {}, {0}};
    for (const Result& it : all) {
        one.rows.insert(one.rows.end(), it.rows.begin(), it.rows.end());
        one.form.bits += limb_bits * static_cast<int>(it.rows.size());
    }
    return {one};
}

std::vector<runtime::Column> columns(const uint32_t* words, size_t count, const Results& all) {
    std::vector<runtime::Column> made;
    for (const Result& it : all) {
        runtime::Numbers& column =
            made.emplace_back(runtime::Numbers(static_cast<int>(it.rows.size()), count), it.form).numbers;
        for (size_t i = 0; i < it.rows.size(); ++i)
            std::copy_n(words + static_cast<size_t>(it.rows[i]) * count, count,
                        column.words.begin() + i * count);
    }
    return made;
}

runtime::Numbers words_of(const std::vector<runtime::Numbers>& columns, const Results& all, int count) {
    runtime::Numbers words(count, columns[0].count);
    words.first = columns[0].first;
    words.lines = columns[0].lines;
    for (size_t c = 0; c < all.size(); ++c)
        for (size_t i = 0; i < all[c].rows.size(); ++i)
            std::copy_n(columns[c].row(static_cast<int>(i)), words.count,
                        words.words.begin() + all[c].rows[i] * words.count);
    return words;
}

std::vector<std::string> result_files(const std::string& names, const Results& all) {
    if (all.size() == 1) return {names};
    std::vector<std::string> files;
    for (size_t begin = 0; begin <= names.size();) {
        const size_t end = std::min(names.find(',', begin), names.size());
        files.push_back(names.substr(begin, end - begin));
        begin = end + 1;
    }
    std::vector<std::string> own;
    for (const Result& it : all) own.push_back(it.name);
    if (files.size() != 1 && files.size() != all.size())
        throw usage_error(fmt::format("{} for {} ({}): give one file, or one for each",
                                      counted(files.size(), "file"), counted(all.size(), "result"),
                                      fmt::join(own, ", ")));
    if (files.size() == 1 && names.ends_with(".bin"))
        throw usage_error(
            fmt::format("{} cannot hold {}: give a .bin for each ({}), such as {}.bin, or --packed", names,
                        counted(all.size(), "result"), fmt::join(own, ", "), fmt::join(own, ".bin,")));
    return files;
}

ResultReader::ResultReader(std::vector<std::string> files, const Results& all, runtime::Layout layout)
    : names_(std::move(files)) {
    const size_t each = names_.size() == 1 ? all.size() : 1;  // columns of a file
    for (size_t i = 0; i < names_.size(); ++i) {
        std::vector<runtime::Form> forms;
        for (size_t c = 0; c < each; ++c) forms.push_back(all[i * each + c].form);
        files_.push_back(std::make_unique<runtime::ColumnReader>(names_[i], std::move(forms), layout));
    }
}

std::vector<runtime::Numbers> ResultReader::read(size_t most) {
    std::vector<runtime::Numbers> columns;
    for (size_t i = 0; i < files_.size(); ++i) {
        std::vector<runtime::Numbers> own = files_[i]->read(most);
        if (i != 0 && own[0].count != columns[0].count)
            throw runtime::InputError(fmt::format("files of different lengths: {} has {}, {} has {}",
                                                  names_[0], counted(files_[0]->count_to_end(), "number"),
                                                  names_[i], files_[i]->count_to_end()));
        std::ranges::move(own, std::back_inserter(columns));
    }
    return columns;
}

size_t ResultReader::count_to_end() { return files_[0]->count_to_end(); }

ResultFiles::ResultFiles(const std::string& names, const Results& all, runtime::Layout layout,
                         runtime::Radix radix)
    : names_(result_files(names, all)) {
    for (size_t i = 0; i < names_.size(); ++i) {
        for (size_t before = 0; before < i; ++before)
            if (is_one_place(names_[before], names_[i]))
                throw usage_error(fmt::format("two results cannot both go to {}", names_[i]));
        outputs_.emplace_back(names_[i], layout, radix);
    }
}

bool ResultFiles::have(const std::string& name) const {
    return std::ranges::any_of(names_, [&](const std::string& own) { return is_one_place(own, name); });
}

void ResultFiles::append(const std::vector<runtime::Column>& columns) {
    const size_t each = names_.size() == 1 ? columns.size() : 1;  // columns of a file
    for (size_t i = 0; i < outputs_.size(); ++i)
        outputs_[i].append(std::span(columns).subspan(i * each, each));
}

void ResultFiles::finish() {
    for (NumberOutput& it : outputs_) it.finish();
}

}  // namespace limbsmith::cli
