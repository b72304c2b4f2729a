/*
 * exhibits.h: the ten exhibits. Each has a twin that is right, which you are not shown. Lines are numbered in comments:
 * the number is what locate() wants. No exhibit is wrong by a typing error: each is what the next word suggests.
 */
#ifndef G12_EXHIBITS_H
#define G12_EXHIBITS_H

#include "lab.h"

enum { TILE = 16 };

/* --- SOFTMAX: one pass over the row, then one that writes --------------------------------------------------- */

static inline void shown_softmax(int n, const float *x, float *y)
{
    float m = x[0], l = 1;                    /* 1 */
    for (int i = 1; i < n; i++) {             /* 2 */
        float top = x[i] > m ? x[i] : m;      /* 3 */
        l += expf(x[i] - top);                /* 4 */
        m = top;                              /* 5 */
    }
    for (int i = 0; i < n; i++)
        y[i] = expf(x[i] - m) / l;            /* 6 */
}

/* --- MATMUL: whole tiles of columns, then what is left over -------------------------------------------------- */

static inline void shown_matmul(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C,
                                int ldc)
{
    int whole = N / TILE * TILE, rest = M % TILE;                       /* 1 */
    for (int i = 0; i < M; i++, A += lda, C += ldc) {                   /* 2 */
        for (int j0 = 0; j0 < whole; j0 += TILE) {                      /* 3 */
            float acc[TILE] = { 0 };
            for (int k = 0; k < K; k++)                                 /* 4 */
                for (int j = 0; j < TILE; j++)
                    acc[j] += A[k] * B[(int64_t)k * ldb + j0 + j];      /* 5 */
            memcpy(C + j0, acc, sizeof acc);
        }
        for (int j = whole; j < whole + rest && j < N; j++) {           /* 6 */
            C[j] = 0;                                                   /* 7 */
            for (int k = 0; k < K; k++)
                C[j] += A[k] * B[(int64_t)k * ldb + j];                 /* 8 */
        }
    }
}

/* --- VERIFY: one token of speculative decoding ---------------------------------------------------------------- */

static inline int shown_verify(int V, const float *p, const float *q, int drafted, double u, double v)
{
    double sum = 0;                           /* 1 */
    if (u * q[drafted] < p[drafted])          /* 2 */
        return drafted;
    for (int t = 0; t < V; t++) {             /* 3 */
        sum += p[t];                          /* 4 */
        if (v < sum)                          /* 5 */
            return t;
    }
    return V - 1;                             /* 6 */
}

/* --- OFFSET: where an element of the cache lies ----------------------------------------------------------------- */

static inline int64_t shown_offset(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim)
{
    uint32_t row = (uint32_t)layer * s->tokens + token;       /* 1 */
    row = row * s->heads + head;                              /* 2 */
    return (int64_t)row * s->dims + dim;                      /* 3 */
}

/* --- MOMENTS: both sums in one pass ------------------------------------------------------------------------------ */

static inline void shown_moments(int n, const float *x, float *mean, float *var)
{
    float s = 0, ss = 0;                      /* 1 */
    for (int i = 0; i < n; i++) {             /* 2 */
        s += x[i];                            /* 3 */
        ss += x[i] * x[i];                    /* 4 */
    }
    *mean = s / n;                            /* 5 */
    *var = ss / n - *mean * *mean;            /* 6 */
}

/* --- PAGES: a flag says that a page is shared -------------------------------------------------------------------- */

static inline void shown_reset(struct pool *p, int pages)
{
    memset(p, 0, sizeof *p);
    p->pages = pages;
}

static inline int shown_take(struct pool *p)
{
    for (int k = 0; k < p->pages; k++)
        if (!p->owners[k]) {
            p->owners[k] = 1;                 /* 1 */
            p->flag[k] = 0;                   /* 2 */
            return k;
        }
    return -1;
}

static inline void shown_share(struct pool *p, int page)
{
    p->owners[page]++;                        /* 3 */
    p->flag[page] = 1;                        /* 4 */
}

