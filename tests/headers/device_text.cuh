// Text functions of a header for a width are for host code: both passes of nvcc must accept calls of them.
#pragma once

uint32_t text(char (&hex)[ns::hex_chars], char (&dec)[ns::dec_chars], char (&wide)[ns::wide_dec_chars],
              const char* in) {
    ns::num x, y;
    const uint32_t ok = ns::from_hex(x, in) & ns::from_dec(y, in);
    ns::to_hex(hex, x);
    ns::to_dec(dec, y);
    ns::to_dec(wide, ns::mul(x, y));
    return ok;
}
