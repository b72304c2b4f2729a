/* collect_look.c: one look: what is new is read in the box, checked, and laid out. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect_parts.h"
#include "db/gradebook.h"
#include "grader/intake/bundle.h"
#include "grader/intake/intake.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "tui/app/class_remark.h"

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
        state = collect_key_judge(x, student, js_text(b, "key"), name, &first, &e, &rc);
        bundle_fingerprint(js_text(b, "key"), print);
    }
    if (student && !strcmp(state, "taken") && !rc)
        rc = keep_request(x, b, student);
    if (ours)
        rc = app_fail(&x->c->app, APP_OURS, "%s: %s", name, e.text);
    else if (!b && !unlink(path)) /* sent again under this name, it is read again */
        collect_ask_later(x, name);
    if (b)
        json_object_set_new(x->read, name, json_true());
    if (!b || !student) {
        collect_add_row(x, name, state, e.text);
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
    return rc ? rc : collect_keys_load(x);
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
    json_array_clear(x->rows);
    int rc = collect_fetch(x);
    sort_names(x);
    json_array_foreach(x->names, k, s) {
        char *path = util_path("%s/%s", x->in, json_string_value(s));
        if (!rc && !json_object_get(x->read, json_string_value(s)) && !access(path, F_OK))
            rc = one_bundle(x, json_string_value(s), accepted);
        free(path);
    }
    rc = rc ? rc : collect_take_waiting(x);
    rc = rc ? rc : collect_lay_out(x, accepted);
    json_decref(accepted);
    return rc;
}
