/* class_run.c: see class_run.h. One thread pumps all runs; the gradebook is open in this process alone. */
#define _GNU_SOURCE
#include "class_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "runner/far/executor.h"
#include "grader/credit.h"
#include "db/gradebook.h"
#include "grader/grader.h"
#include "grader/class/verdict.h"
#include "class_seed.h"
#include "roofline_data.h"
#include "sources.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static const int64_t lease_ms = 3600000, long_lease_ms = 30ll * 24 * 3600000; /* long: a cluster has its own queue */
static const char worker_key[] = "class.worker"; /* of ui_state: the process that grades, or did last */
static const char spool_key[] = "class.spool";   /* of ui_state: where a cluster may still be at work */

struct class_run {
    struct app *a;
    const json_t *lab;
    const struct class_run_options *o;
    struct executor *x;
    json_t *leases; /* "ID.TRIES": the lease */
    json_t *drawn;  /* lab, when it is the class's own draw */
    int64_t seed;   /* of the round's visible cases */
    char *spool;
    int finished, all;
    bool empty, stop; /* nothing left to lease; no more to begin */
    json_t *quiet;    /* a lease that begins when nothing else runs */
    bool alone;       /* one is kept for that, or runs so */
    enum app_exit code;
    char worker[160], self[4096];
    char mark[33]; /* of executor_mark() */
    double began;
};

static int64_t lease_id(const json_t *lease)
{
    return (int64_t)json_integer_value(json_object_get(lease, "id"));
}

static void key_of(int64_t id, int tries, char ret[48])
{
    snprintf(ret, 48, "%lld.%d", (long long)id, tries);
}

static int tries_of(const json_t *lease)
{
    return (int)json_integer_value(json_object_get(lease, "tries"));
}

/* Of its leases those that are no tries: the process that held them was ended. */
static int lost_of(const json_t *lease)
{
    return (int)json_integer_value(json_object_get(lease, "lost"));
}

/* ---- the lock, and who held it before -------------------------------------------------------------------- */

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
    }
    free(path);
    return fd;
}

void class_run_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* A text of ui_state, yours; NULL when there is none. */
static char *state_text(struct app *a, const char *key)
{
    json_t *value = NULL;
    char *text = db_state_get(a->db, key, &value) == DB_OK && json_is_string(value) ? strdup(json_string_value(value))
                                                                                    : NULL;
    json_decref(value);
    return text;
}

static enum app_exit put_text(struct app *a, const char *key, const char *text)
{
    json_t *value = json_string(text);
    enum db_status s = db_state_put(a->db, key, value);
    json_decref(value);
    return s == DB_OK ? APP_OK : app_fail_db(a);
}

/* Under the lock, a lease of an earlier process is one that nobody works on, unless a cluster does: the number of
 * these, or -1. Those of this lab are ours now when this executor can end them. */
static int take_back(struct class_run *r, const char *worker, const json_t *left, bool same_spool)
{
    int kept = 0;
    for (int round = 0;; round++) {
        json_t *list = NULL, *g;
        size_t k;
        if (db_gradings(r->a->db, NULL, round, &list) != DB_OK)
            return app_fail_db(r->a), -1;
        json_array_foreach(list, k, g) {
            char key[48];
            key_of(lease_id(g), tries_of(g), key);
            if (strcmp(util_str(g, "state", ""), "leased"))
                continue;
            bool alive = json_object_get(left, key) != NULL;
            kept += alive;
            if (!alive) /* another process's leases, should there be any, refuse this name */
                db_grading_lost(r->a->db, lease_id(g), worker, "the process that graded the submission was ended");
            else if (same_spool && !strcmp(util_str(g, "lab", ""), js_text(r->lab, "id")))
                json_object_set(r->leases, key, g);
        }
        bool last = !json_array_size(list);
        json_decref(list);
        if (last)
            return kept;
    }
}

/* One name among all processes at all times; kept so that the next one knows whose leases are orphans. */
static void new_name(char name[160])
{
    char host[HOST_NAME];
    unsigned long long salt = 0;
    util_host(host);
    util_random(&salt, sizeof salt);
    snprintf(name, 160, "%s:%ld:%016llx", host, (long)getpid(), salt);
}

