/* cooperative_groups/details/ops.h: the functors of reduce and scan, and which warp reduction each one is. */
#ifndef SIMT_CG_OPS_H
#define SIMT_CG_OPS_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <limits>

#include "../../cooperative_groups.h"

namespace cooperative_groups {

#define SIMT_CG_OP(name, result)                                                                             \
    template <class T = void> struct name {                                                                  \
        SIMT_LIB_METHOD T operator()(T a, T b) const { return result; }                                      \
    };                                                                                                       \
    template <> struct name<void> {                                                                          \
        template <class T> SIMT_LIB_METHOD T operator()(T a, T b) const { return result; }                   \
    }
SIMT_CG_OP(plus, a + b);
SIMT_CG_OP(less, b < a ? b : a);
SIMT_CG_OP(greater, a < b ? b : a);
SIMT_CG_OP(bit_and, a &b);
SIMT_CG_OP(bit_or, a | b);
SIMT_CG_OP(bit_xor, a ^ b);
#undef SIMT_CG_OP

namespace details {
enum op_kind { op_other, op_plus, op_less, op_greater, op_and, op_or, op_xor };
template <class Op> struct op_of {
    static constexpr op_kind value = op_other;
};
#define SIMT_CG_OP(name, kind)                                                                               \
    template <class T> struct op_of<name<T>> {                                                               \
        static constexpr op_kind value = kind;                                                               \
    }
SIMT_CG_OP(plus, op_plus);
SIMT_CG_OP(less, op_less);
SIMT_CG_OP(greater, op_greater);
SIMT_CG_OP(bit_and, op_and);
SIMT_CG_OP(bit_or, op_or);
SIMT_CG_OP(bit_xor, op_xor);
#undef SIMT_CG_OP

/* The device has one instruction for it: REDUX, integers of 32 bits. */
template <class T, class Op> constexpr bool has_redux()
{
    return std::is_integral<T>::value && sizeof(T) == 4 && op_of<std::decay_t<Op>>::value != op_other;
}
template <class T, class Op> constexpr int redux_kind()
{
    constexpr bool s = std::is_signed<T>::value;
    switch (op_of<std::decay_t<Op>>::value) {
    case op_plus: return SIMT_RED_ADD;
    case op_less: return s ? SIMT_RED_MIN_S : SIMT_RED_MIN_U;
    case op_greater: return s ? SIMT_RED_MAX_S : SIMT_RED_MAX_U;
    case op_and: return SIMT_RED_AND;
    case op_or: return SIMT_RED_OR;
    default: return SIMT_RED_XOR;
    }
}
/* What the first rank gets from an exclusive scan. */
template <class T, class Op> SIMT_LIB_FN T identity()
{
    constexpr op_kind k = op_of<std::decay_t<Op>>::value;
    if constexpr (k == op_less && std::is_arithmetic<T>::value)
        return std::numeric_limits<T>::max();
    else if constexpr (k == op_greater && std::is_arithmetic<T>::value)
        return std::numeric_limits<T>::lowest();
    else if constexpr (k == op_and && std::is_integral<T>::value)
        return (T)~(T)0;
    else
        return T();
}
/* An update of a cuda::atomic by an operation: the value it had. */
template <class A, class T, class Op> SIMT_LIB_FN T update(A &a, T v, Op &op)
{
    constexpr op_kind k = op_of<std::decay_t<Op>>::value;
    if constexpr (k == op_plus) {
        return a.fetch_add(v);
    } else if constexpr (k == op_less) {
        return a.fetch_min(v);
    } else if constexpr (k == op_greater) {
        return a.fetch_max(v);
    } else if constexpr (k == op_and) {
        return a.fetch_and(v);
    } else if constexpr (k == op_or) {
        return a.fetch_or(v);
    } else if constexpr (k == op_xor) {
        return a.fetch_xor(v);
    } else {
        T old = a.load();
        while (!a.compare_exchange_weak(old, op(old, v))) {
        }
        return old;
    }
}
} // namespace details
} // namespace cooperative_groups

SIMT_HD_END

#endif
