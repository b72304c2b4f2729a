/* class_run.c: see class_run.h. One thread polls all runs; the gradebook is open in this process alone. */
#define _GNU_SOURCE
#include "class_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "gradebook.h"
#include "grader.h"
#include "runner.h"
#include "util.h"

enum { MOST_JOBS = 64, LEASE_MS = 3600000 };
static const char worker_key[] = "class.worker"; /* of ui_state: who grades, or did last */

struct one {
    struct runner *job;
    json_t *lease;
};

struct class_run {
    struct app *a;
    const json_t *lab;
    const struct class_run_options *o;
    struct one one[MOST_JOBS];
    int running, finished, all;
    bool empty, stop; /* nothing left to lease; no more to begin */
    enum app_exit code;
    char worker[160];
    double began;
};

static const char *id_of(const json_t *lab)
{
    return util_str(lab, "id", "");
}

static enum app_exit book_error(struct app *a)
{
    return app_fail(a, APP_CONFIG, "%s", db_error(a->db));
}

/* ---- the lock, and who held it before -------------------------------------------------------------------- */

/* Under the lock, a lease of an earlier process is one that nobody works on. */
static enum app_exit take_back(struct app *a)
{
    json_t *worker = NULL, *list = NULL, *g;
    size_t k;
    enum app_exit code = APP_OK;
    if (db_state_get(a->db, worker_key, &worker) != DB_OK || !json_is_string(worker)) {
        json_decref(worker);
        return APP_OK;
    }
    if (db_gradings(a->db, NULL, -1, &list) != DB_OK)
        code = book_error(a);
    json_array_foreach(list, k, g) {
        /* another process's leases, should there be any, refuse this name */
        if (!strcmp(util_str(g, "state", ""), "leased"))
            db_grading_retry(a->db, json_integer_value(json_object_get(g, "id")), json_string_value(worker),
                             "the process that graded it was ended", NULL);
    }
    json_decref(list);
    json_decref(worker);
    return code;
}

int class_run_lock(struct app *a)
{
    char *path = util_path("%s.grading", db_path(a->db));
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        app_fail(a, APP_CONFIG, "%s: %s", path, strerror(errno));
    else if (flock(fd, LOCK_EX | LOCK_NB)) {
        app_fail(a, APP_CONFIG,
                 "Another process is grading with this workbook. Wait for it, or end it: nothing is lost.");
        close(fd);
        fd = -1;
    } else if (take_back(a) != APP_OK) {
        close(fd);
        fd = -1;
    }
    free(path);
    return fd;
}

void class_run_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* One name among all processes at all times; kept so that the next one knows whose leases are orphans. */
static enum app_exit sign_in(struct class_run *r)
{
    char host[64] = "";
    unsigned long long salt = 0;
    gethostname(host, sizeof host - 1);
    util_random(&salt, sizeof salt);
    snprintf(r->worker, sizeof r->worker, "%s:%ld:%016llx", host, (long)getpid(), salt);
    json_t *name = json_string(r->worker);
    enum db_status s = db_state_put(r->a->db, worker_key, name);
    json_decref(name);
    return s == DB_OK ? APP_OK : book_error(r->a);
}

/* ---- points ------------------------------------------------------------------------------------------------ */

static bool asked_for(const struct class_run *r, const char *kind)
{
    if (!strcmp(kind, "compile"))
        return true;
    for (const char *const *p = r->o->phases; *p; p++)
        if (!strcmp(*p, kind))
            return true;
    return false;
}

/* What was not asked for or cannot be had on this machine is neither given nor missed. */
static void count_points(const struct class_run *r, const json_t *report, struct db_grading *g)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!asked_for(r, util_str(m, "kind", "")) || !strcmp(util_str(m, "status", ""), "SKIPPED"))
            continue;
        g->points += json_number_value(json_object_get(m, "points"));
        g->max += json_number_value(json_object_get(m, "max"));
    }
}

/* The verdict over what was asked for: the first that is not PASS, in the order of the milestones. */
static const char *verdict(const struct class_run *r, const json_t *report)
{
    size_t k;
    const json_t *m;
    const char *skipped = NULL;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        const char *status = util_str(m, "status", "ERROR");
        if (!asked_for(r, util_str(m, "kind", "")) || !strcmp(status, "PASS"))
            continue;
        if (strcmp(status, "SKIPPED"))
            return status;
        skipped = strcmp(util_str(m, "kind", ""), "correct") ? skipped : status;
    }
    return skipped ? skipped : "PASS";
}

/* ---- one run ------------------------------------------------------------------------------------------------ */

static json_t *sources(struct class_run *r, int64_t submission)
{
    struct db_file *f = NULL;
    size_t n = 0;
    if (db_submission_files(r->a->db, submission, &f, &n) != DB_OK)
        return NULL;
    json_t *files = json_object();
    for (size_t k = 0; k < n; k++)
        json_object_set_new(files, f[k].name, json_stringn(f[k].data, f[k].size));
    db_files_free(f, n);
    return files;
}

static int64_t lease_id(const json_t *lease)
{
    return (int64_t)json_integer_value(json_object_get(lease, "id"));
}

static void tell(struct class_run *r, const char *name, const char *said)
{
    r->o->progress(r->o->data, name, said, r->finished, r->all, util_now() - r->began);
}

/* Our fault, or the machine's: never the student's. */
static void give_back(struct class_run *r, const json_t *lease, const char *why)
{
    bool held = false;
    if (db_grading_retry(r->a->db, lease_id(lease), r->worker, why, &held) != DB_OK && r->code == APP_OK)
        r->code = book_error(r->a);
    r->finished += held;
    r->empty = false;
    if (held)
        tell(r, util_str(lease, "key", ""), "held for you");
}

