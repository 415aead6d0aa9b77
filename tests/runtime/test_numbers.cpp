// Files of numbers: text, raw limbs, and every way in which a file can be wrong.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "files/column_reader.hpp"
#include "files/numbers.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::test {
namespace {

using namespace runtime;
namespace fs = std::filesystem;

// A temporary folder, removed with its contents.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~TemporaryFolder() { fs::remove_all(path); }
    fs::path path;
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::vector<Numbers> read_columns(const fs::path& file, const std::vector<Form>& forms, Layout layout,
                                  size_t most = SIZE_MAX) {
    return ColumnReader(file, forms, layout).read(most);
}

Numbers read_numbers(const fs::path& file, const Form& form, Layout layout) {
    return read_columns(file, {form}, layout)[0];
}

Numbers read(const std::string& content, int bits, const char* name = "a.txt",
             Layout layout = Layout::number_major) {
    const TemporaryFolder folder;
    std::ofstream(folder.path / name, std::ios::binary) << content;
    return read_numbers(folder.path / name, {bits}, layout);
}

std::string refusal(const std::string& content, int bits, const char* name = "a.txt") {
    try {
        read(content, bits, name);
        return {};
    } catch (const InputError& error) {
        return error.what();
    }
}

using Words = std::vector<uint32_t>;

std::string text(const Column& column, Radix radix = Radix::hex) { return to_text({&column, 1}, radix); }

}  // namespace

TEST_CASE("text is read in decimal and hexadecimal") {
    const Numbers numbers = read("0\n18446744073709551616\n0xDeadBeef0123456789\r\n  7  ", 72);
    REQUIRE(numbers.count == 4);
    CHECK(numbers.limbs == 3);
    CHECK(numbers.number(0) == Words{0, 0, 0});
    CHECK(numbers.number(1) == Words{0, 0, 1});
    CHECK(numbers.number(2) == Words{0x23456789, 0xadbeef01, 0xde});
    CHECK(numbers.number(3) == Words{7, 0, 0});
}

TEST_CASE("hexadecimal digits land in their limbs") {
    CHECK(read("0x123456789abcdef0fedcba98", 96).number(0) == Words{0xfedcba98, 0x9abcdef0, 0x12345678});
    CHECK(read("0x0000000000000000000000000001", 32).number(0) == Words{1});
}

TEST_CASE("each number keeps the line that it was read from") {
    const Numbers plain = read("1\n2\n\n", 32);
    CHECK(plain.count == 2);
    CHECK(plain.line(1) == 2);
    const Numbers numbers = read("\xef\xbb\xbf# two\n\n 1 # one\n#\n0x2\n\n# end", 32);
    REQUIRE(numbers.count == 2);
    CHECK(numbers.number(0) == Words{1});
    CHECK(numbers.number(1) == Words{2});
    CHECK(numbers.line(0) == 3);
    CHECK(numbers.line(1) == 5);
    CHECK(
        contains(refusal("# one\n1\n\n2\n", 32), "a.txt:3: '' is not a number: a blank line among numbers"));
}

TEST_CASE("the widest numbers fit and one more does not") {
    CHECK(read("7\n0x7\n", 3).count == 2);
    CHECK(contains(refusal("7\n8\n", 3), "a.txt:2: '8' is too wide for 3 bits"));
    CHECK(contains(refusal("0x8", 3), "too wide"));
    CHECK(read("4294967295", 32).number(0) == Words{UINT32_MAX});
    CHECK(contains(refusal("4294967296", 32), "too wide"));
    CHECK(contains(refusal("0x100000000", 32), "too wide"));
    CHECK(contains(refusal(std::string(5000, '9'), 1024), "(5000 characters)"));
    CHECK(read("000000000000000000000000000000000000000000000001", 1).count == 1);
}

TEST_CASE("lines that are no numbers are refused with their place and value") {
    CHECK(contains(refusal("1\nx12\n", 32), "a.txt:2: 'x12' is not a number"));
    CHECK(contains(refusal("1\n\n2\n", 32), "a.txt:2: '' is not a number"));
    CHECK(contains(refusal("-3\n", 32), "'-3' is negative"));
    CHECK(contains(refusal("0x\n", 32), "not a number"));
    CHECK(contains(refusal("+1\n", 32), "not a number"));
    CHECK(contains(refusal("1 2\n", 32), "not a number"));
    CHECK(contains(refusal("0xfg\n", 32), "not a number"));
}

