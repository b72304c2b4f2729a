/*
 * w31c-kquant-gemv: y = W x on a GPU for one token or a few, W in llama.cpp's blocks as they lie in a GGUF file.
 *
 *     W      [N][K / block]    blocks of a row one behind the other, rows one behind the other, no gaps anywhere
 *     x      float  [B][K]     B columns: tokens of a batch
 *     xq     int8   [B][K]     x in blocks of 32 like llama.cpp's q8_1, but each member in an array of its own:
 *     xd     float  [B][K/32]  the scale of a block; x is about xd * xq
 *     xs     int16  [B][K/16]  the sum of 16 codes
 *     y      float  [B][N]     y[b][r] = the sum over k of W[r][k] * (xd * xq)[b][k]
 *
 * K is a multiple of the format's block and at least one block; N >= 1; B is from 1 to MOST_COLUMNS. Base pointers are
 * multiples of 256 bytes. Nothing may be read beyond the end of an array, so not beyond W's last block either.
 *
 * A sum of products of codes is an integer and exact. The error of y is that of a few roundings of float a block and of
 * the order of their sum: at most (K/32 + 16) * 2^-24 of the sum of what the blocks give, in magnitudes.
 *
 * Kernels are extern "C": the runner finds them by name. All blocks have THREADS threads.
 */
#ifndef W31C_KQUANT_GEMV_H
#define W31C_KQUANT_GEMV_H

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stddef.h>
#include <stdint.h>

#include <ridge/hop.h>

#define THREADS 256
#define WARPS 8          /* THREADS / 32 */
#define SMEM (72 * 1024) /* dynamic shared memory of each gemv kernel; three blocks have room on an SM */
#define MOST_COLUMNS 8

enum { QK = 32, QK_K = 256 };

/* The blocks of w31-fp8-kquant; each begins where the one before it ends. d and dmin are bits of fp16. */
struct q4_0 { uint16_t d; uint8_t qs[QK / 2]; };                                          /* 18 B for 32 */
struct q8_0 { uint16_t d; int8_t qs[QK]; };                                               /* 34 B for 32 */
struct q4_K { uint16_t d, dmin; uint8_t scales[12]; uint8_t qs[QK_K / 2]; };              /* 144 B for 256 */
struct q6_K { uint8_t ql[QK_K / 2], qh[QK_K / 4]; int8_t scales[QK_K / 16]; uint16_t d; }; /* 210 B for 256 */

/* Given. One thread: so many bytes of global memory into shared memory, counted at `bar`, as tma_load_2d() does for a
 * box (<ridge/hop.h> has it, and the barriers). Both addresses and the number are multiples of 16. */
static __device__ __forceinline__ void bulk_load(void *to, const void *from, uint32_t bytes, uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     smem_at(to)),
                 "l"(from), "r"(bytes), "r"(smem_at(bar))
                 : "memory");
}

/* Four numbers of x a thread, B * K / 4 threads or a few more. For each 32: xd = the largest magnitude / 127; a code is
 * x * (1 / xd), rounded to the nearest integer, ties away from zero; 1/0 counts as 0. Both to the bit. x is finite, and
 * a magnitude that is not 0 is at least 2^-30. */
extern "C" __global__ void quantise_x(int8_t *xq, float *xd, int16_t *xs, const float *x, int K, int B);

/*
 * The products, on any number of blocks from 1 on. What a weight is:
 *   q4_0: element j is the low half of qs[j], element 16 + j the high half; d * (code - 8)
 *   q8_0: d * code
 *   q4_K: 8 sub-blocks of 32 with a scale sc and a minimum m of 6 bits each; d * sc * code - dmin * m. Of 64 elements,
 *         the first 32 are the low halves of 32 bytes of qs and the others their high halves. scales: bytes 0..3 have
 *         sc of sub-blocks 0..3 in their low 6 bits, bytes 4..7 their m; byte 8 + k has the low four bits of
 *         sub-block 4 + k, sc below and m above, whose two top bits are the top bits of byte k (sc) and 4 + k (m)
 *   q6_K: 16 sub-blocks of 16 with a scale of 8 bits; d * sc * (code - 32). In each half of 128 elements, elements
 *         l, 32 + l, 64 + l and 96 + l have their top two bits in bits 0, 2, 4 and 6 of qh[l]; their low four are, in
 *         turn, the low half of ql[l], that of ql[32 + l], the high half of ql[l], that of ql[32 + l]. The second half
 *         has the next 64 bytes of ql and 32 of qh
 */
extern "C" __global__ void gemv_q4_0(float *y, const struct q4_0 *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B);
extern "C" __global__ void gemv_q8_0(float *y, const struct q8_0 *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B);
extern "C" __global__ void gemv_q4_K(float *y, const struct q4_K *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B);
extern "C" __global__ void gemv_q6_K(float *y, const struct q6_K *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B);

#endif
