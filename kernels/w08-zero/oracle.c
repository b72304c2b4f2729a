/*
 * The judge of w08-zero: the same training in float64, by one process that has all ranks' data and one copy of
 * everything. It knows no stages: all of them have to end here.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

static const double TARGET = 2, EPS = 1e-4; /* as in the harness */

struct run {
    int64_t P, L, S, total;
    const int64_t *count;
    const int32_t *frozen;
    const float *x; /* [P][S][total] */
    double lr, *w, *g, *m, *v, *h, *a;
};

/* One rank's gradients of step s are added to g. */
static void gradients(struct run *r, const float *x)
{
    double h = 1;
    int64_t at = 0;
    for (int64_t l = 0; l < r->L; at += r->count[l++]) {
        double a = 0;
        for (int64_t e = at; e < at + r->count[l]; e++)
            a += (double)x[e] * r->w[e] * r->w[e] / 2;
        r->h[l] = h;
        r->a[l] = 1 + a / (double)r->count[l];
        h *= r->a[l];
    }
    double d = h - TARGET;
    for (int64_t l = r->L - 1; l >= 0; l--) {
        at -= r->count[l];
        for (int64_t e = at; e < at + r->count[l]; e++)
            r->g[e] += d * r->h[l] * (double)x[e] * r->w[e] / (double)r->count[l] / (double)r->P;
        d *= r->a[l];
    }
}

static void update(struct run *r, int64_t t)
{
    for (int64_t l = 0, at = 0; l < r->L; at += r->count[l++])
        for (int64_t e = at; e < at + r->count[l] && !r->frozen[l]; e++) {
            r->m[e] = .9 * r->m[e] + .1 * r->g[e];
            r->v[e] = .999 * r->v[e] + .001 * r->g[e] * r->g[e];
            r->w[e] -= r->lr * (r->m[e] / (1 - pow(.9, (double)t))) / (sqrt(r->v[e] / (1 - pow(.999, (double)t))) + EPS);
        }
}

static void train(struct run *r, const float *w0)
{
    for (int64_t e = 0; e < r->total; e++)
        r->w[e] = (double)w0[e];
    for (int64_t s = 0; s < r->S; s++) {
        memset(r->g, 0, (size_t)r->total * sizeof *r->g);
        for (int64_t p = 0; p < r->P; p++)
            gradients(r, r->x + (p * r->S + s) * r->total);
        update(r, s + 1);
    }
}

/* -> w [total] after S steps */
int train_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    struct run r = { .P = ridge_int(c, "P"), .L = ridge_int(c, "L"), .S = ridge_int(c, "S"), .total = ridge_int(c, "total"),
                     .count = ridge_data(c, "count"), .frozen = ridge_data(c, "frozen"), .x = ridge_data(c, "x"),
                     .lr = ridge_num(c, "lr") };
    size_t T = (size_t)r.total, L = (size_t)r.L;
    double *room = calloc(4 * T + 2 * L, sizeof *room);
    (void)out;
    if (!room)
        return -1;
    r.w = room;
    r.g = r.w + T;
    r.m = r.g + T;
    r.v = r.m + T;
    r.h = r.v + T;
    r.a = r.h + L;
    train(&r, ridge_data(c, "w0"));
    for (size_t k = 0; k < n; k++) {
        want[k] = r.w[index[k]];
        scale[k] = fabs(want[k]);
    }
    free(room);
    return 0;
}

/* count [L], which adds up to total: kind 0 all the same; 1 drawn, with layers of one element among them. */
static int fill_count(struct ridge_case *c, int64_t *count, uint64_t seed)
{
    int64_t L = ridge_int(c, "L"), total = ridge_int(c, "total"), left = total - L;
    int drawn = ridge_int(c, "kind") != 0;
    if (L < 1 || left < 0 || (!drawn && total % L))
        return -1;
    for (int64_t l = 0; l < L; l++) {
        int64_t more = !drawn ? total / L - 1 : l % 3 == 1 ? 0 : (int64_t)(ridge_uniform(&seed) * 2 * (double)left / (double)(L - l));
        count[l] = 1 + (more < left ? more : left);
        left -= count[l] - 1;
    }
    count[L - 1] += left;
    return 0;
}

/* frozen [L]: every freeze-th layer, beginning with the second; 1 all but the first; 0 none. */
static int fill_frozen(struct ridge_case *c, int32_t *frozen)
{
    int64_t every = ridge_int(c, "freeze");
    for (int64_t l = 0; l < ridge_int(c, "L"); l++)
        frozen[l] = every > 0 && l > 0 && (l - 1) % every == 0;
    return 0;
}

int shape_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return !strcmp(buffer, "count") ? fill_count(c, ridge_data(c, buffer), seed) : fill_frozen(c, ridge_data(c, buffer));
}
