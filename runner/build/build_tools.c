/* build_tools.c: the box and the argument lists of compilers, and what their exit means. */
#define _GNU_SOURCE
#include "build_internal.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/base/fault.h"
#include "runner/box/spawn.h"
#include "tool_end.h"

void arg(struct args *a, const char *s)
{
    if (a->n < ARGS - 1)
        a->v[a->n++] = s;
    a->v[a->n] = NULL;
}

void arg_words(struct args *a, char *words)
{
    char *save = NULL;
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
        arg(a, w);
}

const char *lab_str(const struct build *b, const char *key)
{
    return util_str(b->lab, key, "");
}

char *slurp(const char *dir, const char *name)
{
    char *p = util_path("%s/%s", dir, name);
    char *s = util_read_file(p, 8u << 20, NULL);
    free(p);
    return s ? s : strdup("");
}

const char *build_isa(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return "x86-64-v4";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return "x86-64-v3";
    return "x86-64-v2";
}

const char *profile_isa(void)
{
    return strcmp(build_isa(), "x86-64-v2") ? "x86-64-v3" : "x86-64-v2";
}

void build_result_finish(struct build_result *r)
{
    free(r->so);
    text_finish(&r->log);
    *r = (struct build_result){ 0 };
}

struct box compile_box(const struct build *b, const char *include, const char *kernels)
{
    int cuda = !strcmp(lab_str(b, "lang"), "cuda");
    return (struct box){ .ro = { "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/include",
                                 "/usr/local/include", "/usr/local/lib", "/usr/local/bin", "/lib", "/lib64", "/bin",
                                 "/etc/ld.so.cache", "/etc/alternatives", include, b->trusted ? kernels : include,
                                 spawn_tree(b->cc) },
                         .rw = { b->dir, "/dev/null" },
                         .cwd = b->dir,
                         .cpu_s = cuda ? 60 : 10,
                         .fsize_MiB = 64,
                         .as_MiB = cuda ? 8192 : 2048,
                         .nofile = 256,
                         .stack_MiB = 64,
                         .in_fd = -1,
                         .cpu = -1 };
}

void box_allow(struct box *box, const char *path)
{
    int k = 0;
    while (k < BOX_PATHS - 1 && box->ro[k])
        k++;
    box->ro[k] = path;
}

/* `sig` ended the compiler, or a part of it. */
static void explain_signal(struct build_result *r, int sig, const char *tool)
{
    r->limit |= sig == SIGXCPU || sig == SIGXFSZ;
    r->slow |= sig == SIGXCPU;
    if (sig == SIGXCPU)
        text_addf(&r->log, "\n%s was stopped at its time limit.\n", tool);
    else if (sig == SIGXFSZ)
        text_addf(&r->log, "\n%s was stopped: one of its files grew beyond 64 MiB.\n", tool);
    else if (sig == SIGKILL)
        fault_note(FAULT_OURS, "%s" TOOL_NO_MEMORY, tool);
    else
        text_addf(&r->log, "\n%s died of signal %d (%s): the source is too much for "
                           "it.\n", tool, sig, strsignal(sig));
}

/* `part`: what tool_watch_end() said. A driver that refuses an option has no failed part either, but other words. */
static void explain_exit(struct build_result *r, int code, int part, const char *tool)
{
    if (code == 127) {
        char *why = util_path(tool[0] == '/' ? "%s cannot be run. The variable CC names it: correct CC, or unset it "
                                               "for gcc."
                                             : "%s cannot be run. Install it (Debian: apt install %s), or name "
                                               "another with CC.", tool, tool);
        text_addf(&r->log, "\n%s\n", why);
        fault_note(FAULT_SETUP, "%s", why);
        free(why);
    } else if (code && part > 0) {
        explain_signal(r, part, tool);
    } else if (code && part == TOOL_NONE_FAILED && strstr(text_str(&r->log), "cannot execute")) {
        fault_note(FAULT_OURS, "%s" TOOL_NO_PROCESS, tool);
    }
}

