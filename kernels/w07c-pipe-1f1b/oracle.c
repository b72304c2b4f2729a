/*
 * The judge of w07c-pipe-1f1b. Schedules: each operation once, none before what it needs, not more in flight than the
 * schedule allows; then the makespan, by playing all stages against each other in whole ticks. Nothing here knows how
 * a schedule is made. Runs: the gradients of the whole network in float64.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

enum { GPIPE, ONE_F_ONE_B, INTERLEAVED, ZB_H1 };
enum { F, B, X, W };

static const char *const KIND[] = { "GPipe", "1F1B", "interleaved", "ZB-H1" }, *const WHAT[] = { "F", "B", "X", "W" };

/* ------------------------------------------------------------------------------------ schedules */

struct op {
    int32_t what, chunk, micro;
};

struct play {
    int kind, p, m, v;
    int64_t ticks[4];      /* by what */
    const struct op *op;   /* [p][cap] */
    const int32_t *number;
    int cap;
    int64_t *end;          /* [3][p * v][m]: of F, of X or B, of W; -1: not yet */
    int64_t *clock;        /* [p] */
    int *at, *flying;      /* [p] */
    struct ridge_verdict *verdict;
};

__attribute__((format(printf, 2, 3))) static int fault(struct play *t, const char *fmt, ...)
{
    int n = snprintf(t->verdict->message, sizeof t->verdict->message, "pipe_sched(%s, p = %d, m = %d, v = %d): ",
                     KIND[t->kind], t->p, t->m, t->v);
    __builtin_va_list args;
    __builtin_va_start(args, fmt);
    vsnprintf(t->verdict->message + n, sizeof t->verdict->message - (size_t)n, fmt, args);
    __builtin_va_end(args);
    return -1;
}

static int64_t *when(const struct play *t, int what, int piece, int micro)
{
    int row = what == F ? 0 : what == W ? 2 : 1;
    return &t->end[(row * t->p * t->v + piece) * t->m + micro];
}

static int refused(const struct play *t)
{
    return t->kind == INTERLEAVED ? t->v > 1 && (t->p == 1 || t->m % t->p) : t->v > 1;
}

static int most_flying(const struct play *t, int s)
{
    int all = t->m * t->v, p = t->p;
    int most = t->kind == GPIPE ? all : t->kind == ZB_H1 ? p : t->v == 1 ? p - s : 2 * (p - s - 1) + (t->v - 1) * p + 1;
    return most < all ? most : all;
}

/* One stage's list on its own: its length, its kinds of operation, ranges. */
static int check_list(struct play *t, int s)
{
    int want = refused(t) ? -1 : (t->kind == ZB_H1 ? 3 : 2) * t->m * t->v, back = 0;
    if (t->number[s] != want)
        return fault(t, "stage %d returned %d, expected %d", s, t->number[s], want);
    for (int k = 0; k < want; k++) {
        const struct op *o = &t->op[s * t->cap + k];
        int there = o->what == F || (t->kind == ZB_H1 ? o->what == X || o->what == W : o->what == B);
        if (!there || o->chunk < 0 || o->chunk >= t->v || o->micro < 0 || o->micro >= t->m)
            return fault(t, "stage %d, operation %d: what %d, chunk %d, micro-batch %d is none of this schedule's", s, k,
                         o->what, o->chunk, o->micro);
        if (t->kind == GPIPE && o->what == F && back)
            return fault(t, "stage %d, operation %d: a forward after a backward; GPipe has all forwards first", s, k);
        back += o->what != F;
    }
    return 0;
}

/* What is refused leaves every stage's room as it was: the harness filled it with -1. */
static int check_untouched(struct play *t)
{
    for (int k = 0; k < t->p * t->cap; k++) {
        const struct op *o = &t->op[k];
        if ((o->what & o->chunk & o->micro) != -1)
            return fault(t, "stage %d returned -1, and wrote operation %d; what is refused leaves `out` alone",
                         k / t->cap, k % t->cap);
    }
    return 0;
}

