/*
 * naive.c: attention as three separate kernels would do it, on the same two memories.
 *
 *   1. S = Q K^T / sqrt(d)    written to HBM, S x S floats
 *   2. P = softmax(S)         read back and written again, row by row
 *   3. O = P V                read a third time
 *
 * Each step is tiled, so K and V are read as often as in ref.c, and nothing is wrong with the
 * arithmetic. What costs is between the steps: four trips of the whole S x S matrix through the
 * narrow pipe, two out and two in. Compare hbm_read_B and hbm_write_B at two values of S: they grow
 * with its square. And step 2 wants a full row of length S in SRAM, so past some S it would not run
 * at all.
 */
#include <math.h>
#include <string.h>

#include "lab.h"

enum { T = 64 }; /* tiles are T rows by T keys */

struct work {
    float *a, *b; /* [T][d]: Q and K in step 1, O and V in step 3 */
    float *s;     /* [T][T] in steps 1 and 3, one row of S in step 2 */
    int S, d, causal;
};

static size_t floats(int n)
{
    return (size_t)n * sizeof(float);
}

static size_t cell(int row, int col, int width)
{
    return (size_t)row * (size_t)width + (size_t)col;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many keys row i may see: always the first ones. */
static int visible(const struct work *w, int i)
{
    int seen = w->causal ? i - (w->causal - 1) + 1 : w->S;
    return seen < 0 ? 0 : seen;
}

/* Step 1, one tile of P: scores against every key, the hidden ones too, which are then masked. */
static void score_tile(struct work *w, const float *K, float *P, int i0, int rows, int j0, tm_t *tm)
{
    int n = least(w->S - j0, T), d = w->d;
    tm_load(tm, w->b, K + cell(j0, 0, d), floats(n * d));
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < n; j++) {
            float dot = 0;
            for (int k = 0; k < d; k++)
                dot += w->a[i * d + k] * w->b[j * d + k];
            w->s[i * T + j] = j0 + j < visible(w, i0 + i) ? dot / sqrtf((float)d) : -INFINITY;
        }
        tm_store(tm, P + cell(i0 + i, j0, w->S), w->s + i * T, floats(n));
    }
}

/* Step 2, one row. */
static void softmax_row(struct work *w, float *P, float *LSE, int i, tm_t *tm)
{
    float top = -INFINITY, sum = 0;
    tm_load(tm, w->s, P + cell(i, 0, w->S), floats(w->S));
    for (int j = 0; j < w->S; j++)
        top = fmaxf(top, w->s[j]);
    for (int j = 0; j < w->S; j++) {
        w->s[j] = top == -INFINITY ? 0 : expf(w->s[j] - top);
        sum += w->s[j];
    }
    for (int j = 0; j < w->S; j++)
        w->s[j] = sum > 0 ? w->s[j] / sum : 0;
    tm_store(tm, P + cell(i, 0, w->S), w->s, floats(w->S));
    *w->a = sum > 0 ? top + logf(sum) : -INFINITY;
    tm_store(tm, LSE + i, w->a, floats(1));
}

/* Step 3, one tile of P times one tile of V, added to the rows of O in w->a. */
static void weigh_tile(struct work *w, const float *P, const float *V, int i0, int rows, int j0,
                       tm_t *tm)
{
    int n = least(w->S - j0, T), d = w->d;
    tm_load(tm, w->b, V + cell(j0, 0, d), floats(n * d));
    for (int i = 0; i < rows; i++) {
        tm_load(tm, w->s, P + cell(i0 + i, j0, w->S), floats(n));
        for (int j = 0; j < n; j++)
            for (int k = 0; k < d; k++)
                w->a[i * d + k] += w->s[j] * w->b[j * d + k];
    }
}

static void one_head(struct work *w, const float *Q, const float *K, const float *V, float *P,
                     float *O, float *LSE, tm_t *tm)
{
    int S = w->S, d = w->d;
    for (int i = 0; i < S; i += T) {
        int rows = least(S - i, T);
        tm_load(tm, w->a, Q + cell(i, 0, d), floats(rows * d));
        for (int j = 0; j < S; j += T)
            score_tile(w, K, P, i, rows, j, tm);
    }
    for (int i = 0; i < S; i++)
        softmax_row(w, P, LSE, i, tm);
    for (int i = 0; i < S; i += T) {
        int rows = least(S - i, T);
        memset(w->a, 0, floats(rows * d));
        for (int j = 0; j < S; j += T)
            weigh_tile(w, P, V, i, rows, j, tm);
        tm_store(tm, O + cell(i, 0, d), w->a, floats(rows * d));
    }
}

void flash_fwd(const float *Q, const float *K, const float *V, float *O, float *LSE, int S, int d,
               int causal, int group, tm_t *tm)
{
    struct work w = { .S = S, .d = d, .causal = causal };
    w.a = tm_alloc(tm, floats(T * d));
    w.b = tm_alloc(tm, floats(T * d));
    w.s = tm_alloc(tm, floats(S > T * T ? S : T * T));
    float *P = tm_scratch(tm, floats(S) * (size_t)S); /* one head at a time */
    if (!w.a || !w.b || !w.s || !P)
        return;
    tm_tile(tm, least(T, S), least(T, S));
    for (int h = 0; h < group; h++)
        one_head(&w, Q + cell(h * S, 0, d), K, V, P, O + cell(h * S, 0, d), LSE + h * S, tm);
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
