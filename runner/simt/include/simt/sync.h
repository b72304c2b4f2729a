/*
 * simt/sync.h: barriers of a block, collectives of a warp, fences. Part of simt/core.h.
 */
#ifndef SIMT_SYNC_H
#define SIMT_SYNC_H

/* ---- the block ----------------------------------------------------------------------------------------- */

/* Threads that meet must have come to one __syncthreads() of the source: __COUNTER__ tells, whatever copies
 * of the code the compiler makes. */
SIMT_CORE void simt_syncthreads(unsigned site, SIMT_AT) { simt_sync(site, simt_pc); }
SIMT_CORE int simt_syncthreads_vote(unsigned site, int kind, int predicate, SIMT_AT)
{
    return simt_barrier(site, kind, predicate != 0, simt_pc);
}
#define __syncthreads() simt_syncthreads(__COUNTER__)
#define __syncthreads_count(...) simt_syncthreads_vote(__COUNTER__, SIMT_BAR_COUNT, __VA_ARGS__)
#define __syncthreads_and(...) simt_syncthreads_vote(__COUNTER__, SIMT_BAR_AND, __VA_ARGS__)
#define __syncthreads_or(...) simt_syncthreads_vote(__COUNTER__, SIMT_BAR_OR, __VA_ARGS__)

SIMT_CORE void __barrier_sync(unsigned id, SIMT_AT) { simt_named_barrier((int)id, 0, 0, simt_pc); }
SIMT_CORE void __barrier_sync_count(unsigned id, unsigned count, SIMT_AT)
{
    simt_named_barrier((int)id, count, 0, simt_pc);
}

SIMT_CORE void __threadfence_block(SIMT_AT) { simt_fence(0, simt_pc); }
SIMT_CORE void __threadfence(SIMT_AT) { simt_fence(1, simt_pc); }
SIMT_CORE void __threadfence_system(SIMT_AT) { simt_fence(2, simt_pc); }

/* ---- the warp ------------------------------------------------------------------------------------------ */

/* A mask as the source has it. With warps of 64 lanes a 32-bit mask of all lanes stands for all of them. */
template <class M> SIMT_CORE simt_mask simt_mask_of(M mask)
{
#if SIMT_WARP == 64
    if (sizeof(M) <= 4 && (uint32_t)mask == 0xffffffffu)
        return ~(simt_mask)0;
    if (sizeof(M) <= 4)
        return (simt_mask)(uint32_t)mask;
#endif
    return (simt_mask)mask;
}

template <class T>
SIMT_CORE T simt_shuffle(int kind, simt_mask mask, T value, int arg, int width, uintptr_t pc)
{
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes: shuffle the parts of a larger type");
    uint64_t bits = 0;
    __builtin_memcpy((void *)&bits, (const void *)&value, sizeof value);
    bits = simt_warp_op(kind, mask, bits, (uint32_t)arg | (uint64_t)(uint32_t)width << 32, pc);
    __builtin_memcpy((void *)&value, (const void *)&bits, sizeof value);
    return value;
}
template <class M, class T>
SIMT_CORE T __shfl_sync(M mask, T var, int srcLane, int width = warpSize, SIMT_AT)
{
    return simt_shuffle(SIMT_SHFL, simt_mask_of(mask), var, srcLane, width, simt_pc);
}
template <class M, class T>
SIMT_CORE T __shfl_up_sync(M mask, T var, unsigned delta, int width = warpSize, SIMT_AT)
{
    return simt_shuffle(SIMT_SHFL_UP, simt_mask_of(mask), var, (int)delta, width, simt_pc);
}
template <class M, class T>
SIMT_CORE T __shfl_down_sync(M mask, T var, unsigned delta, int width = warpSize, SIMT_AT)
{
    return simt_shuffle(SIMT_SHFL_DOWN, simt_mask_of(mask), var, (int)delta, width, simt_pc);
}
template <class M, class T>
SIMT_CORE T __shfl_xor_sync(M mask, T var, int laneMask, int width = warpSize, SIMT_AT)
{
    return simt_shuffle(SIMT_SHFL_XOR, simt_mask_of(mask), var, laneMask, width, simt_pc);
}

