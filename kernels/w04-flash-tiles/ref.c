/*
 * ref.c: FlashAttention forward on an explicit SRAM, plain C. The version that yours is timed
 * against.
 *
 * The idea in one paragraph. A row of attention needs all its scores before it can divide by their
 * sum, but it does not need them at the same time. Keep three things per row: m, the largest score
 * so far; l, the sum of exp(score - m) so far; and o, the sum of exp(score - m) * V so far. When a
 * tile brings a larger maximum m', everything summed so far was measured against the wrong m, and
 * one factor exp(m - m') repairs l and o alike. After the last tile, o / l is the answer. The S x S
 * scores never exist: one row of one tile of them does.
 *
 * The traffic. A tile of Br rows of Q stays in SRAM while all of K and V streams past. Q is read
 * once, O and LSE are written once, K and V are read once per tile of rows: 4 S d (1 + 2 ceil(S /
 * Br)) bytes in, 4 (S d + S) out. Bc does not appear: it only decides how large a bite of K is.
 *
 * The inner loops. Scores are computed with K transposed, so that the innermost loop runs over keys
 * and a compiler may vectorise it without reordering any sum. The K tile passes through V's buffer
 * on its way to the transpose, which saves a third tile of SRAM.
 */
#include <math.h>
#include <string.h>

#include "lab.h"

enum { ROWS = 64 };

struct tiles {
    int Br, Bc, d;
    float *q, *o;   /* [Br][d] */
    float *kt;      /* [d][Bc]: K transposed */
    float *v;       /* [Bc][d] */
    float *m, *l;   /* [Br] */
    float *s;       /* [Bc]: one row of scores, then of exponentials */
};

static int get_sram(struct tiles *t, int d, tm_t *tm)
{
    *t = (struct tiles){ .Br = ROWS, .Bc = d > 64 ? 32 : 64, .d = d };
    size_t row = (size_t)d * sizeof(float);
    t->q = tm_alloc(tm, (size_t)t->Br * row);
    t->o = tm_alloc(tm, (size_t)t->Br * row);
    t->kt = tm_alloc(tm, (size_t)t->Bc * row);
    t->v = tm_alloc(tm, (size_t)t->Bc * row);
    t->m = tm_alloc(tm, (size_t)t->Br * sizeof(float));
    t->l = tm_alloc(tm, (size_t)t->Br * sizeof(float));
    t->s = tm_alloc(tm, (size_t)t->Bc * sizeof(float));
    return t->q && t->o && t->kt && t->v && t->m && t->l && t->s ? 0 : -1;
}

/* Keys [j0, j0 + n) into kt and v. Columns past n are zeroed: their scores are never looked at. */
static void load_keys(struct tiles *t, const float *K, const float *V, int j0, int n, tm_t *tm)
{
    size_t at = (size_t)j0 * (size_t)t->d, bytes = (size_t)n * (size_t)t->d * sizeof(float);
    tm_load(tm, t->v, K + at, bytes);
    if (n < t->Bc)
        memset(t->kt, 0, (size_t)t->Bc * (size_t)t->d * sizeof(float));
    for (int j = 0; j < n; j++)
        for (int k = 0; k < t->d; k++)
            t->kt[k * t->Bc + j] = t->v[j * t->d + k];
    tm_load(tm, t->v, V + at, bytes);
}

/* s[j] = q . K[j] for the whole tile, four columns a pass. q is already scaled by 1/sqrt(d). */
static void scores(float *restrict s, const float *restrict q, const float *restrict kt, int Bc,
                   int d)
{
    memset(s, 0, (size_t)Bc * sizeof *s);
    for (int k = 0; k < d; k += 4)
        for (int j = 0; j < Bc; j++)
            s[j] += q[k] * kt[k * Bc + j] + q[k + 1] * kt[(k + 1) * Bc + j] +
                    q[k + 2] * kt[(k + 2) * Bc + j] + q[k + 3] * kt[(k + 3) * Bc + j];
}

