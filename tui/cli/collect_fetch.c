/* collect_fetch.c: the hand-ins of a place, a folder or a server: listed, and those that are new brought here. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli_net.h"
#include "collect_parts.h"
#include "grader/intake/bundle.h"
#include "grader/intake/intake.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/net/net.h"

enum { MOST = 5000, NAME_LETTERS = 255 };
enum { AGAIN_MS = 5000, AGAIN_MOST_MS = 300000 }; /* what came damaged is asked for again after so long */
#define BUNDLE_BYTES ((json_int_t)INTAKE_BYTES)

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

void collect_add_row(struct collecting *x, const char *name, const char *state, const char *why)
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

void collect_ask_later(struct collecting *x, const char *name)
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
            collect_add_row(x, json_string_value(json_array_get(names, k)), "failed", js_text(a, "why"));
            collect_ask_later(x, json_string_value(json_array_get(names, k)));
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
        collect_ask_later(x, name);
        collect_add_row(x, name, "failed", "neither a file nor a folder; nothing was read");
    } else if (st.st_size > BUNDLE_BYTES) {
        collect_ask_later(x, name);
        collect_add_row(x, name, "failed", "larger than the 16 MiB that a hand-in may have");
    } else if (access(to, F_OK)) {
        struct timespec t[2] = { st.st_atim, st.st_mtim };
        if (util_copy_file(from, to, &e) || utimensat(AT_FDCWD, to, t, 0))
            collect_add_row(x, name, "failed", *e.text ? e.text : strerror(errno));
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

int collect_fetch(struct collecting *x)
{
    json_array_clear(x->names);
    return strstr(x->from, "://") ? from_url(x, x->from) : from_folder(x, x->from);
}