static void explain_end(struct build_result *r, struct spawn_result *s, int part, const char *tool)
{
    r->ok = s->end == SPAWN_EXIT && s->code == 0;
    r->ms += s->wall_s * 1e3;
    r->cpu_s += s->cpu_s;
    text_add(&r->log, text_str(&s->output), s->output.len);
    r->limit |= s->end == SPAWN_TIMEOUT || s->end == SPAWN_FLOOD || s->end == SPAWN_MEMORY;
    if (s->end == SPAWN_TIMEOUT && s->starved)
        fault_note(FAULT_OURS, TOOL_STARVED, tool, s->cpu_s, s->wall_s);
    else if (s->end == SPAWN_TIMEOUT)
        text_addf(&r->log, "\n%s was stopped at its time limit.\n", tool);
    else if (s->end == SPAWN_FLOOD)
        text_addf(&r->log, "\n%s was stopped after 1 MiB of messages.\n", tool);
    else if (s->end == SPAWN_FAILED)
        fault_note(FAULT_OURS, "%s could not be started: %s", tool, text_str(&s->output));
    else if (s->end == SPAWN_SIGNAL)
        explain_signal(r, s->code, tool);
    else if (s->end == SPAWN_EXIT)
        explain_exit(r, s->code, part, tool);
    r->slow |= s->end == SPAWN_TIMEOUT;
    text_finish(&s->output);
}

static int is_called(const char *tool, const char *name)
{
    const char *base = strrchr(tool, '/');
    return !strcmp(base ? base + 1 : tool, name);
}

/* The words of `a` with "-wrapper WORD -B FOLDER" behind the first. */
static struct args wrapped(const struct args *a, const struct tool_watch *watch)
{
    struct args w = { 0 };
    for (int k = 0; k < a->n; k++) {
        arg(&w, a->v[k]);
        if (k == 0) {
            arg(&w, "-wrapper");
            arg(&w, watch->word);
            arg(&w, "-B");
            arg(&w, watch->tools);
        }
    }
    return w;
}

/* What gcc calls the file between its parts is drawn anew each time ("/tmp/ccAprpHN.s"), and tells nobody anything. */
static void name_assembly(struct text *log, size_t from)
{
    static const char begin[] = "/tmp/cc", end[] = ".s", name[] = "assembly";
    enum { DRAWN = 6, BEGIN = sizeof begin - 1, END = sizeof end - 1, NAME = sizeof name - 1 };
    for (char *p = log->s ? strstr(log->s + from, begin) : NULL; p; p = strstr(p, begin)) {
        size_t left = strlen(p);
        if (left < BEGIN + DRAWN + END || strncmp(p + BEGIN + DRAWN, end, END)) {
            p += BEGIN;
            continue;
        }
        memcpy(p, name, NAME);
        memmove(p + NAME, p + BEGIN + DRAWN + END, left - (BEGIN + DRAWN + END) + 1);
        log->len -= BEGIN + DRAWN + END - NAME;
    }
}

void run_tool(struct build_result *r, struct args *a, struct box *box, const char *path, double wall_s)
{
    size_t before = r->log.len;
    const int nvcc = is_called(a->v[0], "nvcc"), of_c = !nvcc && !is_called(a->v[0], "ridge-nvrtc");
    struct tool_watch watch = tool_watch(of_c && tool_is_gcc(a->v[0]), box->rw[0]);
    struct args w = watch.program ? wrapped(a, &watch) : *a;
    if (watch.program)
        box_allow(box, watch.program);
    struct spawn_result s = spawn_wait(w.v, box, path, wall_s);
    int part = tool_watch_end(&watch);
    if (nvcc && s.end == SPAWN_EXIT && s.code > 128 && s.code < 128 + 65)
        part = s.code - 128;
    r->may_s = box->cpu_s;
    explain_end(r, &s, part, a->v[0]);
    name_assembly(&r->log, before);
}

char *build_sanitizer_runtime(const struct build *b, struct err *e)
{
    int clang = strstr(b->cc, "clang") != NULL;
    struct box box = { .in_fd = -1, .cpu = -1, .ro = { "/" }, .rw = { "/dev/null" } };
    struct args a = { 0 };
    arg(&a, b->cc);
    arg(&a, clang ? "-print-file-name=libclang_rt.asan-x86_64.so" : "-print-file-name=libasan.so");
    struct spawn_result s = spawn_wait(a.v, &box, NULL, 10);
    char path[PATH_MAX], real[PATH_MAX];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(text_str(&s.output), "\n"), text_str(&s.output));
    text_finish(&s.output);
    if (path[0] != '/' || !realpath(path, real)) {
        err_set(e, "%s has no AddressSanitizer runtime on this machine%s.", b->cc,
                clang ? " (Debian: apt install libclang-rt-dev)" : " (Debian: apt install libasan8)");
        return NULL;
    }
    return strdup(real);
}
