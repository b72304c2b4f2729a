/* thrust/simt/functional.h: function objects, and expressions of placeholders (_1 * 2 + _2). */
#ifndef SIMT_THRUST_FUNCTIONAL_H
#define SIMT_THRUST_FUNCTIONAL_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <functional>

#include "iterator.h"

namespace thrust {

#define SIMT_THRUST_BINARY(name, R, expression)                                                              \
    template <class T = void> struct name {                                                                  \
        typedef T first_argument_type;                                                                       \
        typedef T second_argument_type;                                                                      \
        typedef R result_type;                                                                               \
        SIMT_LIB_METHOD R operator()(const T &a, const T &b) const { return expression; }                    \
    };                                                                                                       \
    template <> struct name<void> {                                                                          \
        template <class A, class B> SIMT_LIB_METHOD auto operator()(const A &a, const B &b) const            \
        {                                                                                                    \
            return expression;                                                                               \
        }                                                                                                    \
    };
SIMT_THRUST_BINARY(plus, T, a + b)
SIMT_THRUST_BINARY(minus, T, a - b)
SIMT_THRUST_BINARY(multiplies, T, a *b)
SIMT_THRUST_BINARY(divides, T, a / b)
SIMT_THRUST_BINARY(modulus, T, a % b)
SIMT_THRUST_BINARY(equal_to, bool, a == b)
SIMT_THRUST_BINARY(not_equal_to, bool, a != b)
SIMT_THRUST_BINARY(greater, bool, a > b)
SIMT_THRUST_BINARY(less, bool, a < b)
SIMT_THRUST_BINARY(greater_equal, bool, a >= b)
SIMT_THRUST_BINARY(less_equal, bool, a <= b)
SIMT_THRUST_BINARY(logical_and, bool, a &&b)
SIMT_THRUST_BINARY(logical_or, bool, a || b)
SIMT_THRUST_BINARY(bit_and, T, a &b)
SIMT_THRUST_BINARY(bit_or, T, a | b)
SIMT_THRUST_BINARY(bit_xor, T, a ^ b)
SIMT_THRUST_BINARY(maximum, T, (a < b ? b : a))
SIMT_THRUST_BINARY(minimum, T, (b < a ? b : a))
SIMT_THRUST_BINARY(project1st, T, ((void)b, a))
SIMT_THRUST_BINARY(project2nd, T, ((void)a, b))
#undef SIMT_THRUST_BINARY
#define SIMT_THRUST_UNARY(name, R, expression)                                                               \
    template <class T = void> struct name {                                                                  \
        typedef T argument_type;                                                                             \
        typedef R result_type;                                                                               \
        SIMT_LIB_METHOD R operator()(const T &a) const { return expression; }                                \
    };                                                                                                       \
    template <> struct name<void> {                                                                          \
        template <class A> SIMT_LIB_METHOD auto operator()(const A &a) const { return expression; }          \
    };
SIMT_THRUST_UNARY(negate, T, -a)
SIMT_THRUST_UNARY(logical_not, bool, !a)
SIMT_THRUST_UNARY(bit_not, T, ~a)
SIMT_THRUST_UNARY(identity, T, a)
SIMT_THRUST_UNARY(square, T, a *a)
#undef SIMT_THRUST_UNARY

template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
template <class P> struct unary_negate {
    P p;
    template <class T> SIMT_LIB_METHOD bool operator()(const T &v) const { return !p(v); }
};
template <class P> unary_negate<P> not1(P p) { return {p}; }
template <class P> unary_negate<P> not_fn(P p) { return {p}; }

/* ---- placeholders -------------------------------------------------------------------------------------- */

namespace simt_detail {
template <class F> struct expression {
    F f;
    template <class... A> SIMT_LIB_METHOD decltype(auto) operator()(A &&...a) const
    {
        return f(std::forward_as_tuple(std::forward<A>(a)...));
    }
};
template <class F> expression<F> make_expression(F f) { return {f}; }
template <int I> struct argument {
    template <class Tuple> SIMT_LIB_METHOD decltype(auto) operator()(const Tuple &t) const
    {
        return std::get<I>(t);
    }
};
template <class T> struct literal {
    T v;
    template <class Tuple> SIMT_LIB_METHOD T operator()(const Tuple &) const { return v; }
};
template <class F> F part(const expression<F> &e) { return e.f; }
template <class T> literal<T> part(const T &v) { return {v}; }
template <class T> struct is_expression : std::false_type {};
template <class F> struct is_expression<expression<F>> : std::true_type {};
} // namespace simt_detail
namespace placeholders {
static const simt_detail::expression<simt_detail::argument<0>> _1{};
static const simt_detail::expression<simt_detail::argument<1>> _2{};
static const simt_detail::expression<simt_detail::argument<2>> _3{};
} // namespace placeholders
namespace simt_detail {
#define SIMT_THRUST_OPERATOR(op)                                                                             \
    template <class A, class B,                                                                              \
              class = std::enable_if_t<is_expression<A>::value || is_expression<B>::value>>                  \
    auto operator op(const A &a, const B &b)                                                                 \
    {                                                                                                        \
        return make_expression([x = part(a), y = part(b)](const auto &t) { return x(t) op y(t); });          \
    }
SIMT_THRUST_OPERATOR(+)
SIMT_THRUST_OPERATOR(-)
SIMT_THRUST_OPERATOR(*)
SIMT_THRUST_OPERATOR(/)
SIMT_THRUST_OPERATOR(%)
SIMT_THRUST_OPERATOR(<)
SIMT_THRUST_OPERATOR(>)
SIMT_THRUST_OPERATOR(<=)
SIMT_THRUST_OPERATOR(>=)
SIMT_THRUST_OPERATOR(==)
SIMT_THRUST_OPERATOR(!=)
SIMT_THRUST_OPERATOR(&&)
SIMT_THRUST_OPERATOR(||)
SIMT_THRUST_OPERATOR(&)
SIMT_THRUST_OPERATOR(|)
#undef SIMT_THRUST_OPERATOR
template <class F> auto operator-(const expression<F> &e)
{
    return make_expression([x = e.f](const auto &t) { return -x(t); });
}
template <class F> auto operator!(const expression<F> &e)
{
    return make_expression([x = e.f](const auto &t) { return !x(t); });
}
} // namespace simt_detail

} // namespace thrust

SIMT_HD_END

#endif
