/* collect_look.c: hand-ins from where students sent them, each checked in the box, laid out for `ridge grade`. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/intake/bundle.h"
#include "cli.h"
#include "cli_net.h"
#include "collect.h"
#include "db/gradebook.h"
#include "grader/intake/intake.h"
#include "runner/net/net.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "tui/app/class_remark.h"
#include "runner/base/js.h"

enum { MOST = 5000, NAME_LETTERS = 255 };
enum { AGAIN_MS = 5000, AGAIN_MOST_MS = 300000 }; /* what came damaged is asked for again after so long */
#define BUNDLE_BYTES ((json_int_t)INTAKE_BYTES)

/* ---- what is there --------------------------------------------------------------------------------------- */

static bool is_name(const char *s)
{
    static const char letters[] = HOST_LETTERS;
    size_t n = strlen(s), end = strlen(BUNDLE_END);
    return n > end && n < NAME_LETTERS && *s != '.' && !s[strspn(s, letters)] && !strcmp(s + n - end, BUNDLE_END);
}

static void add_name(struct collecting *x, const char *name)
{
    size_t k, n = strlen(x->id);
    const json_t *s;
    if (!is_name(name) || strncmp(name, x->id, n) || name[n] != '-' || json_array_size(x->names) >= MOST)
        return;
    json_array_foreach(x->names, k, s)
        if (!strcmp(json_string_value(s), name))
            return;
    json_array_append_new(x->names, json_string(name));
}

/* The names in a listing, whatever it is written in: HTML, JSON, WebDAV's XML. */
static void names_in(struct collecting *x, const char *text)
{
    static const char letters[] = HOST_LETTERS;
    for (const char *p = text; *p;) {
        size_t n = strspn(p, letters);
        char *word = util_path("%.*s", (int)(n < NAME_LETTERS ? n : 0), p);
        add_name(x, word);
        free(word);
        p += n;
        p += strcspn(p, letters);
    }
}

/* ---- from a server --------------------------------------------------------------------------------------- */

static json_t *ask(struct collecting *x, json_t *jobs, struct cli_bars *bars)
{
    struct err e = { "" };
    struct cli *c = x->c;
    char *program = programs_find("ridge-net");
    struct net_options o = { .program = program, .parallel = c->opt.jobs, .stall_s = (int)c->opt.timeout,
                             .stop = &cli_interrupted, .flags = c->opt.insecure_http ? NET_INSECURE_HTTP : 0,
                             .event = bars ? cli_bars_event : NULL, .data = bars };
    json_t *answers = net_run(&o, jobs, &e);
    if (!answers)
        app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_OURS, "%s", e.text);
    free(program);
    json_decref(jobs);
    return answers;
}

static enum app_exit nothing_in(struct collecting *x, const char *where)
{
    if (x->grades) /* an instructor who waits for the first hand-in has nothing to mend */
        return APP_OK;
    return app_fail(&x->c->app, APP_FAILED, "%s holds no hand-in of lab %s. `ridge submit %s --to URL` of a student "
                         "makes one.", where, x->id, x->id);
}

/* A folder's list by GET, else by PROPFIND; `url` ends with a slash. */
static int list_url(struct collecting *x, const char *url)
{
    static const char *const way[] = { "list", "propfind" };
    char why[512] = "", *shown;
    for (size_t k = 0; k < 2 && !json_array_size(x->names); k++) {
        json_t *answers = ask(x, json_pack("[{s:s s:s}]", "op", way[k], "url", url), NULL);
        const json_t *a = json_array_get(answers, 0);
        if (!answers)
            return cli_interrupted ? APP_INTERRUPTED : APP_OURS;
        if (json_is_true(json_object_get(a, "ok")))
            names_in(x, js_text(a, "body"));
        else if (!k)
            snprintf(why, sizeof why, "%s", js_text(a, "why"));
        json_decref(answers);
    }
    if (json_array_size(x->names))
        return 0;
    shown = net_shown(url);
    int rc = *why ? app_fail(&x->c->app, APP_FAILED, "%s could not be listed. %s", shown, why) : nothing_in(x, shown);
    free(shown);
    return rc;
}

