/*
 * simt/tensormap.h: what the emulator keeps in the 128 opaque bytes of a CUtensorMap, for rt/api/api_tensormap.c,
 * which writes it, and rt/sched/bulk_tensor.c, which copies by it. C.
 */
#ifndef SIMT_TENSORMAP_H
#define SIMT_TENSORMAP_H

#include <stdint.h>

#define SIMT_TENSORMAP_MAGIC 0x70616d2d65676472ull
enum { SIMT_TENSOR_DIMS = 5 };
/* As the driver API numbers them. */
enum simt_tensor_type {
    SIMT_TENSOR_U8, SIMT_TENSOR_U16, SIMT_TENSOR_U32, SIMT_TENSOR_S32, SIMT_TENSOR_U64, SIMT_TENSOR_S64,
    SIMT_TENSOR_F16, SIMT_TENSOR_F32, SIMT_TENSOR_F64, SIMT_TENSOR_BF16, SIMT_TENSOR_F32_FTZ, SIMT_TENSOR_TF32,
    SIMT_TENSOR_TF32_FTZ, SIMT_TENSOR_TYPES
};
enum simt_tensor_swizzle { SIMT_SWIZZLE_NONE, SIMT_SWIZZLE_32B, SIMT_SWIZZLE_64B, SIMT_SWIZZLE_128B, SIMT_SWIZZLES };

struct simt_tensormap {
    uint64_t magic;
    uint64_t base;                 /* address of the element at the origin */
    uint64_t stride[4];            /* bytes from one index of dimension 1.. to the next */
    uint32_t last[5];              /* size of each dimension, less 1 */
    int16_t lower[3], upper[3];    /* im2col: the box of starting pixels, W first */
    uint16_t channels, pixels;     /* im2col */
    uint8_t box_last[5];           /* tile: size of the box, less 1 */
    uint8_t step[5];               /* element strides */
    uint8_t rank, type, swizzle, fill_nan, im2col;
    uint8_t pad[25];
    uint32_t sum;                  /* of the bytes before: tells a map from bytes that look like one */
};

static inline uint32_t simt_tensormap_sum(const struct simt_tensormap *m)
{
    const volatile uint8_t *p = (const volatile uint8_t *)m;
    uint32_t sum = 2166136261u;
    for (unsigned i = 0; i < 124; i++)
        sum = (sum ^ p[i]) * 16777619u;
    return sum;
}

#endif
