/*
 * simt/lib_abi.h: what the library headers and their parts in the runtime (rt/lib/lib_*.c) say to each other.
 * Beside abi.h, which is for the language itself. C and C++.
 */
#ifndef SIMT_LIB_ABI_H
#define SIMT_LIB_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- wmma: rt/lib/lib_wmma.c --------------------------------------------------------------------------- */

enum simt_wmma_use { SIMT_WMMA_A, SIMT_WMMA_B, SIMT_WMMA_C };
enum simt_wmma_shape {
    SIMT_WMMA_16x16x16,
    SIMT_WMMA_32x8x16,
    SIMT_WMMA_8x32x16,
    SIMT_WMMA_16x16x8,
    SIMT_WMMA_8x8x4,
    SIMT_WMMA_SHAPES
};
enum simt_wmma_type {
    SIMT_WMMA_F16,
    SIMT_WMMA_BF16,
    SIMT_WMMA_S8,
    SIMT_WMMA_U8,
    SIMT_WMMA_TF32,
    SIMT_WMMA_F64,
    SIMT_WMMA_F32,
    SIMT_WMMA_S32
};
struct simt_wmma_kind {
    unsigned char use, shape, type, row_major;
};
/* A lane's part of a fragment, from and to memory: the accesses that the device makes, at `pc`. */
void simt_wmma_load(void *x, const void *p, unsigned ldm, struct simt_wmma_kind kind, uintptr_t pc);
void simt_wmma_store(const void *x, void *p, unsigned ldm, struct simt_wmma_kind kind, uintptr_t pc);
struct simt_wmma_args { /* of one lane */
    const void *a, *b, *c;
    void *d;
    unsigned char shape, type, acc, saturate;
};
/* A simt_warp_call over struct simt_wmma_args. */
void simt_wmma_mma(void **lane_args, uint64_t mask);

/* ---- mbarrier objects: rt/lib/lib_mbarrier.c ----------------------------------------------------------- */

/* 64 bits of shared or global memory, as PTX's mbarrier. A phase ends when no arrivals and no bytes are
 * pending. */
void simt_mbarrier_init(uint64_t *b, unsigned count, uintptr_t pc);
/* The phase in which it arrived, 0 or 1. `drop`: it will not arrive in later phases. */
unsigned simt_mbarrier_arrive(uint64_t *b, unsigned count, int drop, uintptr_t pc);
void simt_mbarrier_expect_tx(uint64_t *b, long bytes, uintptr_t pc); /* negative: so many have come */
/* Whether that phase has ended; a lane that asks in vain lets others run. */
int simt_mbarrier_test(uint64_t *b, unsigned phase, uintptr_t pc);
void simt_mbarrier_wait(uint64_t *b, unsigned phase, uintptr_t pc);
unsigned simt_mbarrier_pending(const uint64_t *b);

/* ---- random numbers: rt/lib/lib_rng.c ------------------------------------------------------------------ */

/* cuRAND's generators. A state of XORWOW is its Weyl counter and five words; of MRG32k3a three words each of
 * two recurrences. Subsequences lie 2^67 and 2^76 draws apart. */
void simt_xorwow_init(uint64_t seed, uint64_t subsequence, uint64_t offset, uint32_t state[6]);
void simt_xorwow_skip(uint32_t state[6], uint64_t n, int subsequences);
void simt_mrg_init(uint64_t seed, uint64_t subsequence, uint64_t offset, uint32_t state[6]);
void simt_mrg_skip(uint32_t state[6], uint64_t n, int subsequences);
uint32_t simt_mrg_next(uint32_t state[6]); /* 1 to 4294967087 */
void simt_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* ---- sorting of whole arrays: rt/lib/lib_sort.c -------------------------------------------------------- */

enum simt_key { SIMT_KEY_UNSIGNED, SIMT_KEY_SIGNED, SIMT_KEY_FLOAT };
struct simt_sort {
    const void *keys_in, *values_in; /* values may be NULL */
    void *keys_out, *values_out;     /* may be the inputs */
    size_t n;
    int kind;                        /* enum simt_key */
    unsigned key_size, value_size, begin_bit, end_bit;
    int descending;
};
/* Stable, by bits begin_bit to end_bit - 1, by radix, from a lane. What it writes counts as initialised. */
void simt_sort(const struct simt_sort *s, uintptr_t pc);

#ifdef __cplusplus
}
#endif
#endif
