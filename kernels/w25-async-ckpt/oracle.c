/*
 * oracle.c: the run that never failed, on one rank. What was loaded has to be one of its states, to the bit, and not an
 * older one than what was promised; what came out in the end has to be its last.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

#include "../../labs/w25-async-ckpt/toy.h"

enum { NONE, CUT, DIE, ROT, FULL };

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

/* The sign of each step's state as `world` ranks add it up. */
static int64_t *truth(int64_t n, int64_t steps, uint64_t seed, int64_t world)
{
    int64_t *sign = calloc((size_t)steps + 1, sizeof *sign), step = 0, document = 0;
    double *x = calloc((size_t)n + 1, sizeof *x), scale = 1;
    uint64_t rng = seed;
    for (int64_t k = 0; x && k < n; k++)
        x[k] = toy_begin(k);
    for (int64_t s = 0; x && sign && s <= steps; s++) {
        uint64_t sum = (uint64_t)world * (toy_sign_extra(step, rng, document, scale) & 0xffffffffu);
        for (int64_t k = 0; k < n; k++) {
            sum += toy_sign(x[k], k) & 0xffffffffu;
            x[k] = toy_number(x[k], k, rng, document, scale);
        }
        sign[s] = (int64_t)sum;
        toy_step(&step, &rng, &document, &scale);
    }
    free(x);
    return sign;
}

/* out: the newest promised step, the loaded one, its sign, the last sign, the last step, checkpoints that failed, bytes
 * that training waited for, the newest step begun; of the job that went on: checkpoints that failed, the newest
 * promised step, and what is loaded after it: its step and its sign, as P0 ranks add it up. */
static int judge(const struct ridge_case *c, const int64_t *out, const int64_t *sign, const int64_t *again,
                 int64_t k, struct ridge_verdict *v)
{
    int64_t steps = ridge_int(c, "steps"), every = ridge_int(c, "every"), mode = ridge_int(c, "mode");
    int64_t least = mode == ROT ? out[0] - every : out[0], world = ridge_int(c, "P0");
    char where[120] = "";
    if (mode == CUT || mode == DIE)
        snprintf(where, sizeof where, "rank %lld %s at its disk call %lld: ", (long long)(k % world),
                 mode == CUT ? "and all others lose power" : "dies", (long long)(1 + k / world));
    if (mode == FULL && out[5] != 1)
        return SAY(v, "the disk of one rank was full during one checkpoint: one CKPT_FAILED expected, got %lld",
                   (long long)out[5]), 0;
    if (mode != FULL && mode != DIE && out[5])
        return SAY(v, "%s%lld checkpoints failed and nothing was wrong", where, (long long)out[5]), 0;
    if (mode != CUT && mode != DIE && out[0] < (mode == FULL ? steps / every * every : out[7]))
        return SAY(v, "step %lld was begun and CKPT_DONE was not given for it, step %lld is the last one",
                   (long long)out[7], (long long)out[0]), 0;
    if (out[1] < least)
        return SAY(v, "%sCKPT_DONE was given for step %lld, and what can be loaded is step %lld", where,
                   (long long)out[0], (long long)out[1]), 0;
    if (out[1] > out[7] || (out[1] >= 0 && out[1] % every))
        return SAY(v, "%sstep %lld was loaded, of which no checkpoint was begun", where, (long long)out[1]), 0;
    if (out[2] != sign[out[1] < 0 ? 0 : out[1]])
        return SAY(v, "%swhat was loaded as step %lld is not the state of that step", where, (long long)out[1]), 0;
    if (out[4] != steps || out[3] != sign[steps])
        return SAY(v, "%sfrom step %lld on %lld ranks went on to step %lld, and it is not the state of a run without "
                   "failure", where, (long long)out[1], (long long)ridge_int(c, "world2"), (long long)out[4]), 0;
    int64_t promised = out[9] > out[1] ? out[9] : out[1];
    if (out[8] || (steps / every * every > out[1] && out[9] < 0))
        return SAY(v, "%s%lld ranks went on from step %lld: %lld checkpoints failed, and step %lld is the last one "
                   "done", where, (long long)ridge_int(c, "world2"), (long long)out[1], (long long)out[8],
                   (long long)out[9]), 0;
    if (out[10] != promised)
        return SAY(v, "%s%lld ranks went on from step %lld up to CKPT_DONE of step %lld, and what %lld ranks load "
                   "then is step %lld", where, (long long)ridge_int(c, "world2"), (long long)out[1], (long long)out[9],
                   (long long)world, (long long)out[10]), 0;
    if (out[11] != again[promised < 0 ? 0 : promised])
        return SAY(v, "%s%lld ranks went on, and what was loaded after them as step %lld is not the state of that step",
                   where, (long long)ridge_int(c, "world2"), (long long)out[10]), 0;
    return 1;
}

