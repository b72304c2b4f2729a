/*
 * oracle_jobs.h: part D of the oracle: jobs, placements, and an iteration's virtual time by a list of tasks that each
 * group walks through. oracle.c includes it.
 */
#ifndef W27_ORACLE_JOBS_H
#define W27_ORACLE_JOBS_H

#include "oracle_say.h"

enum { GENERATE, ACTOR, CRITIC, REFERENCE, REWARD, ROLES };
enum { JOB = 6 + 3 * ROLES, PLACE = 3 * ROLES, CHUNKS = 256 };

struct job {
    int gpus, chunks;
    double gpu_B, tail_s, sync_s, swap_Bps, state[ROLES], work[ROLES], train[ROLES];
};

static struct job job_of(const double *x)
{
    struct job j = { .gpus = (int)x[0], .chunks = (int)x[1], .gpu_B = x[2], .tail_s = x[3], .sync_s = x[4],
                     .swap_Bps = x[5] };
    memcpy(j.state, x + 6, sizeof j.state);
    memcpy(j.work, x + 6 + ROLES, sizeof j.work);
    memcpy(j.train, x + 6 + 2 * ROLES, sizeof j.train);
    return j;
}

/* A job of models of some billion parameters; seconds are approximate. With `bench` the one that is raced: three models
 * of 7 billion and a reward model of 70. */
static void draw_job(const struct ridge_case *c, uint64_t seed, int64_t k, double *x)
{
    double u[8], most = ridge_num(c, "gpus"), chunks = fmin(ridge_num(c, "chunks"), CHUNKS);
    int bench = ridge_int(c, "bench") == 1;
    for (size_t i = 0; i < 8; i++)
        u[i] = drawn(seed, "job", (size_t)k * 8 + i);
    double psi = bench ? 7e9 : 1e9 * (1 + floor(7 * u[0])), small = bench ? 7e9 : 1e9 * (1 + floor(3 * u[1]));
    double unit = psi / 1e9, judge = bench ? 70e9 : small;
    x[0] = bench ? most : 1 + floor(u[2] * most);
    x[1] = bench ? 8 : 1 + floor(u[3] * chunks);
    x[2] = 80e9, x[3] = bench ? 10 : u[4] * unit, x[4] = bench ? 1 : u[5], x[5] = 20e9;
    double *state = x + 6, *work = state + ROLES, *train = work + ROLES;
    state[GENERATE] = 2 * psi + (bench ? 50e9 : 20e9 * u[6]), state[ACTOR] = 16 * psi, state[CRITIC] = 16 * small;
    state[REFERENCE] = 2 * psi, state[REWARD] = 2 * judge;
    work[GENERATE] = bench ? 64 : 10 * unit * (1 + u[7]), work[ACTOR] = 0, work[CRITIC] = small / 1e9;
    work[REFERENCE] = unit, work[REWARD] = judge / 1e9;
    for (int r = 0; r < ROLES; r++)
        train[r] = r == ACTOR ? unit : r == CRITIC ? small / 1e9 : 0;
}

int job_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (int64_t k = 0; b && k < ridge_int(c, "jobs"); k++)
        draw_job(c, seed, k, (double *)b->data + k * JOB);
    return b ? 0 : -1;
}

/* Placements of all kinds; some are none. */
int place_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (int64_t k = 0; b && k < ridge_int(c, "jobs"); k++) {
        int32_t *p = (int32_t *)b->data + k * PLACE;
        double x[JOB];
        draw_job(c, seed, k, x);
        int groups = 1 + (int)(drawn(seed, "groups", (size_t)k) * ROLES), left = (int)x[0];
        for (size_t r = 0; r < ROLES; r++) {
            p[r] = (int32_t)(drawn(seed, "group", (size_t)k * ROLES + r) * groups);
            int most = left - (groups - 1 - (int)r);
            int mine = (int)r >= groups ? 0 : (int)r == groups - 1 ? left : most > 1 ?
                       1 + (int)(drawn(seed, "size", (size_t)k * ROLES + r) * most) : 1;
            p[ROLES + r] = mine, left -= mine;
            p[2 * ROLES + r] = drawn(seed, "swap", (size_t)k * ROLES + r) < .6;
        }
        if (drawn(seed, "wrong", (size_t)k) < .1)
            p[ROLES] += 1;
        else if (drawn(seed, "wrong", (size_t)k) < .15)
            p[(size_t)k % ROLES] = k % 2 ? ROLES : -1;
    }
    return b ? 0 : -1;
}

/* Why it is no placement, or NULL. */
static const char *no_placement(const struct job *j, const int32_t *p)
{
    const int32_t *gpus = p + ROLES, *swaps = p + 2 * ROLES;
    int all = 0;
    for (int r = 0; r < ROLES; r++)
        if (p[r] < 0 || p[r] >= ROLES)
            return "a role is in a group that does not exist";
    for (int g = 0; g < ROLES; g++) {
        double sum = 0, most = 0;
        int roles = 0;
        for (int r = 0; r < ROLES; r++)
            if (p[r] == g)
                sum += j->state[r], most = fmax(most, j->state[r]), roles++;
        if (gpus[g] < 0 || (roles && !gpus[g]))
            return "a group has a role and no GPU";
        if ((swaps[g] ? most : sum) > gpus[g] * j->gpu_B)
            return "a group's memory is too small";
        all += gpus[g];
    }
    return all > j->gpus ? "it has more GPUs than there are" : NULL;
}

