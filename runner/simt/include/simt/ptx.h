/*
 * ptx.h: what the rewriter makes of inline PTX: one function an instruction (the names: rewrite_ptx.c). This
 * file has registers, memory, barriers and collectives; ptx_arith.h arithmetic, ptx_bulk.h mbarrier objects and
 * bulk copies, ptx_convert.h cvt, setp and set, ptx_matrix.h mma and ldmatrix.
 *
 * Operands come in PTX's order, results first. A register is an integer or float of its width; a function's
 * type may be another of the same width: simt_in() and simt_out() copy the bits then, and extend or cut
 * integers as ld, st and cvt do. A shared address of 32 bits is the offset in the lane's shared window.
 */
#ifndef SIMT_PTX_H
#define SIMT_PTX_H

#include "../vector_types.h"
#include "atomics.h"
#include "core.h"
#include "flops.h"
#include "intrinsics.h"
#include "lib_atomic.h"
#include "library.h"
#include "math.h"
#include "memory.h"

/* ---- registers ----------------------------------------------------------------------------------------- */

#define SIMT_PTX(name) SIMT_INLINE void simt_ptx_##name

struct simt_ptx_nowhere {};
SIMT_INLINE simt_ptx_nowhere simt_ptx_sink(void) { return {}; }
SIMT_INLINE float simt_ptx_f32(uint32_t bits) { return simt_packed<float>(bits); }
SIMT_INLINE double simt_ptx_f64(uint64_t bits) { return simt_packed<double>(bits); }

template <class T, class A> SIMT_INLINE T simt_in(A a)
{
    constexpr bool crosses = std::is_floating_point<T>::value != std::is_floating_point<A>::value;
    if constexpr (crosses && sizeof(T) == sizeof(A))
        return simt_packed<T>(a);
    else
        return (T)a;
}
template <class D, class T> SIMT_INLINE void simt_out(D &&d, T v)
{
    typedef typename std::remove_reference<D>::type to;
    if constexpr (!std::is_same<to, simt_ptx_nowhere>::value)
        d = simt_in<to>(v);
}

#define SIMT_PTX_TYPES_8(apply, ...)                                                                         \
    apply(b8, uint8_t, __VA_ARGS__) apply(u8, uint8_t, __VA_ARGS__) apply(s8, int8_t, __VA_ARGS__)
#define SIMT_PTX_TYPES_INT(apply, ...)                                                                       \
    apply(u16, uint16_t, __VA_ARGS__) apply(s16, int16_t, __VA_ARGS__) apply(u32, uint32_t, __VA_ARGS__)     \
    apply(s32, int32_t, __VA_ARGS__) apply(u64, uint64_t, __VA_ARGS__) apply(s64, int64_t, __VA_ARGS__)
#define SIMT_PTX_TYPES_BITS(apply, ...)                                                                      \
    apply(b16, uint16_t, __VA_ARGS__) apply(b32, uint32_t, __VA_ARGS__) apply(b64, uint64_t, __VA_ARGS__)
#define SIMT_PTX_TYPES_FLOAT(apply, ...) apply(f32, float, __VA_ARGS__) apply(f64, double, __VA_ARGS__)
#define SIMT_PTX_TYPES_WIDE(apply, ...)                                                                      \
    SIMT_PTX_TYPES_INT(apply, __VA_ARGS__) SIMT_PTX_TYPES_BITS(apply, __VA_ARGS__)                           \
    SIMT_PTX_TYPES_FLOAT(apply, __VA_ARGS__)

/* One operand, two, three; of type T, named a, b, c in the value that follows. */
#define SIMT_PTX_1(name, T, ...)                                                                             \
    template <class D, class A> SIMT_PTX(name)(D &&d, A a_)                                                  \
    {                                                                                                        \
        T a = simt_in<T>(a_);                                                                                \
        simt_out(d, __VA_ARGS__);                                                                            \
    }
#define SIMT_PTX_2(name, T, ...)                                                                             \
    template <class D, class A, class B> SIMT_PTX(name)(D &&d, A a_, B b_)                                   \
    {                                                                                                        \
        T a = simt_in<T>(a_), b = simt_in<T>(b_);                                                            \
        simt_out(d, __VA_ARGS__);                                                                            \
    }
#define SIMT_PTX_3(name, T, ...)                                                                             \
    template <class D, class A, class B, class C> SIMT_PTX(name)(D &&d, A a_, B b_, C c_)                    \
    {                                                                                                        \
        T a = simt_in<T>(a_), b = simt_in<T>(b_), c = simt_in<T>(c_);                                        \
        simt_out(d, __VA_ARGS__);                                                                            \
    }

