/* cooperative_groups/reduce.h: reduce, reduce_update_async, reduce_store_async. */
#ifndef SIMT_CG_REDUCE_H
#define SIMT_CG_REDUCE_H

#include "../simt/hd.h"

SIMT_HD_BEGIN

#include "details/ops.h"

namespace cooperative_groups {

namespace details {
/* By halves: log2(n) exchanges, the result in every rank. */
template <unsigned N, class P, class T, class Op>
SIMT_LIB_FN T reduce_tile(const thread_block_tile<N, P> &g, T v, Op &op, uintptr_t pc)
{
    if constexpr (has_redux<T, Op>() && N > 1) {
        return (T)(uint32_t)simt_warp_op(redux_kind<T, Op>(), g.simt_lanes(), (uint32_t)v, 0, pc);
    } else {
        for (unsigned o = N / 2; o; o /= 2)
            v = op(v, simt_lib_shuffle(SIMT_SHFL_XOR, g.simt_lanes(), v, o, N, pc));
        return v;
    }
}
template <class T, class Op> SIMT_LIB_FN T reduce_lanes(simt_mask m, T v, Op &op, uintptr_t pc)
{
    if constexpr (has_redux<T, Op>()) {
        return (T)(uint32_t)simt_warp_op(redux_kind<T, Op>(), m, (uint32_t)v, 0, pc);
    } else {
        int n = simt_mask_count(m), rank = (int)rank_in(m);
        for (int o = 1; o < n; o *= 2) {
            T other = shfl_rank(m, v, rank + o < n ? rank + o : rank, pc);
            if (rank % (2 * o) == 0 && rank + o < n)
                v = op(v, other);
        }
        return shfl_rank(m, v, 0, pc);
    }
}
/* Several warps: each reduces, then every thread folds the warps' results. */
template <unsigned N, class P, class T, class Op>
SIMT_LIB_FN T reduce_wide(const thread_block_tile<N, P> &g, T v, Op &op, uintptr_t pc)
{
    for (unsigned o = SIMT_WARP / 2; o; o /= 2)
        v = op(v, simt_lib_shuffle(SIMT_SHFL_XOR, SIMT_ALL_LANES, v, o, SIMT_WARP, pc));
    unsigned base = simt_block_rank() & ~(N - 1), rank = g.thread_rank();
    if (rank % SIMT_WARP == 0)
        wide_put(base + rank / SIMT_WARP, v);
    g.sync(pc);
    wide_get(base, &v);
    for (unsigned i = 1; i < N / SIMT_WARP; i++) {
        T other;
        wide_get(base + i, &other);
        v = op(v, other);
    }
    g.sync(pc);
    return v;
}
} // namespace details

template <unsigned N, class P, class T, class Op>
SIMT_LIB_FN auto reduce(const thread_block_tile<N, P> &g, T v, Op &&op, SIMT_AT) -> T
{
    if constexpr (N <= SIMT_WARP)
        return details::reduce_tile(g, v, op, simt_pc);
    else
        return details::reduce_wide(g, v, op, simt_pc);
}
template <class T, class Op> SIMT_LIB_FN auto reduce(const coalesced_group &g, T v, Op &&op, SIMT_AT) -> T
{
    return details::reduce_lanes(g.simt_lanes(), v, op, simt_pc);
}

template <class G, class A, class T, class Op>
SIMT_LIB_FN void reduce_update_async(const G &g, A &dst, T v, Op &&op, SIMT_AT)
{
    v = reduce(g, v, op, simt_pc);
    if (g.thread_rank() == 0)
        (void)details::update(dst, v, op);
}
template <class G, class A, class T, class Op>
SIMT_LIB_FN void reduce_store_async(const G &g, A &dst, T v, Op &&op, SIMT_AT)
{
    v = reduce(g, v, op, simt_pc);
    if (g.thread_rank() == 0)
        dst.store(v);
}

} // namespace cooperative_groups

SIMT_HD_END

#endif