template <class M> SIMT_CORE simt_mask __ballot_sync(M mask, int predicate, SIMT_AT)
{
    return (simt_mask)simt_warp_op(SIMT_BALLOT, simt_mask_of(mask), predicate != 0, 0, simt_pc);
}
template <class M> SIMT_CORE int __all_sync(M mask, int predicate, SIMT_AT)
{
    return (int)simt_warp_op(SIMT_ALL, simt_mask_of(mask), predicate != 0, 0, simt_pc);
}
template <class M> SIMT_CORE int __any_sync(M mask, int predicate, SIMT_AT)
{
    return (int)simt_warp_op(SIMT_ANY, simt_mask_of(mask), predicate != 0, 0, simt_pc);
}
SIMT_CORE simt_mask __activemask(SIMT_AT)
{
    return (simt_mask)simt_warp_op(SIMT_ACTIVEMASK, ~(simt_mask)0, 0, 0, simt_pc);
}
template <class M = simt_mask> SIMT_CORE void __syncwarp(M mask = (M) ~(simt_mask)0, SIMT_AT)
{
    simt_warp_op(SIMT_SYNCWARP, simt_mask_of(mask), 0, 0, simt_pc);
}

template <class T> SIMT_CORE uint64_t simt_match_bits(T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "__match_*_sync() compares values of 4 or 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy((void *)&bits, (const void *)&value, sizeof value);
    return bits;
}
template <class M, class T> SIMT_CORE simt_mask __match_any_sync(M mask, T value, SIMT_AT)
{
    return (simt_mask)simt_warp_op(SIMT_MATCH_ANY, simt_mask_of(mask), simt_match_bits(value), 0, simt_pc);
}
template <class M, class T> SIMT_CORE simt_mask __match_all_sync(M mask, T value, int *pred, SIMT_AT)
{
    uint64_t same = simt_warp_op(SIMT_MATCH_ALL, simt_mask_of(mask), simt_match_bits(value), 0, simt_pc);
    *pred = same != 0;
    return (simt_mask)same;
}

#define SIMT_REDUCE(name, type, kind)                                                                        \
    template <class M> SIMT_CORE type name(M mask, type value, SIMT_AT)                                      \
    {                                                                                                        \
        return (type)simt_warp_op(kind, simt_mask_of(mask), (uint32_t)value, 0, simt_pc);                    \
    }
SIMT_REDUCE(__reduce_add_sync, unsigned, SIMT_RED_ADD)
SIMT_REDUCE(__reduce_min_sync, unsigned, SIMT_RED_MIN_U)
SIMT_REDUCE(__reduce_max_sync, unsigned, SIMT_RED_MAX_U)
SIMT_REDUCE(__reduce_add_sync, int, SIMT_RED_ADD)
SIMT_REDUCE(__reduce_min_sync, int, SIMT_RED_MIN_S)
SIMT_REDUCE(__reduce_max_sync, int, SIMT_RED_MAX_S)
SIMT_REDUCE(__reduce_and_sync, unsigned, SIMT_RED_AND)
SIMT_REDUCE(__reduce_or_sync, unsigned, SIMT_RED_OR)
SIMT_REDUCE(__reduce_xor_sync, unsigned, SIMT_RED_XOR)
#undef SIMT_REDUCE

/* ---- gone since compute capability 7.0 ----------------------------------------------------------------- */

#define SIMT_REMOVED(name, instead)                                                                          \
    template <class... A> static inline int name(A...)                                                       \
    {                                                                                                        \
        static_assert(sizeof...(A) > 99,                                                                     \
                      #name "() does not exist since compute capability 7.0: use " instead);                 \
        return 0;                                                                                            \
    }
SIMT_REMOVED(__shfl, "__shfl_sync(mask, value, lane)")
SIMT_REMOVED(__shfl_up, "__shfl_up_sync(mask, value, delta)")
SIMT_REMOVED(__shfl_down, "__shfl_down_sync(mask, value, delta)")
SIMT_REMOVED(__shfl_xor, "__shfl_xor_sync(mask, value, lane mask)")
SIMT_REMOVED(__ballot, "__ballot_sync(mask, predicate)")
SIMT_REMOVED(__all, "__all_sync(mask, predicate)")
SIMT_REMOVED(__any, "__any_sync(mask, predicate)")
#undef SIMT_REMOVED

#endif