#define SIMT_PTX_MOV(t, T, ...) SIMT_PTX_1(mov_##t, T, a)
SIMT_PTX_TYPES_WIDE(SIMT_PTX_MOV)
SIMT_PTX_1(mov_pred, bool, a)
template <class D, class A, class B> SIMT_PTX(mov_b64_pack)(D &&d, A lo, B hi)
{
    simt_out(d, (uint64_t)simt_in<uint32_t>(hi) << 32 | simt_in<uint32_t>(lo));
}
template <class D, class E, class A> SIMT_PTX(mov_b64_unpack)(D &&lo, E &&hi, A a)
{
    simt_out(lo, (uint32_t)simt_in<uint64_t>(a));
    simt_out(hi, (uint32_t)(simt_in<uint64_t>(a) >> 32));
}
template <class D, class A, class B> SIMT_PTX(mov_b32_pack)(D &&d, A lo, B hi)
{
    simt_out(d, (uint32_t)simt_in<uint16_t>(hi) << 16 | simt_in<uint16_t>(lo));
}
template <class D, class E, class A> SIMT_PTX(mov_b32_unpack)(D &&lo, E &&hi, A a)
{
    simt_out(lo, (uint16_t)simt_in<uint32_t>(a));
    simt_out(hi, (uint16_t)(simt_in<uint32_t>(a) >> 16));
}

/* ---- special registers --------------------------------------------------------------------------------- */

