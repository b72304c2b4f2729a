/* build_own.c: the reference and the oracle of a lab, which come with the lab and are built once. */
#define _GNU_SOURCE
#include "build_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    char kh[33], lh[33], rh[33], ph[33], hex[33], cc[128];
    char *kern = util_below(b->root, lab_str(b, "kernels"));
    char *lab = util_below(b->root, lab_str(b, "dir"));
    char *inc = util_path("%s/runner/include/ridge", b->root);
    struct text t = { 0 };
    trampoline(b, &t);
    hash_sources(kern, kh);
    hash_sources(lab, lh);
    hash_sources(inc, rh);
    build_parts_hash(b, ph);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "kernel", file, kh, lh, rh, ph, cc, text_str(&t), b->isa ? b->isa : build_isa(),
              b->arch ? b->arch : "", b->stripped ? "stripped" : "", NULL);
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
        own.light = 0; /* the next run may be timed against what is kept */
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
    char *kern, *lab, *inc, *shared[SHARED_DIRS];
};

static void oracle_dirs_finish(struct oracle_dirs *d)
{
    free(d->kern);
    free(d->lab);
    free(d->inc);
    for (int k = 0; k < SHARED_DIRS; k++)
        free(d->shared[k]);
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
    for (int k = 0; k < SHARED_DIRS; k++)
        if (d->shared[k])
            box_allow(&box, d->shared[k]);
    struct args a = { 0 };
    /* wide registers, but nothing contracted: a judge says the same on every machine */
    char *isa = util_path("-march=%s", b->stripped ? "x86-64" : build_isa());
    const char *v[] = { b->cc, "-std=gnu11", "-O2", isa, "-ffp-contract=off", "-shared", "-fPIC", iinc, ilab, ikern,
                        src, "-lm", "-o", tmp };
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
    free(isa);
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
    hash_sources(d->kern, kh);
    hash_sources(d->lab, lh);
    hash_sources(sub, ih);
    hash_shared(b, mh);
    free(sub);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "oracle", kh, lh, ih, mh, cc, b->stripped ? "stripped" : build_isa(), NULL);
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
    struct oracle_dirs d = { .kern = kern, .lab = util_below(b->root, lab_str(b, "dir")),
                             .inc = util_path("%s/runner/include", b->root) };
    for (int k = 0; k < SHARED_DIRS; k++)
        d.shared[k] = shared_dir(b, k);
    char *so = kept_oracle(b, &d, e);
    oracle_dirs_finish(&d);
    return so;
}
