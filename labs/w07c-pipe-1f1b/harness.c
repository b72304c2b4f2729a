/*
 * harness.c: a stage's network, and the two calls of the lab. It runs in the learner's process and judges nothing.
 *
 * Piece g computes y = tanh(W x) for each row of a micro-batch; the loss is half the sum of squares of the last
 * output less the target. A wrong order of calls ends the run with a sentence that says what was wrong.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

ridge_trampoline ridge_call_sched, ridge_call_run;

/* ------------------------------------------------------------------------------- schedules */

/* args: kind p m v | op [p][cap][3], number [p] */
void ridge_call_sched(const struct ridge_frame *f)
{
    int kind = (int)f->i[0], p = (int)f->i[1], m = (int)f->i[2], v = (int)f->i[3];
    size_t cap = f->count[0] / (size_t)p, n = (size_t)(kind == PIPE_ZB_H1 ? 3 : 2) * (size_t)(m * v) * sizeof(op_t);
    int32_t *op = f->buf[0], *number = f->buf[1];
    memset(op, 0xff, (size_t)p * cap * sizeof *op);
    for (int s = 0; s < p; s++) {
        op_t *out = malloc(n); /* exactly as long as promised: a step too far is the sanitizer's */
        if (!out)
            return;
        memset(out, 0xff, n);
        number[s] = pipe_sched(kind, p, m, v, s, out);
        memcpy(op + (size_t)s * cap, out, n);
        free(out);
    }
}

/* ----------------------------------------------------------------------------- the network */

struct kept {
    float *x, *y; /* y becomes the gradient before the tanh; both in one tracked block */
    int state;    /* 0 nothing, 1 forward done, 2 backward done */
};

struct net {
    int stage, p, m, v, rows, d;
    const float *weights, *input, *target;
    float *gradient;
    double seconds[3];
    struct kept *kept; /* [v][m] */
};

int64_t net_size(const net_t *net)
{
    return (int64_t)net->rows * net->d;
}

/* The slot, which is in the state that this call follows. */
static struct kept *slot(net_t *n, const char *call, int chunk, int micro, int state)
{
    static const char *const done[] = { "none", "net_forward", "net_backward", "net_weights" };
    static const char *const need[] = { "has to be the first of its calls", "needs net_forward before it",
                                        "needs net_backward before it" };
    if (chunk < 0 || chunk >= n->v || micro < 0 || micro >= n->m)
        comm_fail("%s(chunk %d, micro-batch %d): there are %d chunks and %d micro-batches, both numbered from 0", call,
                  chunk, micro, n->v, n->m);
    struct kept *k = &n->kept[chunk * n->m + micro];
    if (k->state != state)
        comm_fail("%s(chunk %d, micro-batch %d) %s, and the last one was %s", call, chunk, micro, need[state],
                  done[k->state]);
    return k;
}

static int is_first(const net_t *n, int chunk)
{
    return n->stage == 0 && chunk == 0;
}

static int is_last(const net_t *n, int chunk)
{
    return n->stage == n->p - 1 && chunk == n->v - 1;
}

static const float *matrix(const net_t *n, int chunk)
{
    return n->weights + (int64_t)chunk * n->d * n->d;
}

void net_forward(net_t *n, int chunk, int micro, const float *x, float *y)
{
    struct kept *k = slot(n, "net_forward", chunk, micro, 0);
    int64_t size = net_size(n);
    k->x = comm_alloc(2 * size * (int64_t)sizeof *k->x);
    k->y = k->x + size;
    k->state = 1;
    memcpy(k->x, is_first(n, chunk) ? n->input + micro * size : x, (size_t)size * sizeof *x);
    for (int r = 0; r < n->rows; r++)
        for (int i = 0; i < n->d; i++) {
            float sum = 0;
            for (int j = 0; j < n->d; j++)
                sum += matrix(n, chunk)[i * n->d + j] * k->x[r * n->d + j];
            k->y[r * n->d + i] = tanhf(sum);
        }
    if (!is_last(n, chunk))
        memcpy(y, k->y, (size_t)size * sizeof *y);
    comm_compute(n->seconds[0], "F");
}

void net_backward(net_t *n, int chunk, int micro, const float *gy, float *gx)
{
    struct kept *k = slot(n, "net_backward", chunk, micro, 1);
    int64_t size = net_size(n);
    k->state = 2;
    for (int64_t e = 0; e < size; e++) {
        float y = k->y[e], g = is_last(n, chunk) ? y - n->target[micro * size + e] : gy[e];
        k->y[e] = g * (1 - y * y);
    }
    for (int r = 0; r < n->rows && !is_first(n, chunk); r++)
        for (int j = 0; j < n->d; j++) {
            float sum = 0;
            for (int i = 0; i < n->d; i++)
                sum += matrix(n, chunk)[i * n->d + j] * k->y[r * n->d + i];
            gx[r * n->d + j] = sum;
        }
    comm_compute(n->seconds[1], "X");
}

void net_weights(net_t *n, int chunk, int micro)
{
    struct kept *k = slot(n, "net_weights", chunk, micro, 2);
    float *to = n->gradient + (int64_t)chunk * n->d * n->d;
    for (int r = 0; r < n->rows; r++)
        for (int i = 0; i < n->d; i++)
            for (int j = 0; j < n->d; j++)
                to[i * n->d + j] += k->y[r * n->d + i] * k->x[r * n->d + j];
    k->state = 3;
    comm_compute(n->seconds[2], "W");
    comm_free(k->x);
}

/* args: kind m v rows d, ns of an F, of an X, of a W | w [v][d][d], this rank's; x [m][rows][d]; t [m][rows][d] |
 * gw [v][d][d], this rank's */
void ridge_call_run(const struct ridge_frame *f)
{
    struct net n = { .stage = comm_rank(comm_world()), .p = comm_size(comm_world()), .m = (int)f->i[1], .v = (int)f->i[2],
                     .rows = (int)f->i[3], .d = (int)f->i[4], .weights = f->buf[0], .input = f->buf[1],
                     .target = f->buf[2], .gradient = f->buf[3],
                     .seconds = { f->d[5] * 1e-9, f->d[6] * 1e-9, f->d[7] * 1e-9 } };
    memset(n.gradient, 0, f->count[3] * sizeof *n.gradient);
    n.kept = calloc((size_t)(n.m * n.v), sizeof *n.kept);
    if (!n.kept)
        comm_fail("no memory for the harness");
    pipe_run(comm_world(), &n, (int)f->i[0], n.m, n.v);
    for (int k = 0; k < n.m * n.v; k++)
        if (n.kept[k].state != 3)
            comm_fail("pipe_run returned before net_weights(chunk %d, micro-batch %d)", k / n.m, k % n.m);
    free(n.kept);
}