int job_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *out = ridge_buffer(c, "out");
    int64_t first = ridge_int(c, "first"), stall = 0, good = 1;
    if (!out)
        return -1;
    int64_t *sign = truth(ridge_int(c, "n"), ridge_int(c, "steps"), (uint64_t)ridge_int(c, "seed"),
                          ridge_int(c, "world2"));
    int64_t *again = truth(ridge_int(c, "n"), ridge_int(c, "steps"), (uint64_t)ridge_int(c, "seed"),
                           ridge_int(c, "P0"));
    if (!sign || !again) {
        free(sign);
        free(again);
        return -1;
    }
    for (size_t k = 0; good && k < out->count / 12; k++) {
        const int64_t *o = (const int64_t *)out->data + 12 * k;
        stall = o[6] > stall ? o[6] : stall;
        good = o[1] >= -1 && o[1] <= ridge_int(c, "steps") && judge(c, o, sign, again, first + (int64_t)k, v);
    }
    ridge_count(v, "stall_B", (double)stall);
    free(sign);
    free(again);
    v->pass = (int)good;
    return 0;
}

/* --- elastic training ---------------------------------------------------------------------------------- */

struct state {
    int64_t step, document;
    double *x; /* [2 m]: weight, momentum */
};

struct replay {
    const struct ridge_case *c;
    int64_t m, every, batch, world, dead; /* dead: the rank that has died, -1: none */
    struct state now, *saved;             /* saved[k]: what a checkpoint of step k*every has */
    int64_t promised, writing;            /* steps of checkpoints; -1: none */
    int again;                            /* another job begins, or the ranks that live begin again */
    double *grad;
};

/* A step of all ranks' samples on one; the mean loss. */
static double one_step(struct replay *r)
{
    int64_t all = r->batch * r->world;
    double loss = 0, *w = r->grad + r->m;
    memset(r->grad, 0, (size_t)r->m * sizeof *r->grad);
    for (int64_t k = 0; k < r->m; k++)
        w[k] = r->now.x[2 * k];
    for (int64_t i = 0; i < all; i++)
        loss += toy_sample(r->now.document + i, (uint64_t)ridge_int(r->c, "seed"), r->m, w, r->grad);
    for (int64_t k = 0; k < r->m; k++)
        toy_update(&r->now.x[2 * k], &r->now.x[2 * k + 1], r->grad[k] / (double)all);
    r->now.step++;
    r->now.document += all;
    return loss / (double)all;
}

static void copy(struct replay *r, struct state *to, const struct state *from)
{
    to->step = from->step, to->document = from->document;
    memcpy(to->x, from->x, 2 * (size_t)r->m * sizeof *to->x);
}

