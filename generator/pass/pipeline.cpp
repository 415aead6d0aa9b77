#include "pass/pass.hpp"

namespace limbsmith::pass {

ir::Program run_pipeline(ir::Program program) {
    check_words(program);
    check_flags(program);
    program = share_common_words(std::move(program));
    program = remove_dead_code(std::move(program));
    check_words(program);
    check_flags(program);
    return program;
}

}  // namespace limbsmith::pass
