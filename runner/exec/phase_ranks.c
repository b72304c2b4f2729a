/*
 * phase_ranks.c: labs of several ranks: what a case declares about them, the hub's verdict, its counters and
 * timelines for the profile, and races in virtual time.
 */
#define _GNU_SOURCE
#include "phase_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "case_run.h"
#include "curve.h"
#include "opponent.h"
#include "profile.h"
#include "runner/clock/stats.h"

enum { MOST_ORDERS = 64, WALL_LAPS = 5, WALL_START_S = 65 };

static double field(const struct case_memory *b, const char *name, double otherwise)
{
    return lab_field(b->of, name, otherwise);
}

/* A field that is a rank or a kind; a fraction or a huge one becomes one that the hub refuses. */
static int32_t whole(const struct case_memory *b, const char *name, int otherwise)
{
    double x = field(b, name, otherwise);
    return x == floor(x) && fabs(x) < 1e6 ? (int32_t)x : 1000000;
}

int ranks_spec(struct job *j, struct case_memory *b, struct err *e)
{
    int P = whole(b, "P", 0);
    b->ranks = (struct proto_ranks){
        .wall_s = j->lab.wall_s, .ranks = P, .net = whole(b, "net", 0), .node = whole(b, "node", 0),
        .alpha_ns = field(b, "alpha_ns", 0), .beta_Bps = field(b, "beta_Bps", 0),
        .alpha2_ns = field(b, "alpha2_ns", 0), .beta2_Bps = field(b, "beta2_Bps", 0),
        .slow_rank = whole(b, "slow_rank", -1), .slow_factor = field(b, "slow_factor", 1),
        .slow_from = whole(b, "slow_from", -1), .slow_to = whole(b, "slow_to", -1),
        .slow_link = field(b, "slow_link", 1),
        .kill_rank = whole(b, "kill_rank", -1), .kill_call = whole(b, "kill_call", 0),
        .detect_ns = (int64_t)field(b, "detect_ns", 0),
        .lose_from = whole(b, "lose_from", -1), .lose_to = whole(b, "lose_to", -1), .lose_nth = whole(b, "lose_nth", 1),
    };
    if (P < 1 || P > 64)
        return err_set(e, "Case %s: the field P has to say how many ranks the case has, 1 to 64.", b->case_id);
    for (size_t k = 0; k < b->nbuf; k++)
        if (b->buf[k].decl->split && b->buf[k].count % (size_t)P)
            return err_set(e, "Case %s: the %zu elements of %s cannot be split over %d "
                              "ranks.", b->case_id, b->buf[k].count,
                           b->buf[k].name, P);
    return 0;
}

int ranks_orders(const struct case_memory *b)
{
    int n = whole(b, "orders", 1);
    return n < 1 ? 1 : n > MOST_ORDERS ? MOST_ORDERS : n;
}

void ranks_order(const struct job *j, const struct case_memory *b, struct proc *p, int k)
{
    proc_go(p)->ranks.seed = b->of->hidden ? job_order_seed(j, b->run, k) : (uint64_t)k;
}

/* Adds the reason, if it was memory. */
static enum proto_said killed_for(const struct proc *p, char *msg, size_t n)
{
    char why[200];
    size_t len = strlen(msg);
    enum proc_state st = proc_killed_for(p, why, sizeof why);
    if (st == PROC_CRASH)
        return SAID_DIED;
    snprintf(msg + len, n - len, ": %s", why);
    return st == PROC_LIMIT ? SAID_LIMIT : SAID_OURS;
}

enum proto_said ranks_verdict(struct proc *p, char *msg, size_t n)
{
    static struct proto_verdict v;
    memcpy(&v, (const void *)&proc_done(p)->verdict, sizeof v);
    v.message[sizeof v.message - 1] = 0;
    char *clean = util_clean(v.message, strlen(v.message), 0);
    snprintf(msg, n, "%s", clean);
    free(clean);
    if (v.said == SAID_KILLED)
        return killed_for(p, msg, n);
    return v.said >= SAID_FINE && v.said <= SAID_OURS ? (enum proto_said)v.said : SAID_OURS;
}

/*
 * report.timelines: [{"case":..., "call":..., "rows":[[...], ...], "dropped":n}], the rows as runner/ranks/hub.h writes
 * them: one for each case and call that is profiled, or of the first one that the hub condemned.
 */
