#include "files/column_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>

#include "files/text.hpp"
#include "limbsmith/cores.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr size_t chunk = 1 << 20;  // bytes that are read at a time
constexpr size_t longest_line = size_t{1} << 27;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view trimmed(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// The words of a line, separated by blanks.
std::vector<std::string_view> words_in(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line = trimmed(line.substr(end));
    }
    return words;
}

// Calls work(k) for all numbers of a block, on all cores. Throws the InputError of the first number that has one.
template <class Work>
void on_all_numbers(size_t count, const Work& work) {
    std::mutex mutex;
    size_t first_wrong = count;
    std::exception_ptr wrong;
    on_all_cores(static_cast<index64>(count), [&](index64 first, index64 last) {
        auto k = static_cast<size_t>(first);
        try {
            for (; k < static_cast<size_t>(last); ++k) work(k);
        } catch (const InputError&) {
            const std::lock_guard lock(mutex);
            if (k < first_wrong) first_wrong = k, wrong = std::current_exception();
        }
    });
    if (wrong) std::rethrow_exception(wrong);
}

// Numbers first, first + 1, ... of a block from their bytes, one number after the other.
void take_numbers(std::string_view bytes, size_t first, Numbers& block) {
    for (size_t done = 0; done < bytes.size(); ++first)
        for (int i = 0; i < block.limbs; ++i, done += sizeof(uint32_t))
            std::memcpy(&block.words[i * block.count + first], &bytes[done], sizeof(uint32_t));
}

}  // namespace

ColumnReader::ColumnReader(const std::filesystem::path& path, std::vector<Form> forms, Layout layout)
    : name_(path.string()),
      forms_(std::move(forms)),
      layout_(layout),
      is_raw_(path.extension() == ".bin"),
      file_(path) {}

std::vector<Numbers> ColumnReader::read(size_t most) {
    std::vector<Numbers> columns;
    if (is_raw_)
        columns.push_back(read_raw(most));
    else
        columns = read_text(most);
    count_ += columns[0].count;
    return columns;
}

void ColumnReader::skip(size_t numbers) {
    constexpr size_t most = 1 << 16;
    const size_t size = sizeof(uint32_t) * forms_[0].limbs();
    if (is_raw_ && (file_.size() || layout_ == Layout::limb_major)) {
        count_ = std::min<uint64_t>(numbers, raw_bytes() / size);
    } else if (is_raw_) {
        count_ = numbers;
        file_.skip(count_ * size);
    }
    while (!is_raw_ && count_ < numbers) {
        const size_t some = take_lines(std::min(most, numbers - count_)).size();
        if (some == 0) return;
        count_ += some;
    }
}

size_t ColumnReader::count_to_end() {
    while (read(1 << 14)[0].count != 0) {
    }
    return count_;
}

// Reads on; returns false at the end of the file.
bool ColumnReader::fill() {
    const size_t before = text_.size();
    text_.resize(before + chunk);
    const size_t got = file_.read(std::span(text_).subspan(before));
    text_.resize(before + got);
    is_ended_ = got == 0;
    return !is_ended_;
}

void ColumnReader::begin_text() {
    is_begun_ = true;
    constexpr size_t longest_mark = 8;
    while (text_.size() < longest_mark && fill()) {
    }
    require_text(text_, name_);
    if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
}

std::vector<ColumnReader::Line> ColumnReader::take_lines(size_t most) {
    text_.erase(0, taken_);
    if (!is_begun_) begin_text();
    std::vector<Line> lines;
    size_t begin = 0, searched = 0;
    while (lines.size() < most) {
        const size_t end = text_.find('\n', std::max(begin, searched));
        if (end != std::string::npos) {
            take_line(begin, end, lines);
            begin = end + 1;
        } else if (!is_ended_) {
            searched = text_.size();
            if (searched - begin > longest_line)
                throw InputError(
                    fmt::format("{}:{}: a line of more than {} characters", name_, lines_ + 1, longest_line));
            fill();
        } else {
            if (begin < text_.size()) take_line(begin, text_.size(), lines);
            begin = text_.size();
            break;
        }
    }
    taken_ = begin;
    return lines;
}

// Without its comment. A blank line between numbers may be a lost number.
void ColumnReader::take_line(size_t begin, size_t end, std::vector<Line>& lines) {
    ++lines_;
    const std::string_view whole(text_.data() + begin, end - begin);
    const size_t comment = std::min(whole.find('#'), whole.size());
    const std::string_view numbers = trimmed(whole.substr(0, comment));
    if (numbers.empty()) {
        if (comment == whole.size() && blank_ == 0 && count_ + lines.size() != 0) blank_ = lines_;
        return;
    }
    if (blank_ != 0)
        throw InputError(fmt::format("{}:{}: '' is not a number: a blank line among numbers", name_, blank_));
    lines.push_back({static_cast<size_t>(numbers.data() - text_.data()), numbers.size(), lines_});
}

