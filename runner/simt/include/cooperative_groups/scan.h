/* cooperative_groups/scan.h: inclusive and exclusive scans of tiles and coalesced groups. */
#ifndef SIMT_CG_SCAN_H
#define SIMT_CG_SCAN_H

#include "../simt/hd.h"

SIMT_HD_BEGIN

#include "details/ops.h"

namespace cooperative_groups {

namespace details {
template <class G> struct lanes_of {
    static constexpr bool tile = false;
};
template <unsigned N, class P> struct lanes_of<thread_block_tile<N, P>> {
    static constexpr bool tile = true;
};
/* The value `delta` ranks below; the own one where there is none. */
template <class G, class T> SIMT_LIB_FN T from_below(const G &g, const T &v, unsigned delta, uintptr_t pc)
{
    if constexpr (lanes_of<G>::tile)
        return simt_lib_shuffle(SIMT_SHFL_UP, g.simt_lanes(), v, delta, G::size(), pc);
    else
        return shfl_rank(g.simt_lanes(), v, (int)g.thread_rank() - (int)delta, pc);
}
template <class G, class T, class Op> SIMT_LIB_FN T scan(const G &g, T v, Op &op, uintptr_t pc)
{
    unsigned n = (unsigned)g.size(), rank = (unsigned)g.thread_rank();
    for (unsigned o = 1; o < n; o *= 2) {
        T other = from_below(g, v, o, pc);
        if (rank >= o)
            v = op(other, v);
    }
    return v;
}
template <class G, class T> SIMT_LIB_FN T from_rank(const G &g, const T &v, unsigned rank, uintptr_t pc)
{
    return shfl_rank(g.simt_lanes(), v, (int)rank, pc);
}
/* The last rank adds the whole to the atomic; all get the value it had. */
template <class G, class A, class T, class Op>
SIMT_LIB_FN T update_by_last(const G &g, A &dst, const T &inclusive, Op &op, uintptr_t pc)
{
    unsigned last = (unsigned)g.size() - 1;
    T old = T();
    if ((unsigned)g.thread_rank() == last)
        old = update(dst, inclusive, op);
    return from_rank(g, old, last, pc);
}
} // namespace details

template <class G, class T, class Op>
SIMT_LIB_FN auto inclusive_scan(const G &g, T v, Op &&op, SIMT_AT) -> T
{
    return details::scan(g, v, op, simt_pc);
}
template <class G, class T> SIMT_LIB_FN auto inclusive_scan(const G &g, T v, SIMT_AT) -> T
{
    plus<T> op;
    return details::scan(g, v, op, simt_pc);
}
template <class G, class T, class Op>
SIMT_LIB_FN auto exclusive_scan(const G &g, T v, Op &&op, SIMT_AT) -> T
{
    T all = details::scan(g, v, op, simt_pc);
    if constexpr (std::is_integral<T>::value && details::op_of<std::decay_t<Op>>::value == details::op_plus) {
        return (T)(all - v); /* without another exchange */
    } else {
        T r = details::from_below(g, all, 1, simt_pc);
        return g.thread_rank() == 0 ? details::identity<T, Op>() : r;
    }
}
template <class G, class T> SIMT_LIB_FN auto exclusive_scan(const G &g, T v, SIMT_AT) -> T
{
    return exclusive_scan(g, v, plus<T>(), simt_pc);
}

template <class G, class A, class T, class Op>
SIMT_LIB_FN auto inclusive_scan_update(const G &g, A &dst, T v, Op &&op, SIMT_AT) -> T
{
    T r = details::scan(g, v, op, simt_pc);
    return op(details::update_by_last(g, dst, r, op, simt_pc), r);
}
template <class G, class A, class T> SIMT_LIB_FN auto inclusive_scan_update(const G &g, A &dst, T v, SIMT_AT)
    -> T
{
    return inclusive_scan_update(g, dst, v, plus<T>(), simt_pc);
}
template <class G, class A, class T, class Op>
SIMT_LIB_FN auto exclusive_scan_update(const G &g, A &dst, T v, Op &&op, SIMT_AT) -> T
{
    T all = details::scan(g, v, op, simt_pc);
    T below = details::from_below(g, all, 1, simt_pc);
    T old = details::update_by_last(g, dst, all, op, simt_pc);
    return g.thread_rank() == 0 ? old : op(old, below);
}
template <class G, class A, class T> SIMT_LIB_FN auto exclusive_scan_update(const G &g, A &dst, T v, SIMT_AT)
    -> T
{
    return exclusive_scan_update(g, dst, v, plus<T>(), simt_pc);
}

} // namespace cooperative_groups

SIMT_HD_END

#endif