/* The state before a step that is no other's successor: a checkpoint's, or the first. */
static int go_back(struct replay *r, int64_t world, int64_t step, struct ridge_verdict *v)
{
    int64_t from = step - 1, P0 = ridge_int(r->c, "P") - 1;
    if (!r->again && (r->dead < 0 || r->world != P0 || world != P0 - 1))
        return SAY(v, "step %lld of %lld ranks is reported after step %lld of %lld ranks", (long long)step,
                   (long long)world, (long long)r->now.step, (long long)r->world);
    if (world != P0 - (r->world < P0) && (r->dead < 0 || world != P0 - 1))
        return SAY(v, "%lld ranks report step %lld, and there are %lld", (long long)world, (long long)step,
                   (long long)(P0 - (r->dead >= 0)));
    if (from < 0 || (from != r->promised && from != r->writing && (from || r->promised >= 0)))
        return SAY(v, "%lld ranks go on from step %lld; the newest checkpoint that is done is of step %lld",
                   (long long)world, (long long)from, (long long)r->promised);
    copy(r, &r->now, &r->saved[from / r->every]);
    r->world = world, r->writing = -1, r->again = 0;
    return 1;
}

/* A checkpoint is begun where none is being written, and ends as ckpt_work() says. */
static int written(struct replay *r, int64_t state, struct ridge_verdict *v)
{
    static const char *const said[] = { "CKPT_IDLE", "CKPT_WRITING", "CKPT_DONE", "CKPT_FAILED" };
    if (r->now.step % r->every == 0 && r->writing < 0) {
        r->writing = r->now.step;
        copy(r, &r->saved[r->now.step / r->every], &r->now);
    }
    if (state < 0 || state > 3 || (state == 0) != (r->writing < 0) || (state == 3 && r->dead < 0))
        return SAY(v, "ckpt_work() is said to give %s after step %lld of %lld ranks, and %s",
                   state < 0 || state > 3 ? "nothing that it may" : said[state], (long long)r->now.step,
                   (long long)r->world, r->writing < 0 ? "no checkpoint was begun" : "one is being written");
    if (state == 2)
        r->promised = r->writing, r->writing = -1;
    return 1;
}

static int replayed(struct replay *r, const int64_t *told, struct ridge_verdict *v)
{
    for (int64_t k = 0; k < told[0]; k++) {
        const int64_t *of = told + 4 + 4 * k;
        double loss, want;
        memcpy(&loss, &of[2], sizeof loss);
        if (of[1] < 0) { /* the job has ended, and another one begins */
            r->again = 1;
            r->promised = r->writing < 0 ? r->promised : r->writing; /* which it had to wait for */
            continue;
        }
        if ((r->again || of[0] != r->world || of[1] != r->now.step + 1) && !go_back(r, of[0], of[1], v))
            return 0;
        want = one_step(r);
        if (memcmp(&loss, &want, sizeof loss))
            return SAY(v, "step %lld, on %lld ranks: the loss is %.17g, and that of a run which began with %lld ranks "
                       "at that checkpoint is %.17g", (long long)of[1], (long long)of[0], loss, (long long)of[0],
                       want);
        if (!written(r, of[3], v))
            return 0;
    }
    return 1;
}

/* Those that live report the same, all steps, and have the same weights in the end. */
static int same_on_all(struct replay *r, const int64_t *told, size_t cells, const double *weights, int64_t ranks,
                       struct ridge_verdict *v)
{
    int64_t first = r->dead == 0;
    for (int64_t q = first; q < ranks; q++) {
        const int64_t *a = told + first * (int64_t)cells, *b = told + q * (int64_t)cells;
        int64_t k = 0;
        while (k < (int64_t)cells / 4 - 1 && !memcmp(a + 4 + 4 * k, b + 4 + 4 * k, 4 * sizeof *a))
            k++;
        if (q != r->dead && memcmp(a, b, cells * sizeof *a))
            return SAY(v, "report %lld is step %lld on rank %lld and step %lld on rank %lld, or they differ in loss or "
                       "state", (long long)k, (long long)a[5 + 4 * k], (long long)first, (long long)b[5 + 4 * k],
                       (long long)q);
    }
    if (!replayed(r, told + first * (int64_t)cells, v))
        return 0;
    if (r->now.step != ridge_int(r->c, "steps"))
        return SAY(v, "step %lld is the last one reported, of %lld", (long long)r->now.step,
                   (long long)ridge_int(r->c, "steps"));
    for (int64_t k = 0; k < ranks * r->m; k++)
        if (k / r->m != r->dead && memcmp(&weights[k], &r->now.x[2 * (k % r->m)], sizeof *weights))
            return SAY(v, "weight %lld on rank %lld is %.17g in the end, and %.17g in a run without a death since that "
                       "checkpoint", (long long)(k % r->m), (long long)(k / r->m), weights[k],
                       r->now.x[2 * (k % r->m)]);
    return 1;
}

