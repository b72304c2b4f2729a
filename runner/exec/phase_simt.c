/*
 * phase_simt.c: CUDA labs on the emulator: what it finds wrong (sanitize) and what it counts (profile).
 */
#define _GNU_SOURCE
#include "phase_simt.h"

#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "blame.h"
#include "case_run.h"
#include "curve.h"
#include "opponent.h"
#include "profile.h"
#include "width.h"
#include "runner/simt/host/simt.h"
#include "runner/simt/host/time.h"
#include "runner/base/js.h"

enum {
    SMALL = 8 << 20, /* bytes of a case that is looked at access by access */
    LOOKS = 3,       /* at failed cases, from the smallest on */
    SAMPLE = 4096    /* outputs that are compared where counters are taken */
};

/* Of the GPU whose times are predicted; NULL: none are, as for the device of 64 lanes, which is no card's. */
static const json_t *card_of(const struct job *j)
{
    return j->build.profile ? NULL : json_object_get(j->in, "card");
}

static json_t *report_of(struct job *j, const char *raw, size_t n, const char *program, struct err *e)
{
    char *base = util_path("%s/src", j->build.dir);
    struct simt_card card;
    const json_t *gpu = card_of(j);
    struct simt_raw r = { .text = raw, .n = n, .program = program, .dir = j->build.dir, .base = base, .boxed = 1,
                          .arch = j->build.profile };
    if (gpu && !simt_card_read(json_object_get(gpu, "values"), &card))
        r.card = &card;
    json_t *report = simt_report(&r, e);
    free(base);
    return report;
}

/* A cast that a GPU answers in its own way may be meant: it explains a wrong result, and is no error by itself. */
static int is_cast(const json_t *error)
{
    return !strcmp(util_str(error, "kind", ""), "float-cast");
}

static const json_t *first_of(const json_t *errors, int casts)
{
    size_t k;
    const json_t *e;
    json_array_foreach(errors, k, e)
        if (is_cast(e) == casts)
            return e;
    return NULL;
}

static const json_t *first_in(const json_t *report, int casts)
{
    size_t k;
    const json_t *l, *found;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        if ((found = first_of(json_object_get(l, "errors"), casts)))
            return found;
    return first_of(json_object_get(report, "errors"), casts);
}

static const json_t *first_error(const json_t *report)
{
    return first_in(report, 0);
}

/* Why a program ended too soon. A leak is never the reason: a program that ends early has not come to its frees. */
static const json_t *fatal_error(const json_t *report)
{
    const json_t *first = first_error(report);
    return strcmp(util_str(first, "kind", ""), "leak") ? first : NULL;
}

static void say(const json_t *error, char *ret, size_t n)
{
    const char *file = util_str(error, "file", NULL), *slash = file ? strrchr(file, '/') : NULL;
    int line = (int)js_number_or(error, "line", 0);
    const json_t *other = json_object_get(error, "other");
    const char *kind = util_str(error, "kind", "error"), *what = "the other";
    char at[400] = "";
    if (!strcmp(kind, "out-of-bounds") || !strcmp(kind, "use-after-free"))
        what = "allocated";
    int second = (int)js_number(other, "line"), ends = second && file && !strcmp(util_str(other, "file", ""), file);
    if (file && line)
        snprintf(at, sizeof at, ends ? " (%.200s:%d, %s at :%d)" : " (%.200s:%d)", slash ? slash + 1 : file, line,
                 what, second);
    snprintf(ret, n, "%s%s: %s", kind, at, util_str(error, "message", ""));
}

int simt_note(struct job *j, struct proc *p, const char *program, char *ret, size_t n)
{
    struct err e;
    size_t length;
    const char *raw = proc_raw(p, &length);
    json_t *report = report_of(j, raw, length, program, &e);
    const json_t *first = fatal_error(report);
    if (first)
        say(first, ret, n);
    int told = first != NULL;
    json_decref(report);
    return told;
}

