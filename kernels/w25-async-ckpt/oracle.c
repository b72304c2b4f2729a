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
