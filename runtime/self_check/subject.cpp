#include "limbsmith/subject.hpp"

#include <utility>

#include "device/device.hpp"
#include "self_check/record.hpp"

namespace limbsmith::self_check {

std::string subject::text() const {
    return "right by limbsmith " LIMBSMITH_VERSION "\nfunction: " + function + "\ncode: " + code +
           "\ndevice: " + device + "\ndriver: " + driver + "\ncompiler: " + compiler + "\n";
}

bool subject::is_due() const { return !is_off() && !record().holds(text()); }

void subject::conclude(const std::string& difference) const {
    if (difference.empty()) return record().add(text());
    throw runtime::WrongResult(
        function + " is wrong on this device: " + difference + " (device: " + device + ", driver: " + driver +
        ", compiler: " + compiler +
        "); try another compiler, or set LIMBSMITH_SELF_CHECK=off to use the kernel unchecked");
}

subject on_device(place gpu, std::string function, std::string code, std::string compiler) {
    return {std::move(function), std::move(code), runtime::Device(gpu.ordinal()).description(),
            runtime::driver_version(), std::move(compiler)};
}

}  // namespace limbsmith::self_check
