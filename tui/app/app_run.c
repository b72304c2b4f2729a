/* One run: sources in, job out, events through, report graded and kept. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "drills.h"
#include "evidence.h"
#include "gate.h"
#include "parts.h"
#include "roofline_data.h"
#include "sources.h"
#include "time_card.h"
#include "grader/grader.h"
#include "runner/runner.h"
#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/box/box_level.h"

struct app_run {
    struct runner *job;      /* NULL for a capstone */
    struct judging *judging; /* capstones only: judged from stored attempts */
    json_t *lab, *files;
    char impl[128], backend[32], verb[16];
    int watch, store, ran, cancelled; /* ran: the runner has ended */
    struct grading *grading;
    json_t *history, *calibration; /* for the grading */
    struct err ungraded; /* why there is no grading; "": there is one, or none was tried */
    struct asides *pricing; /* evaluates the learner's predictions while the run goes on */
};

static enum app_exit replace_files(struct app *a, const json_t *lab, json_t *files, const char *const *given)
{
    for (; given && *given; given++) {
        struct err e = { "" };
        const char *base = strrchr(*given, '/') ? strrchr(*given, '/') + 1 : *given;
        const json_t *edit = json_object_get(lab, "edit");
        /* a lab with one file takes a file of any name */
        const char *name = util_lists(edit, base) || parts_has(lab, base) ? base : json_array_size(edit) == 1
                         ? json_string_value(json_array_get(edit, 0)) : NULL;
        char *text = util_read_file(*given, 4u << 20, &e);
        if (!text)
            return app_fail(a, APP_USAGE, "--file %s", e.text);
        int bad = name ? json_object_set_new(files, name, json_string(text)) : 1;
        free(text);
        if (!name)
            return app_fail(a, APP_USAGE, "--file %s: lab %s has no file of that name to replace", *given,
                            js_text(lab, "id"));
        if (bad)
            return app_fail(a, APP_USAGE, "--file %s: not UTF-8 text", *given);
    }
    return APP_OK;
}

static json_t *sources(struct app *a, const json_t *lab, const struct app_run_options *o, const char *impl,
                       int *trusted)
{
    struct err err = { "" };
    char *work = app_work_dir(a, js_text(lab, "id"));
    json_t *files;
    /* with every file given on the command line there need be no folder at all */
    size_t given = 0;
    while (o->files && o->files[given])
        given++;
    if (!strcmp(impl, "learner") && given && given >= json_array_size(json_object_get(lab, "edit"))) {
        files = json_object();
        *trusted = 0;
    } else {
        files = runner_files(lab, a->root, work, impl, trusted, &err);
    }
    free(work);
    if (!files)
        app_fail(a, APP_USAGE, "%s", err.text);
    if (files && !strcmp(impl, "learner") && parts_add(a, lab, files) != APP_OK) {
        json_decref(files);
        return NULL;
    }
    if (files && replace_files(a, lab, files, o->files) != APP_OK) {
        json_decref(files);
        return NULL;
    }
    return files;
}

/* Is attempt `id` one of `lab`? Yes for a missing attempt, which the caller reports. */
static int is_of(struct app *a, const json_t *lab, long long id)
{
    json_t *row = NULL;
    if (db_attempt_get(a->db, id, &row) != DB_OK)
        return 1;
    const char *its = json_string_value(json_object_get(row, "lab"));
    int same = !its || !strcmp(its, js_text(lab, "id"));
    if (!same)
        app_fail(a, APP_USAGE, "Attempt %lld is one of %s: `ridge history %s` lists this lab's.", id, its,
                 js_text(lab, "id"));
    json_decref(row);
    return same;
}

/* The sources of an attempt as the runner takes them; NULL with a.error. */
static json_t *attempt_sources(struct app *a, const json_t *lab, long long id)
{
    struct db_file *f = NULL;
    size_t n = 0;
    if (app_need_db(a) != APP_OK || !is_of(a, lab, id))
        return NULL;
    if (db_attempt_source(a->db, id, &f, &n) != DB_OK) {
        app_fail(a, APP_USAGE, "%s", db_error(a->db));
        return NULL;
    }
    json_t *files = sources_json(f, n);
    db_files_free(f, n);
    return files;
}