/* When the stage's next operation could start; -1: what it needs is not done, and `ret` says what that is. */
static int64_t ready(const struct play *t, int s, const struct op *o, struct op *ret, int *of)
{
    int g = o->chunk * t->p + s, n = 0, last = t->p * t->v - 1;
    struct { int what, piece; } need[2];
    if (o->what == F && g)
        need[n].what = F, need[n++].piece = g - 1;
    if (o->what == B || o->what == X)
        need[n].what = F, need[n++].piece = g;
    if ((o->what == B || o->what == X) && g < last)
        need[n].what = o->what, need[n++].piece = g + 1;
    if (o->what == W)
        need[n].what = X, need[n++].piece = g;
    int64_t start = t->clock[s];
    for (int k = 0; k < n; k++) {
        int64_t end = *when(t, need[k].what, need[k].piece, o->micro);
        *ret = (struct op){ need[k].what, need[k].piece / t->p, o->micro };
        *of = need[k].piece % t->p;
        if (end < 0)
            return -1;
        start = end > start ? end : start;
    }
    return start;
}

/* The stage goes on as far as it can. -1 with a message; else how many operations it did. */
static int go_on(struct play *t, int s)
{
    int done = 0, of;
    struct op need;
    for (; t->at[s] < t->number[s]; t->at[s]++, done++) {
        const struct op *o = &t->op[s * t->cap + t->at[s]];
        int64_t start = ready(t, s, o, &need, &of), *end = when(t, o->what, o->chunk * t->p + s, o->micro);
        if (*end >= 0)
            return fault(t, "stage %d, operation %d: %s of chunk %d, micro-batch %d a second time", s, t->at[s],
                         WHAT[o->what], o->chunk, o->micro);
        if (start < 0)
            break;
        *end = t->clock[s] = start + t->ticks[o->what];
        t->flying[s] += o->what == F ? 1 : o->what == B || o->what == W ? -1 : 0;
        if (t->flying[s] > most_flying(t, s))
            return fault(t, "stage %d, operation %d: %d micro-batches in flight, at most %d", s, t->at[s], t->flying[s],
                         most_flying(t, s));
    }
    return done;
}

static int play(struct play *t)
{
    int moved = 1, of = 0;
    struct op need = { 0 };
    while (moved) {
        moved = 0;
        for (int s = 0; s < t->p; s++) {
            int done = go_on(t, s);
            if (done < 0)
                return -1;
            moved |= done > 0;
        }
    }
    for (int s = 0; s < t->p; s++) {
        const struct op *o = &t->op[s * t->cap + t->at[s]];
        if (t->at[s] == t->number[s])
            continue;
        ready(t, s, o, &need, &of);
        return fault(t, "stage %d waits for ever, at operation %d, %s of chunk %d, micro-batch %d: before it comes %s of "
                     "chunk %d on stage %d", s, t->at[s], WHAT[o->what], o->chunk, o->micro, WHAT[need.what], need.chunk, of);
    }
    return 0;
}

static int judge(struct play *t)
{
    for (int s = 0; s < t->p; s++)
        if (check_list(t, s))
            return 0;
    if (refused(t))
        return !check_untouched(t);
    if (play(t))
        return 0;
    int64_t makespan = 0, busy = (t->ticks[F] + t->ticks[B]) * t->m * t->v;
    for (int s = 0; s < t->p; s++)
        makespan = t->clock[s] > makespan ? t->clock[s] : makespan;
    ridge_count(t->verdict, "makespan", (double)makespan);
    ridge_count(t->verdict, "bubble_pct", 100 * (double)(makespan - busy) / (double)makespan);
    return 1;
}