/* A hand-in that did not come whole is a row, like one that is not taken. */
static void add_row(struct collecting *x, const char *name, const char *state, const char *why)
{
    char *clean = util_clean(why, strlen(why), 0);
    json_array_append_new(x->rows, json_pack("{s:s s:s s:s}", "bundle", name, "state", state, "why", clean));
    free(clean);
}

/* Is it too early to ask for what did not come whole? */
static bool too_early(const struct collecting *x, const char *name)
{
    return (int64_t)js_number(json_object_get(x->again, name), "at") > app_now();
}

static void ask_later(struct collecting *x, const char *name)
{
    int64_t wait = 2 * (int64_t)js_number(json_object_get(x->again, name), "wait");
    wait = wait < AGAIN_MS ? AGAIN_MS : wait > AGAIN_MOST_MS ? AGAIN_MOST_MS : wait;
    json_object_set_new(x->again, name, json_pack("{s:I s:I}", "at", (json_int_t)(app_now() + wait), "wait",
                                                  (json_int_t)wait));
}

static int download(struct collecting *x, const char *url, bool whole)
{
    json_t *jobs = json_array(), *names = json_array();
    struct cli_bars bars = { 0 };
    size_t k;
    const json_t *s, *a;
    json_array_foreach(x->names, k, s) {
        const char *name = json_string_value(s);
        char *file = util_path("%s/%s", x->in, name), *from = util_path("%s%s", url, whole ? "" : name);
        /* one of that name has the same bytes: its hash is in the name */
        if (access(file, F_OK) && !too_early(x, name)) {
            json_array_append_new(jobs, json_pack("{s:s s:s s:s s:I}", "op", "get", "url", from, "file", file, "max",
                                                  BUNDLE_BYTES));
            json_array_append(names, (json_t *)(size_t)s);
            cli_bars_name(&bars, name);
        }
        free(from);
        free(file);
    }
    cli_bars_begin(&bars, x->c);
    json_t *answers = json_array_size(jobs) ? ask(x, json_incref(jobs), &bars) : json_array();
    cli_bars_end(&bars);
    cli_bars_finish(&bars);
    json_array_foreach(answers, k, a)
        if (!json_is_true(json_object_get(a, "ok"))) {
            add_row(x, json_string_value(json_array_get(names, k)), "failed", js_text(a, "why"));
            ask_later(x, json_string_value(json_array_get(names, k)));
        }
    int rc = answers ? 0 : cli_interrupted ? APP_INTERRUPTED : APP_OURS;
    json_decref(answers);
    json_decref(names);
    json_decref(jobs);
    return rc;
}

static int from_url(struct collecting *x, const char *url)
{
    char *shown = net_shown(url), *slash = strrchr(shown, '/');
    const char *base = slash ? slash + 1 : "";
    bool whole = is_name(base);
    char *folder = util_path("%s%s", url, !whole && *base && !strpbrk(url, "?#") ? "/" : "");
    int rc = 0;
    if (whole)
        add_name(x, base);
    else
        rc = list_url(x, folder);
    if (whole && !json_array_size(x->names))
        rc = app_fail(&x->c->app, APP_USAGE, "%s is not a hand-in of lab %s. Name the folder, or a file that "
                      "`ridge submit %s` made.", base, x->id, x->id);
    rc = rc ? rc : download(x, folder, whole);
    free(folder);
    free(shown);
    return rc;
}

/* ---- from a folder --------------------------------------------------------------------------------------- */