static int trace(struct job *j, struct build_result *ret, struct err *e)
{
    return build_emulated(&j->build, j->files, 1, ret, e);
}

/* The traced program, built once for both phases: 1 it is there; 0 the report says why not; -1 our own fault. */
static int traced_program(struct job *j, const char *phase, struct err *e)
{
    struct build_result r;
    if (j->traced)
        return 1;
    job_step(phase, "builds for the emulator's trace");
    if (job_build(j, trace, &r, e)) {
        build_result_finish(&r);
        return -1;
    }
    if (!r.ok && r.limit)
        job_charge(j, phase, "The build for the emulator's trace was stopped at its limit.");
    else if (!r.ok)
        job_refuse(j, phase, "The source does not compile for the emulator's trace", text_str(&r.log));
    j->traced = r.so;
    r.so = NULL;
    build_result_finish(&r);
    return j->traced ? 1 : 0;
}

/* The report of the call that has just ended. Where the log does not tell all of it, "unproven" says why: then that
 * nothing is found in it proves nothing. */
static json_t *look_at_log(struct job *j, struct proc *p, const char *program, struct err *e)
{
    size_t n;
    char said[sizeof e->text + 80];
    struct err why;
    const char *raw = proc_raw(p, &n);
    const struct proto_go *go = proc_go(p);
    struct simt_expected w = { .full = proc_raw_seen(p) >= PROTO_RAW_SIZE,
                               .kernel = go->call,
                               .grid = go->grid,
                               .block = go->block,
                               .launched = go->grid[0] && go->grid[1] && go->grid[2] };
    json_t *report = report_of(j, raw, n, program, e);
    if (report && simt_whole(&w, raw, n, &why)) {
        snprintf(said, sizeof said, "The emulator's log of this run is no proof. %s", why.text);
        json_object_set_new(report, "unproven", json_string(said));
    }
    return report;
}

/* One call of one case in a traced program. 1 with *ret, and what *v tells of its outputs where it is given; 0 with
 * `msg`; -1 our own fault. *p is NULL when it is of no more use. */
static int trial(struct job *j, const char *program, struct proc **p, struct case_memory *b, json_t **ret,
                 struct verify_result *v, char *msg, size_t n, struct err *e)
{
    enum proc_state why;
    struct case_end end;
    struct child c = { .on = j->emulator, .object = program, .mode = PROTO_EMULATED,
                       .in_size = b->in_size > SMALL ? b->in_size : SMALL,
                       .out_size = b->out_size > SMALL ? b->out_size : SMALL,
                       .time = card_of(j) != NULL };
    if (!*p && child_start(j, &c, p, &why, e)) {
        snprintf(msg, n, "%s", e->text);
        return why == PROC_OURS ? -1 : 0;
    }
    struct case_run run = { .p = *p, .limit_s = j->lab.wall_s * (TRACED_TIMES + 1), .seed = job_case_seed(j, b->run),
                            .unjudged = !v, .sample = SAMPLE };
    if (case_run(j, b, &run, &end, e))
        return -1;
    if (end.how == CASE_BROKE) {
        if (!simt_note(j, *p, program, msg, n))
            snprintf(msg, n, "%s", proc_raw_seen(*p) < PROTO_RAW_SIZE ? proc_why(*p) : "The emulator's log is full.");
        proc_finish(*p);
        *p = NULL;
        return 0;
    }
    if (v)
        *v = end.v;
    *ret = look_at_log(j, *p, program, e);
    if (proc_raw_seen(*p) > PROTO_RAW_SIZE / 2) { /* the next case begins a log of its own */
        proc_finish(*p);
        *p = NULL;
    }
    return *ret ? 1 : -1;
}

