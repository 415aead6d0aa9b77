// generate() of generate.hpp: a request and choices as those of the command, and the engine.
#include "limbsmith/generate.hpp"

#include "engine/engine.hpp"
#include "resource/resource.hpp"
#include "session/header_choice.hpp"
#include "session/state.hpp"
#include "spec/mapping.hpp"

namespace limbsmith {

std::string generate(const HeaderRequest& of) {
    return detail::translated([&] {
        session::Request request;
        request.bits = of.bits, request.modulus = of.modulus;
        request.radix = of.radix, request.digits = of.digits, request.digit_bound = of.digit_bound;
        request.mul = of.mul, request.reduction = of.reduction, request.inverse = of.inverse;
        request.map = parse_mapping(of.map), request.expr = of.expr;
        if (request.map.is_grid() || request.map.is_pool())
            throw unsupported("generate: the kernels of --map " + of.map +
                              " are no header; the nearest is the command `limbsmith generate`");
        session::HeaderChoice choice;
        choice.ops = of.ops, choice.style = of.style, choice.name = of.name, choice.powers = of.powers;
        const Spec spec = choice.of(request, [&](const auto& ops, Style style, const auto& name) {
            return request.spec(ops, style, name);
        });
        return (of.has_views ? public_header("layout.hpp") + "\n" : std::string()) + engine::header(spec);
    });
}

}  // namespace limbsmith