/* "attempt:12", or whatever runner_files() knows; the learner's own files have no other name. */
static json_t *opponent(struct app *a, const json_t *lab, const char *name, int *trusted)
{
    struct err err = { "" };
    if (!strncmp(name, "attempt:", 8)) {
        *trusted = 0;
        return attempt_sources(a, lab, atoll(name + 8));
    }
    json_t *files = runner_files(lab, a->root, NULL, name, trusted, &err);
    if (!files)
        app_fail(a, APP_USAGE, "--versus %s: %s", name, err.text);
    return files;
}

/* One of your versions against another proves what a change did, and against a rung of the lab how far you have come;
 * against anything else it is a look. */
static int proves(const json_t *lab, const char *versus)
{
    size_t k, n = strlen(versus);
    const json_t *rung;
    if (!strncmp(versus, "attempt:", 8))
        return 1;
    json_array_foreach(json_object_get(lab, "ladder"), k, rung) {
        const char *file = json_string_value(rung);
        if (!strncmp(file, versus, n) && file[n] == '.')
            return 1;
    }
    return 0;
}

const char *app_backend(const json_t *lab, const char *asked)
{
    const json_t *backends = json_object_get(lab, "backends");
    if (asked && strcmp(asked, "auto"))
        return asked;
    const char *first = json_string_value(json_array_get(backends, 0));
    if (util_lists(backends, "simt") && util_lists(backends, "cuda"))
        return "auto"; /* the emulator, and the GPU too where one is: ridge-exec looks */
    return first ? first : "cpu";
}

int app_drives_gpu(const json_t *lab, const char *asked)
{
    const char *backend = app_backend(lab, asked);
    return !strcmp(backend, "cuda") || (!strcmp(backend, "auto") && runner_gpu());
}

enum app_exit app_need_backend(struct app *a, const json_t *lab, const char *backend)
{
    const json_t *backends = json_object_get(lab, "backends");
    if (!json_array_size(backends) || !strcmp(backend, "auto") || util_lists(backends, backend))
        return APP_OK;
    return app_fail(a, APP_USAGE, "Lab %s does not run on backend %s.", js_text(lab, "id"), backend);
}

/* Only `test` of the learner's own: there is nothing else to time, profile or replace. */
static enum app_exit start_judging(struct app *a, const json_t *lab, const struct app_run_options *o,
                                   struct app_run **ret)
{
    if (o->impl || o->files || (o->verb && strcmp(o->verb, "test")))
        return app_fail(a, APP_USAGE, "%s has no program of its own: `ridge test %s` judges what its labs' runs prove.",
                        js_text(lab, "id"), js_text(lab, "id"));
    struct judging *j = evidence_start(a, lab, NULL);
    struct app_run *r = j ? calloc(1, sizeof *r) : NULL;
    if (!r) {
        if (j)
            json_decref(evidence_end(j, NULL));
        return j ? app_fail(a, APP_OURS, "There is not enough memory.") : APP_CONFIG;
    }
    r->lab = json_incref((json_t *)(size_t)lab);
    r->judging = j;
    r->store = o->store;
    *ret = r;
    return APP_OK;
}

static void run_free(struct app_run *r)
{
    runner_finish(r->job);
    json_decref(r->lab);
    json_decref(r->files);
    json_decref(r->history);
    json_decref(r->calibration);
    asides_free(r->pricing);
    free(r);
}

/* Has the lab a program, and may the learner's be run yet? */
static enum app_exit may_run(struct app *a, const json_t *lab, const struct app_run_options *o, const char *impl)
{
    if (!json_array_size(json_object_get(lab, "calls")))
        return app_fail(a, APP_USAGE, "Lab %s has no program to run: it is answered with `ridge answer %s`.",
                        js_text(lab, "id"), js_text(lab, "id"));
    bool own = o->store && !strcmp(impl, "learner");
    if (own && gate_allows(a, js_text(lab, "id")) != APP_OK)
        return APP_FAILED;
    if (!own || !json_object_get(lab, "drill"))
        return APP_OK;
    enum app_exit code = drills_allow(a, lab);
    return code == APP_OK && !o->files ? drills_start(a, lab) : code;
}