static void sanitize_row(struct job *j, const char *status, const char *message, const json_t *error)
{
    json_t *s = json_pack("{s:s s:o s:s}", "status", status, "message", job_text(message), "by", "emulator");
    const char *file = util_str(error, "file", NULL), *slash = file ? strrchr(file, '/') : NULL;
    if (file) {
        json_object_set_new(s, "file", job_text(slash ? slash + 1 : file));
        json_object_set(s, "line", json_object_get(error, "line"));
        json_object_set(s, "error", (json_t *)error);
    }
    json_object_set_new(j->report, "sanitize", s);
}

int simt_look(struct job *j, const char *program, struct proc **p, struct case_memory *b, struct err *e)
{
    char msg[768], whole[1024];
    json_t *report = NULL;
    struct verify_result v = { .pass = 1 };
    int got = trial(j, program, p, b, &report, &v, msg, sizeof msg, e);
    if (got > 0)
        curve_keep(j, b);
    v.pass |= job_case_failed(j, b); /* as wrong as in the timed build, which `correct` has said */
    const json_t *error = first_error(report);
    const char *unproven = util_str(report, "unproven", NULL);
    if (error)
        say(error, msg, sizeof msg);
    else if (unproven)
        snprintf(msg, sizeof msg, "%s", unproven);
    else if (got > 0 && !v.pass)
        snprintf(msg, sizeof msg, "The checked build gives other results: they are wrong there.");
    snprintf(whole, sizeof whole, "%s, case %s: %s", b->call_name, b->case_id, msg);
    if (got == 0 || error || (got > 0 && !unproven && !v.pass))
        sanitize_row(j, "ERROR", whole, error);
    else if (unproven)
        job_charge(j, "sanitize", whole);
    int clean = got > 0 && !error && !unproven && v.pass;
    json_decref(report);
    return got < 0 ? -1 : clean;
}

/* ---- why a case of `correct` is wrong -------------------------------------------------------------------- */

/* Failed, and small enough to be looked at access by access. What did not end is left: under a trace it lasts
 * longer. */
static int worth_a_look(const struct job *j, const struct case_memory *b)
{
    const json_t *row = job_case_said(j, b);
    const char *status = util_str(row, "status", "");
    int there = strncmp(util_str(row, "message", ""), "There is no kernel", strlen("There is no kernel")) != 0;
    return there && (!strcmp(status, "FAIL") || !strcmp(status, "ERROR")) &&
           !json_is_true(json_object_get(row, "timeout")) && b->in_size + b->out_size <= SMALL &&
           !b->of->block_order && !b->call->emitted;
}

static size_t bytes_of(const struct case_memory *b)
{
    size_t n = 0;
    for (size_t k = 0; k < b->nbuf; k++)
        n += b->buf[k].bytes;
    return n;
}

/* The smallest that is larger than `above`; of equals the first. NULL: there is none. */
static struct case_memory *smallest(const struct job *j, const struct case_set *s, size_t above)
{
    struct case_memory *best = NULL;
    for (size_t k = 0; k < s->n; k++)
        if (worth_a_look(j, &s->b[k]) && bytes_of(&s->b[k]) > above &&
            (!best || bytes_of(&s->b[k]) < bytes_of(best)))
            best = &s->b[k];
    return best;
}

/* 1: an error was found, and is in the report; 0: none; -1 our own fault. */
static int find_in(struct job *j, struct proc **p, struct case_memory *b, struct err *e)
{
    char msg[768], whole[1024];
    json_t *report = NULL;
    job_step("correct", "looks for a race in %s, case %s", b->call_name, b->case_id);
    int got = trial(j, j->traced, p, b, &report, NULL, msg, sizeof msg, e);
    const json_t *error = first_error(report);
    if (!error)
        error = first_in(report, 1);
    if (error) {
        say(error, msg, sizeof msg);
        snprintf(whole, sizeof whole, "%s, case %s: %s", b->call_name, b->case_id, msg);
        json_t *found = json_pack("{s:s s:s s:s s:o}", "case", b->case_id, "call", b->call_name, "kind",
                                  util_str(error, "kind", "error"), "message", job_text(whole));
        json_object_set(found, "error", (json_t *)error);
        json_object_set_new(j->report, "found", found);
        job_event(json_pack("{s:s s:o}", "event", "finding", "message", job_text(whole)));
    }
    int found = error != NULL;
    json_decref(report);
    return got < 0 ? -1 : found;
}

