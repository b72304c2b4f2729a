/*
 * Data parallelism, the reference. Where naive.c spends its time, and what is done about it:
 *
 *   a ring            naive.c sends everything to rank 0 and back: its port carries 2(P-1) times the buffer. In a
 *                     ring of P ranks each sends a P-th of the buffer in each of 2(P-1) steps, to one neighbour,
 *                     while it receives as much from the other. No port carries more than 2(P-1)/P of the buffer,
 *                     and all work at once.
 *   a stream          the ring runs beside the backward pass, which starts it and goes on.
 *   buckets           a message costs alpha however short it is: one all-reduce for each small parameter is all
 *                     alpha. One for all of them can only start when the last gradient is there. A bucket is the
 *                     compromise, and reverse order is what lets the first one leave early.
 *
 * Buckets leave in their own order, never in that of their completion: the second may be complete before the first
 * on one rank and after it on another, and a collective has no name but its place in the order of calls.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* ------------------------------------------------------------------------------------- the ring */

enum { TAG = 1 };

/* Part k of n elements begins here; parts differ by one element at most. */
static int64_t part(int64_t n, int P, int k)
{
    return n / P * k + (k < n % P ? k : n % P);
}

static int64_t bytes(int64_t n, int P, int k)
{
    return (part(n, P, k + 1) - part(n, P, k)) * (int64_t)sizeof(float);
}

/* Part `out` goes to the right while part `in` comes from the left. */
static void step(comm_t *c, const float *from, int64_t n, int out, int in, float *to)
{
    int P = comm_size(c), right = (comm_rank(c) + 1) % P, left = (comm_rank(c) + P - 1) % P;
    comm_sendrecv(c, from + part(n, P, out), bytes(n, P, out), right,
                  to, bytes(n, P, in), left, TAG);
}

void ring_allreduce(comm_t *c, float *buf, int64_t n)
{
    int P = comm_size(c), r = comm_rank(c);
    float *got = malloc((size_t)(n / P + 1) * sizeof *got);
    for (int s = 0; s < P - 1; s++) { /* reduce-scatter: rank r ends with the sum of part r + 1 */
        int out = (r - s + P) % P, in = (r - s - 1 + P) % P;
        float *mine = buf + part(n, P, in);
        step(c, buf, n, out, in, got);
        for (int64_t k = 0; k < part(n, P, in + 1) - part(n, P, in); k++)
            mine[k] += got[k];
    }
    for (int s = 0; s < P - 1; s++) { /* all-gather: the sums go round once more */
        int out = (r + 1 - s + P) % P, in = (r - s + P) % P;
        step(c, buf, n, out, in, buf + part(n, P, in));
    }
    free(got);
}

/* ---------------------------------------------------------------------------------- the buckets */

struct bucket {
    struct ddp *d;
    int first, last; /* parameters first >= p >= last */
    int missing;     /* of them, in this pass */
    int64_t n;
    float *flat;
};

struct ddp {
    comm_t *c;
    stream_t *stream;
    int nparams, buckets, next, sync; /* next: the first bucket that has not left */
    float **grad;
    int64_t *count;
    int *bucket_of;
    struct bucket *bucket;
};

static void make_buckets(ddp_t *d, int64_t bucket_B)
{
    struct bucket *b = NULL;
    for (int p = d->nparams - 1; p >= 0; p--) {
        if (!b) {
            b = &d->bucket[d->buckets++];
            *b = (struct bucket){ .d = d, .first = p };
        }
        b->n += d->count[p];
        b->last = p;
        d->bucket_of[p] = d->buckets - 1;
        if (b->n * (int64_t)sizeof(float) >= bucket_B)
            b = NULL;
    }
    for (int k = 0; k < d->buckets; k++)
        d->bucket[k].flat = malloc((size_t)d->bucket[k].n * sizeof(float));
}

ddp_t *ddp_init(comm_t *c, int nparams, float *const *grad, const int64_t *count, int64_t bucket_B)
{
    ddp_t *d = calloc(1, sizeof *d);
    size_t n = (size_t)nparams;
    d->c = c;
    d->stream = comm_stream();
    d->nparams = nparams;
    d->grad = malloc(n * sizeof *d->grad);
    d->count = malloc(n * sizeof *d->count);
    d->bucket_of = malloc(n * sizeof *d->bucket_of);
    d->bucket = malloc(n * sizeof *d->bucket);
    memcpy(d->grad, grad, n * sizeof *d->grad);
    memcpy(d->count, count, n * sizeof *d->count);
    make_buckets(d, bucket_B);
    return d;
}

void ddp_delete(ddp_t *d)
{
    for (int k = 0; k < d->buckets; k++)
        free(d->bucket[k].flat);
    free(d->bucket);
    free(d->bucket_of);
    free(d->count);
    free(d->grad);
    free(d);
}

void ddp_begin(ddp_t *d, int sync)
{
    d->sync = sync;
    d->next = 0;
    for (int k = 0; k < d->buckets; k++)
        d->bucket[k].missing = d->bucket[k].first - d->bucket[k].last + 1;
}

/* On the stream: gather the bucket, sum it over the ranks, divide once, give it back. */
static void reduce(void *arg)
{
    struct bucket *b = arg;
    const ddp_t *d = b->d;
    float *at = b->flat, P = (float)comm_size(d->c);
    for (int p = b->first; p >= b->last; at += d->count[p], p--)
        memcpy(at, d->grad[p], (size_t)d->count[p] * sizeof *at);
    ring_allreduce(d->c, b->flat, b->n);
    at = b->flat;
    for (int p = b->first; p >= b->last; at += d->count[p], p--)
        for (int64_t k = 0; k < d->count[p]; k++)
            d->grad[p][k] = at[k] / P;
}

void ddp_grad_ready(ddp_t *d, int p)
{
    if (!d->sync)
        return;
    d->bucket[d->bucket_of[p]].missing--;
    while (d->next < d->buckets && !d->bucket[d->next].missing)
        stream_run(d->stream, reduce, &d->bucket[d->next++]);
}

void ddp_wait(ddp_t *d)
{
    if (d->sync)
        stream_sync(d->stream);
}
