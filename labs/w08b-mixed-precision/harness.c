/*
 * harness.c: lays out the arguments that the learner's functions take, plays the training runs, and holds the network
 * of slots, whose every operation it writes down for the oracle. Nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A poisoned block of exactly `bytes`; ends the process when there is none. */
static void *room(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        abort();
    memset(p, 0xff, bytes);
    return p;
}

static void *copy(const void *from, size_t bytes)
{
    return memcpy(room(bytes), from, bytes);
}

/* codes | of bf16, of fp16 */
HARNESS(decode)
{
    const uint16_t *code = f->buf[0];
    for (uint64_t k = 0; k < f->count[0]; k++) {
        ((float *)f->buf[1])[k] = mp_bf16_value(code[k]);
        ((float *)f->buf[2])[k] = mp_f16_value(code[k]);
    }
}

/* floats | bf16, fp16 */
HARNESS(encode)
{
    const float *x = f->buf[0];
    for (uint64_t k = 0; k < f->count[0]; k++) {
        ((uint16_t *)f->buf[1])[k] = mp_bf16(x[k]);
        ((uint16_t *)f->buf[2])[k] = mp_f16(x[k]);
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Scalars of every call with Adam, after its own two: lr b1 b2 eps clip. */
static struct adam adam_of(const struct ridge_frame *f, int at)
{
    return (struct adam){ (float)f->d[at], (float)f->d[at + 1], (float)f->d[at + 2], (float)f->d[at + 3],
                          (float)f->d[at + 4] };
}

static struct params params_of(const float *w, int n)
{
    size_t bytes = (size_t)n * sizeof(float);
    struct params p = { n, 0, copy(w, bytes), room(bytes), room(bytes), room((size_t)n * sizeof *p.w16) };
    memset(p.m, 0, bytes);
    memset(p.v, 0, bytes);
    for (int k = 0; k < n; k++)
        p.w16[k] = mp_f16(w[k]);
    return p;
}

static void params_free(struct params *p)
{
    free(p->w);
    free(p->m);
    free(p->v);
    free(p->w16);
}

/* args: T n, Adam, interval, scale0 | G [T][n], w0 [n] | w [T][n], w16 [T][n], scale [T], state [T][2] */
HARNESS(steps)
{
    int T = (int)f->i[0], n = (int)f->i[1];
    size_t N = (size_t)n;
    struct adam h = adam_of(f, 2);
    struct scaler s = { (float)f->d[8], (int)f->i[7], 0, 0 };
    struct params p = params_of(f->buf[1], n);
    uint16_t *g16 = room(N * sizeof *g16);
    float *g = room(N * sizeof *g);
    int32_t *state = f->buf[5];
    for (size_t t = 0; t < (size_t)T; t++) {
        for (size_t k = 0; k < N; k++)
            g16[k] = mp_f16(((const float *)f->buf[0])[t * N + k] * s.scale);
        state[2 * t] = mp_step(&p, &h, &s, g16, g);
        state[2 * t + 1] = s.skipped;
        ((float *)f->buf[4])[t] = s.scale;
        memcpy((float *)f->buf[2] + t * N, p.w, N * sizeof *p.w);
        memcpy((uint16_t *)f->buf[3] + t * N, p.w16, N * sizeof *p.w16);
    }
    free(g16);
    free(g);
    params_free(&p);
}

/* args: n t, Adam | w0, m0, v0, g, dice | w1, m1, v1 */
HARNESS(sr)
{
    int n = (int)f->i[0];
    size_t N = (size_t)n;
    struct adam h = adam_of(f, 2);
    uint16_t *w = copy(f->buf[0], N * sizeof *w);
    float *m = copy(f->buf[1], N * sizeof *m), *v = copy(f->buf[2], N * sizeof *v);
    adam_sr(n, (int)f->i[1], w, m, v, &h, f->buf[3], f->buf[4]);
    memcpy(f->buf[5], w, N * sizeof *w);
    memcpy(f->buf[6], m, N * sizeof *m);
    memcpy(f->buf[7], v, N * sizeof *v);
    free(w);
    free(m);
    free(v);
}

/* --- a training run --------------------------------------------------------------------------- */

enum { SPIKE = 7 }; /* the step whose gradients overflow */

/* Half the mean square of X w - y, y being the last column of Xy; its gradient by w in g. */
static float least_squares(const float *X, const float *w, float *g, int rows, int n)
{
    float loss = 0;
    memset(g, 0, (size_t)n * sizeof *g);
    for (int i = 0; i < rows; i++, X += n + 1) {
        float e = -X[n];
        for (int k = 0; k < n; k++)
            e += X[k] * w[k];
        for (int k = 0; k < n; k++)
            g[k] += e * X[k] / (float)rows;
        loss += e * e / 2 / (float)rows;
    }
    return loss;
}

/* args: T n, Adam, rows, small, master | Xy [rows][n + 1], w0 [n], dice [T][n] | curve [T] */
HARNESS(train)
{
    int T = (int)f->i[0], n = (int)f->i[1], master = (int)f->i[9];
    size_t N = (size_t)n;
    float small = (float)f->d[8], *w = room(N * sizeof *w), *g = room(N * sizeof *g), *given = room(N * sizeof *given);
    struct adam h = adam_of(f, 2);
    struct scaler s = { 0x1p16f, 2000, 0, 0 };
    struct params p = params_of(f->buf[1], n);
    for (int k = 0; k < n && !master; k++)
        p.w16[k] = mp_bf16(p.w[k]);
    uint16_t *g16 = room(N * sizeof *g16);
    for (int t = 0; t < T; t++) {
        for (int k = 0; k < n; k++)
            w[k] = master ? mp_f16_value(p.w16[k]) : mp_bf16_value(p.w16[k]);
        ((float *)f->buf[3])[t] = least_squares(f->buf[0], w, g, (int)f->i[7], n);
        for (int k = 0; k < n; k++) {
            g[k] *= small;
            g16[k] = mp_f16(g[k] * s.scale * (t == SPIKE ? 1e12f : 1));
        }
        if (master)
            mp_step(&p, &h, &s, g16, given);
        else
            adam_sr(n, t + 1, p.w16, p.m, p.v, &h, g, (const uint32_t *)f->buf[2] + (size_t)t * N);
    }
    free(w);
    free(g);
    free(given);
    free(g16);
    params_free(&p);
}

/* --- the network of slots --------------------------------------------------------------------- */

enum op { TAKE, FREE, FORWARD, LOSS, BACKWARD, RETURN };

struct net {
    int L, d, rows, slots;
    const float *W; /* [L][d][d] */
    float *dW;      /* [L][d][d] */
    float *x;       /* [slots][rows][d] */
    char *used;     /* [slots] */
    int32_t *log;   /* [most][4] operation and its three numbers */
    int64_t count, most;
};

static void note(struct net *n, enum op op, int a, int b, int c)
{
    if (n->count < n->most)
        memcpy(n->log + 4 * n->count, (int32_t[4]){ op, a, b, c }, 4 * sizeof *n->log);
    n->count++;
}

/* NULL for a slot that is none: the log tells. */
static float *at(struct net *n, int slot)
{
    return slot >= 0 && slot < n->slots ? n->x + (size_t)slot * (size_t)n->rows * (size_t)n->d : NULL;
}

int net_take(struct net *n)
{
    int slot = 0;
    while (slot < n->slots && n->used[slot])
        slot++;
    note(n, TAKE, slot, 0, 0);
    if (slot == n->slots)
        return -1;
    n->used[slot] = 1;
    return slot;
}

void net_free(struct net *n, int slot)
{
    note(n, FREE, slot, 0, 0);
    if (at(n, slot))
        n->used[slot] = 0;
}

/* A row times a layer's matrix: y = W tanh(x). */
void net_forward(struct net *n, int l, int from, int to)
{
    const float *x = at(n, from), *W = n->W + (size_t)l * (size_t)n->d * (size_t)n->d;
    float *y = at(n, to);
    note(n, FORWARD, l, from, to);
    if (!x || !y || x == y || l < 0 || l >= n->L)
        return;
    for (int i = 0; i < n->rows; i++, x += n->d, y += n->d)
        for (int j = 0; j < n->d; j++) {
            y[j] = 0;
            for (int k = 0; k < n->d; k++)
                y[j] += W[j * n->d + k] * tanhf(x[k]);
        }
}

/* Half the squared distance from 1. */
void net_loss(struct net *n, int slot)
{
    float *x = at(n, slot);
    note(n, LOSS, slot, 0, 0);
    for (int k = 0; x && k < n->rows * n->d; k++)
        x[k] -= 1;
}

static void row_backward(struct net *n, int l, const float *x, float *g)
{
    size_t d = (size_t)n->d, first = (size_t)l * d * d;
    float *out = copy(g, d * sizeof *g);
    for (size_t k = 0; k < d; k++) {
        float a = tanhf(x[k]), sum = 0;
        for (size_t j = 0; j < d; j++) {
            n->dW[first + j * d + k] += out[j] * a;
            sum += out[j] * n->W[first + j * d + k];
        }
        g[k] = sum * (1 - a * a);
    }
    free(out);
}

void net_backward(struct net *n, int l, int x, int grad)
{
    const float *from = at(n, x);
    float *g = at(n, grad);
    note(n, BACKWARD, l, x, grad);
    if (!from || !g || from == g || l < 0 || l >= n->L)
        return;
    for (int i = 0; i < n->rows; i++)
        row_backward(n, l, from + i * n->d, g + i * n->d);
}

/* args: L every d rows | W [L][d][d], x0 [rows][d] | dW, dx0, log [most][4], count [1] */
HARNESS(ckpt)
{
    int L = (int)f->i[0], d = (int)f->i[2], rows = (int)f->i[3];
    size_t one = (size_t)rows * (size_t)d;
    struct net n = { .L = L, .d = d, .rows = rows, .slots = 2 * L + 4, .W = f->buf[0], .dW = f->buf[2],
                     .log = f->buf[4], .most = (int64_t)f->count[4] / 4 };
    int *slot = room((size_t)(L + 1) * sizeof *slot);
    memset(n.dW, 0, f->count[2] * sizeof *n.dW);
    n.x = room((size_t)n.slots * one * sizeof *n.x);
    n.used = room((size_t)n.slots);
    memset(n.used, 0, (size_t)n.slots);
    slot[0] = net_take(&n);
    memcpy(at(&n, slot[0]), f->buf[1], one * sizeof *n.x);
    int got = ckpt_backward(&n, L, (int)f->i[1], slot);
    note(&n, RETURN, got, 0, 0);
    if (at(&n, got))
        memcpy(f->buf[3], at(&n, got), one * sizeof *n.x);
    *(int64_t *)f->buf[5] = n.count;
    free(slot);
    free(n.x);
    free(n.used);
}
