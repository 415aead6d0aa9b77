// mpirun -n 4 mpi_run RANGE MODULUS OPERATION OPERAND... RESULT: an operation on raw files of residues, ranges of which are computed by ranks.
//
// Files have ceil(bits/32) little-endian words a number, one number after the other. Each rank takes every n-th range of RANGE
// numbers, reads it by MPI-IO, computes it by a session, and writes RESULT.parts/k, which is there when it is whole: a run that was
// stopped goes on where it was, with any number of ranks. At last all ranks write their parts to RESULT in order, by MPI-IO.
#include <mpi.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limbsmith/session.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace limbsmith;

constexpr const char* usage =
    "usage: mpirun -n RANKS mpi_run RANGE MODULUS OPERATION OPERAND... RESULT\n"
    "Computes an operation of limbsmith list with one result on raw files of residues, in ranges of RANGE "
    "numbers. Finished\n"
    "ranges are kept in RESULT.parts, so that a run that was stopped goes on; RESULT has all results in "
    "order.\n";

void check(int code, const std::string& what) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw std::runtime_error(what + ": " + std::string(text, static_cast<size_t>(length)));
}

class File {
  public:
    File(const std::string& name, int mode) : name_(name) {
        check(MPI_File_open(MPI_COMM_WORLD, name.c_str(), mode, MPI_INFO_NULL, &file_), name);
    }
    // By all ranks; after an error the program ends without it.
    void close() { check(MPI_File_close(&file_), name_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::uint64_t size() {
        MPI_Offset bytes = 0;
        check(MPI_File_get_size(file_, &bytes), name_);
        return static_cast<std::uint64_t>(bytes);
    }
    void resize(std::uint64_t bytes) { check(MPI_File_set_size(file_, MPI_Offset(bytes)), name_); }
    void read(std::uint64_t word, std::vector<std::uint32_t>& words) {
        check(MPI_File_read_at(file_, MPI_Offset(4 * word), words.data(), int(words.size()), MPI_UINT32_T,
                               MPI_STATUS_IGNORE),
              name_);
    }
    void write(std::uint64_t word, const std::vector<std::uint32_t>& words) {
        check(MPI_File_write_at(file_, MPI_Offset(4 * word), words.data(), int(words.size()), MPI_UINT32_T,
                                MPI_STATUS_IGNORE),
              name_);
    }

  private:
    std::string name_;
    MPI_File file_ = MPI_FILE_NULL;
};

// The words of a file, if it is there.
bool read_part(const std::string& name, std::vector<std::uint32_t>& words) {
    std::ifstream file(name, std::ios::binary);
    return file && file.read(reinterpret_cast<char*>(words.data()), std::streamsize(4 * words.size()));
}

// The file appears when it is whole.
void write_part(const std::string& name, const std::vector<std::uint32_t>& words) {
    const std::string unfinished = name + ".unfinished";
    std::ofstream file(unfinished, std::ios::binary);
    file.write(reinterpret_cast<const char*>(words.data()), std::streamsize(4 * words.size()));
    file.close();
    if (!file || std::rename(unfinished.c_str(), name.c_str()) != 0)
        throw std::runtime_error("cannot write " + name);
}

// Parts of other arguments, or of files that have changed since, are not those of this request.
void require_request(const std::string& parts, const std::string& request) {
    std::string known;
    if (std::getline(std::ifstream(parts + "/request"), known) && known != request)
        throw runtime::InputError(parts + " has parts of another request: " + known);
}

// The first part that is finished sets the request: a run that fails binds no other one.
void set_request(const std::string& parts, const std::string& request, int rank) {
    const std::string own = parts + "/request." + std::to_string(rank), name = parts + "/request";
    std::ofstream(own) << request << "\n";
    std::error_code error;
    std::filesystem::create_hard_link(own, name, error);
    if (error && error != std::errc::file_exists)
        throw std::runtime_error("cannot write " + name + ": " + error.message());
    std::filesystem::remove(own);
    require_request(parts, request);
}

struct Request {
    std::uint64_t range;
    std::string modulus, operation;
    std::vector<std::string> operands;
    std::string result;
};

Request request_of(const std::vector<std::string>& words) {
    Request request{0, words[1], words[2], {words.begin() + 3, words.end() - 1}, words.back()};
    const char* end = words[0].data() + words[0].size();
    const auto [rest, error] = std::from_chars(words[0].data(), end, request.range);
    if (error != std::errc() || rest != end || request.range == 0)
        throw runtime::InputError("RANGE should be a count of numbers, not '" + words[0] + "'");
    return request;
}

// The arguments, and the state of the files: a file of the same name that has changed makes another request.
std::string text_of(const Request& request) {
    std::string text = std::to_string(request.range) + " " + request.modulus + " " + request.operation;
    for (const std::string& name : request.operands)
        text += " " + name + " (" + std::to_string(std::filesystem::file_size(name)) + " bytes, changed at " +
                std::to_string(std::filesystem::last_write_time(name).time_since_epoch().count()) + ")";
    return text;
}

void run(const Request& request, int rank, int ranks) {
    const Session session;
    const Field field = session.field(request.modulus);
    const Function function = field.function(request.operation);
    if (function.results() != 1 || function.operands() != int(request.operands.size()))
        throw runtime::InputError(function.signature() + ": one result, an operand of each file");

    std::vector<Array> arrays;
    for (int k = 0; k <= function.operands(); ++k) arrays.push_back(function.array_for(k, 0));
    std::vector<std::unique_ptr<File>> files;
    for (const std::string& name : request.operands)
        files.push_back(std::make_unique<File>(name, MPI_MODE_RDONLY));
    const std::uint64_t numbers = files[0]->size() / (4 * std::uint64_t(arrays[1].words()));
    for (size_t k = 0; k < files.size(); ++k)
        if (files[k]->size() != numbers * 4 * std::uint64_t(arrays[k + 1].words()))
            throw runtime::InputError(request.operands[k] + " has not as many numbers as " +
                                      request.operands[0]);

    for (const Array& array : arrays)
        if (request.range > std::uint64_t(INT_MAX) / std::uint64_t(array.words()))
            throw runtime::InputError("ranges of so many numbers are too long for a call of MPI");

    const std::string parts = request.result + ".parts";
    const std::string text = text_of(request);
    if (rank == 0) {
        std::filesystem::create_directory(parts);
        require_request(parts, text);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    File result(request.result + ".unfinished", MPI_MODE_CREATE | MPI_MODE_WRONLY);
    const std::uint64_t words = std::uint64_t(arrays[0].words());
    result.resize(4 * words * numbers);
    for (std::uint64_t k = std::uint64_t(rank); k * request.range < numbers; k += std::uint64_t(ranks)) {
        const std::uint64_t first = k * request.range, count = std::min(request.range, numbers - first);
        const std::string part = parts + "/" + std::to_string(k);
        std::vector<std::uint32_t> all(count * words);
        if (!read_part(part, all)) {
            std::vector<Operand> arguments{function.array_for(0, count)};
            for (int i = 0; i < function.operands(); ++i) {
                const Array array = function.array_for(i + 1, count);
                std::vector<std::uint32_t> own(count * std::uint64_t(array.words()));
                files[size_t(i)]->read(first * std::uint64_t(array.words()), own);
                write_words(array, own.data());
                arguments.emplace_back(array);
            }
            function.call(arguments);
            read_words(*arguments[0].array(), all.data());
            set_request(parts, text, rank);
            write_part(part, all);
        }
        result.write(first * words, all);
    }
    for (const std::unique_ptr<File>& file : files) file->close();
    result.close();
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool is_help = words.size() == 1 && (words[0] == "-h" || words[0] == "--help");
    if (is_help || words.size() < 5) {
        if (rank == 0) std::fputs(usage, is_help ? stdout : stderr);
        MPI_Finalize();
        return is_help ? 0 : 2;
    }
    try {
        const Request request = request_of(words);
        run(request, rank, ranks);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 && std::rename((request.result + ".unfinished").c_str(), request.result.c_str()) != 0)
            throw std::runtime_error("cannot write " + request.result);
    } catch (const std::exception& error) {
        // The others would wait for this rank.
        std::fprintf(stderr, "mpi_run: rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return 0;
}
