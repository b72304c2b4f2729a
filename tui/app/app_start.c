/* The learner's folder for a lab: laid out once, never overwritten, backed up before a reset. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app.h"
#include "gate.h"
#include "parts.h"
#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/simt/host/simt.h"

static int copy_new(const char *from, const char *to, int *created, struct err *e)
{
    if (!access(to, F_OK))
        return 0;
    *created = 1;
    return util_copy_file(from, to, e);
}

static json_t *words_for_clangd(const struct app *a, int cuda, const char *inc, const char *file)
{
    const char *const includes[] = { ".", inc, NULL };
    struct simt_build b = { .root = a->root, .includes = includes };
    char *path = util_path("-I%s", inc);
    json_t *v = cuda ? simt_clangd(&b, file)
                     : json_pack("[s,s,s,s,s,s,s,s]", a->cc, "-std=gnu11", "-march=native", "-Wall", "-I.", "-c", file,
                                 path);
    free(path);
    return v;
}

/* clangd finds the headers and the standard through this file. */
static int compile_commands(const struct app *a, const json_t *lab, const char *dir, struct err *e)
{
    json_t *list = json_array(), *name;
    size_t k;
    int cuda = !strcmp(json_string_value(json_object_get(lab, "lang")), "cuda");
    char *inc = util_path("%s/runner/include", a->root), *path = util_path("%s/compile_commands.json", dir);
    json_array_foreach(json_object_get(lab, "edit"), k, name) {
        const char *f = json_string_value(name);
        json_array_append_new(list, json_pack("{s:s s:s s:o}", "directory", dir, "file", f, "arguments",
                                              words_for_clangd(a, cuda, inc, f)));
    }
    char *text = json_dumps(list, JSON_INDENT(2));
    int rc = text ? util_write_file(path, text, strlen(text), e) : -1;
    free(text);
    free(inc);
    free(path);
    json_decref(list);
    return rc;
}

static int copy_headers(const char *from, const char *dir, int *created, struct err *e)
{
    DIR *d = opendir(from);
    int rc = 0;
    if (!d)
        return err_set(e, "%s: %s. Was a part of Ridge deleted? `git status` in its folder tells.", from,
                       strerror(errno));
    for (struct dirent *f; !rc && (f = readdir(d));) {
        size_t n = strlen(f->d_name);
        if (n < 3 || strcmp(f->d_name + n - 2, ".h"))
            continue;
        char *src = util_path("%s/%s", from, f->d_name), *dst = util_path("%s/%s", dir, f->d_name);
        (void)created; /* the interface is ours: it follows the lab's revision */
        rc = util_copy_file(src, dst, e);
        free(src);
        free(dst);
    }
    closedir(d);
    return rc;
}

/* A drill is written beside its lab's headers, which its own follow. */
static int copy_drill_headers(const json_t *lab, const char *from, const char *dir, int *created, struct err *e)
{
    char *of = json_object_get(lab, "drill") ? util_path("%s/../..", from) : NULL;
    int rc = of ? copy_headers(of, dir, created, e) : 0;
    free(of);
    return rc;
}

/* The name in `#include <ridge/NAME.h>`, should the line be one. */
static int ridge_header(const char *line, char name[64])
{
    int end = 0;
    return sscanf(line, " # include <ridge/%59[a-z0-9_].h%n", name, &end) == 1 && end && line[end] == '>';
}

static int copy_ridge_header(const struct app *a, const char *dir, const char *name, struct err *e)
{
    char *sub = util_path("%s/ridge", dir), *dst = util_path("%s/%s.h", sub, name);
    char *src = util_path("%s/runner/include/ridge/%s.h", a->root, name);
    int rc = util_mkdirs(sub, e) || util_copy_file(src, dst, e) ? -1 : 0;
    free(sub);
    free(dst);
    free(src);
    return rc;
}

/* What lab.h takes from Ridge's own headers is half of such a lab's interface: it lies beside lab.h, to be read. */
static int copy_ridge(const struct app *a, const char *from, const char *dir, struct err *e)
{
    char *path = util_path("%s/lab.h", from), *text = util_read_file(path, 1 << 20, NULL), name[64];
    int rc = 0;
    for (const char *line = text; line && !rc; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (ridge_header(line, name))
            rc = copy_ridge_header(a, dir, name, e);
    free(path);
    free(text);
    return rc;
}

/* The lab's task, yours; NULL as well when it has none. */
static char *brief_of(struct app *a, const json_t *lab)
{
    char *what = util_path("brief:%s", js_text(lab, "id")), *text = curriculum_lesson(a->cur, what);
    free(what);
    return text;
}

/* Nothing is changed before all that it takes has been read. */
static int still_reading(struct app *a)
{
    if (!curriculum_waits(a->cur))
        return 0;
    app_fail(a, APP_CONFIG, "The lab is still being read.");
    return 1;
}

/* What the lab's parts declare, each in the folder where the runner has it, too. */
static int copy_parts(const struct app *a, const json_t *lab, const char *dir, int *created, struct err *e)
{
    int rc = 0;
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "parts"), k, p) {
        char *from = util_below(a->root, js_text(p, "dir")), *to = util_path("%s/%s", dir, js_text(p, "lab"));
        if (!rc)
            rc = util_mkdirs(to, e) || copy_headers(from, to, created, e) ? -1 : 0;
        free(from);
        free(to);
    }
    return rc;
}

