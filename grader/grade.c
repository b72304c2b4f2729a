/* grade.c: hand the decisive parts of a run to grade.lua and build the final report around them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "grader.h"
#include "credit.h"
#include "runner/base/counter_words.h"
#include "runner/base/js.h"
#include "runner/base/words.h"
#include "standing.h"

#include <stdlib.h>
#include <string.h>

static const char chunk[] = "grader/lua/grade.lua", reading_chunk[] = "grader/lua/reading.lua",
                  capstone_chunk[] = "grader/lua/capstone.lua";

/* A shallow copy with only these fields: lines and samples are large and decide nothing. */
static json_t *pick(const json_t *from, const char *const *keys)
{
    json_t *to = json_object();
    for (size_t k = 0; keys[k]; k++) {
        json_t *v = json_object_get(from, keys[k]);
        if (v)
            json_object_set(to, keys[k], v);
    }
    return to;
}

static json_t *slim_measurements(const json_t *raw)
{
    static const char *const keys[] = {"bench", "call",      "case", "ratio", "lo",
                                       "hi",    "t_learner", "t_reference", "clock", "peak", "note", "error", "fault",
                                       "doubt", "busy", NULL};
    json_t *list = json_array(), *m;
    size_t k;
    json_array_foreach(json_object_get(raw, "measurements"), k, m) {
        json_array_append_new(list, pick(m, keys));
    }
    return list;
}

static json_t *slim_raw(const json_t *raw)
{
    static const char *const keys[] = {"backend",  "backends", "cases", "build", "sanitize", "found",
                                       "counters", "skipped", "error", "versus", "self_test", NULL};
    json_t *slim = pick(raw, keys);
    json_object_set_new(slim, "measurements", slim_measurements(raw));
    return slim;
}

static json_t *slim_lab(const json_t *lab)
{
    static const char *const keys[] = {"id",    "cases",     "calls",      "gates",
                                       "bench", "questions", "milestones", "edit", NULL};
    return pick(lab, keys);
}

static void copy(json_t *to, const json_t *from, const char *key)
{
    json_t *v = json_object_get(from, key);
    if (v)
        json_object_set(to, key, v);
}

/* What a report has even where the run ended before the phase that would have said so. */
static void fill_in(json_t *report)
{
    static const char *const lists[] = {"counters", "measurements", "cases", "lines", "skipped"};
    json_t *rest = json_pack("{s:s s:{} s:i}", "impl", "learner", "build", "duration_ms", 0);
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
        json_object_set_new(rest, lists[k], json_array());
    json_object_update_missing(report, rest);
    json_decref(rest);
}

/* What the lab alone counts is in no dictionary: the report says what each such counter is called. */
static void add_words(json_t *report, const json_t *lab)
{
    const json_t *own = json_object_get(lab, "counters"), *c;
    json_t *words = json_object();
    size_t k;
    json_array_foreach(json_object_get(report, "counters"), k, c) {
        const json_t *said = json_object_get(own, js_text(c, "name"));
        if (json_is_string(said) && !counter_find(js_text(c, "name")))
            json_object_set(words, js_text(c, "name"), (json_t *)(size_t)said);
    }
    if (json_object_size(words))
        json_object_set(report, "counter_words", words);
    json_decref(words);
}

/* The verdict, and all that the raw report has but for what only a grader may say. */
static json_t *make_report(const json_t *lab, const json_t *raw, const json_t *verdict)
{
    static const char *const head[] = {"backend", "backends", "impl"};
    static const char *const grader_only[] = {"fault", "reading", "counter_words"};
    json_t *r = json_pack("{s:s}", "schema", "ridge.report/1"), *rest = json_copy((json_t *)(size_t)raw);
    json_object_set(r, "lab", json_object_get(lab, "id"));
    copy(r, lab, "rev");
    for (size_t k = 0; k < sizeof head / sizeof head[0]; k++)
        copy(r, raw, head[k]);
    json_object_set(r, "status", json_object_get(verdict, "status"));
    json_object_set(r, "milestones", json_object_get(verdict, "milestones"));
    for (size_t k = 0; k < sizeof grader_only / sizeof grader_only[0]; k++)
        json_object_del(rest, grader_only[k]);
    json_object_update_missing(r, rest);
    json_decref(rest);
    fill_in(r);
    add_words(r, lab);
    if (json_is_true(json_object_get(verdict, "ours")))
        json_object_set_new(r, "fault", json_true());
    credit_apply(lab, r);
    return r;
}