/* o = o * alpha + sum_j p[j] V[j], four keys a pass: one load and store of o for every four */
static void weigh(float *restrict o, float alpha, const float *restrict p, const float *restrict v,
                  int n, int d)
{
    int j = 0;
    for (int k = 0; k < d; k++)
        o[k] *= alpha;
    for (; j + 4 <= n; j += 4, v += 4 * d)
        for (int k = 0; k < d; k++)
            o[k] += p[j] * v[k] + p[j + 1] * v[d + k] + p[j + 2] * v[2 * d + k] +
                    p[j + 3] * v[3 * d + k];
    for (; j < n; j++, v += d)
        for (int k = 0; k < d; k++)
            o[k] += p[j] * v[k];
}

/* Fold the first `n` keys of the tile into row i. */
static void fold(struct tiles *t, int i, int n)
{
    scores(t->s, t->q + i * t->d, t->kt, t->Bc, t->d);
    float top = t->m[i], sum = 0;
    for (int j = 0; j < n; j++)
        top = fmaxf(top, t->s[j]);
    if (top == -INFINITY)
        return; /* nothing seen yet: exp(-inf - -inf) would be NaN */
    float alpha = expf(t->m[i] - top); /* 0 for the first tile that a row sees */
    for (int j = 0; j < n; j++) {
        t->s[j] = expf(t->s[j] - top);
        sum += t->s[j];
    }
    t->l[i] = t->l[i] * alpha + sum;
    t->m[i] = top;
    weigh(t->o + i * t->d, alpha, t->s, t->v, n, t->d);
}

/* Keys of tile [j0, j0 + n) that row i of the matrix may see: a prefix of it, possibly none. */
static int visible(int i, int j0, int n, int causal)
{
    int seen = causal ? i - (causal - 1) + 1 - j0 : n;
    return seen < 0 ? 0 : seen < n ? seen : n;
}

static void finish(struct tiles *t, float *O, float *LSE, int rows, tm_t *tm)
{
    for (int i = 0; i < rows; i++) {
        float inv = t->l[i] > 0 ? 1 / t->l[i] : 0; /* a row that saw nothing: 0, not 0/0 */
        for (int k = 0; k < t->d; k++)
            t->o[i * t->d + k] *= inv;
        t->l[i] = t->m[i] + logf(t->l[i]); /* -inf + log 0 = -inf */
    }
    tm_store(tm, O, t->o, (size_t)rows * (size_t)t->d * sizeof(float));
    tm_store(tm, LSE, t->l, (size_t)rows * sizeof(float));
}

void flash_fwd(const float *Q, const float *K, const float *V, float *O, float *LSE, int S, int d,
               int causal, int group, tm_t *tm)
{
    struct tiles t;
    if (get_sram(&t, d, tm))
        return;
    tm_tile(tm, t.Br, t.Bc);
    float scale = 1 / sqrtf((float)d);
    for (int h = 0; h < group; h++)
        for (int i0 = 0; i0 < S; i0 += t.Br) {
            int rows = S - i0 < t.Br ? S - i0 : t.Br;
            size_t at = (size_t)h * (size_t)S + (size_t)i0;
            tm_load(tm, t.q, Q + at * (size_t)d, (size_t)rows * (size_t)d * sizeof(float));
            for (int x = 0; x < rows * d; x++) {
                t.q[x] *= scale;
                t.o[x] = 0;
            }
            for (int i = 0; i < rows; i++) {
                t.m[i] = -INFINITY;
                t.l[i] = 0;
            }
            /* the lowest row sees the most */
            int last = visible(i0 + rows - 1, 0, S, causal);
            for (int j0 = 0; j0 < last; j0 += t.Bc) {
                int n = S - j0 < t.Bc ? S - j0 : t.Bc;
                load_keys(&t, K, V, j0, n, tm);
                for (int i = 0; i < rows; i++)
                    fold(&t, i, visible(i0 + i, j0, n, causal));
            }
            finish(&t, O + at * (size_t)d, LSE + at, rows, tm);
        }
}

int64_t kv_elems_mha(int64_t tokens, int L, int H, int hd)
{
    return tokens * L * 2 * H * hd;
}

int64_t kv_elems_gqa(int64_t tokens, int L, int Hkv, int hd)
{
    return tokens * L * 2 * Hkv * hd;
}

int64_t kv_elems_mla(int64_t tokens, int L, int dc, int dr)
{
    return tokens * L * (dc + dr);
}