/* A copy of ours, with the time that the folder says; one that is a link or no file is left. */
static void copy_in(struct collecting *x, const char *dir, const char *name)
{
    struct err e = { "" };
    struct stat st;
    char *from = util_path("%s/%s", dir, name), *to = util_path("%s/%s", x->in, name);
    if (too_early(x, name)) {
        ; /* a file lay there half written, or is no hand-in */
    } else if (lstat(from, &st) || !S_ISREG(st.st_mode)) {
        ask_later(x, name);
        add_row(x, name, "failed", "neither a file nor a folder; nothing was read");
    } else if (st.st_size > BUNDLE_BYTES) {
        ask_later(x, name);
        add_row(x, name, "failed", "larger than the 16 MiB that a hand-in may have");
    } else if (access(to, F_OK)) {
        struct timespec t[2] = { st.st_atim, st.st_mtim };
        if (util_copy_file(from, to, &e) || utimensat(AT_FDCWD, to, t, 0))
            add_row(x, name, "failed", *e.text ? e.text : strerror(errno));
    }
    free(to);
    free(from);
}

static int from_folder(struct collecting *x, const char *path)
{
    DIR *d = opendir(path);
    struct dirent *n;
    size_t k;
    const json_t *s;
    if (!d)
        return app_fail(&x->c->app, APP_USAGE, "The folder %s cannot be read: %s.", path, strerror(errno));
    while ((n = readdir(d)))
        add_name(x, n->d_name);
    closedir(d);
    json_array_foreach(x->names, k, s)
        copy_in(x, path, json_string_value(s));
    return json_array_size(x->names) ? 0 : nothing_in(x, path);
}

/* ---- keys ------------------------------------------------------------------------------------------------ */

/* Which key was whose first, and which since: rows of the audit, which nobody can change unseen. */
static int load_keys(struct collecting *x)
{
    json_t *rows = NULL;
    size_t k;
    const json_t *r;
    if (db_audit_list(x->c->app.db, INT_MAX, &rows) != DB_OK)
        return (int)app_fail_db(&x->c->app);
    x->keys = json_object();
    x->owner = json_object();
    json_array_foreach(rows, k, r) {
        const char *student = js_text(r, "subject"), *key = js_text(json_object_get(r, "data"), "key");
        if (strncmp(js_text(r, "what"), "key.", 4) || !*key)
            continue;
        json_t *list = json_object_get(x->keys, student);
        if (!list)
            json_object_set_new(x->keys, student, list = json_array());
        json_array_append_new(list, json_string(key));
        json_object_set_new(x->owner, key, json_string(student));
    }
    json_decref(rows);
    return 0;
}

static int pin(struct collecting *x, const char *student, const char *key, const char *what, const char *bundle)
{
    char print[BUNDLE_FINGERPRINT];
    bundle_fingerprint(key, print);
    json_t *data = json_pack("{s:s s:s s:s}", "key", key, "fingerprint", print, "bundle", bundle);
    enum db_status s = db_audit(x->c->app.db, NULL, what, student, data);
    json_decref(data);
    json_decref(x->keys);
    json_decref(x->owner);
    x->keys = x->owner = NULL;
    int rc = s == DB_OK ? 0 : (int)app_fail_db(&x->c->app);
    return rc ? rc : load_keys(x);
}

/* "taken", "older" (a key of before) or "refused" with why. */
static const char *judge_key(struct collecting *x, const char *student, const char *key, const char *bundle,
                             bool *ret_first, struct err *e, int *rc)
{
    const json_t *mine = json_object_get(x->keys, student);
    const char *other = js_text(x->owner, key), *now = json_string_value(json_array_get(mine, 0));
    char was[BUNDLE_FINGERPRINT] = "", is[BUNDLE_FINGERPRINT];
    bundle_fingerprint(key, is);
    if (*other && strcmp(other, student)) {
        err_set(e, "This hand-in is signed with the key of %s (%s). Ask both students whose work it is.", other, is);
        return "refused";
    }
    if (now && !strcmp(now, key))
        return "taken";
    if (util_lists(mine, key))
        return "older";
    *ret_first = !now;
    if (!now || bundle_print_is(x->c->opt.accept_key, is)) {
        *rc = pin(x, student, key, now ? "key.accepted" : "key.first", bundle);
        return "taken";
    }
    bundle_fingerprint(now, was);
    err_set(e, "This hand-in is signed with another key than before (%s). Ask %s for the key's fingerprint; if the "
            "fingerprint is right, --accept-key \"%s\" takes the hand-in.",
            was, student, is);
    return "refused";
}

