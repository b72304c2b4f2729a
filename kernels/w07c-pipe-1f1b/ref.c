/*
 * A pipeline, the reference. Where naive.c spends its time, and what is done about it:
 *
 *   a warm-up         a stage works while it has a micro-batch that another one does not have. Stage s therefore lets
 *                     p - s - 1 of them pass before its first backward: as many as can be between it and the end.
 *   one F, one B      from then on each backward frees what the next forward needs, so that is all memory it takes.
 *                     The bubble is GPipe's: the first forward and the last backward still cross all stages.
 *   small stages      with v pieces a stage the crossing takes a v-th of the time. That is the only change here that
 *                     makes the bubble shorter at the cost of messages: v times as many.
 *   B in two          the stage before waits for X and not for W. W fills the holes that are left, and the bubble
 *                     that remains is that of F + X - W instead of F + X + W a stage.
 *   early receives    a transfer starts when both sides have posted. The receive of the next operation is posted
 *                     before this one computes, so that what is there already arrives meanwhile.
 *   early gradients   the same for a B, which is X and W: its gradient is sent before W, and arrives meanwhile.
 *
 * No send is waited for at once: two neighbours that send to each other would wait for ever.
 */
#include <stdlib.h>

#include "lab.h"

/* ------------------------------------------------------------------------------------ schedules */

static int put(op_t *out, int n, int what, int chunk, int micro)
{
    out[n] = (op_t){ what, chunk, micro };
    return n + 1;
}

static int gpipe(int m, op_t *out)
{
    int n = 0;
    for (int i = 0; i < m; i++)
        n = put(out, n, PIPE_F, 0, i);
    for (int i = 0; i < m; i++)
        n = put(out, n, PIPE_B, 0, i);
    return n;
}

/* Forward number k of a stage, of all its chunks: p micro-batches through each chunk, then the next p. */
static int put_forward(op_t *out, int n, int p, int v, int k)
{
    return put(out, n, PIPE_F, k % (p * v) / p, k / (p * v) * p + k % p);
}

static int put_backward(op_t *out, int n, int p, int v, int k)
{
    return put(out, n, PIPE_B, v - 1 - k % (p * v) / p, k / (p * v) * p + k % p);
}

/* 1F1B is the case v = 1, but for a shorter warm-up. */
static int one_f_one_b(int p, int m, int v, int s, op_t *out)
{
    int total = m * v, warm = v == 1 ? p - s - 1 : 2 * (p - s - 1) + (v - 1) * p, n = 0;
    if (warm > total)
        warm = total;
    for (int k = 0; k < warm; k++)
        n = put_forward(out, n, p, v, k);
    for (int k = 0; k < total; k++) {
        if (warm + k < total)
            n = put_forward(out, n, p, v, warm + k);
        n = put_backward(out, n, p, v, k);
    }
    return n;
}

/* Stage s owes up to s of its W: they keep memory as full as on stage 0, and are what it does in the last holes. */
static int zb_h1(int p, int m, int s, op_t *out)
{
    int warm = p - s - 1 < m ? p - s - 1 : m, n = 0;
    for (int i = 0; i < warm; i++)
        n = put(out, n, PIPE_F, 0, i);
    for (int i = 0; i < m; i++) {
        if (warm + i < m)
            n = put(out, n, PIPE_F, 0, warm + i);
        n = put(out, n, PIPE_X, 0, i);
        if (i >= s)
            n = put(out, n, PIPE_W, 0, i - s);
    }
    for (int i = m > s ? m - s : 0; i < m; i++)
        n = put(out, n, PIPE_W, 0, i);
    return n;
}

int pipe_sched(int kind, int p, int m, int v, int s, op_t *out)
{
    if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1 || m % p))
        return -1;
    return kind == PIPE_GPIPE ? gpipe(m, out) : kind == PIPE_ZB_H1 ? zb_h1(p, m, s, out) : one_f_one_b(p, m, v, s, out);
}

/* -------------------------------------------------------------------------------------- the run */

struct pipe {
    comm_t *c;
    net_t *net;
    int p, s, m, v, nops;
    op_t *op;
    int64_t bytes;
    float *in[2];          /* this operation's input, and the next one's on its way */
    comm_req coming;
    float **act, **grad;   /* sent and perhaps not yet taken: of (chunk, micro); a circle of `ring` */
    comm_req *act_req, *grad_req;
    int ring, grads;
};

enum { ACTIVATION, GRADIENT };

