/*
 * naive.c: the server that one writes first. Requests one after the other, bytes one after the other.
 *
 * It is right, its cache is, and its sums are vectors. But every byte, of the prompt too, reads all
 * weights of the model for one token, while up to fifteen other requests wait for the same weights.
 */
#include "lab.h"

enum { LANES = 16 };
typedef float lanes __attribute__((vector_size(LANES * 4), aligned(4)));
typedef uint32_t lanes_u32 __attribute__((vector_size(LANES * 4)));
typedef uint16_t lanes_u16 __attribute__((vector_size(LANES * 2), aligned(2)));

struct server {
    const lm_model *m;
    float *keys, *values; /* [L][ctx][Hkv*hd] */
    float *turn, *x, *h, *q, *att, *g, *u, *score, *logits;
};

static float *room(int a, int b)
{
    float *p = malloc((size_t)a * (size_t)b * sizeof *p);
    if (!p)
        abort();
    return p;
}

static struct server server_open(const lm_model *m)
{
    const lm_shape *s = &m->s;
    int kv = s->Hkv * s->hd, q = s->H * s->hd;
    struct server e = { m, room(s->L * s->ctx, kv), room(s->L * s->ctx, kv), room(s->ctx, s->hd), room(1, s->d),
                        room(1, s->d), room(1, q), room(1, q), room(1, s->ff), room(1, s->ff), room(1, s->ctx),
                        room(1, s->V) };
    lm_turns(e.turn, s);
    return e;
}

static void server_close(struct server *e)
{
    float *all[] = { e->keys, e->values, e->turn, e->x, e->h, e->q, e->att, e->g, e->u, e->score, e->logits };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
}

static float dot(const bf16 *w, const float *x, int n)
{
    lanes s = { 0 };
    float sum = 0;
    for (int i = 0; i < n; i += LANES)
        s += (lanes)(__builtin_convertvector(*(const lanes_u16 *)(w + i), lanes_u32) << 16) * *(const lanes *)(x + i);
    for (int j = 0; j < LANES; j++)
        sum += s[j];
    return sum;
}

static void linear(float *y, const float *x, const bf16 *w, int in, int out, int add)
{
    for (int o = 0; o < out; o++, w += in)
        y[o] = (add ? y[o] : 0) + dot(w, x, in);
}

static void layer(struct server *e, int l, int pos)
{
    const lm_shape *s = &e->m->s;
    const lm_layer *w = e->m->layer + l;
    int kv = s->Hkv * s->hd, q = s->H * s->hd;
    float *keys = e->keys + (ptrdiff_t)l * s->ctx * kv, *values = e->values + (ptrdiff_t)l * s->ctx * kv;
    const float *turn = e->turn + pos * s->hd;
    lm_norm(e->h, e->x, w->norm1, s->d, s->eps);
    linear(e->q, e->h, w->wq, s->d, q, 0);
    linear(keys + pos * kv, e->h, w->wk, s->d, kv, 0);
    linear(values + pos * kv, e->h, w->wv, s->d, kv, 0);
    lm_rotate(e->q, s->H, s->hd, turn);
    lm_rotate(keys + pos * kv, s->Hkv, s->hd, turn);
    lm_attend(e->att, e->q, keys, values, pos + 1, s, e->score);
    linear(e->x, e->att, w->wo, q, s->d, 1);
    lm_norm(e->h, e->x, w->norm2, s->d, s->eps);
    linear(e->g, e->h, w->w1, s->d, s->ff, 0);
    linear(e->u, e->h, w->w3, s->d, s->ff, 0);
    lm_gated(e->g, e->u, s->ff);
    linear(e->x, e->g, w->w2, s->ff, s->d, 1);
}

/* The likeliest byte after this one. */
static int forward(struct server *e, int byte, int pos)
{
    const lm_shape *s = &e->m->s;
    for (int i = 0; i < s->d; i++)
        e->x[i] = bf16_float(e->m->embed[byte * s->d + i]);
    for (int l = 0; l < s->L; l++)
        layer(e, l, pos);
    lm_norm(e->h, e->x, e->m->normf, s->d, s->eps);
    linear(e->logits, e->h, e->m->embed, s->d, s->V, 0);
    return lm_best(e->logits, s->V);
}

void serve(const lm_model *target, const lm_model *draft, int seats, door_t *d)
{
    struct server e = server_open(target);
    req_t r;
    (void)draft, (void)seats;
    while (door_next(d, &r) == DOOR_ONE) {
        int byte = 0;
        for (int t = 0; t < r.n; t++)
            byte = forward(&e, r.text[t], t);
        for (int t = 0; t < r.want; t++) {
            door_say(d, r.id, byte);
            if (t + 1 < r.want)
                byte = forward(&e, byte, r.n + t);
        }
    }
    server_close(&e);
}