static json_t *without_samples(const json_t *raw)
{
    json_t *list = json_array(), *m;
    size_t k;
    json_array_foreach(json_object_get(raw, "measurements"), k, m) {
        json_t *row = json_copy(m);
        json_object_del(row, "samples");
        json_array_append_new(list, row);
    }
    return list;
}

/* Lanes of a warp by case, where the case says how many. */
static json_t *widths(const json_t *lab)
{
    json_t *ret = json_object();
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(lab, "cases"), k, c)
        if (json_object_get(json_object_get(c, "fields"), "warp") && js_text(c, "id"))
            json_object_set(ret, js_text(c, "id"), json_object_get(json_object_get(c, "fields"), "warp"));
    return ret;
}

static struct evaluation *start_reading(struct curriculum *cur, const json_t *lab, const json_t *raw,
                                        const json_t *calibration)
{
    static const char *const of_lab[] = {"backends", "bench", NULL};
    static const char *const of_raw[] = {"backend", "arch", "warp", "counters", "lines", NULL};
    const char *id = js_text(lab, "id");
    json_t *arg = pick(raw, of_raw);
    json_object_set_new(arg, "op", json_string("reading"));
    json_object_set_new(arg, "id", json_string(id));
    json_object_set_new(arg, "lab", pick(lab, of_lab));
    json_object_set_new(arg, "measurements", without_samples(raw));
    json_object_set_new(arg, "words", counter_dictionary());
    json_object_set_new(arg, "widths", widths(lab));
    copy(arg, json_object_get(lab, "limits"), "threads");
    if (calibration)
        json_object_set(arg, "calibration", (json_t *)(size_t)calibration);
    struct evaluation *e = curriculum_start(cur, lab ? id : NULL, reading_chunk, arg);
    json_decref(arg);
    return e;
}

int grader_reading(struct curriculum *cur, const json_t *lab, const json_t *raw,
                   const json_t *calibration, json_t **ret_reading, struct err *err)
{
    struct evaluation *e = start_reading(cur, lab, raw, calibration);
    if (e)
        curriculum_pump(e, true);
    *ret_reading = curriculum_end(e);
    if (*ret_reading)
        return 0;
    return err_set(err, "%s", curriculum_error(cur));
}

struct evaluation *grader_capstone_start(struct curriculum *cur, const json_t *lab, const char *track,
                                         const json_t *evidence)
{
    const char *id = js_text(lab, "id");
    json_t *arg = json_pack("{s:s,s:s,s:O}", "op", "capstone", "id", id, "evidence", evidence);
    if (track)
        json_object_set_new(arg, "track", json_string(track));
    struct evaluation *e = curriculum_start(cur, id, capstone_chunk, arg);
    json_decref(arg);
    return e;
}

json_t *grader_capstone_end(struct curriculum *cur, struct evaluation *e, struct err *err)
{
    json_t *verdict = curriculum_end(e);
    if (json_is_object(verdict))
        return verdict;
    err_set(err, "%s", verdict ? "There is no such track." : curriculum_error(cur));
    json_decref(verdict);
    return NULL;
}

json_t *grader_capstone(struct curriculum *cur, const json_t *lab, const char *track, const json_t *evidence,
                        struct err *err)
{
    struct evaluation *e = grader_capstone_start(cur, lab, track, evidence);
    if (e)
        curriculum_pump(e, true);
    return grader_capstone_end(cur, e, err);
}

