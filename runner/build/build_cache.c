/* build_cache.c: objects that need not be made twice, kept by a hash of all that they are made of. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "cache.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void hash_sources(const char *dir, char hex[33])
{
    struct dirent **e = NULL;
    int n = scandir(dir, &e, NULL, alphasort);
    util_hash(hex, dir, NULL);
    for (int k = 0; k < n; k++) {
        const char *dot = strrchr(e[k]->d_name, '.');
        if (dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".cu"))) {
            char *s = slurp(dir, e[k]->d_name), old[33];
            memcpy(old, hex, 33);
            util_hash(hex, old, e[k]->d_name, s, NULL);
            free(s);
        }
        free(e[k]);
    }
    free(e);
}

void build_parts_hash(const struct build *b, char hex[33])
{
    size_t k;
    const json_t *p;
    char dh[33] = "", *drill_of = build_drill_of(b);
    if (drill_of)
        hash_sources(drill_of, dh);
    free(drill_of);
    util_hash(hex, "parts", dh, NULL);
    json_array_foreach(json_object_get(b->lab, "parts"), k, p) {
        char *lab = util_below(b->root, util_str(p, "dir", "")), *dir = util_below(b->root, util_str(p, "kernels", ""));
        char lh[33], kh[33], old[33];
        hash_sources(lab, lh);
        hash_sources(dir, kh);
        memcpy(old, hex, sizeof old);
        util_hash(hex, old, lh, kh, NULL);
        free(lab);
        free(dir);
    }
}

char *shared_dir(const struct build *b, int k)
{
    static const char *const name[SHARED_DIRS] = { "microlm", "load", "speculative" };
    char *p = util_path("%s/kernels/%s", b->root, name[k]);
    if (access(p, R_OK)) {
        free(p);
        p = NULL;
    }
    return p;
}

void hash_shared(const struct build *b, char hex[33])
{
    util_hash(hex, "shared", NULL);
    for (int k = 0; k < SHARED_DIRS; k++) {
        char *dir = shared_dir(b, k), one[33] = "", old[33];
        if (dir)
            hash_sources(dir, one);
        memcpy(old, hex, 33);
        util_hash(hex, old, one, NULL);
        free(dir);
    }
}

/* Compiles `text` in its box; headers in quotes are looked for in `folder`. 0, or the compiler's words in r->log. */
static int compile_own(const struct build *b, const char *tag, const char *text, const char *flags, const char *folder,
                       const char *object, struct build_result *r)
{
    char *c = util_path("%s/ridge-%s.c", folder, tag), *include = util_path("%s/runner/include", b->root);
    char *first = util_path("-I%s", folder), *then = util_path("-I%s", include), *words = strdup(flags);
    char *last = util_path("-I%s/kernels", b->root), *dirs[SHARED_DIRS] = { NULL };
    if (util_write_file(c, text, strlen(text), NULL)) {
        text_addf(&r->log, "%s: cannot write\n", c);
    } else {
        struct args a = { 0 };
        arg(&a, b->cc);
        arg_words(&a, words);
        const char *rest[] = { "-c", "-fPIC", "-g", first, then, last, c, "-o", object };
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++)
            arg(&a, rest[k]);
        struct box box = compile_box(b, include, include);
        for (int k = 0; k < SHARED_DIRS; k++)
            if ((dirs[k] = shared_dir(b, k)))
                box_allow(&box, dirs[k]);
        run_tool(r, &a, &box, NULL, 40);
    }
    for (int k = 0; k < SHARED_DIRS; k++)
        free(dirs[k]);
    char *all[] = { c, include, first, then, words, last };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    return r->ok ? 0 : -1;
}

/* The object of this hash, made where nobody has made it yet. */
static char *object_of(const struct build *b, const char *hex, const char *tag, const char *text, const char *flags,
                       const char *folder, struct text *log)
{
    char *o = util_path("%s/%s.o", b->cache, hex), *tmp = util_path("%s/ridge-%s.o", b->dir, tag);
    struct build_result r = { .log = { .cap = 64 << 10 } };
    if (access(o, R_OK) == 0) {
        free(tmp);
        return o;
    }
    int made = !compile_own(b, tag, text, flags, folder, tmp, &r);
    if (!made || util_copy_file(tmp, o, NULL)) { /* a full or read-only cache costs time, not the run */
        free(o);
        o = made ? strdup(tmp) : NULL;
    }
    if (!made)
        text_add(log, text_str(&r.log), r.log.len);
    build_result_finish(&r);
    free(tmp);
    return o;
}