/* What the attempt is called, and whether it is kept: the learner's own, timed against nothing or what proves(). */
static void name_run(struct app_run *r, const struct app_run_options *o, const char *impl)
{
    int race = o->versus && proves(r->lab, o->versus);
    r->watch = o->watch;
    r->store = o->store && !strcmp(impl, "learner") && (!o->versus || race) &&
               (!o->runtime || !strcmp(o->runtime, "inproc"));
    snprintf(r->impl, sizeof r->impl, "%s%s", race && r->store ? "versus:" : "", race && r->store ? o->versus : impl);
    snprintf(r->verb, sizeof r->verb, "%s", o->verb ? o->verb : "test");
}

/* Starts the runner on r->files; `trusted`: they are ours. */
static enum app_exit start_job(struct app *a, struct app_run *r, const struct app_run_options *o, const char *impl,
                               int trusted)
{
    struct err err = { "" };
    int versus_trusted = 0;
    json_t *versus = o->versus ? opponent(a, r->lab, o->versus, &versus_trusted) : NULL;
    if (o->versus && !versus)
        return APP_USAGE;
    json_t *card = time_card_of_run(a, r->lab, r->backend);
    struct runner_request q = { .lab = r->lab, .root = a->root, .cache = a->cache, .program = a->exec, .impl = impl,
                                .backend = r->backend, .cc = a->cc, .files = r->files, .card = card,
                                .phases = o->phases, .level = a->level, .box = box_name(),
                                .until = o->until, .draw = o->draw, .light = o->light, .gates = o->gates,
                                .bench_s = o->bench_s, .serve = o->serve, .seed = o->seed ? o->seed : a->seed,
                                .trusted = trusted, .runtime = o->runtime, .versus = o->versus,
                                .versus_files = versus, .versus_trusted = versus_trusted };
    r->job = runner_start(&q, &err);
    json_decref(versus);
    json_decref(card);
    return r->job ? APP_OK : app_fail(a, APP_OURS, "%s", err.text);
}

enum app_exit app_run_start(struct app *a, const json_t *lab, const struct app_run_options *o,
                            struct app_run **ret)
{
    const char *impl = o->impl ? o->impl : "learner", *backend = app_backend(lab, o->backend);
    if (app_need_backend(a, lab, backend) != APP_OK)
        return APP_USAGE;
    if (evidence_capstone(lab))
        return start_judging(a, lab, o, ret);
    enum app_exit code = may_run(a, lab, o, impl);
    if (code != APP_OK)
        return code;
    struct app_run *r = calloc(1, sizeof *r);
    int trusted = 0;
    if (!r)
        return app_fail(a, APP_OURS, "There is not enough memory.");
    r->lab = json_incref((json_t *)(size_t)lab);
    snprintf(r->backend, sizeof r->backend, "%s", backend);
    name_run(r, o, impl);
    r->files = sources(a, lab, o, impl, &trusted);
    code = r->files ? start_job(a, r, o, impl, trusted) : APP_USAGE;
    if (code == APP_OK && o->accepted)
        code = o->accepted(o->data);
    if (code == APP_OK)
        *ret = r;
    else
        run_free(r); /* a job that runs ends, too */
    return code;
}

/* What the grader asks of the past. Our own implementations have nothing to unlock. */
static json_t *history_of(struct app *a, const struct app_run *r)
{
    json_t *h = NULL, *answers = json_object();
    const char *id;
    const json_t *v;
    if (strcmp(r->impl, "learner") && strncmp(r->impl, "versus:", 7)) {
        json_decref(answers);
        return json_pack("{s:b}", "profiled", 1);
    }
    if (!a->db || db_history_for_grader(a->db, js_text(r->lab, "id"),
                                        (int)json_integer_value(json_object_get(r->lab, "rev")),
                                        &h) != DB_OK) {
        json_decref(answers);
        return NULL;
    }
    json_object_foreach(json_object_get(h, "answers"), id, v)
        json_object_set(answers, id, json_object_get(v, "status"));
    json_object_set_new(h, "answers", answers);
    return h;
}

