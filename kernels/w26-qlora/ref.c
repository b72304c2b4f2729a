/*
 * ref.c: four bits go from memory to the product without being numbers anywhere else. A row of 64 codes is split into
 * low and high halves by one mask and one shift, one permutation looks sixteen levels up at once (two and a blend with
 * AVX2), and the block's scale is applied once, to the block's sum. Adapters never form a matrix of the weights' size:
 * the gradients go through H = X A^T and G = dY B, which have r columns. The paged optimiser turns round at the end of
 * each step, so that the pages it used last are the ones it begins with.
 */
#include "lab.h"

enum { STRIP = 64 }; /* rows of a base that are floats at a time */

/* --- four bits ----------------------------------------------------------------------------------------- */

/* The scales: their mean, a step for each group, a code for each. q->step has the largest distance at first. */
static void encode_scales(const float *w, struct nf4 *q)
{
    int64_t blocks = (q->n + NF4_BLOCK - 1) / NF4_BLOCK;
    float *most = take(sizeof *most * (size_t)blocks);
    double sum = 0;
    for (int64_t i = 0; i < q->n; i++)
        most[i / NF4_BLOCK] = fmaxf(most[i / NF4_BLOCK], fabsf(w[i]));
    for (int64_t b = 0; b < blocks; b++)
        sum += most[b];
    q->mean = (float)(sum / (double)blocks);
    for (int64_t g = 0; g < blocks; g += NF4_GROUP) {
        int64_t end = blocks < g + NF4_GROUP ? blocks : g + NF4_GROUP;
        float far = 0;
        for (int64_t b = g; b < end; b++)
            far = fmaxf(far, fabsf(most[b] - q->mean));
        q->step[g / NF4_GROUP] = far / 127;
        for (int64_t b = g; b < end; b++)
            q->scale[b] = far / 127 > 0 ? (int8_t)rintf((most[b] - q->mean) / (far / 127)) : 0;
    }
    give(most);
}

static int level_of(float x)
{
    int code = 0;
    for (int j = 0; j < 15; j++)
        code += (NF4[j] + NF4[j + 1]) / 2 < x;
    return code;
}

void nf4_encode(const float *w, struct nf4 *q)
{
    encode_scales(w, q);
    for (int64_t i = 0; i < q->n; i += 2) {
        float s = nf4_scale(q, i / NF4_BLOCK); /* of both: a block has an even number of places */
        int low = s > 0 ? level_of(w[i] / s) : 7, high = s > 0 && i + 1 < q->n ? level_of(w[i + 1] / s) : 7;
        q->code[i / 2] = (uint8_t)(low | high << 4);
    }
}

void nf4_decode(const struct nf4 *q, int64_t from, int64_t n, float *w)
{
    for (int64_t i = from; i < from + n;) {
        int64_t end = (i / NF4_BLOCK + 1) * NF4_BLOCK;
        float s = nf4_scale(q, i / NF4_BLOCK), level[16];
        end = end < from + n ? end : from + n;
        for (int j = 0; j < 16; j++)
            level[j] = NF4[j] * s;
        for (; i < end; i++)
            *w++ = level[q->code[i / 2] >> 4 * (i % 2) & 15];
    }
}

/* Of each 16 numbers of x: the eight that meet low halves, then the eight that meet high ones. */
static void split(int in, const float *x, float *to)
{
    for (int i = 0; i < in; i += 16)
        for (int k = 0; k < 8; k++) {
            to[i + k] = x[i + 2 * k];
            to[i + 8 + k] = x[i + 2 * k + 1];
        }
}

#ifdef __AVX2__
/* Levels of eight codes, in the low four bits of each lane; bits above those are not looked at. */
static inline __m256 looked_up(__m256 low, __m256 high, __m256i code)
{
    __m256 a = _mm256_permutevar8x32_ps(low, code), b = _mm256_permutevar8x32_ps(high, code);
    return _mm256_blendv_ps(a, b, _mm256_castsi256_ps(_mm256_slli_epi32(code, 28)));
}

