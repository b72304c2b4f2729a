/* pack_student.c: the student edition of a course: no solution's source, no mutant, no hidden case; references and
 * oracles as objects without names, since times and judging on a student's machine need them. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/pack/student.h"
#include "pack.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/build/build.h"

enum { OBJECT = 6 << 20, LINE = 76 };

static const char *const isas[] = { "x86-64-v2", "x86-64-v3", "x86-64-v4" };

/* ---- objects --------------------------------------------------------------------------------------------- */

/* Base64 in lines, as a text of the pack. */
static json_t *encoded(const char *path, struct err *e)
{
    size_t n = 0;
    char *bytes = util_read_bytes(path, OBJECT, &n, e);
    if (!bytes)
        return NULL;
    size_t room = sodium_base64_encoded_len(n, sodium_base64_VARIANT_ORIGINAL);
    char *base = malloc(room);
    struct text t = { .cap = 2 * OBJECT };
    if (base) {
        sodium_bin2base64(base, room, (unsigned char *)bytes, n, sodium_base64_VARIANT_ORIGINAL);
        for (const char *p = base; *p; p += strnlen(p, LINE))
            text_addf(&t, "%.*s\n", LINE, p);
    }
    json_t *text = json_string(text_str(&t));
    text_finish(&t);
    free(base);
    free(bytes);
    return text;
}

static int add_object(json_t *files, const char *lab, const char *name, const char *so, struct err *e)
{
    json_t *text = encoded(so, e);
    char *path = util_path("kernels/%s/%s" BUILD_GIVEN, lab, name);
    if (text)
        json_object_set_new(files, path, text);
    free(path);
    return text ? 0 : -1;
}

static int add_reference(json_t *files, struct build *b, const char *lab, const char *file, struct err *e)
{
    int rc = 0;
    for (size_t k = 0; k < sizeof isas / sizeof *isas && !rc; k++) {
        b->isa = isas[k];
        struct build_result r = build_kernel(b, file);
        char *name = build_given_name(file, isas[k]);
        rc = r.ok ? add_object(files, lab, name, r.so, e)
                  : err_set(e, "The reference %s of %s does not compile: %.600s", file, lab, text_str(&r.log));
        free(name);
        build_result_finish(&r);
    }
    return rc;
}

