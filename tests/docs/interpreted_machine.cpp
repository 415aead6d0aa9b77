// The machine of the program in docs/any-length.md, compiled with machine_at=interpreted_machine: it needs no GPU.
#include "machine/interpreting_machine.hpp"

namespace limbsmith::grid {

std::unique_ptr<Machine> interpreted_machine(place) { return std::make_unique<InterpretingMachine>(); }

}  // namespace limbsmith::grid