void ranks_timeline(struct job *j, const struct case_memory *b, struct proc *p, int keep)
{
    size_t n;
    const char *raw = proc_raw(p, &n), *end = raw + n;
    json_t *rows = json_array(), *dropped = NULL;
    for (const char *nl; keep && raw < end && (nl = memchr(raw, '\n', (size_t)(end - raw))); raw = nl + 1) {
        json_t *row = json_loadb(raw, (size_t)(nl - raw), 0, NULL);
        if (json_is_array(row))
            json_array_append(rows, row);
        else if (json_object_get(row, "dropped"))
            dropped = json_incref(json_object_get(row, "dropped"));
        json_decref(row);
    }
    if (dropped)
        json_array_append_new(job_list(j, "timelines"),
                              json_pack("{s:s s:s s:O s:O}", "case", b->case_id, "call", b->call_name, "rows", rows,
                                        "dropped", dropped));
    json_decref(rows);
    json_decref(dropped);
}

/* ---- profile ------------------------------------------------------------------------------------------- */

static void count_ranks(struct job *j, const struct case_memory *b, struct proc *p)
{
    struct proto_verdict v;
    memcpy(&v, (const void *)&proc_done(p)->verdict, sizeof v);
    for (int k = 0; k < v.ncounters && k < VERDICT_COUNTERS; k++) {
        v.counter[k].name[sizeof v.counter[k].name - 1] = 0;
        job_count(j, b, v.counter[k].name, v.counter[k].value, "ranks");
    }
}

/* One call of one case under the model's own order, checked. 1; 0 with `msg`, and v->pass is 0 when its results are
 * wrong; -1 our own fault. *p stays usable. */
static int measure(struct job *j, const char *object, struct case_memory *b, struct proc **p, int timeline,
                   struct verify_result *v, char *msg, size_t n, struct err *e)
{
    enum proc_state why;
    struct child c = child_of(j, b, object);
    struct case_end end;
    v->pass = 1;
    if (child_start(j, &c, p, &why, e)) {
        snprintf(msg, n, "%s", e->text);
        return why == PROC_OURS ? -1 : 0;
    }
    struct case_run run = { .p = *p, .limit_s = j->lab.wall_s * 2 + (j->on->wall_clock ? WALL_START_S : 0),
                            .seed = job_count_seed(j, b->run), .timeline = timeline };
    if (case_run(j, b, &run, &end, e))
        return -1;
    *v = end.v;
    if (end.how == CASE_WRONG)
        snprintf(msg, n, "The results are wrong at this size: %.500s", end.v.message);
    else if (end.how != CASE_RIGHT)
        snprintf(msg, n, "%s", end.how == CASE_BROKE ? proc_why(*p) : end.text);
    return end.how == CASE_RIGHT;
}

static int profile_one(struct job *j, const struct lab_run *run, void *of, struct err *e)
{
    (void)of;
    struct case_memory b;
    struct proc *p = NULL;
    struct verify_result v;
    char msg[VERDICT_TEXT], whole_msg[VERDICT_TEXT + 128];
    if (case_memory_make(j, run, &b, e))
        return -1;
    if (b.call->emitted) { /* the ranks have written it, and something else runs it */
        int rc = profile_emitted(j, &b, e);
        case_memory_finish(&b);
        return rc;
    }
    int got = measure(j, j->object, &b, &p, 1, &v, msg, sizeof msg, e);
    if (got >= 0 && (got || !v.pass)) /* the call ended, be its result right or wrong */
        curve_keep(j, &b);
    if (got > 0) {
        count_ranks(j, &b, p);
        job_lab_counters(j, &b, &v);
        ranks_timeline(j, &b, p, 1);
    } else if (!got) {
        snprintf(whole_msg, sizeof whole_msg, "%s, case %s: %s", b.call_name, b.case_id, msg);
        (v.pass ? job_skip : job_charge)(j, "profile", whole_msg);
    }
    proc_finish(p);
    case_memory_finish(&b);
    return got < 0 ? -1 : 0;
}

static int wanted(const struct job *j, const struct lab_run *run)
{
    for (size_t k = 0; k < j->lab.ngates; k++)
        if (lab_gates(&j->lab.gates[k], run))
            return 1;
    return run->of->gate;
}

int ranks_profile(struct job *j, struct err *e)
{
    double t0 = util_now();
    job_phase("profile", "start", 0);
    int rc = profile_each(j, wanted, profile_one, NULL, e);
    job_phase("profile", "done", (util_now() - t0) * 1e3);
    return rc;
}

/* ---- perf without a clock ------------------------------------------------------------------------------ */