/* The traced program of b's width, and no child of the other's. 0, or -1 for a fault of our own; where the program does
 * not compile j->traced stays NULL. */
static int trace_width(struct job *j, struct proc **p, const struct case_memory *b, struct err *e)
{
    struct build_result r = { .ok = 0 };
    if (width_use(j, b->of)) {
        proc_finish(*p);
        *p = NULL;
    }
    int rc = !j->traced && job_build(j, trace, &r, e) ? -1 : 0;
    if (r.ok && !j->traced) {
        j->traced = r.so;
        r.so = NULL;
    }
    build_result_finish(&r);
    return rc;
}

int simt_explain(struct job *j, const struct case_set *s, struct err *e)
{
    struct proc *p = NULL;
    struct case_memory *b = smallest(j, s, 0);
    int got = 0;
    for (int k = 0; k < LOOKS && b && !got; k++, b = b ? smallest(j, s, bytes_of(b)) : NULL) {
        got = trace_width(j, &p, b, e);
        if (!got && !j->traced)
            break;
        got = got ? got : find_in(j, &p, b, e);
    }
    proc_finish(p);
    width_use(j, NULL);
    return got < 0 ? -1 : 0;
}

/* ---- sanitize -------------------------------------------------------------------------------------------- */

/* All small cases, up to the first error. Those of another order of blocks are judged without a trace alone: in a
 * traced block a wait without end is known by the time limit only. */
static int sanitize_cases(struct job *j, struct err *e)
{
    struct case_set s = { 0 };
    struct proc *p = NULL;
    int rc = case_set_make(j, j->draw, &s, e), clean = 1;
    for (size_t k = 0; !rc && clean && k < s.n; k++) {
        if (s.b[k].in_size + s.b[k].out_size > SMALL || s.b[k].of->block_order)
            continue;
        job_step("sanitize", "%s, case %s", s.b[k].call_name, s.b[k].case_id);
        if (width_use(j, s.b[k].of)) {
            proc_finish(p);
            p = NULL;
        }
        clean = traced_program(j, "sanitize", e);
        if (clean <= 0) {
            rc = clean;
            break;
        }
        clean = simt_look(j, j->traced, &p, &s.b[k], e);
        rc = clean < 0 ? -1 : 0;
    }
    if (!rc && clean)
        sanitize_row(j, "PASS", "", NULL);
    proc_finish(p);
    width_use(j, NULL);
    case_set_finish(&s);
    return rc;
}

/* What `correct` said of a case that did not end; NULL: all ended. */
static const json_t *endless_case(const struct job *j)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(j->report, "cases"), k, row)
        if (json_is_true(json_object_get(row, "timeout")))
            return row;
    return NULL;
}

/* A kernel that does not end is an error already, which a trace would say a minute later. */
int simt_sanitize(struct job *j, struct err *e)
{
    double t0 = util_now();
    char whole[1024];
    const json_t *found = json_object_get(j->report, "found"), *endless = endless_case(j);
    job_phase("sanitize", "start", 0);
    int rc = found || endless ? 0 : traced_program(j, "sanitize", e);
    if (found) {
        sanitize_row(j, "ERROR", util_str(found, "message", ""), json_object_get(found, "error"));
    } else if (endless) {
        snprintf(whole, sizeof whole, "%s, case %s: %s", util_str(endless, "call", ""), util_str(endless, "case", ""),
                 util_str(endless, "message", ""));
        sanitize_row(j, "ERROR", whole, NULL);
    }
    if (rc > 0)
        rc = sanitize_cases(j, e);
    job_phase("sanitize", "done", (util_now() - t0) * 1e3);
    return rc < 0 ? -1 : 0;
}