/* ---- one hand-in ----------------------------------------------------------------------------------------- */

static json_t *read_one(struct collecting *x, const char *path, bool *ours, struct err *e)
{
    const json_t *edit = json_object_get(x->lab, "edit");
    char *program = programs_find("ridge-intake");
    json_t *wanted = bundle_wanted(edit);
    json_t *entries = intake_fetch(program, path, true, INTAKE_ZONE_OF_MACHINE, wanted, ours, e);
    json_t *b = entries ? bundle_read(entries, edit, e) : NULL;
    if (b && strcmp(js_text(b, "lab"), x->id)) {
        err_set(e, "This hand-in is of lab %.60s, and %s is collected.", js_text(b, "lab"), x->id);
        json_decref(b);
        b = NULL;
    }
    json_decref(entries);
    json_decref(wanted);
    free(program);
    return b;
}

/* The student of the roster whose it says it is, by a key that can be a folder's name; NULL with why. */
static const char *student_of(const struct collecting *x, const json_t *b, struct err *e)
{
    const char *said = js_text(b, "student");
    size_t at = 0, again = 0;
    int rc = intake_student(x->students, said, &at);
    if (rc) {
        err_set(e, rc == -2 ? "\"%s\" fits more than one student of the roster. Ask for a hand-in with --as KEY."
                            : "The roster has no student called \"%s\". `ridge roster` lists the keys.", said);
        return NULL;
    }
    const char *key = js_text(json_array_get(x->students, at), "key");
    if (*key == '.' || strchr(key, '/') || intake_owner(x->students, key, &again) || again != at) {
        err_set(e, "The key \"%s\" cannot be a folder's name. Give the files to `ridge grade` by hand.", key);
        return NULL;
    }
    return key;
}

