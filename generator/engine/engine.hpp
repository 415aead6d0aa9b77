// Checked source from a spec, in this process: the command line, the run-time compiler and other programs use it.
//
// Promises: the functions that header() returns are proved, unless the spec skips proofs, and their text is
// the one that was proved. All functions are thread-safe. Parsing the input of users is left to spec/,
// catalogue/ and engine/reduction.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "catalogue/device_kernels.hpp"
#include "engine/proof_files.hpp"
#include "read/header.hpp"
#include "spec/spec.hpp"

namespace limbsmith::engine {

struct Settings {
    std::function<void(double done)> progress{};  // of the proofs, 0 to 1; called by several threads
    // Where derivations are taken from, each checked, and where those that are found are kept.
    std::optional<std::filesystem::path> proofs = cache_folder();
};

// The header that the spec asks for. Deterministic. Throws Error (refuted) with the function that is not proved, or
// with the first line of the text that is not the one that was proved.
std::string header(const Spec& spec, const Settings& settings = {});
// The same for functions that are there: catalogue::functions(spec).
std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const Settings& settings = {});

// Compares a header, from anywhere, with the proved code of its spec: every token with those that header() prints
// (read/same_tokens.hpp), and their meaning with the programs and loops (read/header.hpp), which are proved, if that is possible. Throws Error: refuted with the first line that differs, or with the
// function that is not proved; unsupported for a kind of header that is not read.
struct Checked {
    read::Found found{};
    std::vector<std::string> unproved_loops{};  // those that have no proof, by name
};
Checked check_header(const std::string& text, const Spec& spec, const Settings& settings = {});

// The same for kernels on numbers of any length: their programs are proved, and the kernels are compared with their descriptions.
Checked check_device_source(const std::string& text, const catalogue::DeviceKernels& all, Proofs proofs,
                            const Settings& settings = {});

// Kernels on numbers of any length (emit/device_source.hpp), with proved programs unless proofs are skipped. Throws as
// header().
std::string device_source(const catalogue::DeviceKernels& all, Proofs proofs, const Settings& settings = {});

}  // namespace limbsmith::engine
