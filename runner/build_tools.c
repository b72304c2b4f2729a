#define _GNU_SOURCE
#include "build_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spawn.h"

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
                         .cwd = b->dir, .cpu_s = cuda ? 60 : 10, .fsize_MiB = 64, .as_MiB = cuda ? 8192 : 2048, .nofile = 256,
                         .stack_MiB = 64, .in_fd = -1, .cpu = -1 };
}

void box_allow(struct box *box, const char *path)
{
    int k = 0;
    while (k < BOX_PATHS - 1 && box->ro[k])
        k++;
    box->ro[k] = path;
}

/* A driver that lost a part of itself calls that its own bug: say what it was. 1 when a limit was at work. */
static int explain_inner(struct text *log, const char *tool)
{
    static const struct {
        const char *says, *means;
    } t[] = {
        { "CPU time limit exceeded", "was stopped at its time limit" },
        { "File size limit exceeded", "was stopped at 64 MiB for one file" },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (strstr(text_str(log), t[k].says)) {
            text_addf(log, "\n%s %s\n", tool, t[k].means);
            return 1;
        }
    return 0;
}

static void explain_end(struct build_result *r, struct spawn_result *s, const char *tool)
{
    r->ok = s->end == SPAWN_EXIT && s->code == 0;
    r->ms += s->wall_s * 1e3;
    text_add(&r->log, text_str(&s->output), s->output.len);
    if (s->end == SPAWN_TIMEOUT || (s->end == SPAWN_SIGNAL && s->code == 24)) {
        r->limit = 1;
        text_addf(&r->log, "\n%s was stopped at its time limit\n", tool);
    } else if (s->end == SPAWN_FLOOD) {
        r->limit = 1;
        text_addf(&r->log, "\n%s was stopped after 1 MiB of messages\n", tool);
    } else if (s->end == SPAWN_MEMORY) {
        r->limit = 1;
    } else if (s->end == SPAWN_SIGNAL) {
        text_addf(&r->log, "\n%s died of signal %d (%s): the source is beyond it\n", tool, s->code,
                  strsignal(s->code));
    } else if (s->end == SPAWN_EXIT && s->code == 127) {
        if (tool[0] == '/')
            text_addf(&r->log, "\ncannot run %s. CC names it: correct it, or unset it for gcc.\n", tool);
        else
            text_addf(&r->log, "\ncannot run %s. Install it (Debian: apt install %s), or name another with CC.\n",
                      tool, tool);
    } else if (!r->ok) {
        r->limit |= explain_inner(&r->log, tool);
    }
    text_finish(&s->output);
}

void run_tool(struct build_result *r, struct args *a, struct box *box, const char *path, double wall_s)
{
    struct spawn_result s = spawn_wait(a->v, box, path, wall_s);
    explain_end(r, &s, a->v[0]);
}

void build_compiler(const char *cc, char *ret, size_t n)
{
    static char known[64], line[128];
    if (strcmp(known, cc)) {
        struct box box = { .in_fd = -1, .cpu = -1, .ro = { "/" }, .rw = { "/dev/null" } };
        struct args a = { 0 };
        arg(&a, cc);
        arg(&a, "--version");
        struct spawn_result s = spawn_wait(a.v, &box, NULL, 10);
        snprintf(line, sizeof line, "%.*s", s.end == SPAWN_EXIT && !s.code ? (int)strcspn(text_str(&s.output), "\n") : 0,
                 text_str(&s.output));
        snprintf(known, sizeof known, "%s", cc);
        text_finish(&s.output);
    }
    snprintf(ret, n, "%s", line);
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
        err_set(e, "%s has no AddressSanitizer runtime here%s", b->cc,
                clang ? " (Debian: apt install libclang-rt-dev)" : " (Debian: apt install libasan8)");
        return NULL;
    }
    return strdup(real);
}
