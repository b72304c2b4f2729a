/*
 * flops.h: how these headers keep their own work out of a program's counters, and put the device's in.
 *
 * Traced programs have their floating-point operations counted by disassembling the basic blocks that ran
 * (scalar SSE and AVX instructions). What the device does in one instruction and the headers do in several is
 * therefore out of line and without hooks (SIMT_UNSEEN), and the place of use carries a mark instead:
 * an entry of two 64-bit words in the section simt_flops, which is not loaded,
 *
 *     .quad address of the code, .quad kind << 32 | count
 *
 * kind 1: count operations in half, 2: in bfloat16, 3: special functions (ex2, sin, rsqrt ...), 4: count
 * float operations at that place are the emulation's own, subtract them, 5: the same for double. An entry
 * counts once for every lane that runs the basic block which holds the address. The address is that of the
 * instruction after the mark. An fma is two operations; a pair (half2) counts its two elements.
 * Programs that are not traced have no marks.
 */
#ifndef SIMT_FLOPS_H
#define SIMT_FLOPS_H

#include "abi.h"

enum simt_flop_kind {
    SIMT_FLOP_F16 = 1,
    SIMT_FLOP_BF16,
    SIMT_FLOP_SPECIAL,
    SIMT_FLOP_NOT_F32,
    SIMT_FLOP_NOT_F64
};

/* "?": the entry joins the section group of the code; a template that occurs twice is dropped with it. */
#if SIMT_TRACE
#define SIMT_FLOP(kind, count)                                                                               \
    __asm__ __inline__ __volatile__(".pushsection simt_flops,\"?\",@progbits\n\t.quad 1f\n\t"                \
                                    ".long %c0, %c1\n\t.popsection\n1:"                                      \
                                    :                                                                        \
                                    : "i"(count), "i"(kind))
#define SIMT_UNSEEN static __attribute__((noinline, SIMT_NO_HOOKS))
#else
#define SIMT_FLOP(kind, count) ((void)0)
#define SIMT_UNSEEN static inline
#endif

/* What belongs to the user's line: no call, no frame of its own. */
#define SIMT_INLINE SIMT_UNBOUNDED static inline __attribute__((always_inline))

#endif
