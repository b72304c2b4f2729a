/* collect: hand-ins from where students sent them, each checked in the box, laid out as `ridge grade` takes them. */
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
#include "db/gradebook.h"
#include "grader/intake/intake.h"
#include "runner/net/net.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { MOST = 5000, NAME_LETTERS = 255 };
#define BUNDLE_BYTES ((json_int_t)INTAKE_BYTES)

struct collecting {
    struct cli *c;
    const json_t *lab;
    const char *id;
    char *in, *out;  /* where bundles are kept, where students' files go */
    json_t *names;   /* of bundles in `in` */
    json_t *students, *rows;
    json_t *keys;    /* {student: [base64, newest first]} */
    json_t *owner;   /* {base64: student} */
};

static int db_problem(struct cli *c)
{
    return (int)app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
}

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
        app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_OURS, "%s.", e.text);
    free(program);
    json_decref(jobs);
    return answers;
}

static enum app_exit nothing_in(struct collecting *x, const char *where)
{
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
    int rc = *why ? app_fail(&x->c->app, APP_FAILED, "%s could not be listed: %s.", shown, why) : nothing_in(x, shown);
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

static int download(struct collecting *x, const char *url, bool whole)
{
    json_t *jobs = json_array(), *names = json_array();
    struct cli_bars bars = { 0 };
    size_t k;
    const json_t *s, *a;
    json_array_foreach(x->names, k, s) {
        const char *name = json_string_value(s);
        char *file = util_path("%s/%s", x->in, name), *from = util_path("%s%s", url, whole ? "" : name);
        if (access(file, F_OK)) { /* one of that name has the same bytes: its hash is in the name */
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
        if (!json_is_true(json_object_get(a, "ok")))
            add_row(x, json_string_value(json_array_get(names, k)), "failed", js_text(a, "why"));
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
    if (lstat(from, &st) || !S_ISREG(st.st_mode)) {
        add_row(x, name, "failed", "neither a file nor a folder; nothing was read");
    } else if (st.st_size > BUNDLE_BYTES) {
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
        return db_problem(x->c);
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
    int rc = s == DB_OK ? 0 : db_problem(x->c);
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
    if (ours)
        rc = app_fail(&x->c->app, APP_OURS, "%s: %s", name, e.text);
    else if (!b)
        unlink(path); /* sent again under this name, it is read again */
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
            json_array_append_new(accepted, json_pack("{s:O s:O}", "row", row, "files", json_object_get(b, "files")));
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
    return rc ? app_fail(&x->c->app, APP_CONFIG, "%s.", e.text) : 0;
}

/* Of a student's hand-ins the last one made counts. */
static int lay_out_newest(struct collecting *x, const json_t *accepted)
{
    size_t k, i;
    const json_t *a, *b;
    int rc = 0;
    json_array_foreach(accepted, k, a) {
        json_t *row = json_object_get(a, "row");
        bool newest = true;
        json_array_foreach(accepted, i, b) {
            const json_t *other = json_object_get(b, "row");
            newest &= strcmp(js_text(row, "student"), js_text(other, "student")) ||
                      js_number(other, "made") < js_number(row, "made") ||
                      (js_number(other, "made") == js_number(row, "made") && i <= k);
        }
        if (newest)
            rc = rc ? rc : lay_out(x, a);
        else
            json_object_set_new(row, "state", json_string("older"));
    }
    return rc;
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static size_t count(const struct collecting *x, const char *state)
{
    size_t k, n = 0;
    const json_t *r;
    json_array_foreach(x->rows, k, r)
        n += !strcmp(js_text(r, "state"), state);
    return n;
}

static void print_row(const struct cli *c, const json_t *r)
{
    const char *state = js_text(r, "state");
    bool taken = !strcmp(state, "taken"), bad = !taken && strcmp(state, "older") != 0;
    printf("%s%s %-8s%s", cli_color(c, taken ? "green" : bad ? "red" : "dim"),
           cli_mark(taken ? "PASS" : bad ? "FAIL" : "SKIPPED"), state, cli_color(c, "off"));
    if (*js_text(r, "student"))
        printf("%-16s %s  %.0f attempts%s\n", js_text(r, "student"), js_text(r, "fingerprint"),
               js_number(r, "attempts"),
               json_is_true(json_object_get(r, "first")) ? "  first hand-in with this key" : "");
    else
        printf("%s\n", js_text(r, "bundle"));
    if (*js_text(r, "why"))
        printf("%10s%s\n", "", js_text(r, "why"));
}

static int report(struct collecting *x)
{
    size_t k, bad = count(x, "refused") + count(x, "failed");
    const json_t *r;
    if (x->c->app.json) {
        cli_json(json_pack("{s:s s:s s:s s:O}", "schema", "ridge.collect/1", "lab", x->id, "folder", x->out, "rows",
                           x->rows));
    } else {
        json_array_foreach(x->rows, k, r)
            print_row(x->c, r);
        printf("%zu taken, %zu older, %zu not taken. Next: ridge grade %s --lab %s\n", count(x, "taken"),
               count(x, "older"), bad, x->out, x->id);
    }
    return bad ? APP_FAILED : APP_OK;
}

/* ---- the command ----------------------------------------------------------------------------------------- */

static int prepare(struct collecting *x)
{
    struct cli *c = x->c;
    struct err e = { "" };
    int rc = app_need_db(&c->app);
    if (!rc && db_is_readonly(c->app.db))
        rc = app_fail(&c->app, APP_CONFIG, "The workbook %s can only be read, so that students' keys could not be "
                      "kept. Make the file writable, or name another workbook with --db.",
                      db_path(c->app.db));
    if (!rc && db_students(c->app.db, &x->students) != DB_OK)
        rc = db_problem(c);
    if (!rc && !json_array_size(x->students))
        rc = app_fail(&c->app, APP_USAGE, "There is no class yet. `ridge roster import FILE.csv` makes one.");
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

static int collect(struct collecting *x)
{
    const char *from = x->c->args[0];
    json_t *accepted = json_array();
    size_t k;
    const json_t *s;
    int rc = strstr(from, "://") ? from_url(x, from) : from_folder(x, from);
    sort_names(x);
    json_array_foreach(x->names, k, s) {
        char *path = util_path("%s/%s", x->in, json_string_value(s));
        if (!rc && !access(path, F_OK))
            rc = one_bundle(x, json_string_value(s), accepted);
        free(path);
    }
    rc = rc ? rc : lay_out_newest(x, accepted);
    json_decref(accepted);
    return rc;
}

int cmd_collect(struct cli *c)
{
    if (!c->opt.lab)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "Name the lab with --lab, such as --lab w02-transpose."));
    json_t *lab = cli_lab(c, c->opt.lab);
    if (!lab)
        return APP_USAGE;
    struct collecting x = { .c = c, .lab = lab, .id = js_text(lab, "id"), .names = json_array(), .rows = json_array() };
    x.in = util_path("%s/collected/%s/bundles", c->app.home, x.id);
    x.out = c->opt.out ? strdup(c->opt.out) : util_path("%s/collected/%s/students", c->app.home, x.id);
    int rc = prepare(&x);
    rc = rc ? rc : collect(&x);
    rc = rc ? cli_fail(c, rc) : report(&x);
    json_decref(x.names);
    json_decref(x.rows);
    json_decref(x.students);
    json_decref(x.keys);
    json_decref(x.owner);
    free(x.in);
    free(x.out);
    json_decref(lab);
    return rc;
}