char *cached_object(const struct build *b, const char *tag, const char *text, const char *flags, struct text *log)
{
    char hex[33], lh[33], rh[33], ph[33], mh[33], cc[128];
    char *lab = util_below(b->root, lab_str(b, "dir"));
    char *headers = util_path("%s/runner/include/ridge", b->root), *src = util_path("%s/src", b->dir);
    build_compiler(b->cc, cc, sizeof cc);
    hash_sources(lab, lh);
    hash_sources(headers, rh);
    hash_shared(b, mh);
    build_parts_hash(b, ph);
    util_hash(hex, "object", tag, text, flags, cc, lh, rh, ph, mh, lab_str(b, "id"), NULL);
    char *o = object_of(b, hex, tag, text, flags, src, log);
    free(lab);
    free(headers);
    free(src);
    return o;
}

char *shared_object(const struct build *b, const char *tag, const char *text, const char *flags, struct text *log)
{
    char hex[33], rh[33], cc[128], *headers = util_path("%s/runner/include/ridge", b->root);
    char *folder = util_path("%s/shared", b->dir);
    build_compiler(b->cc, cc, sizeof cc);
    hash_sources(headers, rh);
    util_hash(hex, "shared object", tag, text, flags, cc, rh, NULL);
    char *o = NULL;
    if (!util_mkdirs(folder, NULL)) {
        chmod(folder, 0755); /* as build_sources() does for the lab's */
        o = object_of(b, hex, tag, text, flags, folder, log);
    }
    free(headers);
    free(folder);
    return o;
}

void build_keep(const struct build *b, const char *from, const char *to)
{
    char *folder = util_path("%s/simt", b->cache);
    if (!util_mkdirs(folder, NULL) && !cache_keep(from, to, 0755))
        cache_prune(folder);
    free(folder);
}

/* The files, and what a build adds to them. */
static void all_sources(const struct build *b, const json_t *files, struct text *t)
{
    const char *name;
    json_t *text;
    char *runner = util_path("%s/runner/child", b->root), *proto = slurp(runner, "proto.h");
    trampoline(b, t);
    text_addf(t, "%s", proto);
    json_object_foreach((json_t *)files, name, text)
        text_addf(t, "\n%s %zu\n%s", name, json_string_length(text), json_string_value(text));
    free(runner);
    free(proto);
}

char *built_place(const struct build *b, const json_t *files, enum build_variant v)
{
    enum { TREES = 4 };
    char hex[33], tree[TREES][33], lh[33], ph[33], cc[128], flags[256], kind[16];
    char *lab = util_below(b->root, lab_str(b, "dir"));
    char *dir[TREES] = { util_below(b->root, lab_str(b, "kernels")), util_path("%s/runner/include", b->root),
                         util_path("%s/runner/ctrace", b->root), util_path("%s/runner/ranks", b->root) };
    struct text t = { 0 };
    for (int k = 0; k < TREES; k++) {
        hash_tree_of(dir[k], tree[k]);
        free(dir[k]);
    }
    hash_sources(lab, lh); /* the lab's C alone: other mutants beside this one change nothing */
    free(lab);
    all_sources(b, files, &t);
    build_compiler(b->cc, cc, sizeof cc);
    build_flags(b, v, flags, sizeof flags);
    snprintf(kind, sizeof kind, "%d", (int)v);
    build_parts_hash(b, ph);
    util_hash(hex, "built", kind, text_str(&t), flags, cc, lh, ph, tree[0], tree[1], tree[2], tree[3], NULL);
    text_finish(&t);
    return util_path("%s/simt/built-%s", b->cache, hex);
}

int built_before(const char *kept, const char *so)
{
    if (access(kept, R_OK) || util_copy_file(kept, so, NULL))
        return 0;
    cache_touch(kept);
    return 1;
}