static void keep(struct class_run *r, const json_t *lease, const json_t *report)
{
    char said[96];
    struct db_grading g = { .status = verdict(r, report), .stage = app_stage(report), .report = report,
                            .sandbox = util_str(json_object_get(report, "machine"), "sandbox", ""),
                            .duration_ms = (int64_t)json_number_value(json_object_get(report, "duration_ms")) };
    count_points(r, report, &g);
    if (db_grading_done(r->a->db, lease_id(lease), r->worker, &g) != DB_OK) {
        r->code = book_error(r->a);
        return;
    }
    r->finished++;
    snprintf(said, sizeof said, "%s %g of %g", g.status, g.points, g.max);
    tell(r, util_str(lease, "key", ""), said);
}

static void judge(struct class_run *r, const json_t *lease, const json_t *raw)
{
    /* who hands in has nothing to unlock: what was asked for is judged */
    json_t *report = NULL, *history = json_pack("{s:b}", "profiled", 1);
    char *err = NULL;
    if (grader_grade(r->a->cur, r->lab, raw, history, &report, &err))
        give_back(r, lease, err ? err : "the verdict could not be made");
    else if (grader_exit_code(report) == APP_OURS)
        give_back(r, lease, util_str(json_object_get(report, "error"), "message", "a check of the lab is broken"));
    else if (json_integer_value(json_object_get(json_object_get(raw, "error"), "code")) == APP_CONFIG)
        give_back(r, lease, util_str(json_object_get(raw, "error"), "message", "this machine may not run it"));
    else if (!strcmp(verdict(r, report), "INCONCLUSIVE"))
        give_back(r, lease, "the timings were too noisy to judge");
    else
        keep(r, lease, report);
    free(err);
    json_decref(history);
    json_decref(report);
}

static void end_one(struct class_run *r, struct one *x)
{
    const json_t *raw = runner_report(x->job);
    if (raw)
        judge(r, x->lease, raw);
    else
        give_back(r, x->lease, runner_failure(x->job));
    runner_finish(x->job);
    json_decref(x->lease);
    *x = (struct one){ 0 };
    r->running--;
}

static void start_one(struct class_run *r, json_t *lease, struct one *x)
{
    char err[1024] = "";
    json_t *files = sources(r, (int64_t)json_integer_value(json_object_get(lease, "submission")));
    struct runner_request q = { .lab = r->lab, .root = r->a->root, .cache = r->a->cache, .program = r->a->exec,
                                .impl = "learner", .backend = app_backend(r->lab, r->o->backend), .cc = r->a->cc,
                                .files = files, .phases = r->o->phases, .seed = r->a->seed };
    struct runner *job = files ? runner_start(&q, err, sizeof err) : NULL;
    if (job) {
        *x = (struct one){ job, json_incref(lease) };
        r->running++;
    } else {
        give_back(r, lease, files ? err : db_error(r->a->db));
    }
    json_decref(files);
}

/* ---- all of them --------------------------------------------------------------------------------------------- */

static void fill(struct class_run *r)
{
    for (int k = 0; k < r->o->jobs && !r->empty && !r->stop; k++) {
        json_t *lease = NULL;
        if (r->one[k].job)
            continue;
        if (db_grading_lease(r->a->db, id_of(r->lab), r->worker, LEASE_MS, &lease) != DB_OK) {
            r->code = book_error(r->a);
            return;
        }
        r->empty = json_is_null(lease);
        if (!r->empty)
            start_one(r, lease, &r->one[k]);
        json_decref(lease);
    }
}

static void wait_a_little(struct class_run *r)
{
    struct pollfd f[MOST_JOBS];
    nfds_t n = 0;
    for (int k = 0; k < r->o->jobs; k++)
        if (r->one[k].job)
            f[n++] = (struct pollfd){ runner_fd(r->one[k].job), POLLIN, 0 };
    if (!poll(f, n, 200))
        tell(r, NULL, NULL);
}

static void pump(struct class_run *r)
{
    for (int k = 0; k < r->o->jobs; k++) {
        struct one *x = &r->one[k];
        if (!x->job)
            continue;
        if (*r->o->interrupted > 1 || r->code != APP_OK)
            runner_cancel(x->job);
        if (!runner_pump(x->job, NULL, NULL))
            end_one(r, x);
    }
}

static int count_open(struct class_run *r)
{
    json_t *list = NULL;
    size_t k;
    const json_t *g;
    int n = 0;
    if (db_gradings(r->a->db, id_of(r->lab), -1, &list) != DB_OK)
        r->code = book_error(r->a);
    json_array_foreach(list, k, g)
        n += !strcmp(util_str(g, "state", ""), "queued") || !strcmp(util_str(g, "state", ""), "leased");
    json_decref(list);
    return n;
}

enum app_exit class_run(struct app *a, const json_t *lab, const struct class_run_options *o)
{
    struct class_run_options at_most = *o;
    struct class_run r = { .a = a, .lab = lab, .o = &at_most, .began = util_now() };
    at_most.jobs = o->jobs < 1 ? 1 : o->jobs > MOST_JOBS ? MOST_JOBS : o->jobs;
    if (sign_in(&r) != APP_OK)
        return APP_CONFIG;
    r.all = count_open(&r);
    for (;;) {
        r.stop = *o->interrupted || r.code != APP_OK;
        fill(&r);
        if (!r.running && (r.empty || r.stop || r.code != APP_OK))
            break;
        wait_a_little(&r);
        pump(&r);
    }
    return r.code != APP_OK ? r.code : *o->interrupted ? APP_INTERRUPTED : APP_OK;
}
