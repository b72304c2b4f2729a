/* collect_lay_out.c: each student's newest hand-in, laid out as `ridge grade` takes it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect_parts.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

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

int collect_lay_out(struct collecting *x, const json_t *accepted)
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

int collect_take_waiting(struct collecting *x)
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