/* A reading decides nothing: when it cannot be had, the report says so in its place. */
static json_t *or_why_not(struct curriculum *cur, json_t *reading)
{
    return reading ? reading
                   : json_pack("[{s:s s:s s:s s:[s] s:[] s:[]}]", "case", "", "call", "", "bound", "unknown",
                               "evidence", curriculum_error(cur), "next", "missing");
}

static bool anything_to_read(const json_t *raw)
{
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(raw, "counters"), k, c) {
        if (strcmp(js_text(c, "source"), "lab") && strcmp(js_text(c, "case"), "compile"))
            return true;
    }
    return json_array_size(json_object_get(raw, "measurements")) > 0;
}

/* The verdict, and then the reading beside it: one evaluation after the other. */
struct grading {
    struct curriculum *cur;
    const json_t *lab, *raw, *calibration;
    struct evaluation *verdict, *reading;
    json_t *report; /* once there is a verdict */
    struct err why; /* there is no report */
};

static const char *refused(const json_t *lab, const json_t *raw)
{
    if (strcmp(js_text(raw, "schema"), "ridge.raw/1"))
        return "The run's report has an unknown format.";
    if (strcmp(js_text(raw, "lab"), js_text(lab, "id")))
        return "The run's report is about another lab.";
    return json_array_size(json_object_get(lab, "milestones")) ? NULL : "The lab has no milestones.";
}

/* For grade.lua: {"code":{"ERROR": 4, …, "LIMIT","CONFIG": …},"severity":[status, the worst first]}. */
static json_t *words_of_codes(void)
{
    json_t *codes = json_pack("{s:i s:i}", "LIMIT", CODE_LIMIT, "CONFIG", CODE_CONFIG), *severity = json_array();
    for (const struct status_word *w = status_words; w->name; w++) {
        if (w->code != CODE_OK && w->code != CODE_SKIPPED)
            json_array_append_new(severity, json_string(w->name));
        if (w->code != CODE_OK)
            json_object_set_new(codes, w->name, json_integer(w->code));
    }
    return json_pack("{s:o s:o}", "code", codes, "severity", severity);
}

static void add_word(json_t *words, const char *name)
{
    if (counter_find(name))
        json_object_set_new(words, name, json_string(counter_words(name)));
}

/* {counter: words} of what the lab's gates and benches count; what the lab alone counts is in no dictionary. */
static json_t *words_of_counted(const json_t *lab)
{
    json_t *words = json_object(), *x;
    size_t k;
    json_array_foreach(json_object_get(lab, "gates"), k, x)
        add_word(words, js_text(x, "counter"));
    json_array_foreach(json_object_get(lab, "bench"), k, x) {
        const char *of = strchr(js_text(x, "metric"), ':'); /* "fewer:g_sec" */
        add_word(words, of ? of + 1 : "");
    }
    return words;
}

static struct evaluation *start_verdict(struct curriculum *cur, const json_t *lab, const json_t *raw,
                                        const json_t *history, const json_t *calibration)
{
    const char *id = js_text(lab, "id");
    json_t *arg = json_pack("{s:s,s:s,s:o,s:o,s:o,s:o}", "op", "grade", "id", id, "lab", slim_lab(lab), "raw",
                            slim_raw(raw), "words", words_of_codes(), "counters", words_of_counted(lab));
    if (history)
        json_object_set(arg, "history", (json_t *)(size_t)history);
    if (calibration)
        json_object_set(arg, "calibration", (json_t *)(size_t)calibration);
    copy(arg, json_object_get(lab, "limits"), "threads");
    struct evaluation *e = curriculum_start(cur, id, chunk, arg);
    json_decref(arg);
    return e;
}

struct grading *grader_start(struct curriculum *cur, const json_t *lab, const json_t *raw, const json_t *history,
                             const json_t *calibration, struct err *err)
{
    const char *why = refused(lab, raw);
    struct grading *g = why ? NULL : calloc(1, sizeof *g);
    if (g)
        *g = (struct grading){.cur = cur, .lab = lab, .raw = raw, .calibration = calibration,
                              .verdict = start_verdict(cur, lab, raw, history, calibration)};
    if (g && g->verdict)
        return g;
    err_set(err, "%s", why ? why : g ? curriculum_error(cur) : "There is no memory left.");
    free(g);
    return NULL;
}