/* A message's name: what it is, and for which piece and micro-batch. With two stages both ways have the same ends. */
static int tag(const struct pipe *t, int way, int piece, int micro)
{
    return (piece * t->m + micro) * 2 + way;
}

static int piece(const struct pipe *t, const op_t *o)
{
    return o->chunk * t->p + t->s;
}

/* The piece that an operation's input comes from; -1 when it needs none. */
static int source(const struct pipe *t, const op_t *o)
{
    int g = piece(t, o);
    return o->what == PIPE_W ? -1 : o->what == PIPE_F ? g - 1 : g < t->p * t->v - 1 ? g + 1 : -1;
}

/* Posts the receive of the first operation from k on that has one, into in[k's parity of receives]. */
static int post(struct pipe *t, int k, int place)
{
    while (k < t->nops && source(t, &t->op[k]) < 0)
        k++;
    if (k < t->nops) {
        const op_t *o = &t->op[k];
        t->coming = comm_irecv(t->c, t->in[place], t->bytes, source(t, o) % t->p,
                               tag(t, o->what == PIPE_F ? ACTIVATION : GRADIENT, piece(t, o), o->micro));
    }
    return k;
}

static void forward(struct pipe *t, const op_t *o, const float *x)
{
    int g = piece(t, o), at = o->chunk * t->m + o->micro, last = g == t->p * t->v - 1;
    float *y = last ? NULL : malloc((size_t)t->bytes);
    net_forward(t->net, o->chunk, o->micro, x, y);
    t->act[at] = y;
    if (!last)
        t->act_req[at] = comm_isend(t->c, y, t->bytes, (g + 1) % t->p, tag(t, ACTIVATION, g + 1, o->micro));
}

/* The gradient has come back from where the activation went: that send is over, and its buffer free. */
static void activation_was_taken(struct pipe *t, const op_t *o)
{
    int at = o->chunk * t->m + o->micro;
    if (!t->act[at])
        return;
    comm_wait(t->act_req[at], NULL);
    free(t->act[at]);
}

static void backward(struct pipe *t, const op_t *o, const float *gy)
{
    int g = piece(t, o), at = t->grads % t->ring;
    activation_was_taken(t, o);
    if (g && t->grads >= t->ring)
        comm_wait(t->grad_req[at], NULL);
    net_backward(t->net, o->chunk, o->micro, gy, g ? t->grad[at] : NULL);
    if (g) {
        t->grad_req[at] = comm_isend(t->c, t->grad[at], t->bytes, (g - 1) % t->p, tag(t, GRADIENT, g - 1, o->micro));
        t->grads++;
    }
    if (o->what == PIPE_B)
        net_weights(t->net, o->chunk, o->micro);
}

static void follow(struct pipe *t)
{
    int place = 0, next = post(t, 0, 0);
    for (int k = 0; k < t->nops; k++) {
        const op_t *o = &t->op[k];
        const float *in = NULL;
        if (k == next) {
            comm_wait(t->coming, NULL);
            in = t->in[place];
            next = post(t, k + 1, place = !place);
        }
        if (o->what == PIPE_F)
            forward(t, o, in);
        else if (o->what == PIPE_W)
            net_weights(t->net, o->chunk, o->micro);
        else
            backward(t, o, in);
    }
    comm_waitall(t->grads < t->ring ? t->grads : t->ring, t->grad_req);
}

void pipe_run(comm_t *c, net_t *net, int kind, int m, int v)
{
    size_t n = (size_t)(m * v);
    struct pipe t = { .c = c, .net = net, .p = comm_size(c), .s = comm_rank(c), .m = m, .v = v,
                      .bytes = net_size(net) * (int64_t)sizeof(float), .ring = 2 * comm_size(c) * v };
    size_t ring = (size_t)t.ring, bytes = (size_t)t.bytes;
    t.op = malloc(3 * n * sizeof *t.op);
    t.act = calloc(n, sizeof *t.act);
    t.act_req = calloc(n, sizeof *t.act_req);
    t.grad = malloc(ring * sizeof *t.grad);
    t.grad_req = calloc(ring, sizeof *t.grad_req);
    for (int k = 0; k < t.ring; k++)
        t.grad[k] = malloc(bytes);
    t.in[0] = malloc(bytes);
    t.in[1] = malloc(bytes);
    t.nops = pipe_sched(kind, t.p, m, v, t.s, t.op);
    follow(&t);
    for (int k = 0; k < t.ring; k++)
        free(t.grad[k]);
    free(t.in[0]);
    free(t.in[1]);
    free(t.grad_req);
    free(t.grad);
    free(t.act_req);
    free(t.act);
    free(t.op);
}
