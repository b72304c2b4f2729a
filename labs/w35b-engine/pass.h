/*
 * pass.h: one token of microlm over keys and values that lie in slots, anywhere. A slot has [L][2][Hkv*hd] numbers,
 * keys not turned yet, and the token's position in the text behind them, so that whoever moves a slot moves that, too.
 * The sums of a token do not depend on who else is in the pass. Include microlm/decode.h before.
 */
#ifndef W35B_PASS_H
#define W35B_PASS_H

enum { RULE_SINKS = 4, RULE_WINDOW = 8, RULE_KERNEL = 5 }; /* of each rule that forgets */

struct view {
    struct decoder *d;
    const float *turn;  /* of decoder_turns() */
    float **slot;       /* those that the token sees, in order; its own is slot[mine] */
    int n, mine;
    float *p;           /* [n] */
    float *attn;        /* NULL, or what each head gave */
    size_t stride;
};

static inline int view_width(const struct microlm_shape *s)
{
    return 2 * s->L * s->Hkv * s->hd + 1;
}

static inline void view_turn(float *to, const float *x, int hd, const float *cs)
{
    for (int i = 0; i < hd / 2; i++) {
        float a = x[i], b = x[hd / 2 + i];
        to[i] = a * cs[i] - b * cs[hd / 2 + i];
        to[hd / 2 + i] = a * cs[hd / 2 + i] + b * cs[i];
    }
}

/* One head: its query, turned, against the keys at `from` of each slot. */
static inline void view_head(const struct view *w, float *out, const float *q, size_t from, int wide)
{
    enum { HD = 256 };
    const struct microlm_shape *s = &w->d->s;
    float key[HD], top = -INFINITY, sum = 0;
    size_t last = (size_t)view_width(s) - 1;
    for (int t = 0; t < w->n; t++) {
        view_turn(key, w->slot[t] + from, s->hd, w->turn + (size_t)w->slot[t][last] * (size_t)s->hd);
        w->p[t] = decoder_dot(q, key, s->hd) / sqrtf((float)s->hd);
        top = w->p[t] > top ? w->p[t] : top;
    }
    for (int t = 0; t < w->n; t++)
        sum += w->p[t] = expf(w->p[t] - top);
    memset(out, 0, (size_t)s->hd * sizeof *out);
    for (int t = 0; t < w->n; t++) {
        w->p[t] /= sum;
        for (int i = 0; i < s->hd; i++)
            out[i] += w->p[t] * w->slot[t][from + (size_t)(wide + i)];
    }
}

static inline void view_attend(void *user, int layer, float *out, const float *q, const float *k, const float *v)
{
    enum { HD = 256 };
    const struct view *w = user;
    const struct microlm_shape *s = &w->d->s;
    int wide = s->Hkv * s->hd;
    size_t last = (size_t)view_width(s) - 1, at = (size_t)(layer * 2 * wide);
    float turned[HD], *mine = w->slot[w->mine];
    memcpy(mine + at, k, (size_t)wide * sizeof *k);
    memcpy(mine + at + wide, v, (size_t)wide * sizeof *v);
    for (int h = 0; h < s->H; h++) {
        view_turn(turned, q + h * s->hd, s->hd, w->turn + (size_t)mine[last] * (size_t)s->hd);
        view_head(w, out + h * s->hd, turned, at + (size_t)(h / (s->H / s->Hkv) * s->hd), wide);
        if (w->attn)
            memcpy(w->attn + (size_t)(layer * s->H + h) * w->stride, w->p, (size_t)w->n * sizeof *w->p);
    }
}

/* The token at position pos; logits as decoder_step() has them. */
static inline void view_step(struct view *w, int byte, int pos, float *logits)
{
    w->slot[w->mine][view_width(&w->d->s) - 1] = (float)pos;
    decoder_step(w->d, byte, view_attend, w, logits);
}

static inline int view_best(const float *z, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = z[i] > z[best] ? i : best;
    return best;
}

#endif