int app_run_fd(const struct app_run *r)
{
    if (asides_fd(r->pricing) >= 0)
        return asides_fd(r->pricing);
    return r->judging ? evidence_fd(r->judging) : r->grading ? grader_fd(r->grading) : runner_fd(r->job);
}

static void tell_grading(void (*on_event)(const json_t *event, void *data), void *data)
{
    json_t *said = json_pack("{s:s s:s s:s}", "event", "phase", "phase", "grade", "state", "start");
    if (on_event)
        on_event(said, data);
    json_decref(said);
}

static void start_grading(struct app *a, struct app_run *r, void (*on_event)(const json_t *event, void *data),
                          void *data)
{
    const json_t *raw = runner_report(r->job);
    r->ran = 1;
    if (!raw || r->cancelled)
        return;
    tell_grading(on_event, data);
    r->history = history_of(a, r);
    r->calibration = roofline_calibration(a);
    r->grading = grader_start(a->cur, r->lab, raw, r->history, r->calibration, &r->ungraded);
}

/* What was said of costs is asked for until it is there: the end of the run will not wait for it. 1: not yet. */
static int price(struct app *a, struct app_run *r)
{
    if (!r->store || strcmp(r->impl, "learner"))
        return 0;
    if (asides_pump(r->pricing))
        return 1;
    if (!r->pricing && !(r->pricing = asides_new(a->cur)))
        return 0;
    struct aside_turn turn = asides_begin(a->cur, r->pricing);
    json_decref(app_predicted(a, r->lab));
    return asides_end(a->cur, turn);
}

int app_run_pump(struct app *a, struct app_run *r, void (*on_event)(const json_t *event, void *data), void *data)
{
    if (r->judging) {
        if (!r->ran)
            tell_grading(on_event, data);
        r->ran = 1;
        return !r->cancelled && evidence_pump(r->judging, 0);
    }
    if (!r->ran && runner_pump(r->job, on_event, data))
        return 1;
    if (!r->ran)
        start_grading(a, r, on_event, data);
    if (!r->grading || r->cancelled)
        return 0;
    return grader_pump(r->grading, false) || price(a, r);
}

void app_run_cancel(struct app_run *r)
{
    r->cancelled = 1;
    if (r->job && !r->ran)
        runner_cancel(r->job);
}

/* The factors between two versions that were predicted, `ridge bench --predict`. */
static void measure_race(struct app *a, const struct app_run *r, const json_t *report, int64_t attempt)
{
    size_t k;
    const json_t *m, *ratio;
    json_array_foreach(json_object_get(report, "measurements"), k, m) {
        char key[160];
        snprintf(key, sizeof key, "versus:%.140s", json_string_value(json_object_get(m, "bench")));
        ratio = json_object_get(m, "ratio");
        if (json_is_number(ratio))
            db_prediction_measure(a->db, js_text(r->lab, "id"), key, attempt, json_number_value(ratio), NULL);
    }
}

/* What was predicted and has now been measured. */
static void measure_predictions(struct app *a, const struct app_run *r, int64_t attempt)
{
    struct aside_turn turn = asides_begin(a->cur, r->pricing);
    json_t *card = app_cost_card(a, r->lab), *p;
    if (asides_end(a->cur, turn)) { /* something was said since */
        json_decref(card);
        card = app_cost_card(a, r->lab);
    }
    size_t k;
    json_array_foreach(card, k, p) {
        const json_t *v = json_object_get(p, "measured");
        const char *id = json_string_value(json_object_get(p, "id"));
        if (json_is_null(json_object_get(p, "said")))
            continue;
        if (json_is_number(v))
            db_prediction_measure(a->db, js_text(r->lab, "id"), id, attempt, json_number_value(v), NULL);
        else if (json_is_string(v))
            db_prediction_measure(a->db, js_text(r->lab, "id"), id, attempt, 0, json_string_value(v));
    }
    json_decref(card);
}

