/*
 * ridge pack: a course as one signed file. `build` makes one of an author's course; `add` takes one in after its
 * signature, its author's key and its Lua have been looked at; `update` takes a later one of the same key.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "lab_proof.h"
#include "fold.h"
#include "cli_net.h"
#include "grader/intake/intake.h"
#include "runner/net/net.h"
#include "grader/pack/pack.h"
#include "grader/pack/student.h"
#include "pack.h"
#include "tui/app/packs.h"
#include "runner/base/programs.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static int fails(struct cli *c, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static int fails(struct cli *c, int code, const char *fmt, ...)
{
    char text[1200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    app_fail(&c->app, code, "%s", text);
    return cli_fail(c, code);
}

/* ---- build ------------------------------------------------------------------------------------------------ */

static int all_proven(struct cli *c, const char *name)
{
    json_t *failed = json_array(), *skipped = json_array(), *ids = curriculum_lab_ids(c->app.cur), *id;
    size_t k, n = strlen(name);
    int ok = 1;
    json_array_foreach(ids, k, id)
        if (!strncmp(json_string_value(id), name, n) && json_string_value(id)[n] == '-' && !cli_interrupted)
            ok &= lab_prove_one(c, json_string_value(id), failed, skipped);
    json_array_foreach(skipped, k, id)
        if (!ok)
            fprintf(stderr, "  not proven here: %s: %s\n", js_text(id, "lab"), js_text(id, "why"));
    json_decref(ids);
    json_decref(skipped);
    json_decref(failed);
    return ok && !cli_interrupted;
}

static int say_built(struct cli *c, const json_t *about, const char *out, size_t bytes, const char *print, int made)
{
    if (c->app.json)
        return cli_json(json_pack("{s:s s:O s:O s:s s:I s:s}", "schema", "ridge.pack-build/1", "name",
                                  json_object_get(about, "name"), "version", json_object_get(about, "version"), "file",
                                  out, "bytes", (json_int_t)bytes, "fingerprint", print));
    printf("%s: %zu KiB, signed with %s.\n", out, (bytes + 1023) / 1024, print);
    if (made)
        printf("That key is new and lies in %s/author.key. Keep a copy: an update needs the same one.\n", c->app.home);
    printf("Tell people the fingerprint by another way than the file: `ridge pack add` asks for it.\n");
    return APP_OK;
}

static int write_pack(struct cli *c, const json_t *about, const json_t *files, const char *out)
{
    struct err e = { "" };
    struct text tar = { .cap = INTAKE_BYTES };
    struct bundle_key key = { { 0 }, { 0 } };
    char print[BUNDLE_FINGERPRINT] = "", *path = util_path("%s/author.key", c->app.home);
    bool made = false;
    int rc = util_mkdirs(c->app.home, &e) || bundle_key(path, &key, &made, &e) ||
             pack_make(about, RIDGE_VERSION, files, &key, &tar, &e) ||
             util_write_whole(out, text_str(&tar), tar.len, &e);
    bundle_key_print(&key, print);
    bundle_key_finish(&key);
    rc = rc ? fails(c, APP_CONFIG, "%s", e.text) : say_built(c, about, out, tar.len, print, made);
    text_finish(&tar);
    free(path);
    return rc;
}

/* What judges each lab, by the whole course: both editions say the same. */
static void say_judged(json_t *about, const json_t *files, const json_t *labs)
{
    json_t *judged = json_object();
    size_t k;
    const json_t *id;
    char hex[33];
    json_array_foreach(labs, k, id) {
        student_judged(files, json_string_value(id), hex);
        json_object_set_new(judged, json_string_value(id), json_string(hex));
    }
    json_object_set_new(about, "judged", judged);
}

/* The files of the edition that was asked for; NULL with why. */
static json_t *edition_of(struct cli *c, json_t *about, const char *course, struct err *e)
{
    json_t *entries = pack_entries(course, e);
    json_t *files = entries ? pack_collect(js_text(about, "name"), entries, e) : NULL;
    json_t *labs = files ? pack_labs(files, e) : NULL, *ret = labs ? json_incref(files) : NULL;
    if (labs)
        say_judged(about, files, labs);
    if (labs && c->opt.edition && !strcmp(c->opt.edition, "student")) {
        json_decref(ret);
        ret = pack_student_files(c, files, labs, e);
        json_object_set_new(about, "edition", json_string("student"));
    }
    json_decref(labs);
    json_decref(files);
    json_decref(entries);
    return ret;
}

