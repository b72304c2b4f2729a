/*
 * Ring attention and Ulysses, the reference. Where naive.c spends its time and memory, and what is done about it:
 *
 *   blocks go round     naive.c gathers all keys and values on all ranks. Here a rank holds two blocks: the one that it
 *                       works on and sends on, and the one that comes. P - 1 steps bring everybody's.
 *   under way           receives and sends of the next block are posted before the arithmetic of this one.
 *   zigzag              under a causal mask rank 0's early tokens see little. A rank with an early piece and its mirror
 *                       image has c^2/2 pairs in each step, as all others have, so that nobody waits.
 *   heads for tokens    Ulysses packs q, k and v for each rank into one buffer: one all-to-all there, one back.
 *   between the halves  the norm is taken between a reduce-scatter and an all-gather, of a P-th of the tokens.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

static float *room(int64_t n)
{
    return comm_alloc(n * (int64_t)sizeof(float));
}

/* ----------------------------------------------------------------------------------- parts of an answer */

void merge(int64_t rows, int64_t d, float *O, float *LSE, const float *o, const float *lse)
{
    for (int64_t r = 0; r < rows; r++) {
        float top = fmaxf(LSE[r], lse[r]);
        if (top == -INFINITY) {
            memset(O + r * d, 0, (size_t)d * sizeof *O);
            continue;
        }
        float a = expf(LSE[r] - top), b = expf(lse[r] - top), sum = a + b;
        for (int64_t e = 0; e < d; e++)
            O[r * d + e] = (a * O[r * d + e] + b * o[r * d + e]) / sum;
        LSE[r] = top + logf(sum);
    }
}

/* ----------------------------------------------------------------------------------- who has which tokens */

int64_t place(int64_t c, int P, int zigzag, int r, int64_t i)
{
    if (!zigzag)
        return r * c + i;
    int64_t half = c / 2;
    return i < half ? r * half + i : (2 * P - 1 - r) * half + i - half;
}

/* Piece a of n tokens asks piece b. */
static int64_t pieces(int64_t n, int a, int b)
{
    return a > b ? n * n : a == b ? n * (n + 1) / 2 : 0;
}

int64_t scores(int64_t c, int P, int zigzag, int r, int from)
{
    if (!zigzag)
        return pieces(c, r, from);
    int q[2] = { r, 2 * P - 1 - r }, k[2] = { from, 2 * P - 1 - from };
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += pieces(c / 2, q[i / 2], k[i % 2]);
    return sum;
}

/* ------------------------------------------------------------------------------------------------ the ring */

static void places(int64_t c, int P, int zigzag, int r, int64_t *at)
{
    for (int64_t i = 0; i < c; i++)
        at[i] = place(c, P, zigzag, r, i);
}

#ifndef NAIVE /* naive.c has its own */
void ring_attn(comm_t *comm, const struct heads *h, int64_t c, int causal, int zigzag, const float *Q, const float *K,
               const float *V, float *O, float *LSE)
{
    int P = comm_size(comm), r = comm_rank(comm), next = (r + 1) % P, last = (r + P - 1) % P;
    int64_t n = c * h->Hkv * h->d, bytes = n * (int64_t)sizeof(float);
    int64_t *q_at = malloc(2 * (size_t)c * sizeof *q_at), *k_at = q_at + c;
    float *block[2] = { room(2 * n), room(2 * n) }, *o = room(c * h->H * h->d), *lse = room(c * h->H);
    places(c, P, zigzag, r, q_at);
    for (int s = 0; s < P; s++) {
        int from = (r - s + P) % P, m = 0;
        float *in = block[s % 2];
        comm_req q[4];
        if (s + 1 < P) {
            q[m++] = comm_irecv(comm, in, bytes, last, 0);
            q[m++] = comm_irecv(comm, in + n, bytes, last, 1);
            q[m++] = comm_isend(comm, K, bytes, next, 0);
            q[m++] = comm_isend(comm, V, bytes, next, 1);
        }
        if (!causal || scores(c, P, zigzag, r, from)) {
            places(c, P, zigzag, from, k_at);
            attend(h, c, c, Q, K, V, causal ? q_at : NULL, k_at, s ? o : O, s ? lse : LSE);
            if (s)
                merge(c * h->H, h->d, O, LSE, o, lse);
        }
        comm_waitall(m, q);
        K = in;
        V = in + n;
    }
    comm_free(lse);
    comm_free(o);
    comm_free(block[1]);
    comm_free(block[0]);
    free(q_at);
}
#endif

/* ------------------------------------------------------------------------------------------- heads for tokens */

/* Key/value heads of rank r: the first, and how many; 0: ulysses() can't. */
static int64_t dealt(const struct heads *h, int P, int r, int64_t *first)
{
    if (h->H % P || (h->Hkv % P && P % h->Hkv))
        return 0;
    *first = r * h->Hkv / P;
    return h->Hkv < P ? 1 : h->Hkv / P;
}

