/* pack_autograder.c: a lab as Gradescope's autograder: setup.sh, run_autograder, the course, and Ridge. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "grader/export/export.h"
#include "grader/pack/pack.h"
#include "pack.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/base/zip.h"
#include "tui/app/packs.h"

enum { RIDGE_BYTES = 256 << 20, SCRIPT_BYTES = 1 << 20 };

/* ---- what goes in ---------------------------------------------------------------------------------------- */

static int add_script(struct zip *z, const struct cli *c, const char *name, struct err *e)
{
    char *path = util_path("%s/curriculum/new/autograder/%s", c->app.root, name);
    char *text = util_read_file(path, SCRIPT_BYTES, e);
    int rc = text ? zip_add(z, name, text, strlen(text), true, e) : -1;
    free(text);
    free(path);
    return rc;
}

/* A word that a shell reads as it stands. */
static bool is_plain(const char *s)
{
    static const char letters[] = HOST_LETTERS " +";
    return !s[strspn(s, letters)];
}

static int add_settings(struct zip *z, const struct cli *c, const json_t *lab, struct err *e)
{
    const struct cli_values *o = &c->opt;
    struct text t = { .cap = 64 << 10 }, edit = { .cap = 4096 };
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(lab, "edit"), k, f)
        text_addf(&edit, "%s%s", k ? " " : "", json_string_value(f));
    text_addf(&t, "# What ridge pack autograder was told; run_autograder reads it.\n"
                  "LAB='%s'\nEDIT='%s'\nLEVEL='%s'\nPHASE='%s'\nVISIBILITY='%s'\n", js_text(lab, "id"), text_str(&edit),
              o->level ? o->level : "L1", o->phase ? o->phase : "", o->visibility ? o->visibility : "after_due");
    int rc = is_plain(text_str(&edit)) ? zip_add(z, "autograder.conf", text_str(&t), t.len, false, e)
                                       : err_set(e, "A file of the lab has a name that no shell takes as it stands.");
    text_finish(&edit);
    text_finish(&t);
    return rc;
}

/* The file with Ridge: a package, or its sources in a tar. */
static int add_ridge(struct zip *z, const char *file, struct err *e)
{
    static const struct {
        const char *end, *as;
    } kinds[] = { { ".deb", "ridge.deb" }, { ".tar.gz", "ridge.tar.gz" }, { ".tgz", "ridge.tar.gz" } };
    size_t n = strlen(file), len = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t end = strlen(kinds[k].end);
        if (n <= end || strcmp(file + n - end, kinds[k].end))
            continue;
        char *bytes = util_read_bytes(file, RIDGE_BYTES, &len, e);
        int rc = bytes ? zip_add(z, kinds[k].as, bytes, len, false, e) : -1;
        free(bytes);
        return rc;
    }
    return err_set(e, "%s: neither a package (.deb) nor sources (.tar.gz)", file);
}

/* The folder of the course or pack that has the lab, yours, and its name; NULL: the lab is one of Ridge's own. */
static char *shelf_of(const struct cli *c, const char *lab, char name[PACK_NAME])
{
    char *packs = packs_folder(&c->app), *dir = NULL;
    size_t n = strcspn(lab, "-");
    snprintf(name, PACK_NAME, "%.*s", (int)(n < PACK_NAME ? n : 0), lab);
    if (pack_name_ok(name)) {
        char *own = c->app.course ? util_path("%s/labs/%s/lab.lua", c->app.course, lab) : NULL;
        char *text = own ? util_read_file(own, SCRIPT_BYTES, NULL) : NULL;
        dir = text ? util_path("%s", c->app.course) : util_path("%s/%s", packs, name);
        free(text);
        free(own);
    }
    free(packs);
    return dir;
}

static int add_course(struct zip *z, const char *dir, const char *name, struct err *e)
{
    json_t *entries = pack_entries(dir, e), *files = entries ? pack_collect(name, entries, e) : NULL;
    const char *path;
    const json_t *text;
    int rc = files ? 0 : -1;
    json_object_foreach(files, path, text) {
        char *at = util_path("course/%s", path);
        rc = rc ? rc : zip_add(z, at, json_string_value(text), json_string_length(text), false, e);
        free(at);
    }
    json_decref(files);
    json_decref(entries);
    return rc;
}

/* ---- the command ----------------------------------------------------------------------------------------- */

static int say(struct cli *c, const json_t *lab, const char *out, size_t bytes)
{
    char size[FIGURE];
    const char *level = c->opt.level ? c->opt.level : "L1";
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:s s:I s:s}", "schema", "ridge.autograder/1", "lab", js_text(lab, "id"),
                                  "file", out, "bytes", (json_int_t)bytes, "level", level));
    printf("%s: %s, an autograder of %s for Gradescope: upload it under Configure Autograder, with Ubuntu 22.04.\n",
           out, figure_bytes((double)bytes, size), js_text(lab, "id"));
    printf("It grades nobody in a sandbox below %s. A container without user namespaces gives L1 where its kernel has "
           "Landlock, and L0 else; --level L0 grades there, on your own word.\n", level);
    return APP_OK;
}

static int write_zip(struct cli *c, const json_t *lab, const char *out)
{
    struct err e = { "" };
    struct text t = { .cap = (size_t)RIDGE_BYTES + (64 << 20) };
    struct zip z = { .to = &t };
    char name[PACK_NAME], *dir = shelf_of(c, js_text(lab, "id"), name);
    int rc = add_script(&z, c, "setup.sh", &e) || add_script(&z, c, "run_autograder", &e) ||
             add_settings(&z, c, lab, &e) || (dir && add_course(&z, dir, name, &e)) ||
             add_ridge(&z, c->opt.ridge_file, &e);
    rc = zip_end(&z, rc ? NULL : &e) || rc || export_write(out, text_str(&t), t.len, &e);
    if (rc)
        rc = cli_fail(c, app_fail(&c->app, APP_CONFIG, "No autograder was made. %s", e.text));
    else
        rc = say(c, lab, out, t.len);
    text_finish(&t);
    free(dir);
    return rc;
}

int pack_autograder(struct cli *c)
{
    if (!c->opt.ridge_file)
        return cli_error(APP_USAGE, "Say with --ridge FILE what installs Ridge there: a package of Ubuntu 22.04's, or "
                                    "the sources, as `git archive --prefix=ridge/ -o ridge.tar.gz HEAD` makes them.");
    json_t *lab = cli_lab(c, c->args[1]);
    if (!lab)
        return APP_USAGE;
    char *out = c->opt.out ? util_path("%s", c->opt.out) : util_path("%s-autograder.zip", js_text(lab, "id"));
    int rc = json_array_size(json_object_get(lab, "calls"))
                 ? write_zip(c, lab, out)
                 : cli_fail(c, app_fail(&c->app, APP_USAGE, "Lab %s has no program to run, so there is nothing to "
                                        "grade.", js_text(lab, "id")));
    free(out);
    json_decref(lab);
    return rc;
}
