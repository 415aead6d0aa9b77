#include "pool/gpu/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "limbsmith/error.hpp"

namespace limbsmith::pool {
namespace {

using shape::Entry, shape::unit_words;

static_assert(GMP_NUMB_BITS == 64 && std::endian::native == std::endian::little,
              "two words of a number are one limb of GMP's");

constexpr size_t first_staging = 1u << 18;                                           // words
constexpr uint64_t least_kept = uint64_t{1} << 30;                                   // words
constexpr uint64_t least_slab = 1u << 24;                                            // words
constexpr uint32_t lanes_of_pack = 4, groups_of_pack = grid::lanes / lanes_of_pack;  // in a warp

std::span<const uint32_t> words_of(const std::vector<Entry>& of) {
    return {reinterpret_cast<const uint32_t*>(of.data()), of.size() * shape::entry_words};
}

void grow(grid::Range& range, uint64_t words) {
    if (words <= range.size()) return;
    try {
        range.grow(std::max({words, range.size() + range.size() / 2, least_slab}));
    } catch (const runtime::OutOfMemory&) {
        range.grow(words);  // there may be room for this, if not for more
    }
}

}  // namespace

Device::Numbers::Numbers(grid::Machine& machine, size_t most_staging)
    : machine_(machine),
      most_staging_(most_staging),
      memory_(machine.range(most_units * unit_words)),
      table_(machine.range((uint64_t{1} << 30) * shape::entry_words)) {
    grow(*memory_, unit_words);
    std::array<uint32_t, unit_words> one{1};
    machine_.write(memory_->words(), one);
}

Device::Numbers::~Numbers() {
    try {
        machine_.finish_copies();
    } catch (const std::exception&) {
        // the device is lost
    }
}

void Device::Numbers::need_units(uint64_t units) {
    if (used_ + units > most_units)
        throw runtime::OutOfMemory("a pool on a GPU has at most 2^32 units of 256 bits; use compact()");
    grow(*memory_, (used_ + units) * unit_words);
}

void Device::Numbers::need_slots(uint32_t count) { grow(*table_, uint64_t{count} * shape::entry_words); }

// Where the next so many units are written by the host.
uint32_t* Device::Numbers::stage(uint64_t units) {
    const size_t words = units * unit_words;
    Staging* current = &staging_[current_];
    if (filled_ + words > current->capacity) {
        send();
        current = &staging_[current_];
        if (words > current->capacity || current->capacity < most_staging_) {
            const size_t wanted =
                std::max({words, std::min(std::max(first_staging, 2 * current->capacity), most_staging_)});
            current->words = machine_.host_memory(wanted);
            current->capacity = wanted;
        }
    }
    return current->words.get() + filled_;
}

// Starts the copy of the staged words, and takes the other memory.
void Device::Numbers::send() {
    if (filled_ == 0) return;
    machine_.finish_copies();  // of the other one
    machine_.start_write(memory_->words() + first_ * unit_words, {staging_[current_].words.get(), filled_});
    current_ = 1 - current_;
    filled_ = 0;
}

void Device::Numbers::put(uint32_t slot, const mpz_class& value) {
    const mpz_srcptr it = value.get_mpz_t();
    const size_t limbs = mpz_size(it);
    Entry entry{0, 0, 0, slot};
    need_slots(slot + 1);
    if (limbs) {
        entry.bits = static_cast<uint32_t>(mpz_sizeinbase(it, 2));
        entry.flags = sgn(value) < 0 ? shape::negative : 0;
        const uint64_t units = shape::units_of(entry.bits);
        need_units(units);
        uint32_t* to = stage(units);
        if (filled_ == 0) first_ = used_;
        entry.unit = static_cast<uint32_t>(used_);
        std::memcpy(to, mpz_limbs_read(it), limbs * sizeof(mp_limb_t));
        std::fill(to + 2 * limbs, to + units * unit_words, 0u);
        filled_ += units * unit_words;
        used_ += units;
    }
    entered_.push_back(entry);
}

void Device::Numbers::enter(const Entry& entry) {
    need_slots(entry.slot + 1);
    entered_.push_back(entry);
}

void Device::Numbers::flush() {
    send();
    if (entered_.empty()) return;
    const grid::Memory items = machine_.allocate(entered_.size() * shape::entry_words);
    machine_.pass(items.get(), words_of(entered_));
    const auto count = static_cast<uint32_t>(entered_.size());
    machine_.launch("pool_enter", groups_of_warps(count), 1,
                    std::vector<grid::Argument>{grid::Table{items.get()}, table(), count});
    entered_.clear();
}

std::vector<uint32_t> Device::Numbers::rows(std::span<const uint32_t> places, const uint32_t* table) {
    static_assert(sizeof(shape::Plan) == sizeof(shape::Entry));
    std::vector<uint32_t> found(places.size() * shape::entry_words);
    if (places.empty()) return found;
    const grid::Memory given = machine_.allocate(places.size()), taken = machine_.allocate(found.size());
    machine_.write(given.get(), places);
    const auto count = static_cast<uint32_t>(places.size());
    machine_.launch("pool_look", groups_of_warps(count), 1,
                    std::vector<grid::Argument>{grid::Table{given.get()}, grid::Table{table},
                                                grid::Table{taken.get()}, count});
    machine_.read(taken.get(), found);
    return found;
}

std::vector<Entry> Device::Numbers::entries(std::span<const uint32_t> slots) {
    const std::vector<uint32_t> words = rows(slots, table_->words());
    std::vector<Entry> found;
    for (size_t k = 0; k < slots.size(); ++k)
        found.push_back({words[4 * k], words[4 * k + 1], words[4 * k + 2], slots[k]});
    return found;
}

std::vector<shape::Plan> Device::Numbers::plans(std::span<const uint32_t> places, const uint32_t* all) {
    const std::vector<uint32_t> words = rows(places, all);
    std::vector<shape::Plan> found;
    for (size_t k = 0; k < places.size(); ++k)
        found.push_back({words[4 * k], words[4 * k + 1], words[4 * k + 2], 0});
    return found;
}

void Device::Numbers::pack(std::span<const Item> items, uint32_t* to, uint32_t moved_to) {
    std::vector<Item> pieces;
    pieces.reserve(items.size());
    for (const Item& it : items) {
        pieces.push_back({it.unit, std::min(it.units, most_units_of_piece), it.begin, it.slot});
        for (uint32_t at = most_units_of_piece; at < it.units; at += most_units_of_piece)
            pieces.push_back(
                {it.unit + at, std::min(it.units - at, most_units_of_piece), it.begin + at, shape::no_slot});
    }
    const grid::Memory on_device = machine_.allocate(words_of(pieces).size());
    machine_.write(on_device.get(), words_of(pieces));
    pack(on_device.get(), static_cast<uint32_t>(pieces.size()), to, moved_to);
}

void Device::Numbers::pack(const uint32_t* items, uint32_t count, uint32_t* to, uint32_t moved_to) {
    const uint32_t groups = (count + groups_of_pack - 1) / groups_of_pack * groups_of_pack;
    machine_.launch(
        "pool_pack", groups, 1,
        std::vector<grid::Argument>{memory(), table(), grid::Table{items}, grid::Table{to}, count, moved_to},
        lanes_of_pack);
}

PackedNumbers Device::Numbers::packed(std::span<const Entry> numbers) {
    PackedNumbers made;
    std::vector<Item> items;
    const uint64_t most = most_staging_ / unit_words;
    for (const Entry& it : numbers) {
        const uint32_t units = it.unit == 0 ? 0 : shape::units_of(it.bits);
        if (!items.empty() && made.units + units > most) break;
        made.entries.push_back(it);
        if (units == 0) continue;
        made.entries.back().unit = static_cast<uint32_t>(made.units);
        items.push_back({it.unit, units, static_cast<uint32_t>(made.units), it.slot});
        made.units += units;
    }
    if (items.empty()) return made;
    made.words = machine_.allocate(made.units * unit_words);
    pack(items, made.words.get(), 0);
    return made;
}

void Device::Numbers::take_in(const PackedNumbers& numbers, grid::Machine& from) {
    flush();
    for (const Entry& it : numbers.entries) need_slots(it.slot + 1);
    const uint64_t units = numbers.units - 1;
    need_units(units);
    if (units) {
        const grid::Memory here = machine_.allocate(numbers.units * unit_words);
        machine_.copy_from(from, here.get(), numbers.words.get(), numbers.units * unit_words);
        machine_.copy(memory_->words() + used_ * unit_words, here.get() + unit_words, units * unit_words);
    }
    for (Entry it : numbers.entries) {
        if (it.unit) it.unit += static_cast<uint32_t>(used_ - 1);
        entered_.push_back(it);
    }
    take(units);
    flush();
}

// In portions, from the lowest unit on: each is copied to other memory and back to where it belongs, which is not above
// where it was. Numbers that are the same units stay so.
void Device::Numbers::compact(std::span<const uint32_t> slots) {
    flush();
    std::vector<Entry> kept = entries(slots);
    std::erase_if(kept, [](const Entry& it) { return it.bits == 0 || it.unit == 0; });
    std::ranges::stable_sort(kept, {}, &Entry::unit);
    const uint64_t most = most_staging_ / unit_words;
    uint64_t end = 1;
    for (size_t first = 0; first < kept.size();) {
        std::vector<Item> items;
        uint64_t units = 0;
        size_t last = first;
        for (; last < kept.size(); ++last) {
            const Entry& it = kept[last];
            const bool is_new = last == first || it.unit != kept[last - 1].unit;
            const uint32_t of_it = is_new ? shape::units_of(it.bits) : 0;
            if (is_new && units && units + of_it > most) break;  // copies stay with their number
            items.push_back(
                {it.unit, of_it, is_new ? static_cast<uint32_t>(units) : items.back().begin, it.slot});
            units += of_it;
        }
        const grid::Memory copy = machine_.allocate(units * unit_words);
        pack(items, copy.get(), static_cast<uint32_t>(end));
        machine_.copy(memory_->words() + end * unit_words, copy.get(), units * unit_words);
        end += units;
        first = last;
    }
    used_ = end;
    memory_->shrink(std::max(2 * used_ * unit_words, least_kept));  // these may be needed again
}

}  // namespace limbsmith::pool