std::vector<Numbers> ColumnReader::read_text(size_t most) {
    const std::vector<Line> lines = take_lines(most);
    std::vector<Numbers> columns;
    for (const Form& form : forms_) {
        Numbers& column = columns.emplace_back(form.limbs(), lines.size());
        column.first = count_;
        if (!lines.empty() && lines.back().number != count_ + lines.size())
            for (const Line& line : lines) column.lines.push_back(line.number);
    }
    on_all_numbers(lines.size(), [&](size_t k) { parse(lines[k], k, columns); });
    return columns;
}

void ColumnReader::parse(const Line& line, size_t k, std::vector<Numbers>& columns) const {
    const std::string_view whole(text_.data() + line.begin, line.size);
    const Place place{name_, line.number};
    // a line with one column is one number, so that a message shows all of it
    const std::vector<std::string_view> words = forms_.size() == 1 ? std::vector{whole} : words_in(whole);
    if (words.size() != forms_.size())
        throw InputError(
            fmt::format("{}: {} is not {} numbers", place.text(), shortened(whole), forms_.size()));
    std::vector<uint32_t> limbs;
    for (size_t c = 0; c < forms_.size(); ++c) {
        limbs.resize(columns[c].limbs);
        parse_into(words[c], forms_[c], k, place, limbs.data());
        for (int i = 0; i < columns[c].limbs; ++i) columns[c].words[i * columns[c].count + k] = limbs[i];
    }
}

void ColumnReader::refuse_size(uint64_t bytes) const {
    const int limbs = forms_[0].limbs();
    throw InputError(fmt::format("{}: truncated: {} byte{} do not divide into {}-byte numbers ({} bit{})",
                                 name_, bytes, bytes == 1 ? "" : "s", limbs * sizeof(uint32_t),
                                 forms_[0].bits, forms_[0].bits == 1 ? "" : "s"));
}

Numbers ColumnReader::read_raw(size_t most) {
    Numbers block = layout_ == Layout::limb_major ? raw_limbs(most) : raw_numbers(most);
    block.first = count_;
    check_raw(block);
    return block;
}

// Each thread reads its part of a file that has places.
Numbers ColumnReader::raw_numbers(size_t most) {
    const size_t size = sizeof(uint32_t) * forms_[0].limbs();
    if (!file_.size()) return streamed_numbers(most);
    if (*file_.size() % size != 0) refuse_size(*file_.size());
    Numbers block(forms_[0].limbs(), std::min<uint64_t>(most, *file_.size() / size - count_));
    on_all_cores(static_cast<index64>(block.count), [&](index64 first, index64 last) {
        std::string bytes((last - first) * size, '\0');
        file_.read_at((count_ + first) * size, bytes);
        take_numbers(bytes, first, block);
    });
    return block;
}

Numbers ColumnReader::streamed_numbers(size_t most) {
    const size_t size = sizeof(uint32_t) * forms_[0].limbs();
    text_.erase(0, taken_);
    while (text_.size() / size < most && fill()) {
    }
    if (is_ended_ && text_.size() % size != 0) refuse_size(count_ * size + text_.size());
    Numbers block(forms_[0].limbs(), std::min(most, text_.size() / size));
    taken_ = block.count * size;
    take_numbers(std::string_view(text_).substr(0, taken_), 0, block);
    return block;
}

// A file that has no places is read whole.
uint64_t ColumnReader::raw_bytes() {
    while (!file_.size() && fill()) {
    }
    return file_.size().value_or(text_.size());
}

// Each limb is somewhere else in the file.
Numbers ColumnReader::raw_limbs(size_t most) {
    const size_t size = sizeof(uint32_t) * forms_[0].limbs();
    const uint64_t bytes = raw_bytes(), all = bytes / size;
    if (bytes % size != 0) refuse_size(bytes);
    Numbers block(forms_[0].limbs(), std::min<uint64_t>(most, all - count_));
    for (int i = 0; i < block.limbs; ++i) {
        const std::span<char> to(reinterpret_cast<char*>(block.words.data() + i * block.count),
                                 block.count * sizeof(uint32_t));
        const uint64_t from = (i * all + count_) * sizeof(uint32_t);
        if (file_.size())
            file_.read_at(from, to);
        else
            std::ranges::copy(std::string_view(text_).substr(from, to.size()), to.begin());
    }
    return block;
}

void ColumnReader::check_raw(Numbers& block) const {
    const Form& form = forms_[0];
    const bool all_fit = !form.reduce && !form.digits && form.bits == 32 * form.limbs();
    if (all_fit) return;
    on_all_numbers(block.count, [&](size_t k) {
        std::vector<uint32_t> limbs = block.number(k);
        const Place place{name_, block.line(k)};
        if (form.reduce) {
            limbs = words_of(value_of(limbs), form, place.text(), k);
            for (int i = 0; i < block.limbs; ++i) block.words[i * block.count + k] = limbs[i];
        }
        require_fit(limbs, form, place);
    });
}

}  // namespace limbsmith::runtime