TEST_CASE("files that are compressed, or UTF-16, are called by their name") {
    const std::pair<std::string, const char*> files[] = {
        {"\x1f\x8b\x08", "a.txt is compressed by gzip, not text; decompress it first: gunzip"},
        {"\xfd"
         "7zXZ",
         "by xz"},
        {"\x28\xb5\x2f\xfd", "by zstd"},
        {"BZh9", "by bzip2"},
        {"PK\x03\x04", "a zip archive"},
        {"\xff\xfe"
         "1",
         "UTF-16"},
        {std::string("\xfe\xff\0001", 4), "UTF-16"},
        {std::string("1\0\n\0", 4), "UTF-16LE"},
        {std::string("\0001\0\n", 4), "UTF-16BE"}};
    for (const auto& [content, says] : files) CHECK_MESSAGE(contains(refusal(content, 32), says), says);
    CHECK(read(std::string("\x1f\x8b\0\0", 4), 32, "a.bin").count == 1);
}

TEST_CASE("a line without end is refused") {
    CHECK_THROWS_WITH_AS(read_numbers("/dev/zero", {32}, Layout::number_major),
                         "/dev/zero:1: a line of more than 134217728 characters", InputError);
}

TEST_CASE("strings of bytes begin with the least significant byte") {
    const TemporaryFolder folder;
    std::ofstream(folder.path / "a.txt") << "0102030405 # five\nFFfeFDfcFB\n";
    const Numbers numbers = read_numbers(folder.path / "a.txt", {40, true}, Layout::number_major);
    REQUIRE(numbers.count == 2);
    CHECK(numbers.number(0) == Words{0x04030201, 0x05});
    CHECK(numbers.number(1) == Words{0xfcfdfeff, 0xfb});
    CHECK(text({numbers, {40, true}}) == "0102030405\nfffefdfcfb\n");
    CHECK(parse_number("0a00", {16, true}, "here") == Words{0x0a});
    for (const char* bad : {"0a0", "0a00b", "0x0a", "-a00", ""})
        CHECK_THROWS_WITH_AS(parse_number(bad, {16, true}, "here"), doctest::Contains("4 hexadecimal digits"),
                             InputError);
}

TEST_CASE("raw limbs in both layouts") {
    const Numbers numbers = read("0x100000002\n0x300000004\n5", 64);
    const TemporaryFolder folder;
    for (Layout layout : {Layout::number_major, Layout::limb_major}) {
        PendingFile(folder.path / "n.bin").write(to_bytes(numbers, layout));
        CHECK(read_numbers(folder.path / "n.bin", {64}, layout).words == numbers.words);
    }
    CHECK(to_bytes(numbers, Layout::number_major) != to_bytes(numbers, Layout::limb_major));
    CHECK(contains(refusal("12345", 32, "a.bin"), "truncated: 5 bytes"));
    CHECK(contains(refusal(std::string("\x01\0\0\0\x08\0\0\0", 8), 3, "a.bin"),
                   "a.bin:2: '0x8' is too wide for 3 bits"));
}

TEST_CASE("text is written as it is read") {
    const Numbers numbers = read("0\n0x10000000000000001\n12345678901234567890123\n", 100);
    CHECK(text({numbers, {100}}) == "0x0\n0x10000000000000001\n0x29d42b64e76714244cb\n");
    CHECK(text({numbers, {100}}, Radix::decimal) == "0\n18446744073709551617\n12345678901234567890123\n");
}

