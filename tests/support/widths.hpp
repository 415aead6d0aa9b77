// The widths for tests.
#pragma once

#include <vector>

namespace limbsmith::test {

// Every width up to 160 bits, then widths at limb boundaries and of well-known fields.
inline std::vector<int> all_widths() {
    std::vector<int> widths;
    for (int bits = 1; bits <= 160; ++bits) widths.push_back(bits);
    for (int bits : {191, 239, 255, 256, 257, 384, 511, 512, 513, 521, 1023, 1024}) widths.push_back(bits);
    return widths;
}

}  // namespace limbsmith::test
