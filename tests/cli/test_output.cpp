// Files that commands write: whole, replacing an old file only when the new one is complete.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;

// Every command that writes a file; its name is to be appended.
const std::vector<Arguments> writers = {
    {"generate", "--bits", "131", "--ops", "add", "-o"},
    {"random", "--bits", "131", "--count", "5", "-o"},
    {"run", "--device", "cpu", "--bits", "131", "--op", "add", "=1", "=2", "-o"},
    {"run", "--device", "cpu", "--bits", "131", "--op", "add", "=1", "=2", "--report"},
    {"check", "--bits", "131", "--op", "add", "=1", "=2", "three.txt", "--report"},
};

Arguments to(Arguments arguments, const std::string& file) {
    arguments.push_back(file);
    return arguments;
}

}  // namespace

TEST_CASE("an existing file is replaced whole and no temporary remains") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        folder.write("out", std::string(100000, 'x'));
        done(folder, to(writer, "out"));
        CHECK(folder.contents().size() == 2);
        CHECK(!contains(folder.read("out"), "xxx"));
        CHECK(folder.read("out").ends_with("\n"));
        fs::remove(folder.path("out"));
        done(folder, to(writer, "out"));
        CHECK(folder.contents().size() == 2);
    }
}

TEST_CASE("places that cannot be written are refused by name") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        folder.write("file", "old\n");
        fs::create_directory(folder.path("folder"));
        refused(folder, to(writer, "missing/out"), exit_usage, {"cannot write", "missing/out"});
        refused(folder, to(writer, "folder"), exit_usage, {"cannot write", "folder"});
        refused(folder, to(writer, "file/out"), exit_usage, {"cannot write", "file/out"});
    }
}

TEST_CASE("files and folders without write permission are refused") {
    if (geteuid() == 0) {
        MESSAGE("skipped: root may write everywhere");
        return;
    }
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        folder.write("out", "old\n");
        fs::permissions(folder.path("out"), fs::perms::owner_read);
        refused(folder, to(writer, "out"), exit_usage, {"cannot write", "out"});
        fs::create_directory(folder.path("closed"));
        fs::permissions(folder.path("closed"), fs::perms::owner_read | fs::perms::owner_exec);
        refused(folder, to(writer, "closed/out"), exit_usage, {"cannot write", "closed/out"});
    }
}

TEST_CASE("writing to a full device fails and names the file") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        const ProcessResult result = folder.run(to(writer, "/dev/full"));
        CHECK(result.exit_code == exit_failed);
        CHECK(contains(result.err, "/dev/full"));
    }
}

TEST_CASE("help and version fail where standard output is full") {
    const TempFolder folder;
    for (const std::string text : {"--help", "--version", "run --help"}) {
        const std::string command = "'" + binary().string() + "' " + text + " > /dev/full 2> '" +
                                    folder.path("errors").string() + "'";
        CHECK(WEXITSTATUS(std::system(command.c_str())) == exit_failed);
        CHECK(contains(folder.read("errors"), "cannot write to standard output: No space left"));
    }
}

TEST_CASE("a link is written through") {
    const TempFolder folder;
    folder.write("target", "old\n");
    fs::create_symlink("target", folder.path("link"));
    done(folder, {"run", "--device", "cpu", "--bits", "8", "--op", "add", "=1", "=2", "-o", "link"});
    CHECK(fs::is_symlink(folder.path("link")));
    CHECK(folder.read("target") == "0x3\n");
    CHECK(folder.contents().size() == 2);
}

TEST_CASE("a link that leads nowhere yet is written through, a circle of them refused") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        fs::create_directory(folder.path("there"));
        fs::create_symlink("there/new", folder.path("link"));
        fs::create_symlink("link", folder.path("chain"));
        done(folder, to(writer, "chain"));
        CHECK(fs::is_symlink(folder.path("chain")));
        CHECK(fs::is_symlink(folder.path("link")));
        CHECK(fs::file_size(folder.path("there/new")) > 0);
        fs::create_symlink("circle", folder.path("circle"));
        const ProcessResult result = folder.run(to(writer, "circle"));
        CHECK(result.exit_code == exit_usage);
        CHECK(contains(result.err, "cannot write circle: "));
    }
}