#define SIMT_PTX_SREG(name, type, value) SIMT_INLINE type simt_ptx_sreg_##name(void) { return value; }
#define SIMT_PTX_SREG3(name, from)                                                                           \
    SIMT_PTX_SREG(name##_x, uint32_t, from.x)                                                                \
    SIMT_PTX_SREG(name##_y, uint32_t, from.y)                                                                \
    SIMT_PTX_SREG(name##_z, uint32_t, from.z)
SIMT_INLINE unsigned simt_linear_thread(void)
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
SIMT_INLINE unsigned simt_lane_id(void) { return simt_linear_thread() % SIMT_WARP; }
SIMT_PTX_SREG3(tid, threadIdx)
SIMT_PTX_SREG3(ntid, blockDim)
SIMT_PTX_SREG3(ctaid, blockIdx)
SIMT_PTX_SREG3(nctaid, gridDim)
SIMT_UNSEEN simt_cluster simt_ptx_cluster(void)
{
    simt_cluster c;
    simt_cluster_here(&c);
    return c;
}
SIMT_PTX_SREG3(clusterid, simt_ptx_cluster().id)
SIMT_PTX_SREG3(nclusterid, simt_ptx_cluster().count)
SIMT_PTX_SREG3(cluster_ctaid, simt_ptx_cluster().at)
SIMT_PTX_SREG3(cluster_nctaid, simt_ptx_cluster().dim)
SIMT_PTX_SREG(cluster_ctarank, uint32_t, simt_ptx_cluster().rank)
SIMT_PTX_SREG(cluster_nctarank, uint32_t, simt_ptx_cluster().size)
SIMT_PTX_SREG(is_explicit_cluster, bool, simt_ptx_cluster().explicit_ != 0)
SIMT_PTX_SREG(laneid, uint32_t, simt_lane_id())
SIMT_PTX_SREG(warpid, uint32_t, simt_linear_thread() / SIMT_WARP)
SIMT_PTX_SREG(nwarpid, uint32_t, 2048 / SIMT_WARP)
SIMT_PTX_SREG(smid, uint32_t, simt_smid())
SIMT_PTX_SREG(nsmid, uint32_t, simt_nsmid())
SIMT_PTX_SREG(gridid, uint64_t, 1)
SIMT_PTX_SREG(clock, uint32_t, (uint32_t)simt_clock())
SIMT_PTX_SREG(clock_hi, uint32_t, (uint32_t)(simt_clock() >> 32))
SIMT_PTX_SREG(clock64, uint64_t, simt_clock())
SIMT_PTX_SREG(globaltimer, uint64_t, simt_globaltimer())
SIMT_PTX_SREG(globaltimer_lo, uint32_t, (uint32_t)simt_globaltimer())
SIMT_PTX_SREG(globaltimer_hi, uint32_t, (uint32_t)(simt_globaltimer() >> 32))
SIMT_PTX_SREG(lanemask_eq, simt_mask, (simt_mask)1 << simt_lane_id())
SIMT_PTX_SREG(lanemask_lt, simt_mask, ((simt_mask)1 << simt_lane_id()) - 1)
SIMT_PTX_SREG(lanemask_le, simt_mask, ((simt_mask)2 << simt_lane_id()) - 1)
SIMT_PTX_SREG(lanemask_gt, simt_mask, ~(((simt_mask)2 << simt_lane_id()) - 1))
SIMT_PTX_SREG(lanemask_ge, simt_mask, ~(((simt_mask)1 << simt_lane_id()) - 1))
SIMT_PTX_SREG(dynamic_smem_size, uint32_t, simt_dynamic_smem_size())
SIMT_PTX_SREG(total_smem_size, uint32_t, simt_dynamic_smem_size())
#undef SIMT_PTX_SREG
#undef SIMT_PTX_SREG3

/* ---- addresses ----------------------------------------------------------------------------------------- */

enum simt_ptx_space { SIMT_PTX_GENERIC, SIMT_PTX_GLOBAL, SIMT_PTX_SHARED, SIMT_PTX_CLUSTER };
template <int space, class A> SIMT_INLINE char *simt_ptx_address(A a)
{
    if constexpr (space == SIMT_PTX_SHARED)
        return (char *)(simt_shared_window() + (uint32_t)(uintptr_t)a);
    else if constexpr (space == SIMT_PTX_CLUSTER)
        return (char *)simt_cluster_generic((uint32_t)(uintptr_t)a);
    else
        return (char *)(uintptr_t)a;
}
#define SIMT_PTX_SPACES(apply, ...)                                                                          \
    apply(_global, SIMT_PTX_GLOBAL, __VA_ARGS__) apply(_shared, SIMT_PTX_SHARED, __VA_ARGS__)                \
    apply(_shared_cluster, SIMT_PTX_CLUSTER, __VA_ARGS__) apply(, SIMT_PTX_GENERIC, __VA_ARGS__)

#define SIMT_PTX_CVTA(t, T)                                                                                  \
    SIMT_PTX_1(cvta_to_shared_##t, uintptr_t, (T)__cvta_generic_to_shared((void *)a))                        \
    SIMT_PTX_1(cvta_shared_##t, uintptr_t, (T)(uintptr_t)simt_ptx_address<SIMT_PTX_SHARED>(a))               \
    SIMT_PTX_1(cvta_to_global_##t, T, a)                                                                     \
    SIMT_PTX_1(cvta_global_##t, T, a)                                                                        \
    SIMT_PTX_1(cvta_to_const_##t, T, a)                                                                      \
    SIMT_PTX_1(cvta_const_##t, T, a)                                                                         \
    SIMT_PTX_1(cvta_to_local_##t, T, a)                                                                      \
    SIMT_PTX_1(cvta_local_##t, T, a)
SIMT_PTX_CVTA(u32, uint32_t)
SIMT_PTX_CVTA(u64, uint64_t)
#undef SIMT_PTX_CVTA
SIMT_PTX_1(cvta_to_shared_cluster_u32, uintptr_t, simt_cluster_address((void *)a))
SIMT_PTX_1(cvta_to_shared_cluster_u64, uintptr_t, (uint64_t)simt_cluster_address((void *)a))
SIMT_PTX_1(cvta_shared_cluster_u32, uint32_t, (uint32_t)(uintptr_t)simt_cluster_generic(a))
SIMT_PTX_1(cvta_shared_cluster_u64, uint32_t, (uint64_t)(uintptr_t)simt_cluster_generic(a))
SIMT_PTX_1(isspacep_shared_cluster, uintptr_t, (bool)__isShared((void *)a))
SIMT_PTX_1(isspacep_global, uintptr_t, (bool)__isGlobal((void *)a))
SIMT_PTX_1(isspacep_shared, uintptr_t,
           a - simt_shared_window() < 1u << SIMT_CLUSTER_SHIFT && (bool)__isShared((void *)a))
SIMT_PTX_1(isspacep_const, uintptr_t, (bool)__isConstant((void *)a))
SIMT_PTX_1(isspacep_local, uintptr_t, (bool)__isLocal((void *)a))

/* ---- loads and stores: of a vector in one access ------------------------------------------------------- */

template <class T> struct __attribute__((aligned(2 * sizeof(T)))) simt_ptx_v2 {
    T x, y;
    SIMT_WHOLE(simt_ptx_v2)
};
template <class T> struct __attribute__((aligned(4 * sizeof(T)))) simt_ptx_v4 {
    T x, y, z, w;
    SIMT_WHOLE(simt_ptx_v4)
};
/* Memory as it is now: the compiler may keep nothing of it in registers. */
#define SIMT_PTX_OBJECT(space, T, address)                                                                   \
    (*({                                                                                                     \
        __asm__ volatile("" ::: "memory");                                                                   \
        (T *)simt_ptx_address<space>(address);                                                               \
    }))
#define SIMT_PTX_LOADS(t, T, name, space)                                                                    \
    template <class D, class P> SIMT_PTX(name##_##t)(D &&d, P p)                                             \
    {                                                                                                        \
        simt_out(d, SIMT_PTX_OBJECT(space, T, p));                                                           \
    }                                                                                                        \
    template <class D, class E, class P> SIMT_PTX(name##_v2_##t)(D &&d0, E &&d1, P p)                        \
    {                                                                                                        \
        const simt_ptx_v2<T> v = SIMT_PTX_OBJECT(space, const simt_ptx_v2<T>, p);                            \
        simt_out(d0, v.x);                                                                                   \
        simt_out(d1, v.y);                                                                                   \
    }                                                                                                        \
    template <class D, class E, class F, class G, class P>                                                   \
    SIMT_PTX(name##_v4_##t)(D &&d0, E &&d1, F &&d2, G &&d3, P p)                                             \
    {                                                                                                        \
        const simt_ptx_v4<T> v = SIMT_PTX_OBJECT(space, const simt_ptx_v4<T>, p);                            \
        simt_out(d0, v.x);                                                                                   \
        simt_out(d1, v.y);                                                                                   \
        simt_out(d2, v.z);                                                                                   \
        simt_out(d3, v.w);                                                                                   \
    }
#define SIMT_PTX_STORES(t, T, name, space)                                                                   \
    template <class P, class A> SIMT_PTX(name##_##t)(P p, A a)                                               \
    {                                                                                                        \
        SIMT_PTX_OBJECT(space, T, p) = simt_in<T>(a);                                                        \
    }                                                                                                        \
    template <class P, class A, class B> SIMT_PTX(name##_v2_##t)(P p, A a, B b)                              \
    {                                                                                                        \
        SIMT_PTX_OBJECT(space, simt_ptx_v2<T>, p) = simt_ptx_v2<T>{simt_in<T>(a), simt_in<T>(b)};            \
    }                                                                                                        \
    template <class P, class A, class B, class C, class E>                                                   \
    SIMT_PTX(name##_v4_##t)(P p, A a, B b, C c, E e)                                                         \
    {                                                                                                        \
        SIMT_PTX_OBJECT(space, simt_ptx_v4<T>, p) =                                                          \
            simt_ptx_v4<T>{simt_in<T>(a), simt_in<T>(b), simt_in<T>(c), simt_in<T>(e)};                      \
    }
#define SIMT_PTX_ACCESSES(apply, name, space)                                                                \
    SIMT_PTX_TYPES_8(apply, name, space) SIMT_PTX_TYPES_WIDE(apply, name, space)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld, SIMT_PTX_GENERIC)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld_global, SIMT_PTX_GLOBAL)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld_shared, SIMT_PTX_SHARED)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld_shared_cluster, SIMT_PTX_CLUSTER)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld_const, SIMT_PTX_GENERIC)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ld_local, SIMT_PTX_GENERIC)
SIMT_PTX_ACCESSES(SIMT_PTX_LOADS, ldu_global, SIMT_PTX_GLOBAL)
SIMT_PTX_ACCESSES(SIMT_PTX_STORES, st, SIMT_PTX_GENERIC)
SIMT_PTX_ACCESSES(SIMT_PTX_STORES, st_global, SIMT_PTX_GLOBAL)
SIMT_PTX_ACCESSES(SIMT_PTX_STORES, st_shared, SIMT_PTX_SHARED)
SIMT_PTX_ACCESSES(SIMT_PTX_STORES, st_shared_cluster, SIMT_PTX_CLUSTER)
SIMT_PTX_ACCESSES(SIMT_PTX_STORES, st_local, SIMT_PTX_GENERIC)
/* Of one value that may be a flag: .volatile, .relaxed, .acquire, .release. `how`: SIMT_RELAXED, SIMT_OF_BLOCK. */
template <int space, class T, int how, class D, class P> SIMT_PTX(ld_strong)(D &&d, P p)
{
    simt_out(d, simt::atomic_load((const T *)simt_ptx_address<space>(p), SIMT_HERE(), how));
}
template <int space, class T, int how, class P, class A> SIMT_PTX(st_strong)(P p, A a)
{
    simt::atomic_store((T *)simt_ptx_address<space>(p), simt_in<T>(a), SIMT_HERE(), how);
}
#undef SIMT_PTX_ACCESSES
#undef SIMT_PTX_LOADS
#undef SIMT_PTX_STORES

template <class... A> SIMT_PTX(prefetch)(A...) {}
template <class D, class... A> SIMT_PTX(createpolicy)(D &&d, A...) { simt_out(d, (uint64_t)0); }

/* ---- cp.async ------------------------------------------------------------------------------------------ */

#define SIMT_PTX_CP(name)                                                                                    \
    template <class P, class Q> SIMT_PTX(name)(P to, Q from, unsigned size, unsigned src_size)               \
    {                                                                                                        \
        simt_cp_async(simt_ptx_address<SIMT_PTX_SHARED>(to), (const void *)(uintptr_t)from, size, src_size,  \
                      SIMT_HERE());                                                                          \
    }                                                                                                        \
    template <class P, class Q> SIMT_PTX(name)(P to, Q from, unsigned size)                                  \
    {                                                                                                        \
        simt_ptx_##name(to, from, size, size);                                                               \
    }                                                                                                        \
    template <class P, class Q> SIMT_PTX(name)(P to, Q from, unsigned size, bool ignore)                     \
    {                                                                                                        \
        simt_ptx_##name(to, from, size, ignore ? 0u : size);                                                 \
    }
SIMT_PTX_CP(cp_async_ca_shared_global)
SIMT_PTX_CP(cp_async_cg_shared_global)
#undef SIMT_PTX_CP
SIMT_PTX(cp_async_commit_group)(void) { simt_cp_async_commit(SIMT_HERE()); }
SIMT_PTX(cp_async_wait_group)(unsigned n) { simt_cp_async_wait(n, SIMT_HERE()); }
SIMT_PTX(cp_async_wait_all)(void) { simt_cp_async_wait(~0u, SIMT_HERE()); }

/* ---- barriers and fences ------------------------------------------------------------------------------- */

SIMT_PTX(bar_sync)(unsigned id, unsigned n = 0) { simt_named_barrier((int)id, n, SIMT_BAR_ALIGNED, SIMT_HERE()); }
SIMT_PTX(bar_arrive)(unsigned id, unsigned n)
{
    simt_named_barrier((int)id, n, SIMT_BAR_ARRIVE | SIMT_BAR_ALIGNED, SIMT_HERE());
}
SIMT_PTX(barrier_sync)(unsigned id, unsigned n = 0) { simt_named_barrier((int)id, n, 0, SIMT_HERE()); }
SIMT_PTX(barrier_arrive)(unsigned id, unsigned n) { simt_named_barrier((int)id, n, SIMT_BAR_ARRIVE, SIMT_HERE()); }
/* The site of a reduction at a barrier is its line: apart from __COUNTER__'s numbers. */
#define SIMT_PTX_BAR_RED(name, kind, T)                                                                      \
    template <class D> SIMT_PTX(name)(D &&d, unsigned, bool p, unsigned line = __builtin_LINE())             \
    {                                                                                                        \
        simt_out(d, (T)simt_barrier(0x20000000u | line, kind, p, SIMT_HERE()));                              \
    }
SIMT_PTX_BAR_RED(bar_red_popc_u32, SIMT_BAR_COUNT, uint32_t)
SIMT_PTX_BAR_RED(bar_red_and_pred, SIMT_BAR_AND, bool)
SIMT_PTX_BAR_RED(bar_red_or_pred, SIMT_BAR_OR, bool)
#undef SIMT_PTX_BAR_RED
SIMT_PTX(bar_warp_sync)(simt_mask mask) { (void)simt_warp_op(SIMT_SYNCWARP, mask, 0, 0, SIMT_HERE()); }

/* ---- clusters ------------------------------------------------------------------------------------------ */

SIMT_PTX(barrier_cluster_arrive)(void) { simt_cluster_arrive(0, SIMT_HERE()); }
SIMT_PTX(barrier_cluster_arrive_relaxed)(void) { simt_cluster_arrive(1, SIMT_HERE()); }
SIMT_PTX(barrier_cluster_wait)(void) { simt_cluster_wait(SIMT_HERE()); }
/* Of a .shared::cluster address of either width, and of a generic one. */
template <class D, class A> SIMT_PTX(mapa_shared_cluster_u32)(D &&d, A a, uint32_t rank)
{
    simt_out(d, simt_cluster_address(
                    simt_cluster_map(simt_cluster_generic((uint32_t)(uintptr_t)a), rank, SIMT_HERE())));
}
template <class D, class A> SIMT_PTX(mapa_shared_cluster_u64)(D &&d, A a, uint32_t rank)
{
    simt_out(d, (uint64_t)simt_cluster_address(
                    simt_cluster_map(simt_cluster_generic((uint32_t)(uintptr_t)a), rank, SIMT_HERE())));
}
template <class D, class A> SIMT_PTX(mapa_u64)(D &&d, A a, uint32_t rank)
{
    simt_out(d, (uint64_t)(uintptr_t)simt_cluster_map((const void *)(uintptr_t)a, rank, SIMT_HERE()));
}
template <class D, class A> SIMT_PTX(getctarank_shared_cluster_u32)(D &&d, A a)
{
    simt_out(d, simt_cluster_rank_of(simt_cluster_generic((uint32_t)(uintptr_t)a)));
}
template <class D, class A> SIMT_PTX(getctarank_shared_cluster_u64)(D &&d, A a)
{
    simt_out(d, simt_cluster_rank_of(simt_cluster_generic((uint32_t)(uintptr_t)a)));
}
template <class D, class A> SIMT_PTX(getctarank_u64)(D &&d, A a)
{
    simt_out(d, simt_cluster_rank_of((const void *)(uintptr_t)a));
}

#define SIMT_PTX_FENCE(name, scope)                                                                          \
    SIMT_PTX(name)(void) { simt_fence(scope, SIMT_HERE()); }
SIMT_PTX_FENCE(membar_cta, 0)
SIMT_PTX_FENCE(membar_gl, 1)
SIMT_PTX_FENCE(membar_sys, 2)
#define SIMT_PTX_FENCES(scope_name, scope)                                                                   \
    SIMT_PTX_FENCE(fence_##scope_name, scope)                                                                \
    SIMT_PTX_FENCE(fence_sc_##scope_name, scope)                                                             \
    SIMT_PTX_FENCE(fence_acq_rel_##scope_name, scope)
SIMT_PTX_FENCES(cta, 0)
SIMT_PTX_FENCES(cluster, 1)
SIMT_PTX_FENCES(gpu, 1)
SIMT_PTX_FENCES(sys, 2)
SIMT_PTX_FENCE(fence_proxy_alias, 0)
SIMT_PTX_FENCE(fence_mbarrier_init_release_cluster, 0)
#undef SIMT_PTX_FENCE
#undef SIMT_PTX_FENCES

/* ---- collectives of a warp ----------------------------------------------------------------------------- */

/* c is clamp | segment mask << 8; the segment's width is that of the lane bits outside the mask. */
template <int kind, class D, class A>
SIMT_INLINE bool simt_ptx_shfl(D &&d, A a, unsigned b, unsigned c, simt_mask mask)
{
    unsigned segment = c >> 8 & 31, lane = simt_lane_id() & 31, clamp = c & 31, low = lane & segment;
    unsigned last = low | (clamp & ~segment), source;
    if constexpr (kind == SIMT_SHFL)
        source = low | (b & 31 & ~segment);
    else
        source = kind == SIMT_SHFL_UP ? lane - b : kind == SIMT_SHFL_DOWN ? lane + b : lane ^ b;
    bool inside = kind == SIMT_SHFL_UP ? (int)source >= (int)last : source <= last;
    uint64_t width = (uint64_t)(32 - segment) << 32;
    simt_out(d, (uint32_t)simt_warp_op(kind, mask, simt_in<uint32_t>(a), b | width, SIMT_HERE()));
    return inside;
}
#define SIMT_PTX_SHFL(name, kind)                                                                            \
    template <class D, class A> SIMT_PTX(name)(D &&d, A a, unsigned b, unsigned c, simt_mask mask)           \
    {                                                                                                        \
        simt_ptx_shfl<kind>(d, a, b, c, mask);                                                               \
    }                                                                                                        \
    template <class D, class P, class A>                                                                     \
    SIMT_PTX(name##_p)(D &&d, P &&p, A a, unsigned b, unsigned c, simt_mask mask)                            \
    {                                                                                                        \
        simt_out(p, simt_ptx_shfl<kind>(d, a, b, c, mask));                                                  \
    }
SIMT_PTX_SHFL(shfl_sync_idx_b32, SIMT_SHFL)
SIMT_PTX_SHFL(shfl_sync_up_b32, SIMT_SHFL_UP)
SIMT_PTX_SHFL(shfl_sync_down_b32, SIMT_SHFL_DOWN)
SIMT_PTX_SHFL(shfl_sync_bfly_b32, SIMT_SHFL_XOR)
#undef SIMT_PTX_SHFL

#define SIMT_PTX_VOTE(name, kind, T)                                                                         \
    template <class D> SIMT_PTX(name)(D &&d, bool p, simt_mask mask)                                         \
    {                                                                                                        \
        simt_out(d, (T)simt_warp_op(kind, mask, p, 0, SIMT_HERE()));                                         \
    }
SIMT_PTX_VOTE(vote_sync_all_pred, SIMT_ALL, bool)
SIMT_PTX_VOTE(vote_sync_any_pred, SIMT_ANY, bool)
SIMT_PTX_VOTE(vote_sync_ballot_b32, SIMT_BALLOT, simt_mask)
#undef SIMT_PTX_VOTE
template <class D> SIMT_PTX(vote_sync_uni_pred)(D &&d, bool p, simt_mask mask)
{
    simt_mask yes = (simt_mask)simt_warp_op(SIMT_BALLOT, mask, p, 0, SIMT_HERE());
    simt_mask all = (simt_mask)simt_warp_op(SIMT_BALLOT, mask, 1, 0, SIMT_HERE());
    simt_out(d, yes == 0 || yes == all);
}

#define SIMT_PTX_MATCH(t, T)                                                                                 \
    template <class D, class A> SIMT_PTX(match_any_sync_##t)(D &&d, A a, simt_mask mask)                     \
    {                                                                                                        \
        simt_out(d, (simt_mask)__match_any_sync(mask, simt_in<T>(a)));                                       \
    }                                                                                                        \
    template <class D, class P, class A>                                                                     \
    SIMT_PTX(match_all_sync_##t##_p)(D &&d, P &&p, A a, simt_mask mask)                                      \
    {                                                                                                        \
        int same;                                                                                            \
        simt_out(d, (simt_mask)__match_all_sync(mask, simt_in<T>(a), &same));                                \
        simt_out(p, same != 0);                                                                              \
    }                                                                                                        \
    template <class D, class A> SIMT_PTX(match_all_sync_##t)(D &&d, A a, simt_mask mask)                     \
    {                                                                                                        \
        simt_ptx_match_all_sync_##t##_p(d, simt_ptx_sink(), a, mask);                                        \
    }
SIMT_PTX_MATCH(b32, uint32_t)
SIMT_PTX_MATCH(b64, uint64_t)
#undef SIMT_PTX_MATCH

#define SIMT_PTX_REDUX(name, kind)                                                                           \
    template <class D, class A> SIMT_PTX(redux_sync_##name)(D &&d, A a, simt_mask mask)                      \
    {                                                                                                        \
        simt_out(d, (uint32_t)simt_warp_op(kind, mask, simt_in<uint32_t>(a), 0, SIMT_HERE()));               \
    }
SIMT_PTX_REDUX(add_u32, SIMT_RED_ADD)
SIMT_PTX_REDUX(add_s32, SIMT_RED_ADD)
SIMT_PTX_REDUX(min_u32, SIMT_RED_MIN_U)
SIMT_PTX_REDUX(min_s32, SIMT_RED_MIN_S)
SIMT_PTX_REDUX(max_u32, SIMT_RED_MAX_U)
SIMT_PTX_REDUX(max_s32, SIMT_RED_MAX_S)
SIMT_PTX_REDUX(and_b32, SIMT_RED_AND)
SIMT_PTX_REDUX(or_b32, SIMT_RED_OR)
SIMT_PTX_REDUX(xor_b32, SIMT_RED_XOR)
#undef SIMT_PTX_REDUX

template <class D> SIMT_PTX(activemask_b32)(D &&d) { simt_out(d, __activemask()); }
/* The lowest lane of the mask is the leader. */
template <class D, class P> SIMT_PTX(elect_sync_p)(D &&d, P &&p, simt_mask mask)
{
    unsigned leader = (unsigned)__builtin_ctzll(mask);
    (void)simt_warp_op(SIMT_SYNCWARP, mask, 0, 0, SIMT_HERE());
    simt_out(d, leader);
    simt_out(p, simt_lane_id() == leader);
}
template <class D> SIMT_PTX(elect_sync)(D &&d, simt_mask mask)
{
    simt_ptx_elect_sync_p(d, simt_ptx_sink(), mask);
}

/* ---- registers of a warp, and the grid before this one ------------------------------------------------- */

SIMT_PTX(setmaxnreg_inc_sync_aligned_u32)(unsigned n) { simt_setmaxnreg(1, n, SIMT_HERE()); }
SIMT_PTX(setmaxnreg_dec_sync_aligned_u32)(unsigned n) { simt_setmaxnreg(0, n, SIMT_HERE()); }
/* Grids of a stream run one after another: what is missing is told, and not felt (shadow_early.c). */
SIMT_PTX(griddepcontrol_launch_dependents)(void) {}
SIMT_PTX(griddepcontrol_wait)(void) { simt_grid_wait(SIMT_HERE()); }

/* ---- control ------------------------------------------------------------------------------------------- */

template <class A> SIMT_PTX(nanosleep_u32)(A) { simt_spin(SIMT_HERE()); }
SIMT_PTX(trap)(void) { simt_trap(SIMT_HERE()); }
SIMT_PTX(brkpt)(void) {}
SIMT_PTX(exit)(void) { simt_exit(); }
SIMT_PTX(ret)(void) { simt_exit(); }

/* ---- atomics ------------------------------------------------------------------------------------------- */

#define SIMT_PTX_ATOMIC(suffix, space, name, T, op)                                                          \
    template <int how, class D, class P, class A> SIMT_PTX(atom##suffix##_##name)(D &&d, P p, A a)           \
    {                                                                                                        \
        T *at = (T *)simt_ptx_address<space>(p);                                                             \
        simt_out(d, simt_atomic<op, T, SIMT_ATOMIC | how>(at, simt_in<T>(a), SIMT_HERE()));                  \
    }                                                                                                        \
    template <int how, class P, class A> SIMT_PTX(red##suffix##_##name)(P p, A a)                            \
    {                                                                                                        \
        simt_reduction<op, how>((T *)simt_ptx_address<space>(p), simt_in<T>(a), SIMT_HERE());                \
    }
#define SIMT_PTX_ATOMICS(name, T, op) SIMT_PTX_SPACES(SIMT_PTX_ATOMIC, name, T, op)
SIMT_PTX_ATOMICS(add_u32, uint32_t, SIMT_OP_ADD)
SIMT_PTX_ATOMICS(add_s32, uint32_t, SIMT_OP_ADD)
SIMT_PTX_ATOMICS(add_u64, uint64_t, SIMT_OP_ADD)
SIMT_PTX_ATOMICS(add_f32, float, SIMT_OP_ADD)
SIMT_PTX_ATOMICS(add_f64, double, SIMT_OP_ADD)
SIMT_PTX_ATOMICS(exch_b16, uint16_t, SIMT_OP_EXCH)
SIMT_PTX_ATOMICS(exch_b32, uint32_t, SIMT_OP_EXCH)
SIMT_PTX_ATOMICS(exch_b64, uint64_t, SIMT_OP_EXCH)
SIMT_PTX_ATOMICS(exch_u32, uint32_t, SIMT_OP_EXCH)
SIMT_PTX_ATOMICS(exch_u64, uint64_t, SIMT_OP_EXCH)
SIMT_PTX_ATOMICS(min_u32, uint32_t, SIMT_OP_MIN)
SIMT_PTX_ATOMICS(min_s32, int32_t, SIMT_OP_MIN)
SIMT_PTX_ATOMICS(min_u64, uint64_t, SIMT_OP_MIN)
SIMT_PTX_ATOMICS(min_s64, int64_t, SIMT_OP_MIN)
SIMT_PTX_ATOMICS(max_u32, uint32_t, SIMT_OP_MAX)
SIMT_PTX_ATOMICS(max_s32, int32_t, SIMT_OP_MAX)
SIMT_PTX_ATOMICS(max_u64, uint64_t, SIMT_OP_MAX)
SIMT_PTX_ATOMICS(max_s64, int64_t, SIMT_OP_MAX)
SIMT_PTX_ATOMICS(and_b32, uint32_t, SIMT_OP_AND)
SIMT_PTX_ATOMICS(and_b64, uint64_t, SIMT_OP_AND)
SIMT_PTX_ATOMICS(or_b32, uint32_t, SIMT_OP_OR)
SIMT_PTX_ATOMICS(or_b64, uint64_t, SIMT_OP_OR)
SIMT_PTX_ATOMICS(xor_b32, uint32_t, SIMT_OP_XOR)
SIMT_PTX_ATOMICS(xor_b64, uint64_t, SIMT_OP_XOR)
SIMT_PTX_ATOMICS(inc_u32, uint32_t, SIMT_OP_INC)
SIMT_PTX_ATOMICS(dec_u32, uint32_t, SIMT_OP_DEC)
#define SIMT_PTX_CAS(suffix, space, t, T)                                                                    \
    template <int how, class D, class P, class A, class B>                                                   \
    SIMT_PTX(atom##suffix##_cas_##t)(D &&d, P p, A a, B b)                                                   \
    {                                                                                                        \
        T *at = (T *)simt_ptx_address<space>(p);                                                             \
        simt_out(d, simt_atomic_cas<how>(at, simt_in<T>(a), simt_in<T>(b), SIMT_HERE()));                    \
    }
SIMT_PTX_SPACES(SIMT_PTX_CAS, b16, uint16_t)
SIMT_PTX_SPACES(SIMT_PTX_CAS, b32, uint32_t)
SIMT_PTX_SPACES(SIMT_PTX_CAS, b64, uint64_t)
SIMT_PTX_SPACES(SIMT_PTX_CAS, u32, uint32_t)
SIMT_PTX_SPACES(SIMT_PTX_CAS, u64, uint64_t)
#undef SIMT_PTX_CAS
#define SIMT_PTX_RED_VECTOR(name2, name4)                                                                    \
    template <int how, class P> SIMT_PTX(name2)(P p, float a, float b)                                       \
    {                                                                                                        \
        simt_add_elements<how>((float2 *)(uintptr_t)p, float2{a, b}, SIMT_HERE());                                \
    }                                                                                                        \
    template <int how, class P> SIMT_PTX(name4)(P p, float a, float b, float c, float d)                     \
    {                                                                                                        \
        simt_add_elements<how>((float4 *)(uintptr_t)p, float4{a, b, c, d}, SIMT_HERE());                          \
    }
SIMT_PTX_RED_VECTOR(red_global_v2_f32_add, red_global_v4_f32_add)
SIMT_PTX_RED_VECTOR(red_global_v2_add_f32, red_global_v4_add_f32)
SIMT_PTX_RED_VECTOR(red_global_add_v2_f32, red_global_add_v4_f32)
#undef SIMT_PTX_RED_VECTOR

#include "ptx_arith.h"
#include "ptx_bulk.h"
#include "ptx_convert.h"
#include "ptx_matrix.h"
#include "ptx_wgmma.h"

#endif
