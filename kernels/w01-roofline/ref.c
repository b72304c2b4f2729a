/*
 * Roofline meter, the reference solution.
 *
 * Counting. A GEMM makes m*n dot products of length k: 2mnk FLOP. It has to touch three matrices,
 * and the third is the one that people forget: C is written. Everything elementwise moves (n_in +
 * n_out) arrays and does next to nothing to them. Unfused attention is a sum of four such counts.
 *
 * The roof. A machine does c.flops in at least flops/peak seconds and moves c.bytes in at least
 * bytes/bw seconds. Both happen at once, so the bound is the larger, not the sum, and the name of
 * the regime is the name of the larger. Comparing the two times is the same as comparing
 * flops/bytes with peak/bw (the ridge point), but it doesn't divide by zero when an operation moves
 * no bytes.
 *
 * Measuring the two ceilings of the machine you sit at:
 *   - Bandwidth. An ordinary store to a line that isn't cached first reads that line ("read for
 *     ownership"), so copying 4n bytes moves 12n. A streaming store fills a write-combining buffer
 *     and sends the whole line out: 8n. It needs aligned addresses, hence the scalar head and tail,
 *     and it is weakly ordered, hence the fence.
 *   - Arithmetic. One FMA takes about four cycles to finish, and a core starts two of them each
 *     cycle. One chain of dependent FMAs therefore uses an eighth of the unit. Eight independent
 *     chains fill it; twelve fill it with room for older cores, whose FMA takes five.
 */
#include "lab.h"

#include <math.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

struct cost cost_gemm(int64_t m, int64_t n, int64_t k, int b)
{
    double M = (double)m, N = (double)n, K = (double)k;
    return (struct cost){ .flops = 2 * M * N * K, .bytes = b * (M * K + K * N + M * N) };
}

struct cost cost_elementwise(int64_t n, int n_in, int n_out, double flop_per_elt, int b)
{
    return (struct cost){ .flops = (double)n * flop_per_elt,
                          .bytes = (double)(n_in + n_out) * (double)n * b };
}

struct cost cost_softmax(int64_t rows, int64_t cols, int b)
{
    return cost_elementwise(rows * cols, 1, 1, 5, b);
}

struct cost cost_norm(int64_t rows, int64_t cols, int b)
{
    return cost_elementwise(rows * cols, 1, 1, 8, b);
}

static struct cost sum(struct cost a, struct cost b)
{
    return (struct cost){ a.flops + b.flops, a.bytes + b.bytes };
}

struct cost cost_attn_unfused(int64_t B, int64_t H, int64_t S, int64_t d, int b)
{
    struct cost head = cost_gemm(S, S, d, b); /* Q K^T: writes S x S */
    head = sum(head, cost_elementwise(S * S, 1, 1, 2, b));
    head = sum(head, cost_softmax(S, S, b));
    head = sum(head, cost_gemm(S, d, S, b)); /* P V: reads S x S */
    double heads = (double)B * (double)H;
    return (struct cost){ heads * head.flops, heads * head.bytes };
}

double roof_time(struct cost c, double peak, double bw)
{
    return fmax(c.flops / peak, c.bytes / bw);
}

int roof_regime(struct cost c, double peak, double bw)
{
    return c.flops / peak >= c.bytes / bw ? ROOF_COMPUTE : ROOF_MEMORY;
}

void top3(const struct op *ops, int n, double peak, double bw, int out[3])
{
    double best[3] = { -1, -1, -1 };
    out[0] = out[1] = out[2] = -1;
    for (int k = 0; k < n; k++) {
        double t = (double)ops[k].calls * roof_time(ops[k].cost, peak, bw);
        int at = 3;
        while (at > 0 && t > best[at - 1]) /* strictly: an equal, earlier line stays ahead */
            at--;
        for (int j = 2; j > at; j--) {
            best[j] = best[j - 1];
            out[j] = out[j - 1];
        }
        if (at < 3) {
            best[at] = t;
            out[at] = k;
        }
    }
}

/* --- copy ------------------------------------------------------------------------------------- */

#if defined(__x86_64__)

static void copy_sse(float *dst, const float *src, int64_t n)
{
    int64_t i = 0;
    for (; i < n && ((uintptr_t)(dst + i) & 15); i++)
        dst[i] = src[i];
    for (; i + 4 <= n; i += 4) {
        _mm_stream_ps(dst + i, _mm_loadu_ps(src + i));
        lab_streamed(dst + i, 16);
    }
    for (; i < n; i++)
        dst[i] = src[i];
    _mm_sfence();
}