/* The name of the process before us, too, while a cluster works for it: only that name ends its leases. */
static enum app_exit sign_in(struct class_run *r)
{
    char *old = state_text(r->a, worker_key), *spool = state_text(r->a, spool_key);
    bool same = r->spool && spool && !strcmp(spool, r->spool);
    json_t *left = executor_left(spool);
    int kept = old ? take_back(r, old, left, same) : 0;
    enum app_exit code = kept < 0 ? APP_CONFIG : APP_OK;
    new_name(r->worker);
    if (kept > 0)
        snprintf(r->worker, sizeof r->worker, "%s", old);
    if (kept > 0 && r->spool && !same)
        code = app_fail(r->a, APP_CONFIG, "%d submission%s still with a cluster, in %s: name that folder with "
                                          "--spool until the cluster is done.", kept, kept == 1 ? " is" : "s are",
                        spool);
    else if (kept > 0 && !r->spool)
        snprintf(r->a->notice, sizeof r->a->notice,
                 "%d submission%s still with a cluster: `--executor slurm` fetches what is done.", kept,
                 kept == 1 ? " is" : "s are");
    code = code ? code : put_text(r->a, worker_key, r->worker);
    if (!code && r->spool)
        code = put_text(r->a, spool_key, r->spool);
    json_decref(left);
    free(old);
    free(spool);
    return code;
}

/* ---- one run ------------------------------------------------------------------------------------------------ */

static json_t *sources(struct class_run *r, int64_t submission)
{
    struct db_file *f = NULL;
    size_t n = 0;
    if (db_submission_files(r->a->db, submission, &f, &n) != DB_OK)
        return NULL;
    json_t *files = sources_json(f, n);
    db_files_free(f, n);
    return files;
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
        r->code = app_fail_db(r->a);
    r->finished += held;
    r->empty = false;
    if (held)
        tell(r, util_str(lease, "key", ""), "held for you");
}

static void keep(struct class_run *r, const json_t *lease, const json_t *report, const struct verdict *v)
{
    char said[96];
    struct db_grading g = { .status = v->status,
                            .points = v->points,
                            .max = v->max,
                            .stage = v->stage,
                            .report = report,
                            .why = v->why,
                            .sandbox = util_str(json_object_get(report, "machine"), "sandbox", ""),
                            .duration_ms = (int64_t)json_number_value(json_object_get(report, "duration_ms")) };
    if (db_grading_done(r->a->db, lease_id(lease), r->worker, &g) != DB_OK) {
        r->code = app_fail_db(r->a);
        return;
    }
    r->finished++;
    snprintf(said, sizeof said, "%s %g of %g", g.status, g.points, g.max);
    tell(r, util_str(lease, "key", ""), said);
}

/* A foreign host has ceilings of its own, which nobody measured here. */
static json_t *calibration_of(struct class_run *r, const json_t *raw)
{
    bool foreign = json_is_string(json_object_get(json_object_get(raw, "machine"), "host"));
    return foreign ? NULL : roofline_calibration(r->a);
}

/* By what a verdict was made: the lab as it is now, the phases that were asked for, and the rule of partial credit. */
static void stamp(struct class_run *r, json_t *report, const json_t *phases)
{
    json_object_set_new(
        report, "graded",
        json_pack("{s:s s:O s:s}", "lab", r->mark, "phases", phases, "partial", credit_word(credit_of_lab(r->lab))));
}

const char *class_run_partial(const json_t *lab, const json_t *policy, const char *said)
{
    enum credit_rule rule = credit_of_lab(lab);
    credit_parse(json_string_value(json_object_get(policy, "partial")), &rule);
    credit_parse(said, &rule);
    return credit_word(rule);
}

bool class_run_made(const json_t *report, const char *mark, const char *const *phases, const char *partial)
{
    const json_t *graded = json_object_get(report, "graded"), *names = json_object_get(graded, "phases");
    size_t n = 0;
    while (phases[n] && n < json_array_size(names) && !strcmp(json_string_value(json_array_get(names, n)), phases[n]))
        n++;
    return !phases[n] && n == json_array_size(names) && !strcmp(js_text(graded, "lab"), mark) &&
           (!partial || !strcmp(util_str(graded, "partial", "none"), partial));
}

static void judge(struct class_run *r, const json_t *lease, const json_t *raw, const json_t *phases)
{
    /* a student who hands in has nothing to unlock: what was asked for is judged */
    json_t *report = NULL, *history = json_pack("{s:b}", "profiled", 1), *calibration = calibration_of(r, raw);
    struct err err = { "" };
    struct verdict v = { .keep = false };
    if (!grader_grade(r->a->cur, r->lab, raw, history, calibration, &report, &err))
        v = verdict_of(report, phases, tries_of(lease) - lost_of(lease), DB_GRADING_TRIES);
    if (v.keep) {
        stamp(r, report, phases);
        keep(r, lease, report, &v);
    } else
        give_back(r, lease, v.why ? v.why : *err.text ? err.text : "the verdict could not be made");
    verdict_finish(&v);
    json_decref(history);
    json_decref(calibration);
    json_decref(report);
}

