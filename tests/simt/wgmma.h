/* wgmma.h: what the wgmma programs share: layouts of tiles in shared memory, as descriptors tell them. */
#ifndef WGMMA_H
#define WGMMA_H

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include "t.h"

__device__ inline unsigned w_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void w_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void w_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void w_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline void w_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/* swizzle: 0 none, 1 128 bytes, 2 64, 3 32 */
__device__ inline uint64_t w_desc(const void *p, unsigned lead, unsigned stride, unsigned swizzle)
{
    return (uint64_t)((w_shared(p) & 0x3ffff) >> 4) | (uint64_t)(lead >> 4) << 16 | (uint64_t)(stride >> 4) << 32 |
           (uint64_t)swizzle << 62;
}
__host__ __device__ inline unsigned w_width(unsigned swizzle) { return swizzle == 1 ? 128 : swizzle == 2 ? 64 : swizzle == 3 ? 32 : 16; }
/* The byte of element (i, k) in a tile: 8 rows of one swizzle width lie together. */
__host__ __device__ inline unsigned w_at(unsigned i, unsigned k, unsigned bytes, unsigned swizzle, bool by_columns,
                                         unsigned lead, unsigned stride)
{
    unsigned width = w_width(swizzle), per = width / bytes, at;
    if (!by_columns)
        at = i / 8 * stride + k / per * lead + i % 8 * width + k % per * bytes;
    else if (swizzle)
        at = i / per * lead + k / 8 * stride + k % 8 * width + i % per * bytes;
    else
        at = i / per * stride + k / 8 * lead + k % 8 * width + i % per * bytes;
    return at ^ ((at >> 7 & (width / 16 - 1)) << 4);
}
/* Row and column of register i of a thread of the warpgroup: the accumulator of 32 bits. */
__host__ __device__ inline int w_row(int thread, int i) { return thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8; }
__host__ __device__ inline int w_col(int thread, int i) { return i / 4 * 8 + thread % 4 * 2 + i % 2; }

#endif