/* ---- profile ------------------------------------------------------------------------------------------- */

static int wanted(const struct job *j, const struct lab_run *run)
{
    for (size_t k = 0; k < j->lab.ngates; k++)
        if (!j->lab.gates[k].compile && lab_gates(&j->lab.gates[k], run))
            return 1;
    return run->of->gate;
}

static void count_launch(struct job *j, const struct case_memory *b, const json_t *launch)
{
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(launch, "counters"), name, v)
        if (json_is_number(v))
            job_count(j, b, name, json_number_value(v), "simt");
    size_t k;
    const json_t *line;
    json_array_foreach(json_object_get(launch, "lines"), k, line) {
        const char *file = util_str(line, "file", ""), *slash = strrchr(file, '/');
        if (!json_object_get(j->files, slash ? slash + 1 : file))
            continue;
        json_t *row = json_deep_copy(line);
        json_object_set_new(row, "file", json_string(slash ? slash + 1 : file));
        json_object_set_new(row, "case", json_string(b->case_id));
        json_object_set_new(row, "call", json_string(b->call_name));
        json_array_append_new(job_list(j, "lines"), row);
    }
}

/* What a model makes of the counts: how long a GPU would take for the same call. No gate and no bench reads it. */
static json_t *predicted(const struct job *j, const struct case_memory *b, const json_t *launch)
{
    const json_t *time = json_object_get(launch, "time");
    if (!card_of(j) || !json_is_object(time))
        return NULL;
    json_t *row = json_pack("{s:s s:s s:O s:O}", "call", b->call_name, "case", b->case_id, "gpu",
                            json_object_get(card_of(j), "gpu"), "name", json_object_get(card_of(j), "name"));
    json_object_update(row, (json_t *)(size_t)time);
    return row;
}

static void add_predicted(struct job *j, const struct case_memory *b, const json_t *report, const json_t *other)
{
    json_t *row = predicted(j, b, json_array_get(json_object_get(report, "launches"), 0));
    json_t *theirs = predicted(j, b, json_array_get(json_object_get(other, "launches"), 0));
    if (row && theirs)
        json_object_set(row, "reference_us", json_object_get(theirs, SIMT_TIME_KEY(us)));
    if (row)
        json_array_append(job_list(j, "predicted"), row);
    json_decref(row);
    json_decref(theirs);
}

enum { SECTOR_B = 32, REQUEST_B = 128 };

static const json_t *counters_of(const json_t *report)
{
    return json_object_get(json_array_get(json_object_get(report, "launches"), 0), "counters");
}

/* Bytes that a launch stored by any way that is counted; an atomic counts for all that it may. */
static double stored_of(const json_t *report)
{
    const json_t *c = counters_of(report);
    return SECTOR_B * (js_number_or(c, "g_st_sec", 0) + js_number_or(c, "atom", 0)) + js_number_or(c, "tma_B", 0);
}

/* The same of all that it moved, a request of constants for all that it may. */
static double traffic_of(const json_t *report)
{
    const json_t *c = counters_of(report);
    return stored_of(report) + SECTOR_B * js_number_or(c, "g_ld_sec", 0) + REQUEST_B * js_number_or(c, "const_req", 0) +
           js_number_or(c, "cpa_B", 0);
}

static double outputs_of(const struct case_memory *b)
{
    double n = 0;
    for (size_t k = 0; k < b->nbuf; k++)
        n += b->buf[k].writable == 1 && !b->buf[k].inout ? (double)b->buf[k].bytes : 0;
    return n;
}