/* Times compare on one kind of machine: the first that a foreign run of this lab and round was timed on. */
static bool same_kind(struct class_run *r, const json_t *lease, const json_t *raw)
{
    const json_t *m = json_object_get(raw, "machine");
    if (!json_is_string(json_object_get(m, "host")) || !json_array_size(json_object_get(raw, "measurements")))
        return true;
    char *key = util_path("class.machine:%s:%lld", js_text(r->lab, "id"),
                          (long long)json_integer_value(json_object_get(lease, "round")));
    char *now = util_path("%.100s, %.40s, %.100s", util_str(m, "cpu", "?"), util_str(m, "isa", "?"),
                          util_str(m, "gpu", "no GPU"));
    char *first = state_text(r->a, key), why[512];
    bool same = !first || !strcmp(first, now);
    if (!first && put_text(r->a, key, now) != APP_OK)
        r->code = APP_CONFIG;
    snprintf(why, sizeof why, "its times are of another machine (%.64s: %.120s) than the class's (%.120s)",
             util_str(m, "host", ""), now, first ? first : "");
    if (!same)
        give_back(r, lease, why);
    free(first);
    free(now);
    free(key);
    return same;
}

static void on_end(const struct executor_end *end, void *data)
{
    struct class_run *r = data;
    char key[48];
    key_of(end->id, end->attempt, key);
    json_t *lease = json_incref(json_object_get(r->leases, key));
    if (!lease) /* a result that nobody waits for any more */
        return;
    json_object_del(r->leases, key);
    if (!end->raw)
        give_back(r, lease, end->failure);
    else if (same_kind(r, lease, end->raw))
        judge(r, lease, end->raw, end->phases);
    json_decref(lease);
}

/* The published report, counted by the rule of now: where nothing else has changed, and nothing was left untried, no
 * run could tell more. */
static bool recounted(struct class_run *r, const json_t *lease)
{
    char submission[24];
    json_t *report = NULL;
    snprintf(submission, sizeof submission, "%lld",
             (long long)json_integer_value(json_object_get(lease, "submission")));
    const json_t *of = json_object_get(r->o->recount, submission);
    if (!json_is_integer(of) || db_grading_report(r->a->db, json_integer_value(of), &report) != DB_OK)
        return false;
    bool done = class_run_made(report, r->mark, r->o->phases, NULL) && !credit_untried(r->lab, report);
    if (done) {
        json_t *phases = json_incref(json_object_get(json_object_get(report, "graded"), "phases"));
        credit_apply(r->lab, report);
        stamp(r, report, phases);
        struct verdict v = verdict_of(report, phases, DB_GRADING_TRIES, DB_GRADING_TRIES);
        if ((done = v.keep))
            keep(r, lease, report, &v);
        verdict_finish(&v);
        json_decref(phases);
    }
    json_decref(report);
    return done;
}

static void start_one(struct class_run *r, json_t *lease)
{
    if (recounted(r, lease))
        return;
    struct err e = { "" };
    char key[48];
    json_t *files = sources(r, (int64_t)json_integer_value(json_object_get(lease, "submission")));
    key_of(lease_id(lease), tries_of(lease), key);
    if (!files)
        give_back(r, lease, db_error(r->a->db));
    else if (executor_start(r->x, lease_id(lease), tries_of(lease), files, &e))
        give_back(r, lease, e.text);
    else
        json_object_set(r->leases, key, lease);
    json_decref(files);
}

/* ---- all of them --------------------------------------------------------------------------------------------- */

/* What noise or a fault left open is tried again when nothing else runs here. */
static bool wants_quiet(const struct class_run *r, const json_t *lease)
{
    bool here = !r->o->where || !strcmp(r->o->where, "local");
    return here && tries_of(lease) - lost_of(lease) > 1;
}

/* Is the machine kept for one submission alone? Starts that submission as soon as nothing else runs. */
static bool kept_quiet(struct class_run *r)
{
    if (r->quiet && r->stop) {
        if (db_grading_lost(r->a->db, lease_id(r->quiet), r->worker, "interrupted before it began") != DB_OK &&
            r->code == APP_OK)
            r->code = app_fail_db(r->a);
        json_decref(r->quiet);
        r->quiet = NULL;
        r->empty = r->alone = false;
    }
    if (executor_underway(r->x))
        return r->alone;
    if (r->quiet)
        start_one(r, r->quiet);
    r->alone = r->quiet && executor_underway(r->x);
    json_decref(r->quiet);
    r->quiet = NULL;
    return r->alone;
}

static void fill(struct class_run *r)
{
    while (!kept_quiet(r) && !r->empty && !r->stop && r->code == APP_OK && executor_room(r->x) > 0) {
        json_t *lease = NULL;
        int64_t ttl = executor_stays(r->x) ? long_lease_ms : lease_ms;
        if (db_grading_lease(r->a->db, js_text(r->lab, "id"), r->worker, ttl, &lease) != DB_OK) {
            r->code = app_fail_db(r->a);
            return;
        }
        r->empty = json_is_null(lease);
        if (!r->empty && wants_quiet(r, lease)) {
            r->quiet = json_incref(lease);
            r->alone = true;
        } else if (!r->empty)
            start_one(r, lease);
        json_decref(lease);
    }
}

