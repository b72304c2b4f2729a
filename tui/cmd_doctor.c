/* What this machine can do, why not more, and how to get the rest. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "box.h"
#include "build.h"
#include "cli.h"

static void add(json_t *list, const char *check, int ok, const char *message)
{
    json_array_append_new(list, json_pack("{s:s s:b s:s}", "check", check, "ok", ok, "message", message));
}

static void compilers(struct cli *c, json_t *list)
{
    char line[256], text[512];
    build_compiler(c->app.cc, line, sizeof line);
    snprintf(text, sizeof text, *line ? "%s (flags for %s)" : "%s was not found: C labs need it. Debian: apt install gcc, or set CC",
             *line ? line : c->app.cc, build_isa());
    add(list, "C compiler", *line != 0, text);
    struct build b = { .cc = c->app.cc };
    struct err e = { "" };
    char *asan = build_sanitizer_runtime(&b, &e);
    add(list, "sanitizers", asan != NULL, asan ? asan : e.text);
    free(asan);
    build_compiler("gcc", line, sizeof line);
    add(list, "cache profile", *line != 0, *line ? "ctrace, by gcc's -fsanitize=thread hooks"
                                                 : "needs gcc: Debian: apt install gcc");
    char *nvcc = build_nvcc();
    add(list, "CUDA toolkit", nvcc != NULL, nvcc ? nvcc : "nvcc was not found: CUDA labs cannot be compiled, all others "
                                                          "work. Install the CUDA toolkit 12 or later, or set CUDA_HOME");
    free(nvcc);
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    add(list, "NVIDIA GPU", driver != NULL, driver ? "the driver is here" : "no driver here: CUDA labs stop at the compile gate");
    if (driver)
        dlclose(driver);
}

static void sandbox(struct cli *c, json_t *list)
{
    char text[256];
    int abi = box_landlock_abi();
    snprintf(text, sizeof text, abi ? "ABI %d: submissions see no file of yours" :
             "this kernel has none (%d): submissions are held by seccomp and limits alone", abi);
    add(list, "Landlock", abi > 0, text);
    curriculum_hw(c->app.cur);
    add(list, "Lua box", curriculum_boxed(c->app.cur), curriculum_boxed(c->app.cur)
        ? "checks run under seccomp" : "seccomp is refused here: checks run under limits alone");
    add(list, "runner", !access(c->app.exec, X_OK), c->app.exec);
}

static void places(struct cli *c, json_t *list)
{
    struct statvfs v;
    char text[512];
    int ok = app_need_db(&c->app) == APP_OK;
    snprintf(text, sizeof text, "%s", ok ? c->app.notice[0] ? c->app.notice : c->app.home : c->app.error);
    add(list, "home", ok && !c->app.notice[0], text);
    if (ok && !statvfs(c->app.home, &v)) {
        double free_GB = (double)v.f_bavail * (double)v.f_frsize / 1e9;
        snprintf(text, sizeof text, "%.1f GB free", free_GB);
        add(list, "disk", free_GB > 0.2, text);
    }
    json_t *rows = NULL;
    size_t k;
    const json_t *r;
    if (ok && db_check(c->app.db, &rows) == DB_OK)
        json_array_foreach(rows, k, r)
            add(list, jstr(r, "check"), json_is_true(json_object_get(r, "ok")), jstr(r, "message"));
    json_decref(rows);
    const char *term = getenv("TERM"), *editor = getenv("VISUAL") ? getenv("VISUAL") : getenv("EDITOR");
    add(list, "terminal", term && *term && strcmp(term, "dumb"), term && *term ? term : "TERM is not set: the screens need it");
    add(list, "editor", 1, editor && *editor ? editor : "neither VISUAL nor EDITOR is set: vi is used");
}

int cmd_doctor(struct cli *c)
{
    json_t *list = json_array(), *lint;
    size_t k;
    const json_t *r;
    compilers(c, list);
    sandbox(c, list);
    places(c, list);
    lint = curriculum_lint(c->app.cur);
    int clean = json_is_true(json_object_get(lint, "ok"));
    char text[128];
    snprintf(text, sizeof text, clean ? "%.0f weeks, %.0f labs, no mistakes" : "%.0f weeks, %.0f labs, with mistakes: `ridge lab check`",
             jnum(lint, "weeks"), jnum(lint, "labs"));
    add(list, "curriculum", clean, text);
    json_decref(lint);
    c->app.notice[0] = 0;
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "checks", list));
    json_array_foreach(list, k, r) {
        int ok = json_is_true(json_object_get(r, "ok"));
        printf("%s%s%s %-16s %s\n", cli_color(c, ok ? "green" : "yellow"), cli_mark(ok ? "PASS" : "SKIPPED"),
               cli_color(c, "off"), jstr(r, "check"), jstr(r, "message"));
    }
    json_decref(list);
    return APP_OK;
}