static int build(struct cli *c)
{
    struct err e = { "" };
    char cwd[PATH_MAX], *course = c->app.course;
    if (c->nargs > 1 && (!getcwd(cwd, sizeof cwd) || chdir(c->args[1]) || app_enter(&c->app)))
        return fails(c, APP_USAGE, "%s: %s", c->args[1], *c->app.error ? c->app.error : strerror(errno));
    course = c->app.course;
    if (!course)
        return fails(c, APP_USAGE, "Here is no course: no pack.lua of yours in this folder or above it. `ridge lab new "
                                   "COURSE-NAME` begins one.");
    json_t *about = curriculum_pack(c->app.cur, ".");
    if (!about)
        return fails(c, APP_FAILED, "%s", curriculum_error(c->app.cur));
    const char *name = js_text(about, "name");
    char *out = c->opt.out && *c->opt.out != '/' && c->nargs > 1 ? util_path("%s/%s", cwd, c->opt.out)
                : c->opt.out
                    ? util_path("%s", c->opt.out)
                    : util_path("%s/%s-%s%s" PACK_END, c->nargs > 1 ? cwd : ".", name, js_text(about, "version"),
                                c->opt.edition && !strcmp(c->opt.edition, "student") ? "-student" : "");
    int rc = APP_OK;
    if (!c->opt.no_check && !all_proven(c, name))
        rc = cli_interrupted ? APP_INTERRUPTED
           : fails(c, APP_FAILED, "A lab is not proven, so nothing was built. `ridge lab check` says more; --no-check "
                                  "builds it all the same.");
    json_t *files = rc ? NULL : edition_of(c, about, course, &e);
    if (!rc)
        rc = files ? write_pack(c, about, files, out) : fails(c, APP_FAILED, "%s", e.text);
    json_decref(files);
    json_decref(about);
    free(out);
    return rc;
}

/* ---- add, update ------------------------------------------------------------------------------------------ */

static int is_url(const char *s)
{
    return strstr(s, "://") != NULL;
}

/* Where the file of a URL lies for the moment; NULL once the failure is in app->error. You own the storage. */
static char *download(struct cli *c, const char *url)
{
    struct err e = { "" };
    struct cli_bars bars = { 0 };
    char *packs = packs_folder(&c->app), *file = util_path("%s/.coming", packs);
    char *program = programs_find("ridge-net"), *shown = net_shown(url);
    char *part = util_path("%s.part", file);
    struct net_options o = { .program = program, .stall_s = (int)c->opt.timeout, .stop = &cli_interrupted,
                             .flags = c->opt.insecure_http ? NET_INSECURE_HTTP : 0, .event = cli_bars_event,
                             .data = &bars };
    unlink(file);
    unlink(part); /* of another pack */
    cli_bars_name(&bars, shown);
    cli_bars_begin(&bars, c);
    json_t *a = util_mkdirs(packs, &e) ? NULL : net_one(&o, json_pack("{s:s s:s s:s s:I}", "op", "get", "url", url,
                                                        "file", file, "max", (json_int_t)INTAKE_BYTES), &e);
    cli_bars_end(&bars);
    cli_bars_finish(&bars);
    if (!json_is_true(json_object_get(a, "ok"))) {
        app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_FAILED, "%s: %s", shown,
                 a ? js_text(a, "why") : e.text);
        free(file);
        file = NULL;
    }
    json_decref(a);
    free(part);
    free(program);
    free(shown);
    free(packs);
    return file;
}

