/* collect_grade.c: grading on hand-in: what collect has laid out is graded and answered. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "cli_class.h"
#include "cli_net.h"
#include "collect.h"
#include "db/gradebook.h"
#include "fold.h"
#include "grader/intake/slip.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/net/net.h"
#include "tui/app/class_book.h"
#include "tui/app/class_intake.h"
#include "tui/app/class_return.h"
#include "tui/app/class_run.h"
#include "tui/app/sources.h"

enum { HOUR_MS = 3600000, PER_HOUR = 6 };

static int db_problem(struct collecting *x)
{
    return (int)app_fail_db(&x->c->app);
}

/* ---- how often ------------------------------------------------------------------------------------------- */

static int later(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* Has the student handed these very files in before? Nothing of them is graded again. */
static int is_known(struct collecting *x, const char *student, const json_t *files, bool *ret)
{
    json_t *list = NULL;
    size_t k;
    const json_t *s;
    if (db_submissions(x->c->app.db, x->id, &list) != DB_OK)
        return db_problem(x);
    json_array_foreach(list, k, s) {
        struct db_file *f = NULL;
        size_t n = 0;
        if (*ret || strcmp(js_text(s, "key"), student) ||
            db_submission_files(x->c->app.db, (int64_t)js_number(s, "id"), &f, &n) != DB_OK)
            continue;
        json_t *had = sources_json(f, n);
        *ret = json_equal(had, files);
        json_decref(had);
        db_files_free(f, n);
    }
    json_decref(list);
    return 0;
}

/* When the student's gradings of the last hour ended, the newest first; what is not over yet ends now. You own it. */
static int64_t *of_this_hour(const json_t *gradings, const char *student, int64_t now, size_t *n)
{
    int64_t *at = calloc(json_array_size(gradings) + 1, sizeof *at);
    size_t k;
    const json_t *g;
    *n = 0;
    json_array_foreach(gradings, k, g) {
        int64_t done = json_is_number(json_object_get(g, "finished")) ? (int64_t)js_number(g, "finished") : now;
        if (at && !strcmp(js_text(g, "key"), student) && done > now - HOUR_MS)
            at[(*n)++] = done;
    }
    if (at)
        qsort(at, *n, sizeof *at, later);
    return at;
}

int collect_allows(struct collecting *x, const char *student, const json_t *files, bool *ret_may, int64_t *ret_until)
{
    size_t most = (size_t)(x->c->opt.per_hour ? x->c->opt.per_hour : PER_HOUR), n = 0;
    json_t *list = NULL;
    *ret_may = false;
    int rc = is_known(x, student, files, ret_may);
    if (rc || *ret_may)
        return rc;
    if (db_gradings(x->c->app.db, x->id, 0, &list) != DB_OK)
        return db_problem(x);
    int64_t *at = of_this_hour(list, student, app_now(), &n);
    *ret_may = n < most;
    if (!*ret_may && at)
        *ret_until = at[most - 1] + HOUR_MS;
    free(at);
    json_decref(list);
    return 0;
}

/* ---- into the workbook ----------------------------------------------------------------------------------- */

static int64_t student_id(const struct collecting *x, const char *key)
{
    return (int64_t)js_number(js_row(x->students, "key", key), "id");
}

int collect_keep(struct collecting *x, const json_t *row, const json_t *files)
{
    struct db_file file[DB_MAX_FILES];
    size_t n = sources_rows(files, file);
    const char *student = js_text(row, "student");
    struct db_submission s = { .student = student_id(x, student), .lab = x->id,
                               .received = (int64_t)js_number(row, "received"), .origin = js_text(row, "bundle"),
                               .file = file, .nfiles = n };
    int64_t id = 0;
    if (db_submission_add(x->c->app.db, &s, &id, NULL) != DB_OK)
        return db_problem(x);
    json_object_set_new(json_object_get(x->last, student), "submission", json_integer((json_int_t)id));
    return 0;
}

static int grade_new(struct collecting *x, bool *ret_busy)
{
    struct cli *c = x->c;
    const char *phases[CLI_PHASES], *partial;
    struct class_book b;
    int lock = class_run_lock(&c->app), rc = 0;
    *ret_busy = lock < 0;
    if (lock < 0)
        return 0;
    rc = (int)class_book_open(&c->app, x->id, &b);
    if (!rc) {
        rc = cli_class_partial(c, x->lab, b.policy, &partial);
        rc = rc ? rc : cli_class_keep(c, x->id, b.policy);
        rc = rc ? rc : (int)class_queue_new(&c->app, x->lab);
        cli_class_phases(c, b.policy, phases);
        rc = rc ? rc : cli_class_run(c, x->lab, phases, partial, NULL);
        class_book_close(&b);
    }
    class_run_unlock(lock);
    return rc;
}

/* ---- what goes back -------------------------------------------------------------------------------------- */

/* What --return said last for this lab, in the assignment's policy; "none" where nobody said. */
static int what_returns(struct collecting *x, char ret[16])
{
    json_t *policy = NULL;
    enum db_status s = db_assignment_get(x->c->app.db, x->id, &policy);
    int rc = s == DB_OK || s == DB_NOTFOUND ? 0 : db_problem(x);
    const char *said = x->c->opt.back, *kept = util_str(policy, "return", "none");
    if (!rc && said && strcmp(said, kept)) {
        policy = policy ? policy : json_object();
        json_object_set_new(policy, "return", json_string(said));
        rc = (int)class_policy_put(&x->c->app, x->id, policy);
        kept = said;
    }
    snprintf(ret, 16, "%s", kept);
    json_decref(policy);
    return rc;
}

static int put_url(struct collecting *x, const char *file, const char *name, struct err *e)
{
    const char *from = x->from;
    char *program = programs_find("ridge-net");
    char *url = util_path("%s%sback/%s", from, from[strlen(from) - 1] == '/' ? "" : "/", name);
    struct net_options o = { .program = program, .stall_s = (int)x->c->opt.timeout, .stop = &cli_interrupted,
                             .flags = x->c->opt.insecure_http ? NET_INSECURE_HTTP : 0 };
    json_t *a = net_one(&o, json_pack("{s:s s:s s:s}", "op", "put", "url", url, "file", file), e);
    int rc = json_is_true(json_object_get(a, "ok")) ? 0 : a ? err_set(e, "%s", js_text(a, "why")) : -1;
    json_decref(a);
    free(url);
    free(program);
    return rc;
}

static int put_folder(const struct collecting *x, const struct text *slip, const char *name, struct err *e)
{
    char *dir = util_path("%s/back", x->from), *path = util_path("%s/%s", dir, name);
    int rc = util_mkdirs(dir, e) || util_write_whole(path, text_str(slip), slip->len, e) ? -1 : 0;
    free(path);
    free(dir);
    return rc;
}

/* Kept here first; that it went out stands in a file beside it, by the hash of what was said. */
static int send_slip(struct collecting *x, const char *student, const char *name, const struct text *slip,
                     const char *hash, struct err *e)
{
    char *dir = util_path("%s/%s", x->back, student), *path = util_path("%s/%s", dir, name);
    char *sent = util_path("%s.sent", path);
    int rc = util_mkdirs(dir, e) || util_write_whole(path, text_str(slip), slip->len, e) ? -1 : 0;
    if (!rc)
        rc = strstr(x->from, "://") ? put_url(x, path, name, e) : put_folder(x, slip, name, e);
    rc = rc ? rc : util_write_whole(sent, hash, strlen(hash), e);
    free(sent);
    free(path);
    free(dir);
    return rc;
}

static bool was_sent(const struct collecting *x, const char *student, const char *name, const char *hash)
{
    char *path = util_path("%s/%s/%s.sent", x->back, student, name), *is = util_read_file(path, 100, NULL);
    bool same = is && !strcmp(is, hash);
    free(is);
    free(path);
    return same;
}

/* A failure to send is told, and tried again at the next look. */
static int answer(struct collecting *x, const char *student, const json_t *about, const struct bundle_key *key)
{
    const json_t *last = json_object_get(x->last, student);
    char hash[33], *name = slip_name(js_text(last, "bundle")), *text = json_dumps(about, JSON_SORT_KEYS);
    struct text slip = { .cap = SLIP_BYTES };
    struct err e = { "" };
    int rc = 0;
    util_hash(hash, text ? text : "", js_text(last, "key"), NULL);
    if (name && !was_sent(x, student, name, hash)) {
        if (slip_seal(about, js_text(last, "key"), key, &slip, &e) || send_slip(x, student, name, &slip, hash, &e)) {
            cli_say("The answer to %s is kept, and goes out at the next look. %s", student, e.text);
        } else {
            json_t *data = json_pack("{s:s s:s s:s}", "bundle", js_text(last, "bundle"), "what",
                                     js_text(about, "what"), "hash", hash);
            rc = db_audit(x->c->app.db, NULL, "answer.sent", student, data) == DB_OK ? 0 : db_problem(x);
            json_decref(data);
            if (!x->c->app.json)
                printf("  %s: %s, answered.\n", student, js_text(about, "status"));
        }
    }
    text_finish(&slip);
    free(text);
    free(name);
    return rc;
}

static const json_t *grading_of(const struct class_book *b, const json_t *submission)
{
    size_t k;
    const json_t *g;
    json_array_foreach(b->gradings, k, g)
        if (json_equal(json_object_get(g, "submission"), submission))
            return g;
    return NULL;
}

static int answer_one(struct collecting *x, const struct class_book *b, const char *student, const char *what,
                      const struct bundle_key *key)
{
    const json_t *last = json_object_get(x->last, student);
    const json_t *g = grading_of(b, json_object_get(last, "submission"));
    json_t *report = NULL, *about;
    if (!g || db_grading_report(x->c->app.db, (int64_t)js_number(g, "id"), &report) != DB_OK)
        return 0;
    about = class_return_about(g, report, js_text(last, "bundle"), what);
    int rc = about ? answer(x, student, about, key) : 0;
    json_decref(about);
    json_decref(report);
    return rc;
}

static int open_key(struct collecting *x, struct bundle_key *key)
{
    struct err e = { "" };
    char print[BUNDLE_FINGERPRINT], *path = util_path("%s/instructor.key", x->c->app.home);
    bool made = false;
    int rc = bundle_key(path, key, &made, &e) ? app_fail(&x->c->app, APP_CONFIG, "%s", e.text) : 0;
    bundle_key_print(key, print);
    if (!rc && made)
        cli_say("Answers are signed with %s, whose key was made as %s. Keep a copy, and tell the class the "
                "fingerprint.", print, path);
    free(path);
    return rc;
}

static int answer_all(struct collecting *x)
{
    struct bundle_key key = { { 0 }, { 0 } };
    struct class_book b;
    char what[16];
    const char *student;
    const json_t *last;
    int rc = what_returns(x, what);
    if (rc || !strcmp(what, "none"))
        return rc;
    rc = open_key(x, &key);
    rc = rc ? rc : (int)class_book_open(&x->c->app, x->id, &b);
    if (!rc) {
        json_object_foreach(x->last, student, last)
            rc = rc || cli_interrupted ? rc : answer_one(x, &b, student, what, &key);
        class_book_close(&b);
    }
    bundle_key_finish(&key);
    return rc;
}

int collect_grade(struct collecting *x, bool *ret_busy)
{
    int rc = grade_new(x, ret_busy);
    return rc || *ret_busy ? rc : answer_all(x);
}
