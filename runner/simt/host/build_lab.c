/*
 * build_lab.c: a CUDA lab as a program for the emulator: the submission's kernels, a table of the lab's calls
 * and child.c around them.
 */
#define _GNU_SOURCE
#include "runner/build/build_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/programs.h"
#include "simt.h"

static const char *type_of(const json_t *arg)
{
    const char *kind = json_string_value(json_object_get(arg, "kind"));
    return json_is_true(json_object_get(arg, "tile")) ? "struct simt_lab_map" :
           !strcmp(kind, "i32") ? "int32_t" : !strcmp(kind, "i64") ? "int64_t"
         : !strcmp(kind, "f32") ? "float" : !strcmp(kind, "f64") ? "double" : "void *";
}

/* Arguments come in eight bytes each, a tensor map as its address. The kernel's own types are the learner's: what
 * counts is how they are passed. */
static void one_call(struct text *t, const json_t *call)
{
    const char *name = json_string_value(json_object_get(call, "name"));
    const json_t *args = json_object_get(call, "args"), *a;
    size_t k;
    text_addf(t, "extern void %s(void) __attribute__((weak));\nstatic void call_%s(const void *args)\n{\n"
                 "    const char *v = args;\n", name, name);
    json_array_foreach(args, k, a)
        text_addf(t, "    %s a%zu;\n", type_of(a), k);
    json_array_foreach(args, k, a)
        text_addf(t, json_is_true(json_object_get(a, "tile"))
                         ? "    memcpy(&a%zu, *(void *const *)(const void *)(v + %zu), sizeof a%zu);\n"
                         : "    memcpy(&a%zu, v + %zu, sizeof a%zu);\n", k, 8 * k, k);
    text_addf(t, "    do\n        ((void (*)(");
    json_array_foreach(args, k, a)
        text_addf(t, "%s%s", k ? ", " : "", type_of(a));
    text_addf(t, "))%s)(", name);
    json_array_foreach(args, k, a)
        text_addf(t, "%sa%zu", k ? ", " : "", k);
    text_addf(t, ");\n    while (more());\n}\n");
}

/* As simt_more() of simt/core.h, for C. */
static const char *const more[2] = {
    "static int more(void)\n{\n"
    "    unsigned next = ++simt_lane.tid.x;\n"
    "    __asm__ volatile(\"\" ::: \"memory\");\n"
    "    int inside = next < simt_lane.x_end;\n"
    "    simt_lane.lane += (unsigned)inside;\n"
    "    __asm__ volatile(\"\" ::: \"memory\");\n"
    "    return inside || simt_next_lane();\n}\n\n",
    "static int more(void)\n{\n    return simt_next_lane();\n}\n\n",
};

static void calls_table(const struct build *b, int traced, struct text *t)
{
    const json_t *calls = json_object_get(b->lab, "calls"), *call;
    size_t k;
    text_addf(t,
              "/* generated from lab.lua */\n#include <stdint.h>\n#include <string.h>\n"
              "#include \"simt/lab_calls.h\"\n\n%s",
              more[traced]);
    json_array_foreach(calls, k, call)
        one_call(t, call);
    text_addf(t, "const struct simt_lab_call simt_lab_calls[] = {\n");
    json_array_foreach(calls, k, call) {
        const char *name = json_string_value(json_object_get(call, "name"));
        text_addf(t, "    { \"%s\", (const void *)%s, call_%s },\n", name, name, name);
    }
    text_addf(t, "    { 0, 0, 0 }\n};\n");
}

enum { SOURCES = 16 };

/* Paths are relative to dir/src, so that messages name a file as the learner does. */
static int sources_of(const json_t *files, const char *table, const char *v[SOURCES])
{
    int n = 0;
    const char *name;
    json_t *text;
    json_object_foreach((json_t *)files, name, text) {
        size_t len = strlen(name);
        if (len > 3 && !strcmp(name + len - 3, ".cu") && n < SOURCES - 2)
            v[n++] = name;
    }
    v[n++] = table;
    v[n] = NULL;
    return n;
}

int build_emulated(const struct build *b, const json_t *files, int traced, struct build_result *ret, struct err *e)
{
    const char *v[SOURCES];
    struct text t = { 0 };
    struct simt_program p = { 0 };
    *ret = (struct build_result){ .log = { .cap = 64 << 10 } };
    char *src = util_path("%s/src", b->dir);
    char *dir = util_path("%s/%s%s", b->dir, traced ? "traced" : "fast", b->profile ? b->profile : "");
    char *table = util_path("%s/lab_calls.c", dir), *child = programs_find("libridge-simt-child.a");
    char *include = util_path("%s/runner/include", b->root);
    char *kernels = util_below(b->root, lab_str(b, "kernels"));
    const char *includes[] = { include, b->trusted ? kernels : NULL, NULL };
    const char *link[] = { child, NULL }, *readable[] = { include, child, b->trusted ? kernels : NULL, NULL };
    calls_table(b, traced, &t);
    sources_of(files, table, v);
    struct simt_build s = {
        .root = b->root, .cache = b->cache, .dir = dir, .cwd = src, .sources = v, .includes = includes,
        .link = link, .arch = b->profile, .traced = traced, .colour = !traced, .readable = readable,
    };
    int rc = util_mkdirs(dir, e) || util_write_file(table, text_str(&t), t.len, e) ? -1 : simt_build(&s, &p, e);
    ret->ok = rc ? 0 : p.ok;
    ret->limit = p.limit;
    ret->slow = p.slow;
    ret->ms = p.ms;
    ret->cpu_s = p.cpu_s;
    ret->may_s = p.may_s;
    ret->so = ret->ok ? strdup(p.path) : NULL;
    text_add(&ret->log, text_str(&p.log), p.log.len);
    snprintf(ret->flags, sizeof ret->flags, traced ? "traced" : "-O2");
    simt_program_finish(&p);
    text_finish(&t);
    char *own[] = { src, table, dir, child, include, kernels };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
    return rc;
}

int build_emulated_kernel(const struct build *b, const char *file, struct build_result *ret, struct err *e)
{
    char *kern = util_below(b->root, lab_str(b, "kernels")), *text = slurp(kern, file);
    char *dir = util_path("%s/kernel", b->dir);
    struct build own = *b;
    own.dir = dir;
    own.trusted = 1;
    json_t *files = json_pack("{s:s}", file, text);
    *ret = (struct build_result){ .ok = 0 };
    int rc = build_sources(&own, files, e) || build_emulated(&own, files, 1, ret, e) ? -1 : 0;
    json_decref(files);
    free(text);
    free(kern);
    free(dir);
    return rc;
}