__attribute__((target("avx2"))) static void copy_avx2(float *dst, const float *src, int64_t n)
{
    int64_t i = 0;
    for (; i < n && ((uintptr_t)(dst + i) & 31); i++) /* vmovntps faults on any other address */
        dst[i] = src[i];
    for (; i + 16 <= n; i += 16) { /* two halves of a line, back to back */
        __m256 lo = _mm256_loadu_ps(src + i), hi = _mm256_loadu_ps(src + i + 8);
        _mm256_stream_ps(dst + i, lo);
        _mm256_stream_ps(dst + i + 8, hi);
        lab_streamed(dst + i, 64);
    }
    for (; i < n; i++)
        dst[i] = src[i];
    _mm_sfence();
}

__attribute__((target("avx512f"))) static void copy_avx512(float *dst, const float *src, int64_t n)
{
    int64_t i = 0;
    for (; i < n && ((uintptr_t)(dst + i) & 63); i++)
        dst[i] = src[i];
    for (; i + 16 <= n; i += 16) { /* one store, one line */
        _mm512_stream_ps(dst + i, _mm512_loadu_ps(src + i));
        lab_streamed(dst + i, 64);
    }
    for (; i < n; i++)
        dst[i] = src[i];
    _mm_sfence();
}

void copy_f32(float *dst, const float *src, int64_t n)
{
    if (__builtin_cpu_supports("avx512f"))
        copy_avx512(dst, src, n);
    else if (__builtin_cpu_supports("avx2"))
        copy_avx2(dst, src, n);
    else
        copy_sse(dst, src, n);
}

#else

void copy_f32(float *dst, const float *src, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        dst[i] = src[i];
}

#endif

/* --- FMA -------------------------------------------------------------------------------------- */

/* Right everywhere; slow where the processor has no FMA instruction and fmaf is software. */
static void chain_base(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    for (int64_t i = 0; i < lanes; i++) {
        float v = x[i];
        for (int64_t s = 0; s < steps; s++)
            v = fmaf(v, v, c);
        y[i] = v;
    }
}

#if defined(__x86_64__)

/* Twelve chains, each in a register of its own from its load to its store. */
#define TWELVE(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

__attribute__((target("avx2,fma"))) static void chain_avx2(float *y, const float *x, float c,
                                                           int64_t lanes, int64_t steps)
{
    const __m256 add = _mm256_set1_ps(c);
    int64_t i = 0;
#define LOAD(k) __m256 v##k = _mm256_loadu_ps(x + i + 8 * k);
#define STEP(k) v##k = _mm256_fmadd_ps(v##k, v##k, add);
#define STORE(k) _mm256_storeu_ps(y + i + 8 * k, v##k);
    for (; i + 96 <= lanes; i += 96) {
        TWELVE(LOAD)
        for (int64_t s = 0; s < steps; s++) {
            TWELVE(STEP)
        }
        TWELVE(STORE)
    }
#undef LOAD
#undef STEP
#undef STORE
    for (; i + 8 <= lanes; i += 8) {
        __m256 v = _mm256_loadu_ps(x + i);
        for (int64_t s = 0; s < steps; s++)
            v = _mm256_fmadd_ps(v, v, add);
        _mm256_storeu_ps(y + i, v);
    }
    chain_base(y + i, x + i, c, lanes - i, steps);
}

__attribute__((target("avx512f"))) static void chain_avx512(float *y, const float *x, float c,
                                                            int64_t lanes, int64_t steps)
{
    const __m512 add = _mm512_set1_ps(c);
    int64_t i = 0;
#define LOAD(k) __m512 v##k = _mm512_loadu_ps(x + i + 16 * k);
#define STEP(k) v##k = _mm512_fmadd_ps(v##k, v##k, add);
#define STORE(k) _mm512_storeu_ps(y + i + 16 * k, v##k);
    for (; i + 192 <= lanes; i += 192) {
        TWELVE(LOAD)
        for (int64_t s = 0; s < steps; s++) {
            TWELVE(STEP)
        }
        TWELVE(STORE)
    }
#undef LOAD
#undef STEP
#undef STORE
    for (; i + 16 <= lanes; i += 16) {
        __m512 v = _mm512_loadu_ps(x + i);
        for (int64_t s = 0; s < steps; s++)
            v = _mm512_fmadd_ps(v, v, add);
        _mm512_storeu_ps(y + i, v);
    }
    chain_base(y + i, x + i, c, lanes - i, steps);
}

void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    if (__builtin_cpu_supports("avx512f"))
        chain_avx512(y, x, c, lanes, steps);
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        chain_avx2(y, x, c, lanes, steps);
    else
        chain_base(y, x, c, lanes, steps);
}

#else

void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    chain_base(y, x, c, lanes, steps);
}

#endif
