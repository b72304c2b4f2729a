/*
 * ZeRO, the reference: one layer is one unit. Where naive.c keeps and sends too much, and what is done about it:
 *
 *   stage 1   Adam touches each parameter once, so one rank can do it for all. Then nobody else needs its moments,
 *             and nobody else needs its summed gradient: half of the all-reduce is enough, the reduce-scatter. The
 *             other half, the all-gather, moves new weights where it moved gradients. Same bytes.
 *   stage 2   what a rank does not sum it need not keep: a layer's gradient lives from its backward pass until its
 *             reduce-scatter is done, and only two layers' do at a time.
 *   stage 3   weights are needed twice a step, a layer at a time. Gathered before each use and dropped after it: half
 *             as many bytes again on the wire, and two layers in memory.
 *   a stream  carries all of it beside the arithmetic. The order in which it is given is the same on all ranks, and
 *             what is needed first goes first: the gather of layer l - 1 before the reduction of layer l.
 *
 * What is dropped goes before what comes: freeing layer l - 1 after asking for l + 1 makes it three at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct layer {
    struct zero *z;
    int64_t n, mine, whole; /* elements; this rank's; of all ranks. Stage 0: all the same */
    int frozen;
    float *w, *own; /* whole and this rank's. Stage 3: w is NULL unless gathered. Before it: own is inside w */
    float *g, *sum; /* of gradients, likewise, from stage 2 on */
    float *m, *v;
    comm_event here; /* the gather that w waits for, or 0 */
};

struct zero {
    comm_t *c;
    stream_t *stream;
    int stage, layers, step, reductions;
    comm_event reduced[2]; /* the last two reductions */
    struct layer *layer;
};

static float *room(int64_t n)
{
    return comm_alloc(n * (int64_t)sizeof(float));
}

static void init_layer(struct layer *y, const float *w0)
{
    int stage = y->z->stage, P = comm_size(y->z->c);
    int64_t part = (y->n + P - 1) / P, first = stage ? comm_rank(y->z->c) * part : 0;
    y->mine = stage ? part : y->n;
    y->whole = stage ? P * part : y->n;
    int64_t left = y->n - first, owned = left < 0 ? 0 : left < y->mine ? left : y->mine;
    if (stage < 3) {
        y->w = room(y->whole);
        memcpy(y->w, w0, (size_t)y->n * sizeof *w0);
        y->own = y->w + first;
    } else {
        y->own = room(y->mine);
        if (owned)
            memcpy(y->own, w0 + first, (size_t)owned * sizeof *w0);
    }
    if (y->frozen)
        return;
    y->g = stage < 2 ? room(y->whole) : NULL;
    y->sum = stage < 2 ? y->g + first : room(y->mine);
    y->m = room(y->mine);
    y->v = room(y->mine);
}

zero_t *zero_init(comm_t *c, int stage, int nlayers, const int64_t *count, const int32_t *frozen, const float *w0)
{
    zero_t *z = calloc(1, sizeof *z);
    *z = (zero_t){ .c = c, .stream = comm_stream(), .stage = stage, .layers = nlayers,
                   .layer = calloc((size_t)nlayers, sizeof *z->layer) };
    for (int l = 0; l < nlayers; w0 += count[l++]) {
        z->layer[l] = (struct layer){ .z = z, .n = count[l], .frozen = frozen[l] };
        init_layer(&z->layer[l], w0);
    }
    return z;
}

/* ----------------------------------------------------------------------------------- the weights */

/* On the stream. */
static void gather(void *arg)
{
    struct layer *y = arg;
    comm_all_gather(y->z->c, y->own, y->w, y->mine, COMM_F32);
}

static void start_gather(struct layer *y)
{
    stream_run(y->z->stream, gather, y);
    y->here = stream_record(y->z->stream);
}

/* Layer l is on its way, if there is one and it is not here. */
static void fetch(zero_t *z, int l)
{
    if (l < 0 || l >= z->layers || z->layer[l].w)
        return;
    z->layer[l].w = room(z->layer[l].whole);
    start_gather(&z->layer[l]);
}

static void drop(zero_t *z, int l)
{
    if (z->stage < 3)
        return;
    comm_free(z->layer[l].w);
    z->layer[l].w = NULL;
}

static const float *use(struct layer *y)
{
    if (y->here)
        event_sync(y->here);
    y->here = 0;
    return y->w;
}

const float *zero_forward(zero_t *z, int l)
{
    if (l > 0)
        drop(z, l - 1);
    fetch(z, l);
    fetch(z, l + 1);
    return use(&z->layer[l]);
}

/* --------------------------------------------------------------------------------- the gradients */

/* Zeros for a gradient. From stage 2 on at most one other is still being reduced. */
static float *place(struct layer *y)
{
    zero_t *z = y->z;
    if (z->stage < 2) {
        memset(y->g, 0, (size_t)y->whole * sizeof *y->g);
        return y->g;
    }
    if (z->reductions >= 2)
        event_sync(z->reduced[z->reductions % 2]);
    return y->g = room(y->whole);
}

const float *zero_backward(zero_t *z, int l, float **grad)
{
    struct layer *y = &z->layer[l];
    fetch(z, l);
    fetch(z, l - 1);
    *grad = y->frozen ? NULL : place(y);
    return use(y);
}

/* On the stream. */
static void reduce(void *arg)
{
    struct layer *y = arg;
    const zero_t *z = y->z;
    if (!z->stage)
        comm_all_reduce(z->c, y->g, y->g, y->n, COMM_F32, COMM_AVG);
    else
        comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_AVG);
    if (z->stage >= 2) {
        comm_free(y->g);
        y->g = NULL;
    }
}

void zero_grad_ready(zero_t *z, int l)
{
    drop(z, l);
    if (z->layer[l].frozen)
        return;
    stream_run(z->stream, reduce, &z->layer[l]);
    z->reduced[z->reductions++ % 2] = stream_record(z->stream);
}

/* -------------------------------------------------------------------------------------- the step */

void zero_step(zero_t *z, float lr)
{
    z->step++;
    stream_sync(z->stream);
    for (int l = 0; l < z->layers; l++) {
        struct layer *y = &z->layer[l];
        if (y->frozen)
            continue;
        adam(y->own, y->sum, y->m, y->v, y->mine, z->step, lr);
        if (z->stage == 1 || z->stage == 2)
            start_gather(y); /* the next forward pass waits for it, layer by layer */
    }
}

void zero_delete(zero_t *z)
{
    stream_sync(z->stream);
    for (int l = 0; l < z->layers; l++) {
        struct layer *y = &z->layer[l];
        comm_free(y->w);
        comm_free(y->g);
        if (z->stage == 3)
            comm_free(y->own);
        if (z->stage >= 2)
            comm_free(y->sum);
        comm_free(y->m);
        comm_free(y->v);
    }
    free(z->layer);
    free(z);
}