TEST_CASE("standard output by name is written where it stands, not replaced") {
    for (const Arguments& writer : writers) {
        if (writer.back() != "-o") continue;
        const TempFolder folder;
        const std::string usual = done(folder, to(writer, "-"));
        for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
            CHECK(done(folder, to(writer, name)) == usual);
        CHECK(folder.contents().empty());
    }
    const TempFolder folder;  // as a shell does for `{ echo before; limbsmith ...; echo after; } > file`
    const std::string command = "{ echo before; " + binary().string() +
                                " random --bits 8 --below =1 -o /dev/stdout; echo after; } > " +
                                folder.path("file").string();
    CHECK(std::system(command.c_str()) == 0);
    CHECK(folder.read("file") == "before\n0x0\nafter\n");
    CHECK(done(folder, {"run", "--bits", "8", "--op", "add", "/dev/stdin", "=1"}, "1\n") == "0x2\n");
}

TEST_CASE("a pipe is written to and stays") {
    const TempFolder folder;
    folder.write("three.txt", "3\n");
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    for (const Arguments& writer : writers) {
        std::string got;
        std::thread reader([&] {
            std::ifstream pipe(folder.path("pipe"));
            got.assign(std::istreambuf_iterator<char>(pipe), {});
        });
        const ProcessResult result = folder.run(to(writer, "pipe"));
        reader.join();
        CHECK(result.exit_code == exit_done);
        CHECK(got.ends_with("\n"));
        CHECK(fs::is_fifo(folder.path("pipe")));
    }
}

TEST_CASE("permissions and further names of an existing file stay") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        for (const auto& [mode, has_other_name] : {std::pair{0600u, false}, {0664u, false}, {0640u, true}}) {
            CAPTURE(mode);
            folder.write("out", std::string(100000, 'x'));
            fs::permissions(folder.path("out"), static_cast<fs::perms>(mode));
            if (has_other_name) fs::create_hard_link(folder.path("out"), folder.path("other"));
            done(folder, to(writer, "out"));
            CHECK(static_cast<unsigned>(fs::status(folder.path("out")).permissions()) == mode);
            CHECK(!contains(folder.read("out"), "xxx"));
            if (has_other_name) CHECK(folder.read("other") == folder.read("out"));
        }
    }
}

TEST_CASE("a file without a name is refused") {
    for (const Arguments& writer : writers) {
        const TempFolder folder;
        folder.write("three.txt", "3\n");
        refused(folder, to(writer, ""), exit_usage, {"without a name"});
    }
    const TempFolder folder;
    refused(folder, {"bench", "--bits", "8", "--device", "cpu", "-o", ""}, exit_usage, {"without a name"});
    refused(folder, {"report", "", "-o", "page.html"}, exit_usage, {"cannot read ''"});
}

TEST_CASE("a file may be both operand and result") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    done(folder, {"run", "--device", "cpu", "--bits", "8", "--op", "add", "a.txt", "a.txt", "-o", "a.txt"});
    CHECK(folder.read("a.txt") == "0x2\n0x4\n");
    CHECK(folder.contents().size() == 1);
}

TEST_CASE("results and report must not go to the same file") {
    const TempFolder folder;
    folder.write("out", "old\n");
    refused(
        folder,
        {"run", "--device", "cpu", "--bits", "8", "--op", "add", "=1", "=2", "-o", "out", "--report", "out"},
        exit_usage, {"out"});
}

TEST_CASE("new files have the permissions that the umask leaves") {
    const TempFolder folder;
    const mode_t mask = umask(0);
    umask(mask);
    done(folder, {"run", "--device", "cpu", "--bits", "8", "--op", "add", "=1", "=2", "-o", "out"});
    CHECK((static_cast<unsigned>(fs::status(folder.path("out")).permissions()) == (0666u & ~mask)));
}

TEST_CASE("a failure after the output was opened leaves the old file") {
    const TempFolder folder;
    folder.write("out.txt", "old\n");
    folder.write("below.txt", "9\n9\n0\n");
    refused(folder, {"random", "--bits", "8", "--count", "3", "--below", "below.txt", "-o", "out.txt"},
            exit_usage, {"below.txt:3:"});
    refused(folder,
            {"run", "--device", "cpu", "--bits", "8", "--op", "add", "=1", "=2", "-o", "out.txt", "--report",
             "missing/r.json"},
            exit_usage, {"missing/r.json"});
}

}  // namespace limbsmith::test