TEST_CASE("a line has a number of each column") {
    const TemporaryFolder folder;
    const auto read_two = [&](const std::string& content) {
        std::ofstream(folder.path / "a.txt") << content;
        const std::vector<Form> forms{{64}, {32, false, Sign::twos_complement}};
        return read_columns(folder.path / "a.txt", forms, Layout::number_major);
    };
    const std::vector<Numbers> both = read_two("# q r\n5 -1\n\t0x100000000000000e  0x2 # two\n");
    REQUIRE(both.size() == 2);
    CHECK(both[0].number(1) == Words{0xe, 0x10000000});
    CHECK(both[1].words == Words{UINT32_MAX, 2});
    CHECK(both[1].line(0) == 2);
    const std::vector<Column> columns{{both[0], {64}}, {both[1], {32, false, Sign::twos_complement}}};
    CHECK(to_text(columns, Radix::hex) == "0x5 -0x1\n0x100000000000000e 0x2\n");
    for (const char* bad : {"1\n", "1 2 3\n"})
        CHECK_THROWS_WITH_AS(read_two(bad), doctest::Contains("is not 2 numbers"), InputError);
}

TEST_CASE("numbers in two's complement, and negative ones") {
    const TemporaryFolder folder;
    const auto words = [&](const std::string& number, Sign sign) {
        return parse_number(number, {64, false, sign}, "here");
    };
    const Words minus_two{UINT32_MAX - 1, UINT32_MAX};
    for (const Sign sign : {Sign::either, Sign::twos_complement}) {
        CHECK(words("-2", sign) == minus_two);
        CHECK(words("-0x2", sign) == minus_two);
        CHECK(words("-9223372036854775808", sign) == Words{0, 1u << 31});
        CHECK(words("0x7fffffffffffffff", sign) == Words{UINT32_MAX, INT32_MAX});
        CHECK_THROWS_WITH_AS(words("-9223372036854775809", sign),
                             doctest::Contains("is not from -2^63 to 2^6"), InputError);
        CHECK_THROWS_WITH_AS(words("--1", sign), doctest::Contains("not a number"), InputError);
        CHECK_THROWS_WITH_AS(words("-", sign), doctest::Contains("not a number"), InputError);
    }
    CHECK(words("0xfffffffffffffffe", Sign::either) == minus_two);
    CHECK_THROWS_WITH_AS(words("0x8000000000000000", Sign::twos_complement),
                         doctest::Contains("is not from -2^63 to 2^63 - 1"), InputError);
    CHECK_THROWS_WITH_AS(words("0x10000000000000000", Sign::either),
                         doctest::Contains("is not from -2^63 to 2^64 - 1"), InputError);
    Numbers numbers(2, 3);
    numbers.words = {UINT32_MAX - 1, 0, 7, UINT32_MAX, 1u << 31, 0};
    const Form form{64, false, Sign::twos_complement};
    CHECK(text({numbers, form}) == "-0x2\n-0x8000000000000000\n0x7\n");
    CHECK(text({numbers, form}, Radix::decimal) == "-2\n-9223372036854775808\n7\n");
}

TEST_CASE("any integer is read where a form reduces it") {
    const TemporaryFolder folder;
    const Form modulo_7{3, false, Sign::none, [](mpz_class& number, size_t k) {
                            number += static_cast<unsigned long>(k);
                            mpz_fdiv_r_ui(number.get_mpz_t(), number.get_mpz_t(), 7);
                        }};
    std::ofstream(folder.path / "a.txt") << "-1\n0xffffffffffffffffffffff\n6\n";
    CHECK(read_numbers(folder.path / "a.txt", modulo_7, Layout::number_major).words == Words{6, 2, 1});
    std::ofstream(folder.path / "a.bin", std::ios::binary) << std::string("\x0a\0\0\0\x06\0\0\0", 8);
    CHECK(read_numbers(folder.path / "a.bin", modulo_7, Layout::number_major).words == Words{3, 0});
}

