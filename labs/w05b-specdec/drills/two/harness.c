/*
 * harness.c: both candidates in all combinations and every decision after them, or many rounds over a large vocabulary.
 * Nothing is judged here; the first misuse is noted and oracle.c puts it into words.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#include <speculative/chance.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* What else may go wrong; oracle.c has the whole list. */
enum { F_TOKEN = F_ENDLESS + 1, F_KEPT, F_OTHER };
enum { WALKS = 100000, NEITHER = 2 };

/* A poisoned block of exactly `bytes`, so that the sanitizer sees a step too far. */
static void *room(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        abort();
    memset(p, 0xff, bytes);
    return p;
}

static void *copied(const void *from, size_t bytes)
{
    return memcpy(room(bytes), from, bytes);
}

/* Is it a token, and the candidate that it is said to be? */
static int sound(struct rng *r, int token, int kept, const int *cand, int V)
{
    if (token < 0 || token >= V)
        misuse(r, F_TOKEN, token, V);
    else if (kept < 0 || kept > NEITHER)
        misuse(r, F_KEPT, kept, token);
    else if (kept < NEITHER && cand[kept] != token)
        misuse(r, F_OTHER, kept, token);
    return r->fault[0] == F_NONE;
}

/* args: V | rows [2][V] | mass [3][V] by what was kept, fault [3] */
HARNESS(law)
{
    int V = (int)f->i[0], walks = 0;
    size_t row = (size_t)V * sizeof(float);
    float *p = copied(f->buf[0], row), *q = copied((const float *)f->buf[0] + V, row), *work = room(row);
    int *cand = room(2 * sizeof *cand);
    double *mass = f->buf[1];
    struct rng r = { .walking = 1 };
    memset(mass, 0, f->count[1] * sizeof *mass);
    for (int k = 0; k < V * V && r.fault[0] == F_NONE; k++) {
        cand[0] = k / V;
        cand[1] = k % V;
        double weight = (double)q[cand[0]] * q[cand[1]];
        if (!(weight > 0))
            continue;
        r.fixed = 0;
        do {
            int kept = -1;
            r.depth = 0;
            r.weight = weight;
            int token = spec_two(p, q, cand, V, work, &r, &kept);
            if (++walks > WALKS)
                misuse(&r, F_ENDLESS, WALKS, 0);
            if (!sound(&r, token, kept, cand, V))
                break;
            mass[kept * V + token] += r.weight;
        } while (advance(&r));
    }
    memcpy(f->buf[2], r.fault, sizeof r.fault);
    free(p);
    free(q);
    free(work);
    free(cand);
}

/* args: V rounds | wide = p [V], q [V], candidates [rounds][2]; dice; work [V] | toks [rounds][2], fault */
HARNESS(wide)
{
    int V = (int)f->i[0], cand[2];
    const float *p = f->buf[0], *q = p + V, *drawn = q + V;
    int32_t *toks = f->buf[3];
    struct rng r = { .state = *(const uint64_t *)f->buf[1] };
    memset(toks, 0xff, f->count[3] * sizeof *toks);
    for (int64_t k = 0; k < f->i[1]; k++, toks += 2, drawn += 2) {
        int kept = -1;
        cand[0] = (int)drawn[0];
        cand[1] = (int)drawn[1];
        int token = spec_two(p, q, cand, V, f->buf[2], &r, &kept);
        if (!sound(&r, token, kept, cand, V))
            break;
        toks[0] = token;
        toks[1] = kept;
    }
    memcpy(f->buf[4], r.fault, sizeof r.fault);
}