/* How many are to be graded, or are being graded; *round: the last of their rounds. */
static int count_open(struct class_run *r, int *round)
{
    json_t *list = NULL;
    size_t k;
    const json_t *g;
    int n = 0;
    *round = 0;
    if (db_gradings(r->a->db, js_text(r->lab, "id"), -1, &list) != DB_OK)
        r->code = app_fail_db(r->a);
    json_array_foreach(list, k, g) {
        int here = (int)json_integer_value(json_object_get(g, "round"));
        bool open = !strcmp(util_str(g, "state", ""), "queued") || !strcmp(util_str(g, "state", ""), "leased");
        n += open;
        *round = open && here > *round ? here : *round;
    }
    json_decref(list);
    return n;
}

/* The lab with the sizes that this class draws; nothing is drawn when nothing is to be graded. */
static enum app_exit draw(struct class_run *r)
{
    struct class_seed seed;
    struct app *a = r->a;
    const char *id = js_text(r->lab, "id");
    int round;
    r->all = count_open(r, &round);
    if (!r->all || r->code != APP_OK)
        return r->code;
    enum app_exit code = class_seed_of(a, id, round, &seed);
    if (code != APP_OK)
        return code;
    uint64_t before = a->draw;
    a->draw = class_seed_draw(&seed);
    r->drawn = app_lab(a, id);
    a->draw = before;
    if (!r->drawn)
        return APP_CONFIG;
    enum credit_rule rule;
    if (!credit_parse(r->o->partial, &rule))
        credit_set(r->drawn, rule);
    r->lab = r->drawn;
    r->seed = seed.seed;
    return APP_OK;
}

static enum app_exit open_executor(struct class_run *r)
{
    struct err e = { "" };
    ssize_t n = readlink("/proc/self/exe", r->self, sizeof r->self - 1);
    r->self[n > 0 ? n : 0] = 0;
    const struct app *a = r->a;
    struct executor_options o = {
        .where = r->o->where ? r->o->where : "local", .spool = r->spool, .self = r->self, .level = r->o->level,
        .request = { .lab = r->lab, .root = a->root, .cache = a->cache, .program = a->exec, .impl = "learner",
                     .backend = app_backend(r->lab, r->o->backend), .cc = a->cc, .phases = r->o->phases,
                     .level = a->level, .seed = r->seed },
        .jobs = r->o->jobs, .ended = on_end, .data = r };
    r->x = executor_open(&o, &e);
    return r->x ? APP_OK : app_fail(r->a, APP_CONFIG, "Nothing was graded. %s", e.text);
}

static void go(struct class_run *r)
{
    struct err e = { "" };
    for (;;) {
        r->stop = *r->o->interrupted || r->code != APP_OK;
        fill(r);
        bool idle = !executor_underway(r->x);
        if ((idle || (executor_stays(r->x) && r->stop)) && (r->empty || r->stop))
            return;
        if (*r->o->interrupted > 1 || r->code != APP_OK)
            executor_cancel(r->x);
        int finished = r->finished;
        if (executor_pump(r->x, 200, &e) && r->code == APP_OK)
            r->code = app_fail(r->a, APP_CONFIG, "%s", e.text);
        if (r->finished == finished)
            tell(r, NULL, NULL);
    }
}

/* A workbook's own folder in the spool: another's numbers are other gradings. */
static char *spool_of(const struct app *a, const struct class_run_options *o)
{
    char hex[33], *base;
    if (!o->where || strcmp(o->where, "slurm"))
        return NULL;
    util_hash(hex, "spool", db_path(a->db), NULL);
    base = o->spool ? realpath(o->spool, NULL) : NULL;
    char *path = base ? util_path("%s/ridge-%.16s", base, hex) : util_path("%s/spool/%.16s", a->home, hex);
    free(base);
    return path;
}

enum app_exit class_run(struct app *a, const json_t *lab, const struct class_run_options *o)
{
    struct class_run r = { .a = a, .lab = lab, .o = o, .began = util_now() };
    if (o->spool && access(o->spool, W_OK))
        return app_fail(a, APP_CONFIG, "--spool %s: %s.", o->spool, strerror(errno));
    r.spool = spool_of(a, o);
    r.leases = json_object();
    executor_mark(lab, a->root, r.mark);
    r.code = sign_in(&r);
    r.code = r.code ? r.code : draw(&r);
    r.code = r.code ? r.code : open_executor(&r);
    if (r.x)
        go(&r);
    executor_close(r.x);
    json_decref(r.leases);
    json_decref(r.drawn);
    free(r.spool);
    return r.code != APP_OK ? r.code : *o->interrupted ? APP_INTERRUPTED : APP_OK;
}
