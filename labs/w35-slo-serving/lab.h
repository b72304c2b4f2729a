/*
 * lab.h: the interface of w35-slo-serving. You write slo.c: what decides who is served, where, on how many machines, what
 * that costs, and how it is told. This header is the whole contract.
 *
 * Every function sees all that it may know in its arguments and keeps nothing between two calls; the autoscaler's memory
 * is handed to it. Times are nanoseconds of virtual time. Sizes in cases stay far from overflow where 64 bits are used.
 */
#ifndef W35_LAB_H
#define W35_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: percentiles ------------------------------------------------------------------------------- */

/*
 * The percentile per_million / 10,000 of the samples of all replicas together: of N values in rising order number
 * ceil(N * per_million / 10^6), counted from 1, and never below the first. Replica r has n[r] values, one replica behind
 * the other in v; one may have none, not all. per_million is 1 .. 10^6. v stays as it is.
 */
int64_t slo_percentile(const int64_t *v, const int32_t *n, int replicas, int32_t per_million);

/*
 * Between which of N independent values in rising order, counted from 0, that percentile of the law behind them lies with
 * at least 95 %. How many values lie below it is binomial, B(N, p) with p = per_million / 10^6 < 1:
 *   *low  is the largest rank k with P(B <= k) <= 0.025, -1 if there is none;
 *   *high is the least rank k with P(B > k) <= 0.025; it is N, which no value has, where none below N will do.
 * N is 1 .. 10^6. Sums may be rounded: no case lies closer to 0.025 than 10^-9.
 */
void slo_interval(int64_t N, int32_t per_million, int64_t *low, int64_t *high);

/* --- part B: the scheduler of a replica ---------------------------------------------------------------- */

enum { SLO_CLASSES = 4, SLO_JOBS = 2048, SLO_REPLICAS = 64 };

typedef struct {
    int64_t token, score, weights, cached; /* in picoseconds */
} price_t;

/* How long a pass takes, in nanoseconds: arithmetic or memory, whichever takes longer. A piece of n tokens behind `from`
 * others has n tokens, n*from + n(n+1)/2 scores, and reads from + n cached ones; sum over all pieces. */
static inline int64_t pass_time(const price_t *p, int64_t tokens, int64_t scores, int64_t cached)
{
    int64_t compute = tokens * p->token + scores * p->score, memory = p->weights + cached * p->cached;
    return (compute > memory ? compute : memory) / 1000;
}

typedef struct {
    int64_t ttft, tpot; /* the promise: time to the first token, mean time of each further one */
    int64_t patience;   /* who is overdue by more than this comes first, whatever his class */
} class_t;

typedef struct {
    int seats;          /* jobs that may run at once */
    int budget;         /* tokens of a pass, at least seats; negative: all decisions are yours */
    int64_t kv;         /* tokens for which there is cache */
    price_t price;
    class_t cls[SLO_CLASSES];
} cfg_t;

typedef struct {
    int id, cls;        /* class 0 is the most urgent */
    int seated;         /* 1: runs; its `room` is taken from kv */
    int cached;         /* tokens that are cached of it; of one that waits: that will be, once it has a seat */
    int need;           /* tokens to compute before it says its next one; 1 of one that decodes */
    int room;           /* tokens of cache that its seat takes */
    int said;           /* tokens it has said */
    int64_t arrived, due; /* when its next token is due: arrived + ttft, then the first token's time + said * tpot */
} job_t;

typedef struct {
    int id, n;          /* the job's next n tokens */
} piece_t;

typedef struct {
    int ndrop, drop[SLO_JOBS]; /* who loses his seat, and with it all that is cached of him */
    int npiece;
    piece_t piece[SLO_JOBS];
} plan_t;

/*
 * What the next pass of a replica computes. The jobs come in the order of their ids.
 *
 *  1. Ranks. 0: now - due > patience of its class. 2: not rank 0, and late for sure: now + need * token / 1000 > due
 *     (price.token; whole numbers). 1: all others. The order is by rank, then due, then id.
 *  2. Decode. Each seated job of need 1 gets a piece of one token, in the order of ids.
 *  3. Walk through the others in that order while the budget has tokens left. A job that is seated gets a piece of
 *     min(need, what is left). One that waits needs a seat and room; then it gets a piece in the same way.
 *  4. Where seat or room is missing, jobs are dropped: those that are seated, stand behind the job in the order, are of a
 *     less urgent class (a greater number) and not of rank 0; the last in the order first, until seat and room are there.
 *     The token that a dropped one would have decoded is left again. If all of them were not enough, none is dropped for
 *     this job, and the walk ends: nobody overtakes. Who was dropped gets no piece in this pass.
 *
 * Drops in the order in which they happen; pieces: the decodes, then those of the walk. No job has two pieces.
 *
 * With a negative budget who gets pieces, how many tokens and who is dropped is yours: within seats and kv, at most `need`
 * tokens a job, dropped ones have no piece, and where there are jobs there has to be a piece. What counts is goodput:
 * requests whose first token came within ttft and whose further ones took tpot or less, on average.
 */