/* The pack in a file or behind a URL, checked; NULL once the failure was printed. */
static json_t *fetch(struct cli *c, const char *from, int *rc)
{
    struct err e = { "" };
    struct stat st = { 0 };
    char *file = is_url(from) ? download(c, from) : util_path("%s", from);
    json_t *entries = NULL, *pack = NULL;
    if (!file) {
        *rc = cli_fail(c, cli_interrupted ? APP_INTERRUPTED : APP_FAILED);
        return NULL;
    }
    if (stat(file, &st) || !S_ISREG(st.st_mode))
        err_set(&e, "%s", S_ISDIR(st.st_mode) ? "This is a folder; `ridge pack build` makes a pack of the "
                                                "folder." : strerror(errno));
    else if (st.st_size > INTAKE_BYTES)
        err_set(&e, "The file is larger than 16 MiB.");
    else if ((entries = pack_entries(file, &e)))
        pack = pack_read(entries, &e);
    if (!pack)
        *rc = fails(c, APP_FAILED, "%s is not taken. %s", from, e.text);
    else if (pack_version_compare(js_text(pack, "ridge"), RIDGE_VERSION) > 0)
        *rc = fails(c, APP_FAILED, "%s needs Ridge %s, and this is " RIDGE_VERSION ".", from, js_text(pack, "ridge"));
    if (*rc) {
        json_decref(pack);
        pack = NULL;
    }
    if (is_url(from))
        unlink(file);
    json_decref(entries);
    free(file);
    return pack;
}

/* Is this the key to trust? The first time somebody has to say so; later it is the one that was. */
static int trusted(struct cli *c, const json_t *pack, int update, const char *print)
{
    const char *name = js_text(pack, "name");
    char *known = packs_key(&c->app, name), was[BUNDLE_FINGERPRINT] = "", question[200];
    int same = known && !strcmp(known, js_text(pack, "key")), rc = APP_OK;
    bundle_fingerprint(known ? known : "", was);
    if (c->opt.key && !bundle_print_is(c->opt.key, print))
        rc = fails(c, APP_FAILED, "It is signed with %s, not with the key you gave.", print);
    else if (update && !same)
        rc = fails(c, APP_FAILED, "%s is signed with another key (%s) than what is here (%s), so it is no update "
                                  "of it. Ask its author.", name, print, was);
    else if (known && !same && !c->opt.key)
        rc = fails(c, APP_FAILED, "%s is signed with another key (%s) than before (%s). Ask its author. If it is a new "
                                  "pack of that name: --key \"%s\".", name, print, was, print);
    else if (!same && !c->opt.key && (c->app.yes || !c->app.interactive))
        rc = fails(c, APP_USAGE, "Nothing was added. It is signed with %s: ask its author whether that is theirs, then "
                                 "--yes --key \"%s\".", print, print);
    snprintf(question, sizeof question, "Is that the fingerprint its author told you?");
    if (!rc && !same && !(c->opt.key && c->app.yes) && !cli_confirmed(c, question))
        rc = fails(c, APP_USAGE, "Nothing was added.");
    free(known);
    return rc;
}

static void describe(const struct cli *c, const json_t *pack, const char *print)
{
    if (c->app.json)
        return;
    char labs[FIGURE];
    printf("%s %s: %s%s%s\n  %s; signed with %s\n", js_text(pack, "name"), js_text(pack, "version"),
           js_text(pack, "title"), *js_text(pack, "author") ? ", by " : "", js_text(pack, "author"),
           figure_of((double)json_array_size(json_object_get(pack, "labs")), "lab", labs), print);
    printf("  What it brings runs in the box, its oracles too. They say what is right in its own labs.\n");
    fold_flush();
}

static int put(struct cli *c, const json_t *pack, const char *from, const char *print)
{
    struct err e = { "" };
    char *path = is_url(from) ? util_path("%s", from) : realpath(from, NULL);
    char *shown = is_url(from) ? net_shown(from) : NULL; /* no password is kept */
    int rc = packs_put(&c->app, pack, shown ? shown : path ? path : from, &e);
    free(shown);
    free(path);
    if (rc)
        return fails(c, APP_FAILED, "%s is not taken. %s", from, e.text);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:O s:O s:O s:s}", "schema", "ridge.pack-add/1", "name",
                                  json_object_get(pack, "name"), "version", json_object_get(pack, "version"), "labs",
                                  json_object_get(pack, "labs"), "fingerprint", print));
    printf("Added. `ridge list` has its labs; `ridge start %s` begins.\n",
           json_string_value(json_array_get(json_object_get(pack, "labs"), 0)));
    return APP_OK;
}

