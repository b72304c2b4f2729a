/*
 * Plain data parallelism, whatever the stage: every rank holds the weights, the gradients and both moments of all
 * layers, averages each gradient when it is there and updates everything. Right at every stage, and it fits where 16
 * bytes for each parameter fit.
 *
 * Each rank does the same Adam on the same numbers as all others: P-1 of P updates are work done twice. And each
 * all-reduce is waited for where it is called. ref.c says what can go.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct layer {
    int64_t n;
    int frozen;
    float *w, *g, *m, *v;
};

struct zero {
    comm_t *c;
    int layers, step;
    struct layer *layer;
};

zero_t *zero_init(comm_t *c, int stage, int nlayers, const int64_t *count, const int32_t *frozen, const float *w0)
{
    zero_t *z = calloc(1, sizeof *z);
    (void)stage;
    *z = (zero_t){ .c = c, .layers = nlayers, .layer = calloc((size_t)nlayers, sizeof *z->layer) };
    for (int l = 0; l < nlayers; w0 += count[l++]) {
        int64_t bytes = count[l] * (int64_t)sizeof(float);
        struct layer *y = &z->layer[l];
        *y = (struct layer){ .n = count[l], .frozen = frozen[l], .w = comm_alloc(bytes) };
        memcpy(y->w, w0, (size_t)bytes);
        if (y->frozen)
            continue;
        y->g = comm_alloc(bytes);
        y->m = comm_alloc(bytes);
        y->v = comm_alloc(bytes);
    }
    return z;
}

const float *zero_forward(zero_t *z, int l)
{
    return z->layer[l].w;
}

const float *zero_backward(zero_t *z, int l, float **grad)
{
    struct layer *y = &z->layer[l];
    if (!y->frozen)
        memset(y->g, 0, (size_t)y->n * sizeof *y->g);
    *grad = y->g;
    return y->w;
}

void zero_grad_ready(zero_t *z, int l)
{
    struct layer *y = &z->layer[l];
    if (!y->frozen)
        comm_all_reduce(z->c, y->g, y->g, y->n, COMM_F32, COMM_AVG);
}

void zero_step(zero_t *z, float lr)
{
    z->step++;
    for (int l = 0; l < z->layers; l++) {
        struct layer *y = &z->layer[l];
        if (!y->frozen)
            adam(y->w, y->g, y->m, y->v, y->n, z->step, lr);
    }
}

void zero_delete(zero_t *z)
{
    for (int l = 0; l < z->layers; l++) {
        comm_free(z->layer[l].w);
        comm_free(z->layer[l].g);
        comm_free(z->layer[l].m);
        comm_free(z->layer[l].v);
    }
    free(z->layer);
    free(z);
}
