/*
 * opt.c: the reference with other products and another attention. What it adds:
 *
 *   a row at a time    With one token the loop is about fetching weights, and memory is fast for whoever
 *                      asks for one line after the other. Four rows side by side share each load of x,
 *                      but are four streams of a few lines each: from memory a third as fast as one row
 *                      after the other, with four sums in each.
 *   sums by eights     16 lanes to one number, 8 rows at once: four rounds of adding neighbours leave
 *                      eight results in a register. Lane by lane it cost as much as the products.
 *   4 x 4 tiles        With a block of tokens the loop is about arithmetic: four rows by four tokens
 *                      are 16 sums in registers, 2 FLOP x 16 for every 8 loads, where the reference's
 *                      1 x 4 needs 5 loads for 4.
 *   attention by       64 tokens' keys and values are read once for all heads that share them, in order;
 *   chunks             a running maximum and sum put the chunks together (w04). expf becomes a
 *                      polynomial of sixteen lanes: it was what attention had waited for.
 *
 * Everything else is ref.c. bench.c holds decoding against this machine's reading and copying.
 */
#define OTHER_LINEAR
#define OTHER_ATTEND
#include "ref.c"

enum { CHAINS = 4, CHUNK = 64, HEADS_MOST = 128 };
typedef int32_t lanes_i32 __attribute__((vector_size(LANES * 4)));

/* Neighbours added: eight sums of a's lanes, then eight of b's. */
static inline lanes fold(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30) +
           __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/* y[r] = the sum of s[r]'s sixteen lanes, r < 8 */
static inline void totals(float *y, const lanes s[8])
{
    lanes a = fold(fold(s[0], s[1]), fold(s[2], s[3])), b = fold(fold(s[4], s[5]), fold(s[6], s[7]));
    a = fold(a, b);
    a = fold(a, a);
    memcpy(y, &a, 8 * sizeof *y);
}

/* --- products --------------------------------------------------------------------------------------- */

/* One row times x, as sixteen sums; in is a multiple of LANES. */
static inline lanes one_row(const float *x, const bf16 *w, int in)
{
    lanes s[CHAINS] = { { 0 } };
    int i = 0;
    for (; i + CHAINS * LANES <= in; i += CHAINS * LANES)
#pragma GCC unroll 4
        for (int c = 0; c < CHAINS; c++)
            s[c] += widen(w + i + c * LANES) * load(x + i + c * LANES);
    for (; i < in; i += LANES)
        s[0] += widen(w + i) * load(x + i);
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* y[0..8) = eight rows times x; in is a multiple of LANES. */
static void eight_rows(float *y, const float *x, const bf16 *W, int in)
{
    lanes s[8];
    for (int r = 0; r < 8; r++)
        s[r] = one_row(x, W + (size_t)r * (size_t)in, in);
    totals(y, s);
}

/* Four rows times four tokens. */
static void four_by_four(float *y, const float *x, const bf16 *W, int in, int out)
{
    lanes s[4][4] = { { { 0 } } };
    for (int i = 0; i < in; i += LANES) {
        lanes w[4];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++)
            w[r] = widen(W + (size_t)r * (size_t)in + (size_t)i);
#pragma GCC unroll 4
        for (int t = 0; t < 4; t++) {
            lanes v = load(x + t * in + i);
#pragma GCC unroll 4
            for (int r = 0; r < 4; r++)
                s[r][t] += w[r] * v;
        }
    }
    for (int r = 0; r < 4; r++)
        for (int t = 0; t < 4; t++)
            y[t * out + r] = total(s[r][t]);
}

void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row)
{
    int rows = in % LANES ? 0 : n == 1 ? out / 8 * 8 : out / 4 * 4, tokens = n == 1 ? 1 : n / 4 * 4;
    for (int o = 0; n == 1 && o < rows; o += 8)
        eight_rows(y + o, x, W + (size_t)o * (size_t)in, in);
    for (int o = 0; n > 1 && o < rows; o += 4)
        for (int t = 0; t < tokens; t += 4)
            four_by_four(y + t * out + o, x + t * in, W + (size_t)o * (size_t)in, in, out);
    for (int o = tokens < n ? 0 : rows; o < out; o++) { /* what no tile covers */
        for (int i = 0; i < in; i++)
            row[i] = bf16_float(W[(size_t)o * (size_t)in + (size_t)i]);
        for (int t = o < rows ? tokens : 0; t < n; t += 4)
            row_times_tokens(y + t * out + o, x + t * in, row, in, out, least(4, n - t));
    }
}

/* --- attention -------------------------------------------------------------------------------------- */