/* Before anything is asked: may it come in over what is there? */
static int fits_in(struct cli *c, const json_t *pack, int update, const char *wanted)
{
    const char *name = js_text(pack, "name"), *version = js_text(pack, "version");
    json_t *old = packs_get(&c->app, name);
    char was[32];
    int rc = APP_OK;
    snprintf(was, sizeof was, "%.30s", js_text(old, "version"));
    if (wanted && strcmp(wanted, name))
        rc = fails(c, APP_FAILED, "That is pack %s, not %s.", name, wanted);
    else if (!update && old)
        rc = fails(c, APP_USAGE, "%s %s is here already: `ridge pack update` takes a later version.", name, was);
    else if (update && !old)
        rc = fails(c, APP_USAGE, "There is no pack %s to update: `ridge pack add`.", name);
    else if (update && pack_version_compare(version, was) <= 0)
        rc = fails(c, APP_FAILED, "%s %s is no later than %s, which is here.", name, version, was);
    json_decref(old);
    return rc;
}

static int take(struct cli *c, const char *from, int update, const char *wanted)
{
    char print[BUNDLE_FINGERPRINT];
    int rc = APP_OK;
    json_t *pack = fetch(c, from, &rc);
    if (!pack)
        return rc;
    bundle_fingerprint(js_text(pack, "key"), print);
    rc = fits_in(c, pack, update, wanted);
    if (!rc) {
        describe(c, pack, print);
        rc = trusted(c, pack, update, print);
    }
    rc = rc ? rc : put(c, pack, from, print);
    json_decref(pack);
    return rc;
}

/* `update NAME` goes where the pack came from; anything else is a file or a URL. */
static int update(struct cli *c)
{
    json_t *old = packs_get(&c->app, c->args[1]);
    int rc;
    if (old)
        rc = take(c, js_text(old, "source"), 1, c->args[1]);
    else
        rc = take(c, c->args[1], 1, NULL);
    json_decref(old);
    return rc;
}

/* ---- list, remove ----------------------------------------------------------------------------------------- */

static int list(struct cli *c)
{
    json_t *all = packs_list(&c->app), *p;
    size_t k;
    char labs[FIGURE], print[BUNDLE_FINGERPRINT];
    json_array_foreach(all, k, p) {
        bundle_fingerprint(js_text(p, "key"), print);
        json_object_set_new(p, "fingerprint", json_string(print));
        if (!c->app.json)
            printf("%s %s%s: %s, %s\n  %s  %s\n", js_text(p, "name"), js_text(p, "version"),
                   js_is(p, "edition", "student") ? ", student edition" : "",
                   figure_of((double)json_array_size(json_object_get(p, "labs")), "lab", labs), js_text(p, "title"),
                   print, js_text(p, "source"));
    }
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.packs/1", "packs", all));
    if (!json_array_size(all))
        printf("There are no packs. `ridge pack add FILE|URL` adds one.\n");
    json_decref(all);
    return APP_OK;
}

static int remove_pack(struct cli *c)
{
    struct err e = { "" };
    const char *name = c->args[1];
    json_t *p = packs_get(&c->app, name);
    if (!p)
        return fails(c, APP_USAGE, "There is no pack %s. `ridge pack list` has those that are.", name);
    json_decref(p);
    if (!cli_confirmed(c, "Take its labs away? Your files and attempts stay."))
        return fails(c, APP_USAGE, "Nothing was removed; --yes does it.");
    if (packs_remove(&c->app, name, &e))
        return fails(c, APP_CONFIG, "%s", e.text);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s}", "schema", "ridge.pack-remove/1", "name", name));
    printf("Pack %s is removed. Your files and attempts of its labs stay, and are there again after "
           "`ridge pack add`.\n", name);
    return APP_OK;
}

int cmd_pack(struct cli *c)
{
    static const struct {
        const char *name;
        int least, most;
        int (*run)(struct cli *c);
    } verbs[] = { { "autograder", 2, 2, pack_autograder }, { "build", 1, 2, build }, { "list", 1, 1, list },
                  { "remove", 2, 2, remove_pack }, { "update", 2, 2, update } };
    if (!strcmp(c->args[0], "add") && c->nargs == 2)
        return take(c, c->args[1], 0, NULL);
    for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++)
        if (!strcmp(c->args[0], verbs[k].name) && c->nargs >= verbs[k].least && c->nargs <= verbs[k].most)
            return verbs[k].run(c);
    return cli_usage("pack", "build [DIR] | add FILE|URL | list | remove NAME | update NAME|FILE|URL | "
                             "autograder LAB");
}