static int add_objects(struct cli *c, json_t *files, const json_t *lab, struct err *e)
{
    char *tmp = util_path("%s/ridge-student-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    char *real = mkdtemp(tmp) ? realpath(tmp, NULL) : NULL;
    char *cache = util_path("%s/cache", real ? real : tmp);
    struct build b = { .lab = lab, .root = c->app.root, .cache = cache, .dir = real, .cc = c->app.cc, .stripped = 1 };
    const char *id = js_text(lab, "id");
    int rc = real && !chmod(real, 0755) ? util_mkdirs(cache, e) : err_set(e, "%s: %s.", tmp, strerror(errno));
    char *so = rc ? NULL : build_oracle(&b, e);
    rc = rc || !so ? -1 : add_object(files, id, BUILD_ORACLE, so, e);
    rc = rc ? rc : add_reference(files, &b, id, js_text(lab, "reference"), e);
    if (real)
        util_remove_tree(real);
    free(so);
    free(cache);
    free(real);
    free(tmp);
    return rc;
}

/* ---- one lab --------------------------------------------------------------------------------------------- */

/* What cannot be handed out as an object, and why. */
static const char *cannot(const json_t *lab)
{
    const json_t *backends = json_object_get(lab, "backends"), *call;
    size_t k;
    if (strcmp(js_text(lab, "lang"), "c"))
        return "a lab in CUDA is built together with the emulator of the machine that it runs on, and for the GPU that "
               "is there, so that an object would fit neither";
    if (json_array_size(backends) != 1 || !util_lists(backends, "cpu"))
        return "a lab of several ranks is built together with the ranks' runtime";
    json_array_foreach(json_object_get(lab, "calls"), k, call)
        if (json_is_object(json_object_get(call, "emitted")))
            return "its reference writes programs, which are sources";
    return NULL;
}

/* The page with its figures and its lines of sources in it. */
static int add_page(struct cli *c, json_t *files, const char *lab, const char *what, const char *file, struct err *e)
{
    char *path = util_path("labs/%s/%s", lab, file), *text = json_object_get(files, path)
                     ? curriculum_lesson(c->app.cur, what) : NULL;
    int rc = text || !json_object_get(files, path) ? 0 : err_set(e, "%s", curriculum_error(c->app.cur));
    if (text)
        json_object_set_new(files, path, json_string(text));
    free(text);
    free(path);
    return rc;
}

static int add_manifest(json_t *files, const char *lab, struct err *e)
{
    struct err why = { "" };
    char *path = util_path("labs/%s/lab.lua", lab);
    char *cut = student_manifest(json_string_value(json_object_get(files, path)), &why);
    int rc = cut ? 0 : err_set(e, "%s: %s", path, why.text);
    if (cut)
        json_object_set_new(files, path, json_string(cut));
    free(cut);
    free(path);
    return rc;
}

static int one_lab(struct cli *c, json_t *files, const char *id, struct err *e)
{
    json_t *lab = app_lab(&c->app, id);
    const char *why = lab ? cannot(lab) : NULL;
    char *brief = util_path("brief:%s", id);
    int rc = !lab  ? err_set(e, "%s", c->app.error)
             : why ? err_set(e, "The lab %s has no student edition: %s.", id, why)
                   : add_objects(c, files, lab, e) || add_manifest(files, id, e) ||
                         add_page(c, files, id, id, "lesson.md", e) || add_page(c, files, id, brief, "brief.md", e);
    free(brief);
    json_decref(lab);
    return rc ? -1 : 0;
}

/* ---- is it the same course? ------------------------------------------------------------------------------ */

static int write_files(const json_t *files, const char *dir, struct err *e)
{
    const char *path;
    const json_t *text;
    int rc = 0;
    json_object_foreach((json_t *)(size_t)files, path, text) {
        char *at = util_path("%s/%s", dir, path), *slash = strrchr(at, '/');
        *slash = 0;
        rc = rc || util_mkdirs(at, e);
        *slash = '/';
        rc = rc || util_write_file(at, json_string_value(text), json_string_length(text), e);
        free(at);
    }
    return rc ? -1 : 0;
}

static bool is_hidden(const json_t *one)
{
    return json_is_true(json_object_get(one, "hidden"));
}

/* The visible cases of the one are all there are of the other. */
static int same_cases(const json_t *whole, const json_t *cut, const char *id, struct err *e)
{
    const json_t *a = json_object_get(whole, "cases"), *b = json_object_get(cut, "cases"), *one;
    size_t k, n = 0;
    json_array_foreach(b, k, one)
        if (is_hidden(one))
            return err_set(e, "The lab %s makes its hidden case %s by code. In a student edition hidden cases are left "
                              "out, so each has to be a table of its own in lab.lua, with hidden = true in it.", id,
                           js_text(one, "id"));
    json_array_foreach(a, k, one) {
        if (is_hidden(one))
            continue;
        if (strcmp(js_text(json_array_get(b, n), "id"), js_text(one, "id")))
            return err_set(e, "Without its hidden cases the lab %s would have other visible ones: %s.", id,
                           js_text(one, "id"));
        n++;
    }
    return 0;
}

static int check_in(struct cli *c, const json_t *files, const json_t *labs, const char *dir, struct err *e)
{
    struct curriculum *cur = write_files(files, dir, e) ? NULL : curriculum_open(c->app.root, e);
    size_t k;
    const json_t *id;
    int rc = cur && curriculum_add_shelf(cur, dir, "student") ? 0 : -1;
    json_t *lint = rc ? NULL : curriculum_lint_shelf(cur, "student");
    if (!rc && !json_is_true(json_object_get(lint, "ok")))
        rc = err_set(e, "Without its solutions the course does not hold: %s.", curriculum_error(cur));
    json_array_foreach(labs, k, id) {
        json_t *whole = rc ? NULL : app_lab(&c->app, json_string_value(id));
        json_t *cut = rc ? NULL : curriculum_lab(cur, json_string_value(id), 1);
        if (!rc)
            rc = cut ? same_cases(whole, cut, json_string_value(id), e) : err_set(e, "%s", curriculum_error(cur));
        json_decref(cut);
        json_decref(whole);
    }
    json_decref(lint);
    curriculum_close(cur);
    return rc;
}

static int check(struct cli *c, const json_t *files, const json_t *labs, struct err *e)
{
    char *dir = util_path("%s/ridge-student-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    int rc = mkdtemp(dir) ? check_in(c, files, labs, dir, e) : err_set(e, "%s: %s.", dir, strerror(errno));
    util_remove_tree(dir);
    free(dir);
    return rc;
}

/* ---- the course ------------------------------------------------------------------------------------------ */

json_t *pack_student_files(struct cli *c, const json_t *whole, const json_t *labs, struct err *e)
{
    json_t *files = json_object();
    const char *path;
    const json_t *id, *text;
    size_t k;
    int rc = sodium_init() < 0 ? err_set(e, "The library libsodium does not start.") : 0;
    json_object_foreach((json_t *)(size_t)whole, path, text)
        if (student_keeps(path))
            json_object_set(files, path, (json_t *)(size_t)text);
    json_array_foreach(labs, k, id)
        rc = rc ? rc : one_lab(c, files, json_string_value(id), e);
    rc = rc ? rc : check(c, files, labs, e);
    if (!rc)
        return files;
    json_decref(files);
    return NULL;
}