/* Counts that no launch has, of a call whose results are right: a share above 1, or less traffic than its outputs. */
static int cannot_be(const struct case_memory *b, const json_t *report, char *msg, size_t n)
{
    const json_t *c = counters_of(report);
    static const char *const shares[] = { "g_ld_eff", "g_st_eff" };
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        if (js_number_or(c, shares[k], 0) > 1.0001) {
            snprintf(msg, n, "The counter %s is %.4g, and 1 is all of the bytes that were moved.", shares[k],
                     js_number_or(c, shares[k], 0));
            return 1;
        }
    /* an oracle has compared each element; who verifies may leave some of an output's room unwritten */
    if (!b->call->oracle || stored_of(report) >= outputs_of(b))
        return 0;
    snprintf(msg, n,
             "The kernel stored %.0f B by what was counted, and its outputs take %.0f B: an access was "
             "hidden.",
             stored_of(report), outputs_of(b));
    return 1;
}

/* What a grid of the learner's own does, or a line of his in the log, would not be counted: a call is one launch. */
static int one_grid(const json_t *report, char *msg, size_t n)
{
    size_t grids = json_array_size(json_object_get(report, "launches"));
    if (grids > 1)
        snprintf(msg, n,
                 "The code launched %zu grids, and counts are of the lab's own launch alone, which is "
                 "one.",
                 grids);
    return grids <= 1;
}

/* One call of one case: counted, and right. 1 with *ret; 0 with `msg`, and *wrong where its results are; -1 our own
 * fault. */
static int measure(struct job *j, const char *program, struct case_memory *b, json_t **ret, int *wrong, char *msg,
                   size_t n, struct err *e)
{
    struct proc *p = NULL;
    struct verify_result v;
    int got = trial(j, program, &p, b, ret, &v, msg, n, e);
    if (got > 0)
        got = one_grid(*ret, msg, n);
    if (got > 0 && util_str(*ret, "unproven", NULL) && !first_error(*ret)) {
        snprintf(msg, n, "%s", util_str(*ret, "unproven", ""));
        *wrong = 1;
        got = 0;
    }
    if (got > 0 && !v.pass) {
        const json_t *error = first_error(*ret);
        if (!strcmp(util_str(error, "kind", ""), "timeout")) /* what it left undone is no mistake of its own */
            say(error, msg, n);
        else
            snprintf(msg, n, "The results are wrong at this size: %.500s", v.message);
        *wrong = 1;
        got = 0;
    }
    proc_finish(p);
    return got;
}

int simt_count(struct job *j, const char *program, const struct lab_run *run, struct err *e)
{
    struct case_memory b;
    json_t *report = NULL;
    char msg[768], whole[1024];
    if (case_memory_make(j, run, &b, e))
        return -1;
    job_step("profile", "counts %s, case %s", b.call_name, b.case_id);
    int wrong = 0, got = measure(j, program, &b, &report, &wrong, msg, sizeof msg, e);
    const json_t *error = first_error(report);
    if (error) { /* too big for `sanitize`, and not clean: it counts there all the same */
        say(error, msg, sizeof msg);
        snprintf(whole, sizeof whole, "%s, case %s: %s", b.call_name, b.case_id, msg);
        sanitize_row(j, "ERROR", whole, error);
    }
    if (got > 0) {
        count_launch(j, &b, json_array_get(json_object_get(report, "launches"), 0));
        add_predicted(j, &b, report, NULL);
        if (cannot_be(&b, report, msg, sizeof msg)) {
            snprintf(whole, sizeof whole, "%s, case %s: %s", b.call_name, b.case_id, msg);
            job_doubt(j, "profile", whole);
        }
    } else if (!got) {
        snprintf(whole, sizeof whole, "%s, case %s: %s", b.call_name, b.case_id, msg);
        (wrong ? job_charge : job_skip)(j, "profile", whole);
    }
    json_decref(report);
    case_memory_finish(&b);
    return got < 0 ? -1 : 0;
}