void slo_sched(const cfg_t *cfg, int64_t now, const job_t *job, int n, plan_t *p);

/* --- part C: the router -------------------------------------------------------------------------------- */

typedef struct {
    int id, jobs;       /* jobs that are there */
    int64_t work;       /* the sum of their `need` */
    int hit;            /* tokens of this request's prompt that are cached there */
} replica_t;

/*
 * Which replica gets request `id`: where work + prompt - hit is least; of equal ones where fewer jobs are, then the lowest
 * id. Returns the replica's id. n is at least 1, ids rise and need not be 0, 1, 2. With a negative budget the choice is
 * yours.
 */
int slo_route(const cfg_t *cfg, int id, int prompt, const replica_t *r, int n);

/* --- part D: the autoscaler ---------------------------------------------------------------------------- */

typedef struct {
    int64_t tick_ms;    /* it is asked once in so many milliseconds */
    int64_t rate;       /* tokens of prompts that a replica computes in a second */
    int64_t drain_ms;   /* within which what waits should be gone */
    int util_milli;     /* how full a replica should be with what arrives, in thousandths */
    int min, max, hold; /* replicas; hold: ticks, 1 .. 60 */
} scale_cfg_t;

typedef struct {
    int ready, starting; /* replicas that take requests, and those that were ordered and do not yet */
    int64_t waiting;     /* tokens to compute of all jobs that have no seat */
    int64_t arrived;     /* tokens of the prompts that came since the last tick */
} scale_in_t;

typedef struct {
    int32_t word[72];   /* yours; all zero before the first tick */
} scale_state_t;

/*
 * How many replicas there should be, ready and starting together.
 *   want = ceil(arrived * 10^6 / (tick_ms * rate * util_milli)) + ceil(waiting * 1000 / (rate * drain_ms)), then at least
 *   min, at most max: a rate in thousandths of replicas, and those that clear the queue.
 * If want is at least ready + starting: want, at once. If it is less: the largest want of the last `hold` ticks, this one
 * included, but not more than ready + starting; before there were `hold` ticks, ready + starting. So it is never less
 * than min, also where spot machines were lost.
 */
int slo_autoscale(const scale_cfg_t *cfg, const scale_in_t *in, scale_state_t *s);

/* --- part E: cost -------------------------------------------------------------------------------------- */

typedef struct {
    int64_t start, end;
    int spot;           /* 1: at the spot price */
} life_t;

typedef struct {
    int64_t per_hour[2]; /* of a replica, in millionths of a dollar: on demand, spot */
    int64_t least_s;     /* each life is paid by whole seconds, begun ones too, and for at least so many */
} prices_t;

typedef struct {
    double dollars, per_mtok, per_mtok_kept; /* all; for 10^6 tokens that were said; for 10^6 of requests kept */
    double use;                              /* busy time over time that is paid */
} sheet_t;

/* busy: nanoseconds in which passes ran, over all replicas; said: tokens; kept: those of requests whose promise was kept.
 * Where nothing was said, or kept, the price is INFINITY; where nothing was paid, use is 0. */
void slo_cost(const life_t *life, int n, const prices_t *p, int64_t busy, int64_t said, int64_t kept, sheet_t *out);

/* --- part F: metrics ----------------------------------------------------------------------------------- */

enum { SLO_BUCKETS = 16 };

typedef struct {
    const char *model;                /* any bytes of UTF-8, \, " and newline too */
    int nclass, nreplica, nbucket;
    const char *cls[SLO_CLASSES];     /* names, as model */
    int64_t served[SLO_REPLICAS][SLO_CLASSES];
    int64_t waiting[SLO_REPLICAS];    /* tokens */
    int64_t bound[SLO_BUCKETS];       /* nanoseconds, rising */
    int64_t count[SLO_CLASSES][SLO_BUCKETS + 1]; /* in bucket k alone: bound[k-1] < TTFT <= bound[k]; the last: above */
    int64_t sum[SLO_CLASSES];         /* of all TTFTs, nanoseconds */
} snapshot_t;

/*
 * The snapshot in Prometheus' text format 0.0.4; returns its length. As snprintf does it: a zero byte ends the text, and
 * where cap (at least 1) is too small its first cap - 1 bytes and a zero are there, and the length is the whole text's.
 * Three families, each once with its HELP and its TYPE, and all of its samples right behind:
 *   slo_requests_total   counter    model, class, replica   served
 *   slo_waiting_tokens   gauge      model, replica          waiting
 *   slo_ttft_seconds     histogram  model, class            _bucket with le, _sum and _count, in seconds
 * Replicas are numbered from 0. Labels come in any order. Seconds are exact to 10^-9 of their value.
 */
int slo_metrics(char *buf, size_t cap, const snapshot_t *s);

#endif