/* e^x for x <= 0, within 2^-22 of it; below -87 as if x were -87. */
static inline lanes exp_lanes(lanes x)
{
    const float shift = 0x1.8p23f; /* adding it leaves x / ln 2, rounded, in the low bits */
    const lanes least_x = (lanes){ 0 } - 87;
    lanes_i32 far = x < least_x;
    x = (lanes)(((lanes_i32)x & ~far) | ((lanes_i32)least_x & far));
    lanes n = x * 0x1.715476p0f + shift;
    lanes_i32 exponent = (lanes_i32)n << 23;
    n -= shift;
    x = x - n * 0x1.62e4p-1f - n * 0x1.7f7d1cp-20f; /* ln 2, its upper and its lower digits */
    lanes p = x * (1 / 720.f) + 1 / 120.f;
    p = p * x + 1 / 24.f;
    p = p * x + 1 / 6.f;
    p = p * x + .5f;
    p = p * x + 1;
    p = p * x + 1;
    return (lanes)((lanes_i32)p + exponent);
}

/* p[t] = q.k_t * scale of `count` tokens `step` floats apart, -infinity up to CHUNK; the largest is returned. */
static float chunk_scores(float *p, const float *q, const float *k, int count, size_t step, int hd, float scale)
{
    float top = -INFINITY;
    for (int t = 0; t < count; t += 8) {
        lanes s[8] = { { 0 } };
        for (int i = 0; i < hd; i += LANES) {
            lanes a = load(q + i);
#pragma GCC unroll 8
            for (int j = 0; j < 8; j++)
                s[j] += a * load(k + (size_t)least(t + j, count - 1) * step + i);
        }
        totals(p + t, s);
    }
    for (int t = 0; t < count; t++)
        top = fmaxf(top, p[t] *= scale);
    for (int t = count; t < CHUNK; t++)
        p[t] = -INFINITY;
    return top;
}

/* out [hd] = out * keep + the sum of p[t] * v_t */
static void chunk_values(float *out, const float *p, const float *v, int count, size_t step, int hd, float keep)
{
    for (int i = 0; i < hd; i += LANES) {
        lanes s[4] = { load(out + i) * keep };
        int t = 0;
        for (; t + 4 <= count; t += 4)
#pragma GCC unroll 4
            for (int j = 0; j < 4; j++)
                s[j] += p[t + j] * load(v + (size_t)(t + j) * step + i);
        for (; t < count; t++)
            s[0] += p[t] * load(v + (size_t)t * step + i);
        *(lanes *)(out + i) = (s[0] + s[1]) + (s[2] + s[3]);
    }
}

struct running {
    float top, sum; /* of the scores so far; of e^(score - top) */
};

/* One query head meets a chunk of keys and values. */
static void meet(float *out, struct running *at, const float *q, const float *k, const float *v, int count, size_t step,
                 int hd)
{
    float p[CHUNK], top = fmaxf(at->top, chunk_scores(p, q, k, count, step, hd, 1 / sqrtf((float)hd)));
    float keep = expf(at->top - top);
    lanes sum = { 0 };
    for (int t = 0; t < CHUNK; t += LANES) {
        lanes e = exp_lanes(load(p + t) - top);
        *(lanes *)(p + t) = e;
        sum += e;
    }
    chunk_values(out, p, v, count, step, hd, keep);
    *at = (struct running){ top, at->sum * keep + total(sum) };
}

/* Heads of a width that is a multiple of LANES: all of them meet a chunk before the next one is read. */
static void attend_chunks(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd)
{
    struct running at[HEADS_MOST];
    size_t step = (size_t)Hkv * (size_t)hd;
    for (int h = 0; h < H; h++)
        at[h] = (struct running){ -INFINITY, 0 };
    memset(out, 0, (size_t)H * (size_t)hd * sizeof *out);
    for (int t = 0; t < len; t += CHUNK, k += CHUNK * step, v += CHUNK * step)
        for (int h = 0; h < H; h++) {
            int kv = h / (H / Hkv) * hd;
            meet(out + h * hd, at + h, q + h * hd, k + kv, v + kv, least(CHUNK, len - t), step, hd);
        }
    for (int i = 0; i < H * hd; i++)
        out[i] /= at[i / hd].sum;
}

void attend(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd,
            float *score)
{
    if (hd % LANES == 0 && H <= HEADS_MOST) {
        attend_chunks(out, q, k, v, len, H, Hkv, hd);
        return;
    }
    for (int h = 0; h < H; h++) {
        int at = h / (H / Hkv) * hd;
        attend_head(out + h * hd, q + h * hd, k + at, v + at, len, (size_t)Hkv * (size_t)hd, hd, score);
    }
}