/* One row of a matrix, whose first block is number b, times x, which is split. */
static float row_times(const struct nf4 *W, int64_t b, int in, const float *x)
{
    const __m256 low = _mm256_loadu_ps(NF4), high = _mm256_loadu_ps(NF4 + 8);
    const uint8_t *code = W->code + b * (NF4_BLOCK / 2);
    __m256 all = _mm256_setzero_ps();
    for (int i = 0; i < in; i += NF4_BLOCK, b++) {
        __m256 sum[2] = { _mm256_setzero_ps(), _mm256_setzero_ps() };
#pragma GCC unroll 4
        for (int k = 0; k < NF4_BLOCK; k += 16, code += 8, x += 16) {
            __m256i c = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)code));
            sum[0] = _mm256_fmadd_ps(looked_up(low, high, c), _mm256_loadu_ps(x), sum[0]);
            sum[1] = _mm256_fmadd_ps(looked_up(low, high, _mm256_srli_epi32(c, 4)), _mm256_loadu_ps(x + 8), sum[1]);
        }
        all = _mm256_fmadd_ps(_mm256_set1_ps(nf4_scale(W, b)), _mm256_add_ps(sum[0], sum[1]), all);
    }
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}
#else
static float row_times(const struct nf4 *W, int64_t b, int in, const float *x)
{
    const uint8_t *code = W->code + b * (NF4_BLOCK / 2);
    float all = 0;
    for (int i = 0; i < in; i += NF4_BLOCK, b++) {
        float sum = 0;
        for (int k = 0; k < NF4_BLOCK; k += 16, code += 8, x += 16)
            for (int j = 0; j < 8; j++)
                sum += NF4[code[j] & 15] * x[j] + NF4[code[j] >> 4] * x[8 + j];
        all += nf4_scale(W, b) * sum;
    }
    return all;
}
#endif

void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y)
{
    float *xs = take(sizeof *xs * (size_t)in);
    split(in, x, xs);
    for (int o = 0; o < out; o++)
        y[o] = row_times(W, (int64_t)o * (in / NF4_BLOCK), in, xs);
    give(xs);
}

/* --- adapters ------------------------------------------------------------------------------------------ */

void lora_init(struct lora *l, int out, int in, uint64_t *rng)
{
    double most = 1 / sqrt(in);
    for (int64_t i = 0; i < (int64_t)l->r * in; i++)
        l->A[i] = (float)((2 * drawn(rng) - 1) * most);
    memset(l->B, 0, sizeof *l->B * (size_t)out * (size_t)l->r);
}