int grader_fd(const struct grading *g)
{
    return g->verdict ? curriculum_fd(g->verdict) : g->reading ? curriculum_fd(g->reading) : -1;
}

/* The evaluation of the verdict is over, one way or the other. */
static void judged(struct grading *g)
{
    json_t *verdict = curriculum_end(g->verdict);
    g->verdict = NULL;
    if (!verdict) {
        err_set(&g->why, "%s", curriculum_error(g->cur));
        return;
    }
    g->report = make_report(g->lab, g->raw, verdict);
    json_decref(verdict);
    if (anything_to_read(g->raw))
        g->reading = start_reading(g->cur, g->lab, g->raw, g->calibration);
}

static void read_out(struct grading *g)
{
    json_t *reading = curriculum_end(g->reading);
    g->reading = NULL;
    json_object_set_new(g->report, "reading", or_why_not(g->cur, reading));
}

int grader_pump(struct grading *g, bool wait)
{
    if (g->verdict && curriculum_pump(g->verdict, wait))
        return 1;
    if (g->verdict)
        judged(g);
    if (g->reading && curriculum_pump(g->reading, wait))
        return 1;
    if (g->reading)
        read_out(g);
    return 0;
}

int grader_end(struct grading *g, json_t **ret_report, struct err *err)
{
    if (g->verdict)
        judged(g);
    if (g->reading)
        read_out(g);
    int rc = g->report ? 0 : -1;
    if (g->report)
        *ret_report = g->report;
    else
        err_set(err, "%s", g->why.text);
    free(g);
    return rc;
}

int grader_grade(struct curriculum *cur, const json_t *lab, const json_t *raw, const json_t *history,
                 const json_t *calibration, json_t **ret_report, struct err *err)
{
    struct grading *g = grader_start(cur, lab, raw, history, calibration, err);
    if (!g)
        return -1;
    grader_pump(g, true);
    return grader_end(g, ret_report, err);
}

void grader_points(const json_t *report, double *ret_points, double *ret_max)
{
    struct standing s = standing_of(json_object_get(report, "milestones"));
    if (ret_points)
        *ret_points = s.points;
    if (ret_max)
        *ret_max = s.max;
}

const char *grader_stage(const json_t *report)
{
    struct standing s = standing_of(json_object_get(report, "milestones"));
    return *s.stage ? s.stage : NULL;
}

static bool has(const json_t *report, const char *status)
{
    const json_t *m;
    size_t k;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!strcmp(js_text(m, "status"), status))
            return true;
    }
    return false;
}

/* Why the first that went wrong did: the run's own reason, else that of a case. */
static int code_of_error(const json_t *report)
{
    int code = (int)js_number(json_object_get(report, "error"), "code");
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(report, "cases"), k, c) {
        if (!code)
            code = (int)js_number(c, "code");
    }
    return code > CODE_OK && code <= CODE_CONFIG ? code : CODE_CRASH;
}

int grader_exit_code(const json_t *report)
{
    if (strcmp(js_text(report, "schema"), "ridge.report/1") || json_is_true(json_object_get(report, "fault")))
        return CODE_OURS;
    if (json_is_false(json_object_get(json_object_get(report, "build"), "ok")))
        return CODE_BUILD;
    for (const struct status_word *w = status_words; w->name; w++) {
        /* a milestone that this machine cannot judge heads a run only where the grader says so */
        bool heads = w->code == CODE_SKIPPED ? !strcmp(js_text(report, "status"), w->name) : has(report, w->name);
        if (heads && w->code != CODE_OK)
            return w->code == CODE_CRASH ? code_of_error(report) : (int)w->code;
    }
    return CODE_OK;
}
