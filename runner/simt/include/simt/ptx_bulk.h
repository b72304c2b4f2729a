/*
 * ptx_bulk.h: inline PTX of mbarrier objects, bulk copies and tensor copies. Part of ptx.h; the names are those of
 * rewrite_ptx.c. What they do stands in rt/lib/lib_mbarrier.c and rt/sched/bulk*.c.
 */
#ifndef SIMT_PTX_BULK_H
#define SIMT_PTX_BULK_H

#include "lib_abi.h"

#define SIMT_PTX_CTA_SPACES(apply, ...)                                                                      \
    apply(_shared, SIMT_PTX_SHARED, __VA_ARGS__) apply(, SIMT_PTX_GENERIC, __VA_ARGS__)
#define SIMT_PTX_BOTH_SPACES(apply, ...)                                                                     \
    apply(_shared_cluster, SIMT_PTX_CLUSTER, __VA_ARGS__) SIMT_PTX_CTA_SPACES(apply, __VA_ARGS__)

template <int space, class P> SIMT_INLINE uint64_t *simt_ptx_mbarrier(P b)
{
    return (uint64_t *)simt_ptx_address<space>(b);
}

/* ---- mbarrier ------------------------------------------------------------------------------------------ */

#define SIMT_PTX_MBARRIER(suffix, space, ...)                                                                \
    template <class P, class N> SIMT_PTX(mbarrier_init##suffix)(P b, N n)                                    \
    {                                                                                                        \
        simt_mbarrier_init(simt_ptx_mbarrier<space>(b), (unsigned)n, SIMT_HERE());                           \
    }                                                                                                        \
    template <class P> SIMT_PTX(mbarrier_inval##suffix)(P b)                                                 \
    {                                                                                                        \
        simt_mbarrier_inval(simt_ptx_mbarrier<space>(b), SIMT_HERE());                                       \
    }                                                                                                        \
    template <class D, class P, class S> SIMT_PTX(mbarrier_test_wait##suffix)(D &&done, P b, S state)        \
    {                                                                                                        \
        simt_out(done, (bool)simt_mbarrier_test_state(simt_ptx_mbarrier<space>(b), state, SIMT_HERE()));     \
    }                                                                                                        \
    template <class D, class P, class S>                                                                     \
    SIMT_PTX(mbarrier_test_wait_parity##suffix)(D &&done, P b, S parity)                                     \
    {                                                                                                        \
        simt_out(done, (bool)simt_mbarrier_test(simt_ptx_mbarrier<space>(b), (unsigned)parity, SIMT_HERE())); \
    }                                                                                                        \
    template <class D, class P, class S>                                                                     \
    SIMT_PTX(mbarrier_try_wait##suffix)(D &&done, P b, S state, unsigned = 0)                                \
    {                                                                                                        \
        simt_ptx_mbarrier_test_wait##suffix(done, b, state);                                                 \
    }                                                                                                        \
    template <class D, class P, class S>                                                                     \
    SIMT_PTX(mbarrier_try_wait_parity##suffix)(D &&done, P b, S parity, unsigned = 0)                        \
    {                                                                                                        \
        simt_ptx_mbarrier_test_wait_parity##suffix(done, b, parity);                                         \
    }                                                                                                        \
    template <class P> SIMT_PTX(cp_async_mbarrier_arrive##suffix)(P b)                                       \
    {                                                                                                        \
        simt_cp_async_mbarrier_arrive(simt_ptx_mbarrier<space>(b), 0, SIMT_HERE());                          \
    }                                                                                                        \
    template <class P> SIMT_PTX(cp_async_mbarrier_arrive_noinc##suffix)(P b)                                 \
    {                                                                                                        \
        simt_cp_async_mbarrier_arrive(simt_ptx_mbarrier<space>(b), 1, SIMT_HERE());                          \
    }
SIMT_PTX_CTA_SPACES(SIMT_PTX_MBARRIER)
#undef SIMT_PTX_MBARRIER

#define SIMT_PTX_ARRIVE(suffix, space, name, flags)                                                          \
    template <class D, class P> SIMT_PTX(mbarrier_##name##suffix)(D &&state, P b, unsigned n = 1)            \
    {                                                                                                        \
        simt_out(state, simt_mbarrier_arrive_state(simt_ptx_mbarrier<space>(b), n, flags, 0, SIMT_HERE()));  \
    }                                                                                                        \
    template <class D, class P> SIMT_PTX(mbarrier_##name##_noComplete##suffix)(D &&state, P b, unsigned n)   \
    {                                                                                                        \
        simt_out(state, simt_mbarrier_arrive_state(simt_ptx_mbarrier<space>(b), n,                           \
                                                   (flags) | SIMT_MBARRIER_NO_COMPLETE, 0, SIMT_HERE()));    \
    }                                                                                                        \
    template <class D, class P> SIMT_PTX(mbarrier_##name##_expect_tx##suffix)(D &&state, P b, unsigned bytes) \
    {                                                                                                        \
        simt_out(state, simt_mbarrier_arrive_state(simt_ptx_mbarrier<space>(b), 1, flags, (long)bytes,       \
                                                   SIMT_HERE()));                                            \
    }
SIMT_PTX_BOTH_SPACES(SIMT_PTX_ARRIVE, arrive, 0)
SIMT_PTX_BOTH_SPACES(SIMT_PTX_ARRIVE, arrive_drop, SIMT_MBARRIER_DROP)
#undef SIMT_PTX_ARRIVE

#define SIMT_PTX_TX(suffix, space, ...)                                                                      \
    template <class P> SIMT_PTX(mbarrier_expect_tx##suffix)(P b, unsigned bytes)                             \
    {                                                                                                        \
        simt_mbarrier_expect_tx(simt_ptx_mbarrier<space>(b), (long)bytes, SIMT_HERE());                      \
    }                                                                                                        \
    template <class P> SIMT_PTX(mbarrier_complete_tx##suffix)(P b, unsigned bytes)                           \
    {                                                                                                        \
        simt_mbarrier_expect_tx(simt_ptx_mbarrier<space>(b), -(long)bytes, SIMT_HERE());                     \
    }
SIMT_PTX_BOTH_SPACES(SIMT_PTX_TX)
#undef SIMT_PTX_TX

template <class D, class S> SIMT_PTX(mbarrier_pending_count)(D &&count, S state)
{
    simt_out(count, simt_mbarrier_state_pending(state));
}

/* ---- bulk copies --------------------------------------------------------------------------------------- */

#define SIMT_PTX_BULK(name, space)                                                                           \
    template <class P, class Q, class N, class B>                                                            \
    SIMT_PTX(cp_async_bulk_##name##_global)(P to, Q from, N n, B b)                                          \
    {                                                                                                        \
        simt_bulk_load(simt_ptx_address<space>(to), (const void *)(uintptr_t)from, (unsigned)n,              \
                       simt_ptx_mbarrier<space>(b), 0, SIMT_HERE());                                         \
    }
SIMT_PTX_BULK(shared_cluster, SIMT_PTX_CLUSTER)
SIMT_PTX_BULK(shared, SIMT_PTX_SHARED)
#undef SIMT_PTX_BULK
template <class P, class Q, class N, class B>
SIMT_PTX(cp_async_bulk_shared_cluster_global_multicast_cluster)(P to, Q from, N n, B b, unsigned ctas)
{
    simt_bulk_load(simt_ptx_address<SIMT_PTX_CLUSTER>(to), (const void *)(uintptr_t)from, (unsigned)n,
                   simt_ptx_mbarrier<SIMT_PTX_CLUSTER>(b), ctas | SIMT_BULK_MULTICAST, SIMT_HERE());
}
template <class P, class Q, class N, class B>
SIMT_PTX(cp_async_bulk_shared_cluster_shared)(P to, Q from, N n, B b)
{
    simt_bulk_shared(simt_ptx_address<SIMT_PTX_CLUSTER>(to), simt_ptx_address<SIMT_PTX_SHARED>(from), (unsigned)n,
                     simt_ptx_mbarrier<SIMT_PTX_CLUSTER>(b), 0, SIMT_HERE());
}
template <class P, class Q, class N> SIMT_PTX(cp_async_bulk_global_shared)(P to, Q from, N n)
{
    simt_bulk_store((void *)(uintptr_t)to, simt_ptx_address<SIMT_PTX_SHARED>(from), (unsigned)n, 0, SIMT_HERE());
}
template <class Q, class N> SIMT_PTX(cp_async_bulk_prefetch_L2_global)(Q from, N n)
{
    simt_bulk_prefetch((const void *)(uintptr_t)from, (unsigned)n, SIMT_HERE());
}
SIMT_PTX(cp_async_bulk_commit_group)(void) { simt_bulk_commit(SIMT_HERE()); }
SIMT_PTX(cp_async_bulk_wait_group)(unsigned n) { simt_bulk_wait(n, 0, SIMT_HERE()); }
SIMT_PTX(cp_async_bulk_wait_group_read)(unsigned n) { simt_bulk_wait(n, 1, SIMT_HERE()); }

#define SIMT_PTX_BULK_REDUCE(op, OP, t, T)                                                                   \
    template <class P, class Q, class N> SIMT_PTX(cp_reduce_async_bulk_global_shared_##op##_##t)(P to, Q from, N n) \
    {                                                                                                        \
        simt_bulk_store((void *)(uintptr_t)to, simt_ptx_address<SIMT_PTX_SHARED>(from), (unsigned)n,         \
                        SIMT_BULK_REDUCTION(OP, T), SIMT_HERE());                                            \
    }                                                                                                        \
    template <class P, class Q, class N, class B>                                                            \
    SIMT_PTX(cp_reduce_async_bulk_shared_cluster_shared_##op##_##t)(P to, Q from, N n, B b)                  \
    {                                                                                                        \
        simt_bulk_shared(simt_ptx_address<SIMT_PTX_CLUSTER>(to), simt_ptx_address<SIMT_PTX_SHARED>(from),    \
                         (unsigned)n, simt_ptx_mbarrier<SIMT_PTX_CLUSTER>(b), SIMT_BULK_REDUCTION(OP, T),    \
                         SIMT_HERE());                                                                       \
    }
#define SIMT_PTX_BULK_REDUCES(t, T)                                                                          \
    SIMT_PTX_BULK_REDUCE(add, SIMT_BULK_ADD, t, T)                                                           \
    SIMT_PTX_BULK_REDUCE(min, SIMT_BULK_MIN, t, T)                                                           \
    SIMT_PTX_BULK_REDUCE(max, SIMT_BULK_MAX, t, T)
SIMT_PTX_BULK_REDUCES(f16, SIMT_BULK_F16)
SIMT_PTX_BULK_REDUCES(bf16, SIMT_BULK_BF16)
SIMT_PTX_BULK_REDUCES(f32, SIMT_BULK_F32)
SIMT_PTX_BULK_REDUCES(f64, SIMT_BULK_F64)
SIMT_PTX_BULK_REDUCES(u32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCES(s32, SIMT_BULK_S32)
SIMT_PTX_BULK_REDUCES(u64, SIMT_BULK_U64)
SIMT_PTX_BULK_REDUCES(s64, SIMT_BULK_S64)
SIMT_PTX_BULK_REDUCE(inc, SIMT_BULK_INC, u32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCE(dec, SIMT_BULK_DEC, u32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCE(and, SIMT_BULK_AND, b32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCE(or, SIMT_BULK_OR, b32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCE(xor, SIMT_BULK_XOR, b32, SIMT_BULK_U32)
SIMT_PTX_BULK_REDUCE(and, SIMT_BULK_AND, b64, SIMT_BULK_U64)
SIMT_PTX_BULK_REDUCE(or, SIMT_BULK_OR, b64, SIMT_BULK_U64)
SIMT_PTX_BULK_REDUCE(xor, SIMT_BULK_XOR, b64, SIMT_BULK_U64)
#undef SIMT_PTX_BULK_REDUCES
#undef SIMT_PTX_BULK_REDUCE

/* ---- tensor copies: coordinates and offsets come one by one -------------------------------------------- */

#define SIMT_PTX_C1 int c0
#define SIMT_PTX_C2 SIMT_PTX_C1, int c1
#define SIMT_PTX_C3 SIMT_PTX_C2, int c2
#define SIMT_PTX_C4 SIMT_PTX_C3, int c3
#define SIMT_PTX_C5 SIMT_PTX_C4, int c4
#define SIMT_PTX_V1 c0
#define SIMT_PTX_V2 SIMT_PTX_V1, c1
#define SIMT_PTX_V3 SIMT_PTX_V2, c2
#define SIMT_PTX_V4 SIMT_PTX_V3, c3
#define SIMT_PTX_V5 SIMT_PTX_V4, c4
#define SIMT_PTX_O3 unsigned o0
#define SIMT_PTX_O4 SIMT_PTX_O3, unsigned o1
#define SIMT_PTX_O5 SIMT_PTX_O4, unsigned o2
#define SIMT_PTX_W3 (uint16_t)o0
#define SIMT_PTX_W4 SIMT_PTX_W3, (uint16_t)o1
#define SIMT_PTX_W5 SIMT_PTX_W4, (uint16_t)o2

#define SIMT_PTX_TENSOR_LOAD(n, name, space, mask, take_mask)                                                \
    template <class P, class Q, class B>                                                                     \
    SIMT_PTX(cp_async_bulk_tensor_##n##d_##name)(P to, Q map, SIMT_PTX_C##n, B b take_mask)                  \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        simt_bulk_tensor_load(simt_ptx_address<space>(to), (const void *)(uintptr_t)map, at, n, NULL,        \
                              simt_ptx_mbarrier<space>(b), mask, SIMT_HERE());                               \
    }
#define SIMT_PTX_COMMA_MASK , unsigned ctas
#define SIMT_PTX_NOTHING
#define SIMT_PTX_TENSOR_TILE(n)                                                                              \
    SIMT_PTX_TENSOR_LOAD(n, shared_cluster_global, SIMT_PTX_CLUSTER, 0, SIMT_PTX_NOTHING)                    \
    SIMT_PTX_TENSOR_LOAD(n, shared_global, SIMT_PTX_SHARED, 0, SIMT_PTX_NOTHING)                             \
    SIMT_PTX_TENSOR_LOAD(n, shared_cluster_global_multicast_cluster, SIMT_PTX_CLUSTER,                       \
                         ctas | SIMT_BULK_MULTICAST, SIMT_PTX_COMMA_MASK)                                    \
    template <class Q> SIMT_PTX(cp_async_bulk_prefetch_tensor_##n##d_L2_global)(Q map, SIMT_PTX_C##n)        \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        simt_bulk_tensor_prefetch((const void *)(uintptr_t)map, at, n, NULL, SIMT_HERE());                   \
    }                                                                                                        \
    template <class P, class Q>                                                                              \
    SIMT_PTX(cp_async_bulk_tensor_##n##d_global_shared)(Q map, SIMT_PTX_C##n, P from)                        \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        simt_bulk_tensor_store((const void *)(uintptr_t)map, at, n, simt_ptx_address<SIMT_PTX_SHARED>(from), 0, \
                               SIMT_HERE());                                                                 \
    }                                                                                                        \
    SIMT_PTX_TENSOR_REDUCE(n, add, SIMT_BULK_ADD)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, min, SIMT_BULK_MIN)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, max, SIMT_BULK_MAX)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, inc, SIMT_BULK_INC)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, dec, SIMT_BULK_DEC)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, and, SIMT_BULK_AND)                                                            \
    SIMT_PTX_TENSOR_REDUCE(n, or, SIMT_BULK_OR)                                                              \
    SIMT_PTX_TENSOR_REDUCE(n, xor, SIMT_BULK_XOR)
#define SIMT_PTX_TENSOR_REDUCE_MODE(n, op, OP, suffix, mode)                                                 \
    template <class P, class Q>                                                                              \
    SIMT_PTX(cp_reduce_async_bulk_tensor_##n##d_global_shared_##op##suffix)(Q map, SIMT_PTX_C##n, P from)    \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        simt_bulk_tensor_store((const void *)(uintptr_t)map, at, n | (mode),                                 \
                               simt_ptx_address<SIMT_PTX_SHARED>(from),                                      \
                               SIMT_BULK_REDUCTION(OP, SIMT_BULK_OF_TENSOR), SIMT_HERE());                   \
    }
#define SIMT_PTX_TENSOR_REDUCE(n, op, OP)                                                                    \
    SIMT_PTX_TENSOR_REDUCE_MODE(n, op, OP, , 0)                                                              \
    SIMT_PTX_TENSOR_REDUCE_MODE(n, op, OP, _im2col_no_offs, SIMT_BULK_IM2COL)
SIMT_PTX_TENSOR_TILE(1)
SIMT_PTX_TENSOR_TILE(2)
SIMT_PTX_TENSOR_TILE(3)
SIMT_PTX_TENSOR_TILE(4)
SIMT_PTX_TENSOR_TILE(5)

#define SIMT_PTX_TENSOR_IM2COL_LOAD(n, name, space, mask, take_mask)                                         \
    template <class P, class Q, class B>                                                                     \
    SIMT_PTX(cp_async_bulk_tensor_##n##d_##name)(P to, Q map, SIMT_PTX_C##n, B b, SIMT_PTX_O##n take_mask)   \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        const uint16_t by[] = {SIMT_PTX_W##n};                                                               \
        simt_bulk_tensor_load(simt_ptx_address<space>(to), (const void *)(uintptr_t)map, at,                 \
                              n | SIMT_BULK_IM2COL, by, simt_ptx_mbarrier<space>(b), mask, SIMT_HERE());     \
    }
#define SIMT_PTX_TENSOR_IM2COL(n)                                                                            \
    SIMT_PTX_TENSOR_IM2COL_LOAD(n, shared_cluster_global_im2col, SIMT_PTX_CLUSTER, 0, SIMT_PTX_NOTHING)      \
    SIMT_PTX_TENSOR_IM2COL_LOAD(n, shared_global_im2col, SIMT_PTX_SHARED, 0, SIMT_PTX_NOTHING)               \
    SIMT_PTX_TENSOR_IM2COL_LOAD(n, shared_cluster_global_im2col_multicast_cluster, SIMT_PTX_CLUSTER,         \
                                ctas | SIMT_BULK_MULTICAST, SIMT_PTX_COMMA_MASK)                             \
    template <class Q>                                                                                       \
    SIMT_PTX(cp_async_bulk_prefetch_tensor_##n##d_L2_global_im2col)(Q map, SIMT_PTX_C##n, SIMT_PTX_O##n)     \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        const uint16_t by[] = {SIMT_PTX_W##n};                                                               \
        simt_bulk_tensor_prefetch((const void *)(uintptr_t)map, at, n | SIMT_BULK_IM2COL, by, SIMT_HERE());  \
    }                                                                                                        \
    template <class P, class Q>                                                                              \
    SIMT_PTX(cp_async_bulk_tensor_##n##d_global_shared_im2col_no_offs)(Q map, SIMT_PTX_C##n, P from)         \
    {                                                                                                        \
        const int at[] = {SIMT_PTX_V##n};                                                                    \
        simt_bulk_tensor_store((const void *)(uintptr_t)map, at, n | SIMT_BULK_IM2COL,                       \
                               simt_ptx_address<SIMT_PTX_SHARED>(from), 0, SIMT_HERE());                     \
    }
SIMT_PTX_TENSOR_IM2COL(3)
SIMT_PTX_TENSOR_IM2COL(4)
SIMT_PTX_TENSOR_IM2COL(5)

/* ---- fences between proxies ---------------------------------------------------------------------------- */

#define SIMT_PTX_PROXY_FENCE(name)                                                                           \
    SIMT_PTX(name)(void) { simt_proxy_fence(SIMT_HERE()); }
SIMT_PTX_PROXY_FENCE(fence_proxy_async)
SIMT_PTX_PROXY_FENCE(fence_proxy_async_shared_cta)
SIMT_PTX_PROXY_FENCE(fence_proxy_async_shared_cluster)
SIMT_PTX(fence_proxy_async_global)(void) { simt_fence(1, SIMT_HERE()); }
#define SIMT_PTX_TENSORMAP_FENCE(scope, number)                                                              \
    SIMT_PTX(fence_proxy_tensormap_generic_release_##scope)(void) { simt_fence(number, SIMT_HERE()); }       \
    template <class P, class N> SIMT_PTX(fence_proxy_tensormap_generic_acquire_##scope)(P, N)                \
    {                                                                                                        \
        simt_fence(number, SIMT_HERE());                                                                     \
    }
SIMT_PTX_TENSORMAP_FENCE(cta, 0)
SIMT_PTX_TENSORMAP_FENCE(cluster, 1)
SIMT_PTX_TENSORMAP_FENCE(gpu, 1)
SIMT_PTX_TENSORMAP_FENCE(sys, 2)

#undef SIMT_PTX_TENSORMAP_FENCE
#undef SIMT_PTX_PROXY_FENCE
#undef SIMT_PTX_TENSOR_IM2COL
#undef SIMT_PTX_TENSOR_IM2COL_LOAD
#undef SIMT_PTX_TENSOR_REDUCE
#undef SIMT_PTX_TENSOR_REDUCE_MODE
#undef SIMT_PTX_TENSOR_TILE
#undef SIMT_PTX_NOTHING
#undef SIMT_PTX_COMMA_MASK
#undef SIMT_PTX_TENSOR_LOAD
#undef SIMT_PTX_C1
#undef SIMT_PTX_C2
#undef SIMT_PTX_C3
#undef SIMT_PTX_C4
#undef SIMT_PTX_C5
#undef SIMT_PTX_V1
#undef SIMT_PTX_V2
#undef SIMT_PTX_V3
#undef SIMT_PTX_V4
#undef SIMT_PTX_V5
#undef SIMT_PTX_O3
#undef SIMT_PTX_O4
#undef SIMT_PTX_O5
#undef SIMT_PTX_W3
#undef SIMT_PTX_W4
#undef SIMT_PTX_W5
#undef SIMT_PTX_BOTH_SPACES
#undef SIMT_PTX_CTA_SPACES

#endif