/* Rows [o, o + n) of the base, as floats. */
static void strip(const struct base *W, int o, int n, float *to)
{
    int64_t at = (int64_t)o * W->in, count = (int64_t)n * W->in;
    if (W->q) {
        nf4_decode(W->q, at, count, to);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        to[i] = bf16_value(W->w16[at + i]);
}

static int strip_rows(const struct base *W, int o)
{
    return W->out - o < STRIP ? W->out - o : STRIP;
}

void lora_fwd(const struct base *W, const struct lora *l, int T, const float *X, float *Y, float *H)
{
    float *w = take(sizeof *w * (size_t)STRIP * (size_t)W->in);
    struct view x = { X, W->in, 1 };
    memset(Y, 0, sizeof *Y * (size_t)T * (size_t)W->out);
    for (int o = 0; o < W->out; o += STRIP) {
        strip(W, o, strip_rows(W, o), w);
        gemm_add(T, strip_rows(W, o), W->in, x, (struct view){ w, 1, W->in }, Y + o, W->out);
    }
    give(w);
    if (!l)
        return;
    float *scaled = take(sizeof *scaled * (size_t)T * (size_t)l->r), by = l->alpha / (float)l->r;
    memset(H, 0, sizeof *H * (size_t)T * (size_t)l->r);
    gemm_add(T, l->r, W->in, x, (struct view){ l->A, 1, W->in }, H, l->r);
    for (int64_t i = 0; i < (int64_t)T * l->r; i++)
        scaled[i] = by * H[i];
    gemm_add(T, W->out, l->r, (struct view){ scaled, l->r, 1 }, (struct view){ l->B, 1, l->r }, Y, W->out);
    give(scaled);
}

/* The adapter's part: G = s dY B, then dA += G^T X, dX += G A; and dB += s dY^T H. */
static void adapter_bwd(const struct base *W, const struct lora *l, int T, const float *X, const float *H,
                        const float *dY, float *dX, float *dA, float *dB)
{
    size_t n = (size_t)T * (size_t)l->r;
    float *G = take(sizeof *G * 2 * n), *scaled = G + n, by = l->alpha / (float)l->r;
    struct view dy = { dY, W->out, 1 }, dyT = { dY, 1, W->out };
    gemm_add(T, l->r, W->out, dy, (struct view){ l->B, l->r, 1 }, G, l->r);
    for (size_t i = 0; i < n; i++) {
        G[i] *= by;
        scaled[i] = by * H[i];
    }
    gemm_add(l->r, W->in, T, (struct view){ G, 1, l->r }, (struct view){ X, W->in, 1 }, dA, W->in);
    gemm_add(W->out, l->r, T, dyT, (struct view){ scaled, l->r, 1 }, dB, l->r);
    if (dX)
        gemm_add(T, W->in, l->r, (struct view){ G, l->r, 1 }, (struct view){ l->A, W->in, 1 }, dX, W->in);
    give(G);
}

void lora_bwd(const struct base *W, const struct lora *l, int T, const float *X, const float *H, const float *dY,
              float *dX, float *dA, float *dB)
{
    if (dX) {
        float *w = take(sizeof *w * (size_t)STRIP * (size_t)W->in);
        for (int o = 0; o < W->out; o += STRIP) {
            strip(W, o, strip_rows(W, o), w);
            gemm_add(T, W->in, strip_rows(W, o), (struct view){ dY + o, W->out, 1 }, (struct view){ w, W->in, 1 }, dX,
                     W->in);
        }
        give(w);
    }
    if (l)
        adapter_bwd(W, l, T, X, H, dY, dX, dA, dB);
}

void lora_merge(const struct base *W, const struct lora *l, uint16_t *to)
{
    float *w = take(sizeof *w * (size_t)W->in), by = l->alpha / (float)l->r;
    for (int o = 0; o < W->out; o++, to += W->in) {
        strip(W, o, 1, w);
        for (int i = 0; i < W->in; i++) {
            double sum = 0;
            for (int k = 0; k < l->r; k++)
                sum += (double)l->B[(size_t)o * (size_t)l->r + (size_t)k] * l->A[(size_t)k * (size_t)W->in + (size_t)i];
            to[i] = bf16_code((float)(w[i] + by * sum));
        }
    }
    give(w);
}

void ia3_fwd(int T, int n, const float *x, const float *l, float *y)
{
    for (int t = 0; t < T; t++, x += n, y += n)
        for (int i = 0; i < n; i++)
            y[i] = x[i] * l[i];
}

void ia3_bwd(int T, int n, const float *x, const float *l, const float *dy, float *dx, float *dl)
{
    for (int t = 0; t < T; t++, x += n, dy += n, dx += n)
        for (int i = 0; i < n; i++) {
            dx[i] += dy[i] * l[i];
            dl[i] += dy[i] * x[i];
        }
}

/* --- the optimiser ------------------------------------------------------------------------------------- */

void paged_adam(pager_t *p, int n, int step, float *w, const float *g, const struct adam *h)
{
    int pages = (n + PAGE - 1) / PAGE, down = step % 2 == 0;
    float c1 = (float)(h->lr / (1 - pow(h->beta1, step))), c2 = (float)(1 / (1 - pow(h->beta2, step)));
    for (int k = 0; k < pages; k++) {
        int page = down ? pages - 1 - k : k, next = down ? page - 1 : page + 1, from = page * PAGE;
        float *m = pager_use(p, page), *v = m + PAGE;
        if (k + 1 < pages)
            pager_want(p, next);
        for (int i = 0; i < PAGE && from + i < n; i++) {
            float d = g[from + i];
            m[i] = h->beta1 * m[i] + (1 - h->beta1) * d;
            v[i] = h->beta2 * v[i] + (1 - h->beta2) * d * d;
            w[from + i] -= c1 * m[i] / (sqrtf(v[i] * c2) + h->eps);
        }
    }
}

void choose_recipe(int steps, struct recipe *ret)
{
    (void)steps;
    *ret = (struct recipe){ .r = 8, .alpha = 16, .lr = .01f };
}
