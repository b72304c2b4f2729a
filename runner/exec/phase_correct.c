/* phase_correct.c: does every case agree with the oracle? */
#define _GNU_SOURCE
#include "phases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "asked.h"
#include "backend.h"
#include "case_run.h"
#include "curve.h"
#include "emitted.h"
#include "phase_ranks.h"
#include "width.h"
#include "runner/base/figure.h"
#include "runner/base/words.h"
#include "runner/base/js.h"

enum { HANG_S = 2, TIMEOUTS = 2 };

static json_t *mismatch_row(const struct verify_result *v)
{
    if (!v->bad)
        return json_null();
    /* JSON has no NaN: a missing value stands for it, and the message spells it out */
    json_t *m = json_pack("{s:o s:I s:I s:I}", "out", job_text(v->out), "index", (json_int_t)v->index, "bad",
                          (json_int_t)v->bad, "total", (json_int_t)v->total);
    if (isfinite(v->expected))
        json_object_set_new(m, "expected", json_real(v->expected));
    if (isfinite(v->actual))
        json_object_set_new(m, "actual", json_real(v->actual));
    return m;
}

/* Is this the failure that the run is made for? A case with drawn fields ends nothing: another draw might not show the
 * failure. */
static int is_sought(const struct job *j, const struct lab_case *c, const char *status, const char *message)
{
    return j->until && !c->drawn && strcmp(status, "PASS") && strcmp(status, "SKIPPED") &&
           strcasestr(message, j->until);
}

/* v: the comparison, where there was one. */
static json_t *case_done(struct job *j, const struct case_memory *b, size_t k, size_t n, const char *status,
                         const char *message, double ms, const struct verify_result *v)
{
    json_t *row = job_case_row(b, status, message, ms);
    if (v)
        json_object_set_new(row, "mismatch", mismatch_row(v));
    if (strcmp(status, "PASS"))
        asked_row(b, v, row);
    if (j->on_gpu)
        json_object_set_new(row, "backend", json_string(j->backend));
    json_array_append_new(job_list(j, "cases"), row);
    job_event(json_pack("{s:s s:s s:s s:i s:i s:s s:o s:s*}", "event", "case", "call", b->call_name, "case",
                        b->case_id, "k", (int)k + 1, "n", (int)n, "status", status, "message",
                        job_text(message), "said", json_string_value(json_object_get(row, "said"))));
    if (strcmp(status, "PASS"))
        j->correct = 0;
    j->seen |= is_sought(j, b->of, status, message);
    return row;
}

/* Does each function count by itself? Then what one does must cost no other its cases. */
static int counts_each(const struct job *j)
{
    const char *by = util_str(json_object_get(j->lab.source, "partial"), "by", "none");
    return strcmp(by, "none") != 0;
}

/* What did not end once would most likely not end again, and each wait costs the lab's limit: after the time-out of a
 * call its other cases are not tried, and after two time-outs no case is, but where each function counts by itself. The
 * same holds there for any other limit. */
static int left_out(struct job *j, const struct case_set *s, size_t k)
{
    const struct case_memory *b = &s->b[k];
    const char *last = NULL, *what = NULL;
    char why[200];
    int n = 0, own = 0;
    size_t q;
    const json_t *row;
    json_array_foreach(json_object_get(j->report, "cases"), q, row) {
        int limit = json_is_true(json_object_get(row, "limit"));
        if (own || (!limit && !json_is_true(json_object_get(row, "timeout"))))
            continue;
        what = limit ? "limit" : "time-out";
        own = !strcmp(util_str(row, "call", ""), b->call_name);
        last = util_str(row, "case", "");
        n++;
    }
    if (!own && (n < TIMEOUTS || counts_each(j)))
        return 0;
    snprintf(why, sizeof why, "Not tried after the %s of case %.100s.", what, last);
    case_done(j, b, k, s->n, "SKIPPED", why, 0, NULL);
    return 1;
}

/* The first one is the report's; but a violation is never behind a crash or a limit. */
static void fault(struct job *j, enum proc_state s, const char *why)
{
    int code = s == PROC_LIMIT || s == PROC_FLOOD ? CODE_LIMIT
             : s == PROC_OURS                     ? CODE_OURS
             : s == PROC_VIOLATION                ? CODE_SUSPICIOUS
                                                  : CODE_CRASH;
    json_t *have = json_object_get(j->report, "error");
    if (!json_is_object(have) || (code == CODE_SUSPICIOUS && js_number_or(have, "code", 0) < CODE_SUSPICIOUS))
        json_object_set_new(j->report, "error",
                            json_pack("{s:s s:i s:o}", "status", "ERROR", "code", code, "message", job_text(why)));
}

static void crash_message(char *ret, size_t n, struct proc *p)
{
    const char *raw = proc_output(p);
    size_t len = strlen(raw);
    while (len && raw[len - 1] == '\n')
        len--;
    char *said = util_clean(raw, len < 300 ? len : 300, 0);
    snprintf(ret, n, "%s%s%s", proc_why(p), len ? " It wrote: " : "", said);
    free(said);
}

