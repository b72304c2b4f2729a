/* build_cache.c: objects of Ridge's own sources, kept by a hash of all that they are made of. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "cache.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hash_tree(const char *dir, char hex[33])
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
    hash_tree(lab, lh);
    hash_tree(headers, rh);
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

/* The files, and what build_c.c adds to them. */
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
    hash_tree(lab, lh); /* the lab's C alone: other mutants beside this one change nothing */
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

/* What a student edition has of a reference whose source it has not. */
static char *given_kernel(const struct build *b, const char *file)
{
    char *kern = util_below(b->root, lab_str(b, "kernels")), *src = util_path("%s/%s", kern, file);
    char *name = build_given_name(file, build_isa()), *so = access(src, F_OK) ? build_given(b, name) : NULL;
    free(name);
    free(src);
    free(kern);
    return so;
}

struct build_result build_kernel(const struct build *b, const char *file)
{
    char *given = given_kernel(b, file);
    if (given)
        return (struct build_result){ .ok = 1, .so = given, .log = { .cap = 64 << 10 } };
    char kh[33], lh[33], rh[33], hex[33], cc[128];
    char *kern = util_below(b->root, lab_str(b, "kernels"));
    char *lab = util_below(b->root, lab_str(b, "dir"));
    char *inc = util_path("%s/runner/include/ridge", b->root);
    struct text t = { 0 };
    trampoline(b, &t);
    hash_tree(kern, kh);
    hash_tree(lab, lh);
    hash_tree(inc, rh);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "kernel", file, kh, lh, rh, cc, text_str(&t), b->isa ? b->isa : build_isa(), b->arch ? b->arch : "",
              b->stripped ? "stripped" : "", NULL);
    text_finish(&t);
    char *so = util_path("%s/%s.so", b->cache, hex);
    struct build_result r = { .ok = 1, .log = { .cap = 64 << 10 } };
    if (access(so, R_OK) == 0) {
        r.so = strdup(so);
    } else {
        char *dir = util_path("%s/kernel", b->dir), *text = slurp(kern, file);
        struct build own = *b;
        own.dir = dir;
        own.trusted = 1;
        json_t *files = json_pack("{s:s}", file, text);
        struct err e = { "" };
        if (build_sources(&own, files, &e)) {
            r.ok = 0;
            text_addf(&r.log, "%s\n", e.text);
        } else {
            r = strcmp(lab_str(b, "lang"), "cuda") ? build_submission(&own, files, BUILD_PLAIN)
                                                   : build_cubin(&own, files);
            if (r.ok && !util_copy_file(r.so, so, NULL)) {
                free(r.so);
                r.so = strdup(so);
            }
        }
        json_decref(files);
        free(text);
        free(dir);
    }
    free(so);
    free(kern);
    free(lab);
    free(inc);
    return r;
}

/* The folders that an oracle is made from. */
struct oracle_dirs {
    char *kern, *lab, *inc, *model; /* any oracle may include "../microlm/model.h" */
};

static void oracle_dirs_finish(struct oracle_dirs *d)
{
    free(d->kern);
    free(d->lab);
    free(d->inc);
    free(d->model);
}

/* Compiles the oracle to `tmp` and keeps a copy at `so`. Takes both names and gives back where the oracle lies: `so`,
 * or `tmp` where no copy could be kept; NULL when the oracle does not compile. */
static char *compile_oracle(const struct build *b, const struct oracle_dirs *d, char *so, char *tmp, struct err *e)
{
    char *src = util_path("%s/oracle.c", d->kern), *iinc = util_path("-I%s", d->inc), *script = NULL, *option = NULL;
    char *ilab = util_path("-I%s", d->lab), *ikern = util_path("-I%s", d->kern);
    struct box box = compile_box(b, d->inc, d->kern);
    box_allow(&box, d->kern);
    box_allow(&box, d->lab);
    box_allow(&box, d->model);
    struct args a = { 0 };
    const char *v[] = { b->cc, "-std=gnu11", "-O2", b->stripped ? "-O2" : "-g", "-shared", "-fPIC", iinc, ilab,
                        ikern, src, "-lm", "-o", tmp };
    for (size_t k = 0; k < sizeof v / sizeof v[0]; k++)
        arg(&a, v[k]);
    if (b->stripped)
        strip_names(b, &a, "*_fill; *_oracle; *_verify", &script, &option);
    struct build_result r = { .log = { .cap = 64 << 10 } };
    run_tool(&r, &a, &box, NULL, 60);
    char *made = so;
    if (!r.ok) {
        err_set(e, "The lab's oracle does not compile: %.600s", text_str(&r.log));
        made = NULL;
    } else if (util_copy_file(tmp, so, NULL))
        made = tmp;
    build_result_finish(&r);
    free(option);
    free(script);
    free(src);
    free(iinc);
    free(ilab);
    free(ikern);
    if (made != so)
        free(so);
    if (made != tmp)
        free(tmp);
    return made;
}

static char *kept_oracle(const struct build *b, const struct oracle_dirs *d, struct err *e)
{
    char kh[33], ih[33], lh[33], mh[33], hex[33], cc[128];
    char *sub = util_path("%s/ridge", d->inc);
    hash_tree(d->kern, kh);
    hash_tree(d->lab, lh);
    hash_tree(sub, ih);
    hash_tree(d->model, mh);
    free(sub);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "oracle", kh, lh, ih, mh, cc, b->stripped ? "stripped" : "", NULL);
    char *so = util_path("%s/%s.so", b->cache, hex);
    return access(so, R_OK) ? compile_oracle(b, d, so, util_path("%s/oracle.so", b->dir), e) : so;
}

char *build_oracle(const struct build *b, struct err *e)
{
    char *kern = util_below(b->root, lab_str(b, "kernels")), *given = build_given(b, BUILD_ORACLE);
    char *object = util_path("%s/" BUILD_ORACLE BUILD_GIVEN, kern);
    int packed = given || !access(object, F_OK);
    free(object);
    if (packed) {
        if (!given)
            err_set(e, "The oracle of %s is no object. Take its pack in again.", lab_str(b, "id"));
        free(kern);
        return given;
    }
    struct oracle_dirs d = { kern, util_below(b->root, lab_str(b, "dir")), util_path("%s/runner/include", b->root),
                             util_path("%s/kernels/microlm", b->root) };
    char *so = kept_oracle(b, &d, e);
    oracle_dirs_finish(&d);
    return so;
}