static enum app_exit keep(struct app *a, const struct app_run *r, const json_t *report, int64_t *id)
{
    struct db_file files[DB_MAX_FILES];
    size_t n = sources_rows(r->files, files);
    double points = 0, max = 0;
    grader_points(report, &points, &max);
    const char *ran = json_string_value(json_object_get(report, "backend"));
    struct db_attempt at = {
        .lab = js_text(r->lab, "id"), .lab_rev = (int)json_integer_value(json_object_get(r->lab, "rev")),
        .backend = json_object_get(report, "backends") ? "simt+cuda" : ran ? ran : r->backend,
        .impl = r->impl, .verb = r->verb,
        .duration_ms = (int64_t)json_number_value(json_object_get(report, "duration_ms")),
        .status = json_string_value(json_object_get(report, "status")), .points = points, .max = max,
        .stage = grader_stage(report), .watch = r->watch,
        .sandbox = json_string_value(json_object_get(json_object_get(report, "machine"), "sandbox")),
    };
    enum db_status s = db_attempt_insert(a->db, &at, files, n, report, id);
    if (s != DB_OK) {
        snprintf(a->notice, sizeof a->notice, "This attempt was not recorded: %.450s", db_error(a->db));
        return APP_CONFIG;
    }
    if (!strcmp(r->impl, "learner"))
        measure_predictions(a, r, *id);
    else if (!strncmp(r->impl, "versus:attempt:", strlen("versus:attempt:")))
        measure_race(a, r, report, *id);
    return APP_OK;
}

static const char run_cancelled[] = "The run was cancelled."; /* as the runner says it, too */

/* There is no grading, or nobody wants it any more. */
static enum app_exit without_grading(struct app *a, const struct app_run *r)
{
    const char *why = r->cancelled ? run_cancelled : *r->ungraded.text ? "" : runner_failure(r->job);
    if (!*why)
        return app_fail(a, APP_OURS, "The run could not be graded. %s", r->ungraded.text);
    return app_fail(a, strcmp(why, run_cancelled) ? APP_OURS : APP_INTERRUPTED, "%s", why);
}

static enum app_exit end_judging(struct app *a, struct app_run *r, json_t **report, int64_t *attempt)
{
    if (!r->cancelled)
        return evidence_report(r->judging, r->store, report, attempt);
    json_decref(evidence_end(r->judging, NULL));
    return app_fail(a, APP_INTERRUPTED, "%s", run_cancelled);
}

enum app_exit app_run_end(struct app *a, struct app_run *r, json_t **report, int64_t *attempt)
{
    enum app_exit code;
    int graded = 0;
    *report = NULL;
    *attempt = 0;
    if (r->judging) {
        code = end_judging(a, r, report, attempt);
        run_free(r);
        return code;
    }
    if (r->grading)
        graded = !grader_end(r->grading, report, &r->ungraded) && !r->cancelled;
    if (graded) {
        code = (enum app_exit)grader_exit_code(*report);
        if (r->store && a->db && !db_is_readonly(a->db) && keep(a, r, *report, attempt) == APP_OK)
            drills_answer(a, r->lab, *report, *attempt);
    } else {
        json_decref(*report);
        *report = NULL;
        code = without_grading(a, r);
    }
    run_free(r);
    return code;
}

enum app_exit app_run(struct app *a, const json_t *lab, const struct app_run_options *o,
                      void (*on_event)(const json_t *event, void *data), void *data, volatile int *cancel,
                      json_t **report, int64_t *attempt)
{
    struct app_run *r;
    enum app_exit code = app_run_start(a, lab, o, &r);
    *report = NULL;
    *attempt = 0;
    if (code != APP_OK)
        return code;
    if (r->judging) {
        evidence_pump(r->judging, 1);
        return app_run_end(a, r, report, attempt);
    }
    runner_wait(r->job, on_event, data, cancel);
    start_grading(a, r, on_event, data);
    if (r->grading)
        grader_pump(r->grading, true);
    return app_run_end(a, r, report, attempt);
}