int sched_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct play t = { .kind = (int)ridge_int(c, "kind"), .p = (int)ridge_int(c, "stages"), .m = (int)ridge_int(c, "m"),
                      .v = (int)ridge_int(c, "v"), .op = ridge_data(c, "op"), .number = ridge_data(c, "number"), .verdict = v };
    int64_t x = ridge_int(c, "cx"), w = ridge_int(c, "cw");
    if (t.kind < GPIPE || t.kind > ZB_H1 || t.p < 1 || t.m < 1 || t.v < 1 || !t.op || !t.number)
        return -1;
    size_t p = (size_t)t.p, slots = 3 * p * (size_t)t.v * (size_t)t.m;
    memcpy(t.ticks, (int64_t[]){ ridge_int(c, "cf"), x + w, x, w }, sizeof t.ticks);
    t.cap = 3 * t.m * t.v;
    t.end = malloc(slots * sizeof *t.end);
    t.clock = calloc(p, sizeof *t.clock);
    t.at = calloc(p, sizeof *t.at);
    t.flying = calloc(p, sizeof *t.flying);
    int ok = t.end && t.clock && t.at && t.flying;
    if (ok) {
        memset(t.end, 0xff, slots * sizeof *t.end);
        v->pass = judge(&t);
    }
    free(t.end);
    free(t.clock);
    free(t.at);
    free(t.flying);
    return ok ? 0 : -1;
}

/* ----------------------------------------------------------------------------------------- runs */

struct whole {
    int P, v, m, rows, d, pieces;
    const float *w, *x, *t;
    double *y;        /* [pieces + 1][rows][d]: y[0] is the input */
    double *g, *next; /* [rows][d] */
    double *gw;       /* [P][v][d][d], as the output lies */
};

/* Where piece g's weights and their gradient lie: rank g mod P has it as chunk g / P. */
static size_t place(const struct whole *n, int g)
{
    return ((size_t)(g % n->P) * (size_t)n->v + (size_t)(g / n->P)) * (size_t)n->d * (size_t)n->d;
}

static void forward(struct whole *n, int micro)
{
    int size = n->rows * n->d, d = n->d;
    for (int e = 0; e < size; e++)
        n->y[e] = (double)n->x[micro * size + e];
    for (int g = 0; g < n->pieces; g++)
        for (int e = 0; e < size; e++) {
            const float *row = n->w + place(n, g) + e % d * d;
            double sum = 0;
            for (int j = 0; j < d; j++)
                sum += (double)row[j] * n->y[g * size + e / d * d + j];
            n->y[(g + 1) * size + e] = tanh(sum);
        }
}

static void backward(struct whole *n, int micro)
{
    int size = n->rows * n->d, d = n->d;
    for (int e = 0; e < size; e++)
        n->g[e] = n->y[n->pieces * size + e] - (double)n->t[micro * size + e];
    for (int g = n->pieces - 1; g >= 0; g--) {
        const float *w = n->w + place(n, g);
        double *gw = n->gw + place(n, g), *in = n->y + g * size, *out = in + size;
        memset(n->next, 0, (size_t)size * sizeof *n->next);
        for (int e = 0; e < size; e++) {
            double before = n->g[e] * (1 - out[e] * out[e]);
            for (int j = 0; j < d; j++) {
                gw[e % d * d + j] += before * in[e / d * d + j];
                n->next[e / d * d + j] += before * (double)w[e % d * d + j];
            }
        }
        memcpy(n->g, n->next, (size_t)size * sizeof *n->g);
    }
}

int run_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want, double *scale)
{
    struct whole n = { .P = (int)ridge_int(c, "P"), .v = (int)ridge_int(c, "v"), .m = (int)ridge_int(c, "m"),
                       .rows = (int)ridge_int(c, "rows"), .d = (int)ridge_int(c, "d"), .w = ridge_data(c, "w"),
                       .x = ridge_data(c, "x"), .t = ridge_data(c, "t") };
    (void)out;
    n.pieces = n.P * n.v;
    size_t size = (size_t)n.rows * (size_t)n.d;
    n.y = malloc((size_t)(n.pieces + 1) * size * sizeof *n.y);
    n.g = malloc(size * sizeof *n.g);
    n.next = malloc(size * sizeof *n.next);
    n.gw = calloc((size_t)n.pieces * (size_t)n.d * (size_t)n.d, sizeof *n.gw);
    int ok = n.y && n.g && n.next && n.gw;
    for (int i = 0; ok && i < n.m; i++) {
        forward(&n, i);
        backward(&n, i);
    }
    for (size_t k = 0; ok && k < count; k++) {
        want[k] = n.gw[index[k]];
        scale[k] = fabs(want[k]);
    }
    free(n.y);
    free(n.g);
    free(n.next);
    free(n.gw);
    return ok ? 0 : -1;
}