#ifndef NAIVE /* naive.c has its own */
/* Heads first .. first + n - 1 of c tokens: `all` has `heads` of them a token, `some` n and `stride` floats a token.
 * With `back` they go from `some` to `all`. */
static void deal(int64_t c, int64_t d, float *all, int64_t heads, int64_t first, float *some, int64_t n, int64_t stride,
                 int back)
{
    for (int64_t i = 0; i < c; i++) {
        float *a = all + (i * heads + first) * d, *b = some + i * stride;
        memcpy(back ? a : b, back ? b : a, (size_t)(n * d) * sizeof *a);
    }
}

int ulysses(comm_t *comm, const struct heads *h, int64_t c, int causal, const float *Q, const float *K, const float *V,
            float *O)
{
    int P = comm_size(comm);
    int64_t d = h->d, first, mine = h->H / P, kv = dealt(h, P, comm_rank(comm), &first), S = P * c;
    int64_t wide = (mine + 2 * kv) * d; /* q, k and v of a token for one rank */
    if (!kv)
        return -1;
    float *out = room(S * wide), *in = room(S * wide), *lse = room(S * mine);
    for (int k = 0; k < P; k++) {
        float *to = out + k * c * wide;
        dealt(h, P, k, &first);
        deal(c, d, (float *)(uintptr_t)Q, h->H, k * mine, to, mine, wide, 0);
        deal(c, d, (float *)(uintptr_t)K, h->Hkv, first, to + mine * d, kv, wide, 0);
        deal(c, d, (float *)(uintptr_t)V, h->Hkv, first, to + (mine + kv) * d, kv, wide, 0);
    }
    comm_all_to_all(comm, out, in, c * wide, COMM_F32);
    /* What has come lies in the order of the tokens, with q, k and v side by side: apart they fit into `out`. */
    float *q = out, *k = q + S * mine * d, *v = k + S * kv * d, *o = in;
    deal(S, d, q, mine, 0, in, mine, wide, 1);
    deal(S, d, k, kv, 0, in + mine * d, kv, wide, 1);
    deal(S, d, v, kv, 0, in + (mine + kv) * d, kv, wide, 1);
    int64_t *at = malloc((size_t)S * sizeof *at);
    places(S, 1, 0, 0, at);
    attend(&(struct heads){ mine, kv, d }, S, S, q, k, v, causal ? at : NULL, at, o, lse);
    comm_all_to_all(comm, o, q, c * mine * d, COMM_F32);
    for (int r = 0; r < P; r++)
        deal(c, d, O, h->H, r * mine, q + r * c * mine * d, mine, mine * d, 1);
    free(at);
    comm_free(lse);
    comm_free(in);
    comm_free(out);
    return 0;
}
#endif

/* ----------------------------------------------------------------------------------------- between two blocks */

#ifndef NAIVE /* naive.c has its own */
void boundary(comm_t *comm, int64_t T, int64_t h, const float *part, const float *gain, float *x, float *y)
{
    int64_t own = T / comm_size(comm);
    float *mine = y + comm_rank(comm) * own * h;
    comm_reduce_scatter(comm, part, mine, own * h, COMM_F32, COMM_SUM);
    for (int64_t t = 0; t < own; t++) {
        float *row = x + t * h, *out = mine + t * h, sum = 0;
        for (int64_t k = 0; k < h; k++) {
            row[k] += out[k];
            sum += row[k] * row[k];
        }
        float by = 1 / sqrtf(sum / (float)h + 1e-5f);
        for (int64_t k = 0; k < h; k++)
            out[k] = row[k] * gain[k] * by;
    }
    comm_all_gather(comm, mine, y, own * h, COMM_F32);
}
#endif

/* ------------------------------------------------------------------------------------------------- figures */

/* a c^2 = b c + 2 alpha */
double hides(const struct heads *h, double share, double w, double rate, double alpha, double beta)
{
    double a = 4 * share * (double)(h->H * h->d) / rate, b = 2 * (double)(h->Hkv * h->d) * w / beta;
    return (b + sqrt(b * b + 8 * a * alpha)) / (2 * a);
}

int64_t longest(enum way way, int P, const struct heads *h, int64_t room, int64_t keep, int64_t w)
{
    int64_t token = keep + 2 * w * h->d * (h->H + h->Hkv), first;
    if (way == WHOLE)
        return room / token;
    if (way == RING)
        token += w * h->d * (4 * h->Hkv + h->H) + 2 * 4 * h->H;
    else if (!dealt(h, P, 0, &first))
        return 0;
    else
        token += 2 * w * h->d * (h->H + P * dealt(h, P, 0, &first));
    return room / token * P;
}
