// Accumulators as bytes, to keep, and to send to another process.
//
// Little-endian, at byte 0: "limb.sum"; 8: version, 4 bytes; 12: flags, 4 bytes (bit 0: +0 was added, 1: −0, 2: another finite
// number); 16: the numbers of +∞, −∞ and NaN, 8 bytes each; 40: 136 chunks, 8 bytes each, after carries have moved; 1128: 64-bit
// FNV-1a of all bytes before, by which any one wrong byte is found.
#include <algorithm>
#include <string_view>

#include "limbsmith/sum/accumulator.hpp"

namespace limbsmith::sum {
namespace {

constexpr std::string_view magic = "limb.sum";
constexpr std::uint32_t version = 1;

void append(std::string& to, std::uint64_t word, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(word >> (8 * i) & 0xff));
}

std::uint64_t word_at(span<const char> bytes, std::size_t place, int count) {
    std::uint64_t word = 0;
    for (int i = 0; i < count; ++i)
        word |= std::uint64_t(static_cast<unsigned char>(bytes[place + std::size_t(i)])) << (8 * i);
    return word;
}

std::uint64_t digest(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

[[noreturn]] void refuse(const std::string& why) {
    throw runtime::InputError("not the bytes of an accumulator: " + why);
}

}  // namespace

std::string Accumulator::to_bytes() const {
    const Special special = this->special();
    std::string bytes(magic);
    append(bytes, version, 4);
    append(bytes, special.has_positive_zero | special.has_negative_zero << 1 | special.has_nonzero << 2, 4);
    for (const std::uint64_t count : {special.positive_infinities, special.negative_infinities, special.nans})
        append(bytes, count, 8);
    for (const std::int64_t chunk : chunks()) append(bytes, static_cast<std::uint64_t>(chunk), 8);
    append(bytes, digest(bytes), 8);
    return bytes;
}

Accumulator Accumulator::from_bytes(span<const char> bytes) {
    const std::string_view all(bytes.data(), bytes.size());
    if (all.substr(0, magic.size()) != magic) refuse("they do not begin with \"limb.sum\"");
    if (bytes.size() < 12) refuse("they end after " + std::to_string(bytes.size()) + " bytes");
    if (const auto found = word_at(bytes, 8, 4); found != version)
        refuse("version " + std::to_string(found) + ", not " + std::to_string(version));
    if (bytes.size() != byte_count)
        refuse("there are " + std::to_string(bytes.size()) + ", not " + std::to_string(byte_count));
    if (word_at(bytes, byte_count - 8, 8) != digest(all.substr(0, byte_count - 8)))
        refuse("their checksum is wrong, so some have changed");
    const std::uint64_t flags = word_at(bytes, 12, 4);
    if (flags > 7) refuse("unknown flags");
    Accumulator made;
    for (std::size_t i = 0; i < chunk_count; ++i)
        made.chunks_[i] = static_cast<std::int64_t>(word_at(bytes, 40 + 8 * i, 8));
    const auto is_carried = [](std::int64_t chunk) {
        return chunk >= 0 && chunk < std::int64_t(1) << chunk_bits;
    };
    if (!std::all_of(made.chunks_.begin(), made.chunks_.end() - 1, is_carried) ||
        made.chunks_.back() < -(std::int64_t(1) << 62) || made.chunks_.back() >= std::int64_t(1) << 62)
        refuse("a chunk is out of range");
    made.special_ = {word_at(bytes, 16, 8), word_at(bytes, 24, 8), word_at(bytes, 32, 8),
                     (flags & 1) != 0,      (flags & 2) != 0,      (flags & 4) != 0};
    const bool is_zero =
        std::all_of(made.chunks_.begin(), made.chunks_.end(), [](std::int64_t c) { return c == 0; });
    if (word_at(made.to_bytes(), 12, 4) != flags ||
        (made.is_finite() && !is_zero && !made.special_.has_nonzero))
        refuse("the flags do not fit the terms");
    return made;
}

}  // namespace limbsmith::sum
