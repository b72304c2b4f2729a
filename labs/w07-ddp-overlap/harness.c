/*
 * harness.c: a rank's side of the lab: one all-reduce, or one training step with its backward pass.
 *
 * It runs in the learner's process and judges nothing. A backward pass is modelled: each gradient costs time for its
 * elements, and its values are the case's.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

ridge_trampoline ridge_call_ring, ridge_call_step;

/* args: n | x [n], this rank's | sum [n], the same on all */
void ridge_call_ring(const struct ridge_frame *f)
{
    int64_t n = f->i[0];
    float *sum = f->buf[1];
    memcpy(sum, f->buf[0], (size_t)n * sizeof *sum);
    ring_allreduce(comm_world(), sum, n);
}

/* One micro-step's backward pass: in the rank's own order, a gradient at a time. */
static void backward(ddp_t *d, int np, float *const *grad, const int64_t *count, const int32_t *order, const float *g,
                     const int64_t *at, double ns)
{
    for (int k = 0; k < np; k++) {
        int p = order[k];
        comm_compute((double)count[p] * ns * 1e-9, "backward");
        for (int64_t e = 0; e < count[p]; e++)
            grad[p][e] += g[at[p] + e];
        ddp_grad_ready(d, p);
    }
}

/* The optimiser's place: it uses the gradients, here by adding them up, and clears them for the next step. */
static void use(float *sum, float *grad, int64_t n)
{
    for (int64_t e = 0; e < n; e++)
        sum[e] += grad[e];
    memset(grad, 0, (size_t)n * sizeof *grad);
}

/* args: np M bucket_B, ns of backward an element, steps that the M are divided into | g [M][total], this rank's;
 * count [np]; order [np], this rank's | mean [total], summed over the steps, the same on all */
void ridge_call_step(const struct ridge_frame *f)
{
    int np = (int)f->i[0], M = (int)f->i[1];
    int64_t total = (int64_t)f->count[3], *at = malloc((size_t)np * sizeof *at);
    const int64_t *count = f->buf[1];
    float **grad = malloc((size_t)np * sizeof *grad), *all = calloc((size_t)total, sizeof *all);
    for (int64_t p = 0, sum = 0; p < np; sum += count[p++]) {
        at[p] = sum;
        grad[p] = all + sum;
    }
    int each = M / (int)f->i[4];
    ddp_t *d = ddp_init(comm_world(), np, grad, count, f->i[2]);
    memset(f->buf[3], 0, (size_t)total * sizeof *all);
    for (int m = 0; m < M; m++) {
        int last = m % each == each - 1;
        ddp_begin(d, last);
        backward(d, np, grad, count, f->buf[2], (const float *)f->buf[0] + m * total, at, f->d[3]);
        ddp_wait(d);
        if (last)
            use(f->buf[3], all, total);
    }
    ddp_delete(d);
    free(all);
    free(grad);
    free(at);
}
