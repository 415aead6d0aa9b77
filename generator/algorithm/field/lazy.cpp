// Lazy arithmetic: results need not be below N, if the limbs have room above N.
#include "algorithm/barrett.hpp"
#include "algorithm/field/work.hpp"

namespace limbsmith::algorithm {

using ir::Chain, ir::ExprPtr, ir::var;

namespace {

// Beyond this many conditional subtractions, a multiplication is cheaper.
constexpr unsigned most_subtractions = 2;

}  // namespace

ir::Program Field::add_lazy() const {
    Work work("add_lazy", *this);
    const mpz_class half = lazy_limit() / 2;
    const Words a = words_of(work.loose_input("a", half).limbs),
                b = words_of(work.loose_input("b", half).limbs);
    Chain chain(work.builder);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) r.push_back(chain.add(a[i], b[i]));
    return std::move(work).finish_loose(r, var("a") + var("b"), lazy_limit());
}

ir::Program Field::sub_lazy() const {
    Work work("sub_lazy", *this);
    const mpz_class half = lazy_limit() / 2;
    const Words a = words_of(work.loose_input("a", half).limbs),
                b = words_of(work.loose_input("b", half).limbs);
    const Words multiple = words_of(multiple_of_modulus(work.builder, work.words, half));
    Chain difference(work.builder), sum(work.builder);
    Words above_b, r;
    for (size_t i = 0; i < a.size(); ++i) above_b.push_back(difference.sub(multiple[i], b[i]));
    for (size_t i = 0; i < a.size(); ++i) r.push_back(sum.add(a[i], above_b[i]));
    const ExprPtr right = var("a") - var("b") + ir::integer(half.get_ui()) * work.N;
    return std::move(work).finish_loose(r, right, lazy_limit());
}

ir::Program Field::mul_lazy() const {
    Work work("mul_lazy", *this);
    const Bounded a = work.loose_input("a", lazy_limit()), b = work.loose_input("b", lazy_limit());
    const Bounded r = work.reduced_sum({{a, b}});
    return std::move(work).finish_lazy(r, var("a") * var("b"));
}

ir::Program Field::sqr_lazy() const {
    Work work("sqr_lazy", *this);
    const Bounded r = work.reduced_square(work.loose_input("a", lazy_limit()));
    return std::move(work).finish_lazy(r, var("a") * var("a"));
}

ir::Program Field::normalize() const {
    Work work("normalize", *this);
    Bounded a = work.loose_input("a", lazy_limit());
    if (lazy_limit() > (1u << most_subtractions)) {
        // by a quotient estimate; or by a product with R mod N, which Montgomery reduction cancels
        a = modulus.is_known() ? barrett(work.builder, a, modulus) : work.reduced_sum({{a, work.one()}});
    }
    const Words r = canonical(work.builder, a, work.words);
    const ExprPtr right = var("a") % work.N;
    return std::move(work).finish(r, right);
}

}  // namespace limbsmith::algorithm
