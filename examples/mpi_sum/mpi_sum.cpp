// mpirun -n 4 mpi_sum FILE: the exact sum of a file of little-endian doubles, each rank reading its part.
//
// Accumulators are merged by MPI_Reduce with an operation of ours, on their bytes. Merging is exact, so it commutes and is
// associative: MPI may merge in any order, and the bytes that rank 0 prints are those of one process. Only this example uses MPI.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limbsmith/sum.hpp>
#include <string>
#include <vector>

namespace {

using limbsmith::sum::Accumulator;

constexpr const char* usage =
    "usage: mpirun -n RANKS mpi_sum FILE\n"
    "Adds the little-endian doubles of FILE exactly; every rank reads its part. Prints how many there are, "
    "their\n"
    "sum, rounded once, and the digest of the accumulator's bytes, which is the same for any number of "
    "ranks.\n";
constexpr std::uint64_t block = 1 << 20;  // numbers that a rank has in memory

// Merges the accumulators at `in` into those at `into`. A sum that leaves the range ends the program: MPI cannot pass exceptions on.
void merge(void* in, void* into, int* count, MPI_Datatype*) try {
    const char* from = static_cast<const char*>(in);
    char* to = static_cast<char*>(into);
    for (int i = 0; i < *count; ++i, from += Accumulator::byte_count, to += Accumulator::byte_count) {
        Accumulator sum = Accumulator::from_bytes({to, Accumulator::byte_count});
        sum.add(Accumulator::from_bytes({from, Accumulator::byte_count}));
        const std::string bytes = sum.to_bytes();
        std::copy(bytes.begin(), bytes.end(), to);
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "mpi_sum: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// The exact sum of the numbers first … last − 1.
Accumulator sum_of_part(std::ifstream& file, std::uint64_t first, std::uint64_t last) {
    Accumulator sum;
    std::vector<double> numbers;
    file.seekg(std::streamoff(first * sizeof(double)));
    while (first < last) {
        numbers.resize(std::min(block, last - first));
        const auto bytes = std::streamsize(numbers.size() * sizeof(double));
        if (!file.read(reinterpret_cast<char*>(numbers.data()), bytes))
            throw limbsmith::runtime::InputError("the file became shorter while it was read");
        sum.add(limbsmith::sum::exact_sum(numbers));
        first += numbers.size();
    }
    return sum;
}

// The sum of all ranks, at rank 0.
Accumulator reduced(const Accumulator& part) {
    MPI_Datatype bytes_of_sum;
    MPI_Op merging;
    MPI_Type_contiguous(int(Accumulator::byte_count), MPI_BYTE, &bytes_of_sum);
    MPI_Type_commit(&bytes_of_sum);
    MPI_Op_create(merge, 1, &merging);
    const std::string mine = part.to_bytes();
    std::string all = Accumulator().to_bytes();
    MPI_Reduce(mine.data(), all.data(), 1, bytes_of_sum, merging, 0, MPI_COMM_WORLD);
    MPI_Op_free(&merging);
    MPI_Type_free(&bytes_of_sum);
    return Accumulator::from_bytes(all);
}

std::uint64_t digest(const std::string& bytes) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

int add_file(const char* name, int rank, int ranks) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? std::streamoff(file.tellg()) : -1;
    if (size < 0 || size == std::streamoff(INT64_MAX))
        throw limbsmith::runtime::InputError(std::string("cannot read ") + name);
    if (size % std::streamoff(sizeof(double)) != 0)
        throw limbsmith::runtime::InputError(std::string(name) + ": its size, " + std::to_string(size) +
                                             " bytes, is no multiple of 8");
    const std::uint64_t count = std::uint64_t(size) / sizeof(double), n = std::uint64_t(ranks),
                        r = std::uint64_t(rank), each = count / n, longer = count % n;
    const std::uint64_t first = r * each + std::min(r, longer), last = first + each + (r < longer ? 1 : 0);
    const Accumulator sum = reduced(sum_of_part(file, first, last));
    if (rank == 0)
        std::printf("%llu numbers\nsum %.17g\nbytes %016llx\n", static_cast<unsigned long long>(count),
                    sum.to_double(), static_cast<unsigned long long>(digest(sum.to_bytes())));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::string word = argc == 2 ? argv[1] : "";
    const bool is_help = word == "-h" || word == "--help";
    if (is_help || argc != 2) {
        if (rank == 0) std::fputs(usage, is_help ? stdout : stderr);
        MPI_Finalize();
        return is_help ? 0 : 2;
    }
    int code = 0;
    try {
        code = add_file(argv[1], rank, ranks);
    } catch (const std::exception& error) {
        // The others would wait for this rank.
        std::fprintf(stderr, "mpi_sum: rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return code;
}
