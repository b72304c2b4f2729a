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
 * pending. A state is the object's word before an arrival. */
enum { SIMT_MBARRIER_DROP = 1 /* not expected in later phases */, SIMT_MBARRIER_NO_COMPLETE = 2 };
void simt_mbarrier_init(uint64_t *b, unsigned count, uintptr_t pc);
void simt_mbarrier_inval(uint64_t *b, uintptr_t pc);
uint64_t simt_mbarrier_arrive_state(uint64_t *b, unsigned count, int flags, long expect_bytes, uintptr_t pc);
/* The phase in which it arrived, 0 or 1. `drop`: it will not arrive in later phases. */
unsigned simt_mbarrier_arrive(uint64_t *b, unsigned count, int drop, uintptr_t pc);
void simt_mbarrier_expect_tx(uint64_t *b, long bytes, uintptr_t pc); /* negative: so many have come */
/* Whether that phase has ended; a lane that asks in vain lets others run. */
int simt_mbarrier_test(uint64_t *b, unsigned phase, uintptr_t pc);
int simt_mbarrier_test_state(uint64_t *b, uint64_t state, uintptr_t pc);
void simt_mbarrier_wait(uint64_t *b, unsigned phase, uintptr_t pc);
unsigned simt_mbarrier_pending(const uint64_t *b);
unsigned simt_mbarrier_state_pending(uint64_t state);
/* The thread arrives when its cp.async have landed; noinc: that arrival is among those expected. */
void simt_cp_async_mbarrier_arrive(uint64_t *b, int noinc, uintptr_t pc);

/* ---- bulk copies: rt/sched/bulk.c ---------------------------------------------------------------------- */

/* None lands before somebody waits for it. Loads complete on an mbarrier, stores in the thread's bulk groups. */
enum simt_bulk_op {
    SIMT_BULK_COPY, SIMT_BULK_ADD, SIMT_BULK_MIN, SIMT_BULK_MAX, SIMT_BULK_INC, SIMT_BULK_DEC, SIMT_BULK_AND,
    SIMT_BULK_OR, SIMT_BULK_XOR
};
enum simt_bulk_type {
    SIMT_BULK_U32, SIMT_BULK_S32, SIMT_BULK_U64, SIMT_BULK_S64, SIMT_BULK_F16, SIMT_BULK_BF16, SIMT_BULK_F32,
    SIMT_BULK_F64, SIMT_BULK_OF_TENSOR /* as the tensor map says */
};
#define SIMT_BULK_REDUCTION(op, type) ((unsigned)(op) | (unsigned)(type) << 8)
#define SIMT_BULK_MULTICAST 0x10000u /* of a mask of CTAs: there is one */
enum { SIMT_BULK_IM2COL = 16 };      /* added to the number of dimensions */
void simt_bulk_load(void *dst_shared, const void *src_global, unsigned bytes, uint64_t *b, unsigned ctas, uintptr_t pc);
void simt_bulk_shared(void *dst, const void *src, unsigned bytes, uint64_t *b, unsigned reduction, uintptr_t pc);
void simt_bulk_store(void *dst_global, const void *src_shared, unsigned bytes, unsigned reduction, uintptr_t pc);
void simt_bulk_prefetch(const void *src_global, unsigned bytes, uintptr_t pc);
/* `map`: a CUtensorMap. `by`: offsets of im2col, or NULL. */
void simt_bulk_tensor_load(void *dst_shared, const void *map, const int *at, unsigned dims, const uint16_t *by,
                           uint64_t *b, unsigned ctas, uintptr_t pc);
void simt_bulk_tensor_store(const void *map, const int *at, unsigned dims, const void *src_shared, unsigned reduction,
                            uintptr_t pc);
void simt_bulk_tensor_prefetch(const void *map, const int *at, unsigned dims, const uint16_t *by, uintptr_t pc);
void simt_bulk_commit(uintptr_t pc);
/* Until all but the last `left` groups that this thread committed are done, or have `read` their sources. */
void simt_bulk_wait(unsigned left, int read, uintptr_t pc);
/* Generic accesses of this thread before it come before accesses of the async proxy after it. */
void simt_proxy_fence(uintptr_t pc);

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