TEST_CASE("a file is read in blocks, whose numbers know their lines") {
    const TemporaryFolder folder;
    std::string content = "# some\n\n";
    for (int k = 0; k < 1000; ++k) content += fmt::format("{}{}\n", k, k % 10 ? "" : " # ten\n#");
    content += "1000\n\n  \n# end";
    const fs::path file = folder.path / "a.txt";
    std::ofstream(file) << content;
    const Numbers all = read_numbers(file, {64}, Layout::number_major);
    REQUIRE(all.count == 1001);
    CHECK(all.line(1000) == 1103);
    for (const size_t most : {1u, 7u, 1000u, 1001u, 5000u}) {
        ColumnReader reader(file, {{64}}, Layout::number_major);
        size_t count = 0;
        while (true) {
            const Numbers block = reader.read(most)[0];
            CHECK(block.count == std::min(most, all.count - count));
            if (block.count == 0) break;
            for (size_t k = 0; k < block.count; ++k) {
                CHECK(block.number(k) == all.number(count + k));
                CHECK(block.line(k) == all.line(count + k));
            }
            count += block.count;
        }
        CHECK(count == 1001);
        CHECK(reader.count_to_end() == 1001);
    }
    // a mistake in a later block, and a blank line that ends one block
    std::ofstream(file) << content.substr(0, content.size() - 5) + "7\n";
    ColumnReader reader(file, {{64}}, Layout::number_major);
    CHECK(reader.read(1001)[0].count == 1001);
    CHECK_THROWS_WITH_AS(reader.read(10), doctest::Contains("a.txt:1104: '' is not a number"), InputError);
    std::ofstream(file) << "1\n2\nx\n4\ny\n";
    ColumnReader wrong(file, {{64}}, Layout::number_major);
    CHECK(wrong.read(2)[0].count == 2);
    CHECK_THROWS_WITH_AS(wrong.read(100), doctest::Contains("a.txt:3: 'x' is not a number"), InputError);
}

TEST_CASE("raw limbs are read in blocks, number by number and limb by limb, and from a pipe") {
    const TemporaryFolder folder;
    Numbers all(3, 1000);
    for (size_t i = 0; i < all.words.size(); ++i) all.words[i] = static_cast<uint32_t>(i * 2654435761u);
    for (const Layout layout : {Layout::number_major, Layout::limb_major}) {
        const std::string bytes = to_bytes(all, layout);
        std::ofstream(folder.path / "a.bin", std::ios::binary) << bytes;
        REQUIRE(mkfifo((folder.path / "pipe.bin").c_str(), 0600) == 0);
        for (const auto& [name, skip] :
             {std::pair{"a.bin", 0}, {"a.bin", 517}, {"pipe.bin", 0}, {"pipe.bin", 517}}) {
            std::jthread writer;
            if (std::string(name) == "pipe.bin")
                writer =
                    std::jthread([&] { std::ofstream(folder.path / "pipe.bin", std::ios::binary) << bytes; });
            ColumnReader reader(folder.path / name, {{96}}, layout);
            reader.skip(skip);
            size_t count = skip;
            for (Numbers block; (block = reader.read(300)[0]).count != 0; count += block.count)
                for (size_t k = 0; k < block.count; ++k) {
                    CHECK(block.number(k) == all.number(count + k));
                    CHECK(block.line(k) == count + k + 1);
                }
            CHECK(count == 1000);
        }
        fs::remove(folder.path / "pipe.bin");
        std::ofstream(folder.path / "a.bin", std::ios::binary) << bytes << "x";
        ColumnReader cut(folder.path / "a.bin", {{96}}, layout);
        CHECK_THROWS_WITH_AS(cut.count_to_end(), doctest::Contains("truncated: 12001 bytes"), InputError);
    }
}

TEST_CASE("a file appears whole or not at all") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "out";
    { const PendingFile dropped(file); }
    CHECK(fs::is_empty(folder.path));
    PendingFile(file).write("old");
    { const PendingFile dropped(file); }
    CHECK(read_file(file) == "old");
    PendingFile(file).write("new");
    CHECK(read_file(file) == "new");
    CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
    CHECK_THROWS_AS(PendingFile(folder.path / "none" / "out"), InputError);
    CHECK_THROWS_AS(PendingFile{folder.path}, InputError);
    CHECK_THROWS_AS(PendingFile(""), InputError);
    CHECK_THROWS_AS(read_file(folder.path), InputError);
    CHECK_THROWS_AS(read_file(folder.path / "none"), InputError);
    PendingFile("/dev/null").write("gone");
    CHECK(fs::is_character_file("/dev/null"));
}

}  // namespace limbsmith::test