struct item {
    int role;
    double ready, seconds, end;
};

/* A group's tasks in their order: ends, from what they wait for. */
static void walk(const struct job *j, const int32_t *p, int g, int n, struct item *all)
{
    double at = 0;
    int in = -1;
    for (int k = 0; k < n; k++) {
        if (p[all[k].role] != g)
            continue;
        if (p[2 * ROLES + g] && in != all[k].role)
            at += j->state[all[k].role] / (p[ROLES + g] * j->swap_Bps);
        in = all[k].role;
        at = fmax(at, all[k].ready) + all[k].seconds;
        all[k].end = at;
    }
}

/* The time of an iteration under a valid placement. Tasks are in the order of every group. The ends of the sampled
 * chunks are what scores wait for, and the last of the scores is what training waits for: three walks suffice. */
static double vtime_of(const struct job *j, const int32_t *p, double *share)
{
    static const int scorers[] = { REFERENCE, REWARD, CRITIC };
    struct item all[4 * CHUNKS + 2];
    int n = 0, N = j->chunks;
    double each = fmax(j->work[GENERATE] / p[ROLES + p[GENERATE]], j->tail_s), scored = 0;
    for (int c = 0; c < N; c++)
        all[n++] = (struct item){ GENERATE, 0, each, 0 };
    for (int s = 0; s < 3; s++)
        for (int c = 0; c < N; c++)
            all[n++] = (struct item){ scorers[s], 0, j->work[scorers[s]] / p[ROLES + p[scorers[s]]], 0 };
    for (int r = ACTOR; r <= CRITIC; r++)
        all[n++] = (struct item){ r, 0, N * j->train[r] / p[ROLES + p[r]], 0 };
    for (int round = 0; round < 3; round++) {
        for (int g = 0; g < ROLES; g++)
            walk(j, p, g, n, all);
        for (int k = N; k < 4 * N; k++) {
            all[k].ready = all[k % N].end;
            scored = round == 1 ? fmax(scored, all[k].end) : scored;
        }
        all[n - 2].ready = all[n - 1].ready = scored;
    }
    double end = fmax(all[n - 2].end + (p[ACTOR] != p[GENERATE] ? j->sync_s : 0), all[n - 1].end);
    if (share)
        *share = N * each / end;
    return end;
}

int vtime_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *job = ridge_data(c, "job"), *got = ridge_data(c, "vt");
    const int32_t *place = ridge_data(c, "given");
    if (!job || !got || !place)
        return -1;
    for (int64_t k = 0; k < ridge_int(c, "jobs"); k++, job += JOB, place += PLACE, got += 2) {
        struct job j = job_of(job);
        const char *why = no_placement(&j, place);
        double share = 0, want = why ? INFINITY : vtime_of(&j, place, &share);
        if (why && !(got[0] == INFINITY))
            return SAY(v, "job %lld: INFINITY expected, since %s; got %.9g", (long long)k, why, got[0]);
        if (why)
            continue;
        if (!(fabs(got[0] - want) <= 1e-9 * want))
            return SAY(v, "job %lld (%d GPUs, %d chunks): %.10g s expected, got %.10g", (long long)k, j.gpus, j.chunks,
                       want, got[0]);
        if (k % 3 != 2 && !(fabs(got[1] - share) <= 1e-9))
            return SAY(v, "job %lld: a share of %.9g for sampling expected, got %.9g", (long long)k, share, got[1]);
    }
    return right(v);
}

/* All roles on all GPUs, taking turns: in memory together if they fit, else one at a time. */
static double together(const struct job *j)
{
    int32_t p[PLACE] = { 0 };
    p[ROLES] = j->gpus;
    if (no_placement(j, p))
        p[2 * ROLES] = 1;
    return no_placement(j, p) ? INFINITY : vtime_of(j, p, NULL);
}

int place_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *job = ridge_data(c, "job"), *got = ridge_data(c, "vt1");
    const int32_t *place = ridge_data(c, "placed");
    double hours = 0, shares = 0, all = 0;
    if (!job || !got || !place)
        return -1;
    for (int64_t k = 0; k < ridge_int(c, "jobs"); k++, job += JOB, place += PLACE) {
        struct job j = job_of(job);
        const char *why = no_placement(&j, place);
        double share = 0, simple = together(&j), want = why ? INFINITY : vtime_of(&j, place, &share);
        if (why && isfinite(simple))
            return SAY(v, "job %lld: all roles on all GPUs would take %.6g s, yours is no placement: %s", (long long)k,
                       simple, why);
        if (why && got[k] == INFINITY)
            continue;
        if (!(fabs(got[k] - want) <= 1e-9 * want))
            return SAY(v, "job %lld: your placement takes %.10g s, rlhf_place returned %.10g", (long long)k, want,
                       got[k]);
        if (!(want <= simple * (1 + 1e-9)))
            return SAY(v, "job %lld: your placement takes %.6g s, all roles on all GPUs in turns only %.6g",
                       (long long)k, want, simple);
        hours += want / 3600, shares += share, all++;
    }
    if (all > 0) {
        ridge_count(v, "iterations_h", all / hours);
        ridge_count(v, "generation_pct", 100 * shares / all);
    }
    return right(v);
}

#endif