static enum app_exit lay_out(struct app *a, const json_t *lab, const char *brief, int *created)
{
    struct err e = { "" };
    char *dir = app_work_dir(a, js_text(lab, "id"));
    char *from = util_below(a->root, json_string_value(json_object_get(lab, "dir")));
    int rc = util_mkdirs(dir, &e);
    size_t k;
    const json_t *name;
    *created = 0;
    json_array_foreach(json_object_get(lab, "edit"), k, name) {
        char *src = util_path("%s/skeleton/%s", from, json_string_value(name));
        char *dst = util_path("%s/%s", dir, json_string_value(name));
        if (!rc)
            rc = copy_new(src, dst, created, &e);
        free(src);
        free(dst);
    }
    if (!rc)
        rc = copy_drill_headers(lab, from, dir, created, &e);
    if (!rc)
        rc = copy_headers(from, dir, created, &e);
    if (!rc)
        rc = copy_ridge(a, from, dir, &e);
    if (!rc)
        rc = copy_parts(a, lab, dir, created, &e);
    if (!rc && brief) {
        char *dst = util_path("%s/brief.md", dir);
        rc = util_write_file(dst, brief, strlen(brief), &e);
        free(dst);
    }
    if (!rc)
        rc = compile_commands(a, lab, dir, &e);
    free(from);
    if (rc)
        app_fail(a, APP_CONFIG, "Cannot lay out %s: %s. Make room or rights there, or name another place with --home.",
                 dir, e.text);
    free(dir);
    return rc ? APP_CONFIG : APP_OK;
}

enum app_exit app_start(struct app *a, const json_t *lab, int *created)
{
    *created = 0;
    if (gate_allows(a, js_text(lab, "id")) != APP_OK)
        return APP_FAILED;
    char *brief = brief_of(a, lab);
    enum app_exit rc = still_reading(a) ? APP_CONFIG : lay_out(a, lab, brief, created);
    free(brief);
    return rc;
}

/* The learner's files of this lab move to .backup/<time>/, whose path is yours; NULL when they could not. */
static char *set_aside(struct app *a, const json_t *lab, struct err *e)
{
    struct tm tm;
    time_t now = time(NULL);
    char stamp[32];
    localtime_r(&now, &tm);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm);
    char *dir = app_work_dir(a, js_text(lab, "id")), *to = util_path("%s/.backup/%s", dir, stamp);
    int rc = util_mkdirs(to, e);
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(lab, "edit"), k, name) {
        char *from = util_path("%s/%s", dir, json_string_value(name));
        char *dst = util_path("%s/%s", to, json_string_value(name));
        if (!rc && !access(from, F_OK) && rename(from, dst))
            rc = err_set(e, "%s: %s", from, strerror(errno));
        free(from);
        free(dst);
    }
    free(dir);
    if (!rc)
        return to;
    free(to);
    return NULL;
}

/* Puts the learner's files back: what should have taken their place could not be written. */
static void put_back(struct app *a, const json_t *lab, const char *from)
{
    char *dir = app_work_dir(a, js_text(lab, "id"));
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(lab, "edit"), k, name) {
        char *mine = util_path("%s/%s", from, json_string_value(name));
        char *place = util_path("%s/%s", dir, json_string_value(name));
        rename(mine, place); /* one that was not there stays away */
        free(mine);
        free(place);
    }
    rmdir(from);
    free(dir);
}

/* After set_aside(): lay out what is missing; a failure leaves the learner's files as they were. */
static enum app_exit start_again(struct app *a, const json_t *lab, const char *brief, char **backup, const char *what)
{
    char why[sizeof a->error];
    int created;
    enum app_exit rc = lay_out(a, lab, brief, &created);
    if (rc == APP_OK)
        return rc;
    snprintf(why, sizeof why, "%s", a->error);
    put_back(a, lab, *backup);
    free(*backup);
    *backup = NULL;
    return app_fail(a, rc, "Nothing was %s: %.600s", what, why);
}

enum app_exit app_reset(struct app *a, const json_t *lab, char **backup)
{
    struct err e = { "" };
    *backup = NULL;
    if (gate_allows(a, js_text(lab, "id")) != APP_OK)
        return APP_FAILED;
    char *brief = brief_of(a, lab);
    enum app_exit rc = APP_CONFIG;
    if (!still_reading(a) && !(*backup = set_aside(a, lab, &e)))
        app_fail(a, APP_CONFIG, "Nothing was reset: %s", e.text);
    if (*backup)
        rc = start_again(a, lab, brief, backup, "reset");
    free(brief);
    return rc;
}

static enum app_exit restore(struct app *a, const json_t *lab, const char *brief, const struct db_file *files, size_t n,
                             char **backup)
{
    struct err e = { "" };
    int rc = 0;
    *backup = set_aside(a, lab, &e);
    if (!*backup)
        return app_fail(a, APP_CONFIG, "Nothing was restored: %s", e.text);
    char *dir = app_work_dir(a, js_text(lab, "id"));
    for (size_t k = 0; k < n && !rc; k++) {
        if (parts_has(lab, files[k].name))
            continue; /* written in another lab's folder, which is not this lab's to change */
        char *path = util_path("%s/%s", dir, files[k].name);
        rc = strchr(files[k].name, '/') ? err_set(&e, "%s: unexpected folder", files[k].name)
                                        : util_write_file(path, files[k].data, files[k].size, &e);
        free(path);
    }
    free(dir);
    if (!rc)
        return start_again(a, lab, brief, backup, "restored");
    put_back(a, lab, *backup);
    free(*backup);
    *backup = NULL;
    return app_fail(a, APP_CONFIG, "Nothing was restored: %s", e.text);
}

enum app_exit app_restore(struct app *a, const json_t *lab, const struct db_file *files, size_t n, char **backup)
{
    char *brief = brief_of(a, lab);
    *backup = NULL;
    enum app_exit rc = still_reading(a) ? APP_CONFIG : restore(a, lab, brief, files, n, backup);
    free(brief);
    return rc;
}