static int count_traced(struct job *j, const struct lab_run *run, void *of, struct err *e)
{
    (void)of;
    width_use(j, run->of);
    int there = traced_program(j, "profile", e), rc = there > 0 ? simt_count(j, j->traced, run, e) : there;
    width_use(j, NULL);
    return rc;
}

int simt_profile(struct job *j, struct err *e)
{
    double t0 = util_now();
    job_phase("profile", "start", 0);
    int rc = traced_program(j, "profile", e);
    if (rc > 0 && profile_each(j, wanted, count_traced, NULL, e))
        rc = -1;
    job_phase("profile", "done", (util_now() - t0) * 1e3);
    return rc < 0 ? -1 : 0;
}

/* ---- perf without a clock ------------------------------------------------------------------------------ */

static double counter_of(const json_t *report, const char *name)
{
    const json_t *c = counters_of(report);
    if (!strcmp(name, "g_sec")) /* both directions: what crosses to the L2 */
        return js_number_or(c, "g_ld_sec", 0) + js_number_or(c, "g_st_sec", 0);
    return js_number_or(c, name, -1);
}

/* What the call has to move: its outputs, or what the lab says, as far as what it is held against moves as much. */
static int moves_too_little(const struct lab_bench *bench, const struct case_memory *b, const json_t *theirs,
                            const json_t *mine, char *msg, size_t n)
{
    double must = outputs_of(b), moved = traffic_of(mine), other = traffic_of(theirs);
    must = bench->bytes > must && bench->bytes <= other ? bench->bytes : must;
    if (must > other || moved >= must)
        return 0;
    snprintf(msg, n,
             "The kernel moved %.0f B by what was counted, and cannot do with less than %.0f B: an access "
             "was hidden.",
             moved, must);
    return 1;
}

/* The counter of `other` over the learner's, each from one traced run. */
static int race(struct job *j, const char *other, const char *whose, const struct lab_bench *bench,
                struct case_memory *b, struct err *e)
{
    const char *name = bench->metric + strlen("fewer:");
    json_t *mine = NULL, *theirs = NULL;
    char msg[768];
    int wrong = 0;
    int got = measure(j, other, b, &theirs, &wrong, msg, sizeof msg, e);
    if (!got)
        got = err_set(e,
                      "The code %s, against which the submission is held, failed in %s: "
                      "%s",
                      whose, b->call_name, msg);
    if (got > 0 && (got = measure(j, j->traced, b, &mine, &wrong, msg, sizeof msg, e)) >= 0) {
        double r = counter_of(theirs, name), l = counter_of(mine, name);
        if (got && moves_too_little(bench, b, theirs, mine, msg, sizeof msg))
            job_doubt_row(j, bench, b, msg);
        else if (got && (r <= 0 || l <= 0))
            got = err_set(e, "Bench %s: the emulator counts no %s here.", bench->id, name);
        else
            job_fewer_row(j, bench, b, r, l, got ? NULL : msg);
        if (got)
            add_predicted(j, b, mine, theirs);
    }
    json_decref(mine);
    json_decref(theirs);
    return got < 0 ? -1 : 0;
}

static int bench_of_width(struct job *j, const struct lab_bench *bench, struct err *e)
{
    const char *whose = "";
    struct build_result r = { .ok = 0 };
    struct case_memory b;
    int rc = traced_program(j, "perf", e);
    if (rc <= 0)
        return rc;
    rc = opponent_build(j, 1, &r, &whose, e);
    if (!rc && !(rc = case_memory_make(j, bench->run, &b, e))) {
        rc = race(j, r.so, whose, bench, &b, e);
        case_memory_finish(&b);
    }
    build_result_finish(&r);
    return rc;
}

int simt_bench(struct job *j, const struct lab_bench *bench, struct err *e)
{
    if (!bench->run)
        return err_set(e, "A bench names a case or call that the lab does not have.");
    width_use(j, bench->run->of);
    int rc = bench_of_width(j, bench, e);
    width_use(j, NULL);
    return rc;
}