/* The counter of one checked run: of the hub or of the lab's own verify function. -1: there is none. */
static double counter_of(struct proc *p, const struct verify_result *v, const char *name)
{
    struct proto_verdict d;
    memcpy(&d, (const void *)&proc_done(p)->verdict, sizeof d);
    for (int k = 0; k < d.ncounters && k < VERDICT_COUNTERS; k++)
        if (!strncmp(d.counter[k].name, name, sizeof d.counter[k].name - 1))
            return d.counter[k].value;
    for (int k = 0; k < v->counted.ncounters; k++)
        if (!strcmp(v->counted.counters[k].name, name))
            return v->counted.counters[k].value;
    return -1;
}

/* Over a library time is the clock's. */
static const char *counter_name(const struct job *j, const struct lab_bench *bench)
{
    const char *name = bench->metric + strlen("fewer:");
    return j->on->wall_clock && !strcmp(name, "vtime_ns") ? "wall_ns" : name;
}

/* What both sides of a race count in one lap. */
struct laps {
    double x, work; /* the bench's counter; what all ranks computed, -1: nobody counted */
};

/* Arithmetic that nobody charges takes no time, so whoever computes less than what it is held against has not been
 * timed. Rounding, and what a rank pads, may differ. */
static int works_less(const struct laps *of, char *msg, size_t n)
{
    if (of[0].work <= 0 || of[1].work >= .99 * of[0].work)
        return 0;
    snprintf(msg, n, "The ranks computed for %.4g µs in all, and those of the reference for %.4g µs of the same "
                     "work: virtual time is what comm_compute() is told.", of[1].work * 1e-3, of[0].work * 1e-3);
    return 1;
}

/* One run of each, what it is held against first: 1, 0 the learner's failed with `msg`, or -1. */
static int lap(struct job *j, const char *const object[2], const char *whose, const char *name, struct case_memory *b,
               struct laps of[2], char *msg, size_t n, struct err *e)
{
    int got = 1;
    for (int k = 0; k < 2 && got > 0; k++) {
        struct proc *p = NULL;
        struct verify_result v = { 0 };
        got = measure(j, object[k], b, &p, 0, &v, msg, n, e);
        of[k].x = got > 0 ? counter_of(p, &v, name) : -1;
        of[k].work = got > 0 ? counter_of(p, &v, "work_ns") : -1;
        proc_finish(p);
        if (!got && !k)
            return err_set(e, "The code %s, against which the submission is held, failed in %s: "
                              "%.600s", whose, b->call_name, msg);
    }
    return got;
}

/* A clock is read several times, in turns: medians. */
static int race(struct job *j, const char *other, const char *whose, const struct lab_bench *bench,
                struct case_memory *b, struct err *e)
{
    const char *object[2] = { other, j->object }, *name = counter_name(j, bench);
    double x[2] = { -1, -1 }, all[2][WALL_LAPS];
    struct laps one[2] = { { -1, -1 }, { -1, -1 } };
    char msg[VERDICT_TEXT];
    int laps = j->on->wall_clock ? WALL_LAPS : 1, got = 1;
    for (int k = 0; k < laps && got > 0; k++) {
        got = lap(j, object, whose, name, b, one, msg, sizeof msg, e);
        all[0][k] = one[0].x;
        all[1][k] = one[1].x;
    }
    for (int k = 0; k < 2 && got > 0; k++)
        x[k] = stats_median(all[k], (size_t)laps);
    if (got > 0 && !(x[0] > 0 && x[1] > 0))
        return err_set(e, "Bench %s: the ranks count no %s here.", bench->id, name);
    if (got > 0 && works_less(one, msg, sizeof msg))
        job_doubt_row(j, bench, b, msg);
    else if (got >= 0)
        job_fewer_row(j, bench, b, x[0], x[1], got ? NULL : msg);
    return got < 0 ? -1 : 0;
}

int ranks_bench(struct job *j, const struct lab_bench *bench, struct err *e)
{
    const char *whose = "";
    struct build_result r;
    struct case_memory b;
    if (!bench->run)
        return err_set(e, "A bench names a case or call that the lab does not have.");
    int rc = opponent_build(j, 0, &r, &whose, e);
    if (!rc && !(rc = case_memory_make(j, bench->run, &b, e))) {
        const char *beyond = j->on->beyond ? j->on->beyond(j, &b) : NULL;
        if (beyond)
            job_skip(j, "perf", beyond);
        else
            rc = race(j, r.so, whose, bench, &b, e);
        case_memory_finish(&b);
    }
    build_result_finish(&r);
    return rc;
}