int elastic_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "reports"), *w = ridge_buffer(c, "weights");
    int64_t ranks = ridge_int(c, "P") - 1, m = ridge_int(c, "m"), every = ridge_int(c, "every");
    int64_t kill = ridge_int(c, "kill_rank"), slots = ridge_int(c, "steps") / every + 2;
    if (!b || !w || ranks < 1)
        return -1;
    size_t cells = b->count / (size_t)(ranks + 1);
    const int64_t *told = b->data;
    struct replay r = { c, m, every, ridge_int(c, "batch"), ranks, -1, { 0, 0, NULL }, NULL, -1, -1, 0, NULL };
    r.dead = kill >= 0 && !told[kill * (int64_t)cells] ? kill : -1; /* nothing comes from who is dead */
    double *room = calloc((size_t)(2 * m) * (size_t)(slots + 2), sizeof *room);
    struct state *saved = calloc((size_t)slots, sizeof *saved);
    if (room && saved) {
        r.now.x = room, r.grad = room + 2 * m, r.saved = saved;
        for (int64_t k = 0; k < slots; k++)
            saved[k].x = room + 2 * m * (k + 2);
        for (int64_t k = 0; k < m; k++)
            r.now.x[2 * k] = toy_begin(2 * k);
        copy(&r, &saved[0], &r.now);
        v->pass = same_on_all(&r, told, cells, w->data, ranks, v);
    }
    free(room);
    free(saved);
    return room && saved ? 0 : -1;
}

/* --- the guard ----------------------------------------------------------------------------------------- */

/* Around 1; every eleventh 30 times as large, and of the first five the second and fourth, which are kept, since three
 * are not enough to judge, and the fifth, which is a spike; `nans` of each 16 not finite, three of them in a row. */
int norms_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t nans = ridge_int(c, "nans");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double x = .5 + ridge_uniform(&seed) + (double)k / 400;
        if (k % 11 == 7 || k == 1 || k == 3 || k == 4)
            x *= 30;
        if ((int64_t)(k % 16) < nans && k > 5)
            x = k % 3 ? NAN : k % 2 ? INFINITY : -INFINITY;
        ((double *)b->data)[k] = x;
    }
    return 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int watch_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const said[] = { "WATCH_OK", "WATCH_SKIP", "WATCH_ROLLBACK", "WATCH_SPIKE" };
    const struct ridge_buffer *b = ridge_buffer(c, "norms");
    const int32_t *got = ridge_data(c, "verdicts");
    int64_t patience = ridge_int(c, "patience"), row = 0;
    double kept[4096], last[16];
    size_t n = 0;
    if (!b || !got || b->count > 4096)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double x = ((const double *)b->data)[k];
        size_t before = n, m = n < 16 ? n : 16;
        int want = 0;
        memcpy(last, kept + n - m, m * sizeof *last);
        qsort(last, m, sizeof *last, ascending);
        if (isnan(x) || isinf(x))
            want = ++row == patience ? 2 : 1;
        else if (m >= 4 && x > ridge_num(c, "factor") * last[(m - 1) / 2])
            want = 3;
        else
            kept[n++] = x;
        row = want == 1 ? row : 0;
        if (got[k] != want)
            return SAY(v, "value %zu, %g, after %zu that were kept: %s expected, got %d", k, x, before, said[want],
                       got[k]);
    }
    v->pass = 1;
    return 0;
}