/* A child of `object` for the cases from k on: 1 it is there; 0 no use, the report says why; -1 our own fault. */
static int need_child(struct job *j, const char *object, struct proc **p, const struct case_set *s, size_t k,
                      struct err *e)
{
    enum proc_state why;
    struct child c = child_of(j, &s->b[k], object);
    if (*p)
        return 1;
    if (object == j->object) { /* of the other cases, too */
        c.in_size = s->in_size;
        c.out_size = s->out_size;
    }
    if (!child_start(j, &c, p, &why, e))
        return 1;
    if (why == PROC_OURS)
        return -1;
    if (why == PROC_NO_GPU) {
        job_skip(j, "correct", e->text);
        j->correct = 0;
        return 0;
    }
    case_done(j, &s->b[k], k, s->n, "ERROR", e->text, 0, NULL);
    fault(j, why, e->text);
    return 0;
}

/* What the trial wrote of its messages: of the first one that was condemned it is kept. */
static void keep_timeline(struct job *j, const struct case_memory *b, struct proc *p, const struct case_end *end)
{
    if (backend_of(j, b->call)->verdict && end->how != CASE_BROKE)
        ranks_timeline(j, b, p, end->how == CASE_CONDEMNED && !json_object_get(j->report, "timelines"));
}

/* The case's row, and the report's error where whoever carried its messages found more than a wrong one. */
static void condemned(struct job *j, const struct case_set *s, size_t k, const struct case_end *end, int order)
{
    static const enum proc_state as[] = { [SAID_DIED] = PROC_CRASH, [SAID_LIMIT] = PROC_LIMIT,
                                          [SAID_VIOLATION] = PROC_VIOLATION, [SAID_OURS] = PROC_OURS };
    char whole[VERDICT_TEXT + 128];
    if (order)
        snprintf(whole, sizeof whole, "Under order %d of delivery: %s", order, end->text);
    else
        snprintf(whole, sizeof whole, "%s", end->text);
    const char *status = end->said == SAID_FAIL ? "FAIL" : "ERROR";
    json_t *row = case_done(j, &s->b[k], k, s->n, status, whole, end->wall * 1e3, NULL);
    if (end->said == SAID_LIMIT)
        json_object_set_new(row, "timeout", json_true());
    if (end->said != SAID_FAIL)
        fault(j, as[end->said], whole);
}

/* The child is of no more use; the report says why. 1: another may try the next case. */
static int case_broke(struct job *j, const struct case_set *s, size_t k, struct proc **p, const struct case_end *end)
{
    enum proc_state st = end->state;
    char msg[768];
    crash_message(msg, sizeof msg, *p);
    json_t *row = case_done(j, &s->b[k], k, s->n, "ERROR", msg, end->wall * 1e3, NULL);
    int timeout = st == PROC_LIMIT && !strstr(proc_why(*p), "memory");
    int limit = !timeout && (st == PROC_LIMIT || st == PROC_FLOOD) && counts_each(j);
    if (timeout || limit)
        json_object_set_new(row, timeout ? "timeout" : "limit", json_true());
    fault(j, st, msg);
    proc_finish(*p);
    *p = NULL;
    return st == PROC_CRASH || st == PROC_EXIT || timeout || limit;
}

static double limit_of(const struct job *j, const struct case_memory *b)
{
    return j->lab.wall_s + backend_of(j, b->call)->grace_s;
}

/* The same inputs under the other orders of delivery, while all goes well: 1 with *v; 0 the case's row is written, and
 * *again is what run_case() returns; -1 our own fault. */
static int run_orders(struct job *j, struct proc **p, const struct case_set *s, size_t k, struct verify_result *v,
                      int *again, struct err *e)
{
    struct case_memory *b = &s->b[k];
    struct case_end end;
    const struct backend *on = backend_of(j, b->call);
    int orders = on->orders ? on->orders(b) : 1;
    for (int order = 1; v->pass && order < orders; order++) {
        struct case_run run = { .p = *p, .limit_s = limit_of(j, b), .keep = 1, .order = order, .timeline = 1 };
        if (case_run(j, b, &run, &end, e))
            return -1;
        keep_timeline(j, b, *p, &end);
        if (end.how == CASE_BROKE)
            *again = case_broke(j, s, k, p, &end);
        else if (end.how == CASE_CONDEMNED)
            condemned(j, s, k, &end, order);
        if (end.how == CASE_BROKE || end.how == CASE_CONDEMNED)
            return 0;
        *v = end.v;
        if (!v->pass)
            snprintf(v->message, sizeof v->message, "Under order %d of delivery: %.400s", order, end.v.message);
    }
    return 1;
}

/* On the wall clock a hang costs its deadline, and the next case most likely the same again. */
static int go_on_after(struct job *j, double wall)
{
    if (!j->on->wall_clock || wall < HANG_S)
        return 1;
    job_skip(j, "cases after a hang", "Each of these cases would wait for its deadline.");
    return 0;
}

