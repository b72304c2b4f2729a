/*
 * simt/lib.h: what the library headers (cooperative_groups.h, mma.h, cuda/..., cub/..., curand_kernel.h)
 * share.
 *
 * A library function that touches memory on behalf of a lane is SIMT_LIB_FN: inlined into the kernel, so that
 * the access belongs to the user's line (the first frame outside these headers). Where that cannot be (bulk
 * copies, code that runs once a warp) it is SIMT_QUIET, unseen by the compiler's hooks, and reports what a
 * profiler would count through simt_access() with the caller's pc.
 */
#ifndef SIMT_LIB_H
#define SIMT_LIB_H

#include <stddef.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

#include "core.h"

#define SIMT_LIB_FN SIMT_UNBOUNDED static inline __attribute__((always_inline))
#define SIMT_LIB_METHOD SIMT_UNBOUNDED inline __attribute__((always_inline))
#define SIMT_QUIET __attribute__((noinline, SIMT_NO_HOOKS))

/* A barrier's identity in library code: the line of the user's call. Apart from core.h's __COUNTER__ numbers.
 */
#define SIMT_SITE_ARG unsigned simt_line = __builtin_LINE()
#define SIMT_SITE (0x40000000u | simt_line)

/* A word of `simt_lane`. In traced code no access; in other code plain memory, which the loop over lanes
 * changes. */
template <unsigned Offset> SIMT_LIB_FN unsigned simt_lane_word(void)
{
#if SIMT_TRACE
    unsigned r;
    __asm__("movl %%fs:simt_lane@tpoff+%c1, %0" : "=r"(r) : "i"(Offset));
    return r;
#else
    return ((const unsigned *)&simt_lane)[Offset / 4];
#endif
}
SIMT_LIB_FN unsigned simt_lib_lane(void) { return simt_lane_word<28>(); }
SIMT_LIB_FN unsigned simt_block_threads(void)
{
    return simt_lane_word<32>() * simt_lane_word<36>() * simt_lane_word<40>();
}
SIMT_LIB_FN unsigned simt_block_rank(void)
{
    return simt_lane_word<0>() +
           simt_lane_word<32>() * (simt_lane_word<4>() + simt_lane_word<36>() * simt_lane_word<8>());
}
SIMT_LIB_FN unsigned simt_grid_blocks(void)
{
    return simt_lane_word<48>() * simt_lane_word<52>() * simt_lane_word<56>();
}
SIMT_LIB_FN unsigned simt_grid_block(void)
{
    return simt_lane_word<16>() +
           simt_lane_word<48>() * (simt_lane_word<20>() + simt_lane_word<52>() * simt_lane_word<24>());
}

/* ---- masks --------------------------------------------------------------------------------------------- */

#define SIMT_ALL_LANES ((simt_mask)~(simt_mask)0)
SIMT_LIB_FN int simt_mask_count(simt_mask m) { return __builtin_popcountll((unsigned long long)m); }
SIMT_LIB_FN int simt_mask_first(simt_mask m) { return m ? __builtin_ctzll((unsigned long long)m) : -1; }
SIMT_LIB_FN simt_mask simt_mask_below(unsigned lane) { return (simt_mask)(((simt_mask)1 << lane) - 1); }
SIMT_LIB_FN simt_mask simt_mask_width(unsigned n)
{
    return n >= SIMT_WARP ? SIMT_ALL_LANES : simt_mask_below(n);
}
/* The lane that has n set bits of the mask below it, or -1. */
SIMT_LIB_FN int simt_mask_nth(simt_mask m, unsigned n)
{
    while (n-- && m)
        m &= m - 1;
    return simt_mask_first(m);
}

/* ---- shuffles of any type ------------------------------------------------------------------------------ */

/* Up to 8 bytes in one operation; more in words of four, as the device does it. */
template <class T> SIMT_LIB_FN T simt_lib_shuffle(int kind, simt_mask mask, const T &v, unsigned arg,
                                                  unsigned width, uintptr_t pc)
{
    uint64_t how = (uint64_t)arg | (uint64_t)width << 32;
    static_assert(std::is_trivially_copyable<T>::value || sizeof(T) <= 32,
                  "a shuffled type must be trivially copyable");
    if constexpr (sizeof(T) <= 8) {
        uint64_t x = 0;
        __builtin_memcpy(&x, (const void *)&v, sizeof(T));
        x = simt_warp_op(kind, mask, x, how, pc);
        T r;
        __builtin_memcpy((void *)&r, &x, sizeof(T));
        return r;
    } else {
        uint32_t w[(sizeof(T) + 3) / 4] = {};
        __builtin_memcpy(w, (const void *)&v, sizeof(T));
        for (size_t i = 0; i < sizeof w / sizeof w[0]; i++)
            w[i] = (uint32_t)simt_warp_op(kind, mask, w[i], how, pc);
        T r;
        __builtin_memcpy((void *)&r, w, sizeof(T));
        return r;
    }
}

SIMT_LIB_FN void simt_lib_syncwarp(simt_mask mask, uintptr_t pc)
{
    (void)simt_warp_op(SIMT_SYNCWARP, mask, 0, 0, pc);
}

SIMT_LIB_FN bool simt_in_shared(const void *p) { return simt_space(p) == 2; }
SIMT_LIB_FN bool simt_in_global(const void *p) { return simt_space(p) == 1; }

/* ---- copies on behalf of a lane ------------------------------------------------------------------------ */

/* Reads or writes n bytes, reported as the widest accesses that both ends' alignment allows. */
SIMT_QUIET static inline void simt_lib_copy(void *dst, const void *src, size_t n, uintptr_t pc)
{
    char *d = (char *)dst;
    const char *s = (const char *)src;
    while (n) {
        int lg = 4;
        while (lg && ((((uintptr_t)d | (uintptr_t)s) & (((uintptr_t)1 << lg) - 1)) || n < ((size_t)1 << lg)))
            lg--;
        size_t step = (size_t)1 << lg;
        simt_access(SIMT_READ, lg, s, pc);
        simt_access(SIMT_WRITE, lg, d, pc);
        for (size_t i = 0; i < step; i++)
            ((volatile char *)d)[i] = ((const volatile char *)s)[i];
        d += step, s += step, n -= step;
    }
}

#endif