static int64_t received(const char *path)
{
    struct stat st;
    return stat(path, &st) ? 0 : (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000;
}

/* What a student asks with a hand-in is kept once, however often the hand-in is read. */
static int keep_request(struct collecting *x, const json_t *b, const char *student)
{
    const char *said = js_text(b, "request");
    bool is_new = false;
    char *text = *said ? class_text(&x->c->app, "The request", said) : NULL;
    struct db_remark r = { .student = json_integer_value(json_object_get(js_row(x->students, "key", student), "id")),
                           .lab = x->id, .kind = "request", .text = text, .who = student,
                           .value = json_integer_value(json_object_get(b, "made")) };
    if (!text)
        return 0;
    enum db_status s = db_remark_add(x->c->app.db, &r, NULL, &is_new);
    free(text);
    x->requests += is_new;
    return s == DB_OK ? 0 : app_fail_db(&x->c->app);
}

static int one_bundle(struct collecting *x, const char *name, json_t *accepted)
{
    struct err e = { "" };
    char *path = util_path("%s/%s", x->in, name), print[BUNDLE_FINGERPRINT] = "";
    int rc = 0;
    bool first = false, ours = false;
    json_t *b = read_one(x, path, &ours, &e);
    const char *student = b ? student_of(x, b, &e) : NULL, *state = "refused";
    if (student) {
        state = judge_key(x, student, js_text(b, "key"), name, &first, &e, &rc);
        bundle_fingerprint(js_text(b, "key"), print);
    }
    if (student && !strcmp(state, "taken") && !rc)
        rc = keep_request(x, b, student);
    if (ours)
        rc = app_fail(&x->c->app, APP_OURS, "%s: %s", name, e.text);
    else if (!b && !unlink(path)) /* sent again under this name, it is read again */
        ask_later(x, name);
    if (b)
        json_object_set_new(x->read, name, json_true());
    if (!b || !student) {
        add_row(x, name, state, e.text);
    } else {
        json_t *row = json_pack("{s:s s:s s:s s:s s:s s:b s:I s:i s:O}", "bundle", name, "state", state, "why", e.text,
                                "student", student, "fingerprint", print, "first", first, "received",
                                (json_int_t)received(path), "attempts",
                                (int)json_array_size(json_object_get(b, "attempts")), "made",
                                json_object_get(b, "made"));
        json_array_append(x->rows, row);
        if (!strcmp(state, "taken"))
            json_array_append_new(accepted, json_pack("{s:O s:O s:O}", "row", row, "files", json_object_get(b, "files"),
                                                      "key", json_object_get(b, "key")));
        json_decref(row);
    }
    json_decref(b);
    free(path);
    return rc;
}

/* ---- as grade takes them --------------------------------------------------------------------------------- */

static int lay_out(struct collecting *x, const json_t *one)
{
    const json_t *row = json_object_get(one, "row"), *text;
    const char *name;
    struct err e = { "" };
    int64_t ms = (int64_t)json_integer_value(json_object_get(row, "received"));
    struct timespec t[2] = { { ms / 1000, ms % 1000 * 1000000 }, { ms / 1000, ms % 1000 * 1000000 } };
    int rc = 0;
    json_object_foreach((json_t *)(size_t)json_object_get(one, "files"), name, text) {
        char *path = util_path("%s/%s/%s", x->out, js_text(row, "student"), name), *slash = strrchr(path, '/');
        *slash = 0;
        rc = rc || util_mkdirs(path, &e);
        *slash = '/';
        rc = rc || util_write_whole(path, json_string_value(text), json_string_length(text), &e);
        if (!rc && utimensat(AT_FDCWD, path, t, 0))
            rc = err_set(&e, "%s: %s", path, strerror(errno));
        free(path);
    }
    return rc ? app_fail(&x->c->app, APP_CONFIG, "%s", e.text) : 0;
}

/* Of a student's hand-ins the last one made counts; of two made at once the one that came later. */
static void note_newest(struct collecting *x, const json_t *accepted)
{
    size_t k;
    const json_t *a;
    json_array_foreach(accepted, k, a) {
        const json_t *row = json_object_get(a, "row"), *last = json_object_get(x->last, js_text(row, "student"));
        if (!last || js_number(row, "made") >= js_number(last, "made"))
            json_object_set_new(x->last, js_text(row, "student"),
                                json_pack("{s:O s:O s:O}", "bundle", json_object_get(row, "bundle"), "made",
                                          json_object_get(row, "made"), "key", json_object_get(a, "key")));
    }
}

/* Lays the newest hand-in of a student out; where it is graded, too, and the hour has had enough, it waits. */
static int take_newest(struct collecting *x, const json_t *one)
{
    json_t *row = json_object_get(one, "row");
    const char *student = js_text(row, "student");
    int64_t until = 0;
    bool may = true;
    int rc = x->grades ? collect_allows(x, student, json_object_get(one, "files"), &may, &until) : 0;
    if (!rc && !may) {
        json_object_set_new(row, "state", json_string("waits"));
        json_object_set_new(row, "until", json_integer((json_int_t)until));
        json_object_set(x->waiting, student, (json_t *)(size_t)one);
        return 0;
    }
    json_object_del(x->waiting, student);
    rc = rc ? rc : lay_out(x, one);
    return rc || !x->grades ? rc : collect_keep(x, row, json_object_get(one, "files"));
}

static int lay_out_newest(struct collecting *x, const json_t *accepted)
{
    size_t k;
    const json_t *a;
    int rc = 0;
    note_newest(x, accepted);
    json_array_foreach(accepted, k, a) {
        json_t *row = json_object_get(a, "row");
        const json_t *last = json_object_get(x->last, js_text(row, "student"));
        if (json_equal(json_object_get(last, "bundle"), json_object_get(row, "bundle")))
            rc = rc ? rc : take_newest(x, a);
        else
            json_object_set_new(row, "state", json_string("older"));
    }
    return rc;
}

/* Takes the hand-ins that waited for their hour, unless a newer one has come since. */
static int take_waiting(struct collecting *x)
{
    json_t *all = json_copy(x->waiting), *one;
    const char *student;
    int rc = 0;
    json_object_foreach(all, student, one) {
        json_t *row = json_object_get(one, "row");
        const json_t *last = json_object_get(x->last, student);
        if (rc || (int64_t)js_number(row, "until") > app_now())
            continue;
        if (!json_equal(json_object_get(last, "bundle"), json_object_get(row, "bundle"))) {
            json_object_del(x->waiting, student);
            continue;
        }
        json_object_set_new(row, "state", json_string("taken"));
        rc = take_newest(x, one);
        json_array_append(x->rows, row);
    }
    json_decref(all);
    return rc;
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

/* ---- the look ----------------------------------------------------------------------------------------- */

int collect_prepare(struct collecting *x)
{
    struct cli *c = x->c;
    struct err e = { "" };
    int rc = app_need_db(&c->app);
    if (!rc && db_is_readonly(c->app.db))
        rc = app_fail(&c->app, APP_CONFIG, "The workbook %s can only be read, so that students' keys could not be "
                      "kept. Make the file writable, or name another workbook with --db.",
                      db_path(c->app.db));
    if (!rc && db_students(c->app.db, &x->students) != DB_OK)
        rc = (int)app_fail_db(&c->app);
    if (!rc && !json_array_size(x->students))
        rc = app_fail(&c->app, APP_USAGE, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    if (!rc && x->grades && !json_array_size(json_object_get(x->lab, "calls")))
        rc = app_fail(&c->app, APP_USAGE, "Lab %s has no program to run, so there is nothing to grade.", x->id);
    if (!rc && x->grades)
        rc = (int)app_need_backend(&c->app, x->lab, app_backend(x->lab, c->opt.backend));
    if (!rc && (util_mkdirs(x->in, &e) || util_mkdirs(x->out, &e)))
        rc = app_fail(&c->app, APP_CONFIG, "%s", e.text);
    return rc ? rc : load_keys(x);
}

struct dated {
    int64_t at;
    json_t *name;
};

static int earlier_first(const void *a, const void *b)
{
    const struct dated *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                          : strcmp(json_string_value(x->name), json_string_value(y->name));
}

/* As they came: whose a key is, the first to use it says. */
static void sort_names(struct collecting *x)
{
    size_t k, n = json_array_size(x->names);
    struct dated *d = calloc(n + 1, sizeof *d);
    for (k = 0; d && k < n; k++) {
        d[k].name = json_incref(json_array_get(x->names, k));
        char *path = util_path("%s/%s", x->in, json_string_value(d[k].name));
        d[k].at = received(path);
        free(path);
    }
    if (d)
        qsort(d, n, sizeof *d, earlier_first);
    for (k = 0; d && k < n; k++)
        json_array_set_new(x->names, k, d[k].name);
    free(d);
}

int collect_look(struct collecting *x)
{
    json_t *accepted = json_array();
    size_t k;
    const json_t *s;
    json_array_clear(x->names);
    json_array_clear(x->rows);
    int rc = strstr(x->from, "://") ? from_url(x, x->from) : from_folder(x, x->from);
    sort_names(x);
    json_array_foreach(x->names, k, s) {
        char *path = util_path("%s/%s", x->in, json_string_value(s));
        if (!rc && !json_object_get(x->read, json_string_value(s)) && !access(path, F_OK))
            rc = one_bundle(x, json_string_value(s), accepted);
        free(path);
    }
    rc = rc ? rc : take_waiting(x);
    rc = rc ? rc : lay_out_newest(x, accepted);
    json_decref(accepted);
    return rc;
}