static inline void shown_drop(struct pool *p, int page)
{
    p->owners[page]--;                        /* 5 */
}

static inline int shown_write(struct pool *p, int page)
{
    if (!p->flag[page])                       /* 6 */
        return page;
    int fresh = shown_take(p);                /* 7 */
    if (fresh < 0)
        return -1;                            /* 8 */
    p->owners[page]--;                        /* 9 */
    p->flag[page] = 0;                        /* 10 */
    return fresh;
}

/* --- BLOCK_SUM: a tree whose result ends in the last word --------------------------------------------------------- */

/* Words that hold a sum after `step` halvings. */
static inline int width_of(int threads, int step)
{
    for (; step > 0; step--)
        threads = (threads + 1) / 2;
    return threads;
}

static inline int shown_block_sum_phases(int threads, const struct problem *p)
{
    int steps = 0;
    (void)p;
    while (width_of(threads, steps) > 1)
        steps++;
    return steps + 1;                                                         /* 1 */
}

static inline void shown_block_sum_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    int last = at.threads - 1, from_last = last - at.thread;
    if (phase == 0) {
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            int64_t i = ((int64_t)at.block * 4 + k) * at.threads + at.thread; /* 2 */
            sum += i < p->n ? gload(t, p->x, i) : 0;                          /* 3 */
        }
        sstore(t, at.thread, sum);                                            /* 4 */
    }
    int now = width_of(at.threads, phase), next = width_of(at.threads, phase + 1); /* 5 */
    if (from_last + next < now)                                               /* 6 */
        sstore(t, at.thread, sload(t, at.thread) + sload(t, at.thread - next)); /* 7 */
    if (now == 1 && at.thread == last)                                        /* 8 */
        gstore(t, p->out, at.block, sload(t, last));                          /* 9 */
}

/* --- COLUMNS: warps are interleaved over the columns of a block --------------------------------------------------- */

static inline int one_phase(int threads, const struct problem *p)
{
    (void)threads, (void)p;
    return 1;
}

static inline void shown_columns_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    int warps = at.threads / 32, warp = at.thread / 32, lane = at.thread % 32; /* 1 */
    int64_t c = (int64_t)at.block * at.threads + lane * warps + warp;          /* 2 */
    float sum = 0;
    (void)phase;
    if (c >= p->width)                                                         /* 3 */
        return;
    for (int64_t r = 0; r < p->n; r++)                                         /* 4 */
        sum += gload(t, p->x, r * p->width + c);                               /* 5 */
    gstore(t, p->out, c, sum);                                                 /* 6 */
}

/* --- ALL_REDUCE: pairs at distances 1, 2, 4, ... add up ----------------------------------------------------------- */

static inline int shown_all_reduce(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0;
    for (int mask = 1; mask < P; mask *= 2) {           /* 1 */
        int peer = rank ^ mask;                         /* 2 */
        if (peer >= P)                                  /* 3 */
            continue;
        if (rank < peer) {                              /* 4 */
            ops[k++] = (struct op){ SEND, peer, 0, n }; /* 5 */
            ops[k++] = (struct op){ RECV, peer, 0, n };
        } else {
            ops[k++] = (struct op){ ADD, peer, 0, n };  /* 6 */
            ops[k++] = (struct op){ SEND, peer, 0, n }; /* 7 */
        }
    }
    return k;
}

/* --- ALL_GATHER: a ring ------------------------------------------------------------------------------------------- */

static inline int shown_all_gather(int rank, int P, int64_t n, struct op *ops)
{
    int right = (rank + 1) % P, left = (rank + P - 1) % P, k = 0;               /* 1 */
    for (int s = 0; s < P - 1; s++) {                                           /* 2 */
        ops[k++] = (struct op){ SEND, right, (rank - s + P) % P * n, n };       /* 3 */
        ops[k++] = (struct op){ RECV, left, (rank - s - 1 + P) % P * n, n };    /* 4 */
    }
    return k;
}

#endif
