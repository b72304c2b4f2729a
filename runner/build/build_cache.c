/* build_cache.c: objects that need not be made twice, kept by a hash of all that they are made of. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "cache.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

char *cached_object(const struct build *b, const char *tag, const char *text, const char *flags,
                           struct text *log)
{
    char hex[33], lh[33], rh[33], cc[128], *lab = util_below(b->root, lab_str(b, "dir"));
    char *inc = util_path("%s/runner/include", b->root), *headers = util_path("%s/ridge", inc);
    build_compiler(b->cc, cc, sizeof cc);
    hash_sources(lab, lh);
    hash_sources(headers, rh);
    util_hash(hex, "object", tag, text, flags, cc, lh, rh, lab_str(b, "id"), NULL);
    char *o = util_path("%s/%s.o", b->cache, hex);
    free(headers);
    if (access(o, R_OK) == 0) {
        free(lab);
        free(inc);
        return o;
    }
    struct build_result r = { .log = { .cap = 64 << 10 } };
    char *c = util_path("%s/src/ridge-%s.c", b->dir, tag), *tmp = util_path("%s/ridge-%s.o", b->dir, tag);
    char *isrc = util_path("-I%s/src", b->dir), *iinc = util_path("-I%s", inc);
    if (util_write_file(c, text, strlen(text), NULL)) {
        text_addf(log, "%s: cannot write\n", c);
    } else {
        struct args a = { 0 };
        char *copy = strdup(flags);
        arg(&a, b->cc);
        arg_words(&a, copy);
        const char *rest[] = { "-c", "-fPIC", "-g", isrc, iinc, c, "-o", tmp };
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++)
            arg(&a, rest[k]);
        struct box box = compile_box(b, inc, inc);
        run_tool(&r, &a, &box, NULL, 40);
        free(copy);
    }
    int kept = r.ok && !util_copy_file(tmp, o, NULL);
    if (!kept && r.ok) { /* a full or read-only cache costs time, not the run */
        free(o);
        o = strdup(tmp);
        kept = 1;
    }
    if (!kept) {
        text_add(log, text_str(&r.log), r.log.len);
        free(o);
        o = NULL;
    }
    build_result_finish(&r);
    free(c);
    free(tmp);
    free(isrc);
    free(iinc);
    free(lab);
    free(inc);
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
    char hex[33], tree[TREES][33], lh[33], cc[128], flags[256], kind[16], *lab = util_below(b->root, lab_str(b, "dir"));
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
    util_hash(hex, "built", kind, text_str(&t), flags, cc, lh, tree[0], tree[1], tree[2], tree[3], NULL);
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
