/*
 * Attention over parts, as simply as it goes: every rank gathers all keys and values, and attends to them at once.
 * Right, with P times the memory; nothing goes on while the gathering does. ref.c says what to do about it.
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

/* The keys or values of all ranks, in the order of ranks. */
static float *gather(comm_t *comm, const float *part, int64_t n)
{
    float *all = room(comm_size(comm) * n);
    comm_all_gather(comm, part, all, n, COMM_F32);
    return all;
}

void ring_attn(comm_t *comm, const struct heads *h, int64_t c, int causal, int zigzag, const float *Q, const float *K,
               const float *V, float *O, float *LSE)
{
    int P = comm_size(comm);
    int64_t n = c * h->Hkv * h->d, *q_at = malloc((size_t)(c + P * c) * sizeof *q_at), *k_at = q_at + c;
    float *k = gather(comm, K, n), *v = gather(comm, V, n);
    places(c, P, zigzag, comm_rank(comm), q_at);
    for (int r = 0; r < P; r++)
        places(c, P, zigzag, r, k_at + r * c);
    attend(h, c, P * c, Q, k, v, causal ? q_at : NULL, k_at, O, LSE);
    comm_free(v);
    comm_free(k);
    free(q_at);
}

/* ------------------------------------------------------------------------------------------- heads for tokens */

/* Key/value heads of rank r: the first, and how many; 0: ulysses() can't. */
static int64_t dealt(const struct heads *h, int P, int r, int64_t *first)
{
    if (h->H % P || (h->Hkv % P && P % h->Hkv))
        return 0;
    *first = r * h->Hkv / P;
    return h->Hkv < P ? 1 : h->Hkv / P;
}

int ulysses(comm_t *comm, const struct heads *h, int64_t c, int causal, const float *Q, const float *K, const float *V,
            float *O)
{
    int64_t first;
    if (!dealt(h, comm_size(comm), 0, &first))
        return -1;
    float *lse = room(c * h->H);
    ring_attn(comm, h, c, causal, 0, Q, K, V, O, lse);
    comm_free(lse);
    return 0;
}

/* ----------------------------------------------------------------------------------------- between two blocks */

void boundary(comm_t *comm, int64_t T, int64_t h, const float *part, const float *gain, float *x, float *y)
{
    int64_t own = T / comm_size(comm);
    float *sum = room(T * h);
    comm_all_reduce(comm, part, sum, T * h, COMM_F32, COMM_SUM);
    for (int64_t k = 0; k < own * h; k++)
        x[k] += sum[comm_rank(comm) * own * h + k];
    comm_all_gather(comm, x, y, own * h, COMM_F32);
    for (int64_t t = 0; t < T; t++) {
        float square = 0;
        for (int64_t k = 0; k < h; k++)
            square += y[t * h + k] * y[t * h + k];
        for (int64_t k = 0; k < h; k++)
            y[t * h + k] *= gain[k] / sqrtf(square / (float)h + 1e-5f);
    }
    comm_free(sum);
}

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