/* Is it the emulator's sentence of a launch that did not end: "timeout (FILE:LINE): …", or without a place? */
static int says_timeout(const char *message)
{
    size_t n = strlen("timeout");
    return !strncmp(message, "timeout", n) && (message[n] == ':' || message[n] == ' ');
}

/* The case's row, of a trial that ended by itself. */
static void judge(struct job *j, const char *object, struct proc **p, const struct case_set *s, size_t k,
                  struct case_end *end)
{
    struct case_memory *b = &s->b[k];
    const struct backend *on = backend_of(j, b->call);
    struct verify_result *v = &end->v;
    int broke = on->broke && on->broke(j, *p, object, v->message, sizeof v->message);
    v->pass &= !broke;
    job_lab_counters(j, b, v);
    curve_keep(j, b);
    json_t *row = case_done(j, b, k, s->n, v->pass ? "PASS" : "FAIL", v->message, end->wall * 1e3, v);
    if (!broke)
        return;
    if (on->mode == PROTO_EMULATED && says_timeout(v->message))
        json_object_set_new(row, "timeout", json_true());
    proc_finish(*p); /* after a trap the context answers every call with that same error */
    *p = NULL;
}

/* 1: go on with the next case; 0: no use. */
static int run_case(struct job *j, const char *object, struct proc **p, const struct case_set *s, size_t k,
                    struct err *e)
{
    struct case_memory *b = &s->b[k];
    const char *beyond = j->on->beyond ? j->on->beyond(j, b) : NULL;
    struct case_end end;
    if (beyond) {
        job_skip(j, b->case_id, beyond);
        case_done(j, b, k, s->n, "SKIPPED", beyond, 0, NULL);
        return 1;
    }
    if (left_out(j, s, k))
        return 1;
    int there = need_child(j, object, p, s, k, e), again = 1;
    if (there <= 0)
        return there;
    char limit[FIGURE];
    job_step("correct", "%s, case %s (%zu of %zu, at most %s of its own time)", b->call_name, b->case_id, k + 1, s->n,
             figure_seconds(limit_of(j, b), limit));
    struct case_run run = { .p = *p, .limit_s = limit_of(j, b), .seed = job_case_seed(j, b->run),
                            .timeline = j->on->verdict != NULL };
    if (case_run(j, b, &run, &end, e))
        return -1;
    keep_timeline(j, b, *p, &end);
    if (end.how == CASE_BROKE)
        return case_broke(j, s, k, p, &end);
    if (end.how == CASE_CONDEMNED) {
        condemned(j, s, k, &end, 0);
        return go_on_after(j, end.wall);
    }
    if ((there = run_orders(j, p, s, k, &end.v, &again, e)) <= 0)
        return there ? -1 : again;
    judge(j, object, p, s, k, &end);
    return 1;
}

/* Before case k: its width is in use, and a child of the other width has ended. */
static void for_width(struct job *j, struct proc **p, const struct lab_case *c)
{
    if (!width_use(j, c))
        return;
    proc_finish(*p);
    *p = NULL;
}

/* The same for code that the submission writes: it is built first, and has a child of its own. */
static int run_emitted(struct job *j, const struct case_set *s, size_t k, struct err *e)
{
    char *object, msg[512];
    struct proc *p = NULL;
    int got = emitted_build(j, j->object, &s->b[k], BUILD_PLAIN, &object, msg, sizeof msg, e);
    if (!got)
        case_done(j, &s->b[k], k, s->n, "FAIL", msg, 0, NULL);
    if (got <= 0)
        return got < 0 ? -1 : 1;
    got = run_case(j, object, &p, s, k, e);
    proc_finish(p);
    free(object);
    return got;
}

int phase_correct(struct job *j, struct err *e)
{
    struct case_set s = { 0 };
    double t0 = util_now();
    job_phase("correct", "start", 0);
    j->correct = 1;
    job_list(j, "cases");
    int go = case_set_make(j, NULL, &s, e) ? -1 : 1;
    struct proc *p = NULL;
    for (size_t k = 0; go > 0 && k < s.n && !j->seen; k++) {
        for_width(j, &p, s.b[k].of);
        go = s.b[k].call->emitted ? run_emitted(j, &s, k, e) : run_case(j, j->object, &p, &s, k, e);
    }
    if (p) {
        char *said = util_clean(proc_output(p), strlen(proc_output(p)), 0);
        if (*said)
            json_object_set_new(j->report, "output", job_text(said));
        free(said);
    }
    for_width(j, &p, NULL);
    proc_finish(p);
    if (go >= 0 && !j->correct && j->on->explain && !j->until && j->on->explain(j, &s, e))
        go = -1;
    case_set_finish(&s);
    job_phase("correct", "done", (util_now() - t0) * 1e3);
    return go < 0 ? -1 : 0;
}

