/* build_c.c: C sources to shared objects: a submission's, and of the same sources the checked builds. */
#define _GNU_SOURCE
#include "build_internal.h"
#include "names.h"
#include "runner/base/fault.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 16, LAB_OBJECTS = 5 };

static int name_ok(const char *s)
{
    if (!isalnum((unsigned char)s[0]) || strlen(s) > 64)
        return 0;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && *s != '-' && *s != '.')
            return 0;
    return 1;
}

/* The lab's headers; before a drill's, those of the lab that it belongs to. */
static int lay_headers(const struct build *b, const char *src, struct err *e)
{
    char *lab = util_below(b->root, lab_str(b, "dir")), *of = build_drill_of(b);
    int rc = (of && build_copy_headers(of, src, e)) || build_copy_headers(lab, src, e) ? -1 : 0;
    free(lab);
    free(of);
    return rc;
}

int build_sources(const struct build *b, const json_t *files, struct err *e)
{
    char *src = util_path("%s/src", b->dir);
    int rc = util_mkdirs(src, e) || lay_headers(b, src, e) || build_parts_lay(b, files, e) ? -1 : 0;
    chmod(src, 0755); /* in a directory that is ours alone; boxes that root starts have a uid of their own */
    const char *name;
    json_t *text;
    json_object_foreach((json_t *)files, name, text) {
        if (rc)
            break;
        if (!name_ok(name) || !json_is_string(text)) {
            rc = err_set(e, "The file name \"%.64s\" is not accepted: a name has letters, digits, '.', '_' and "
                            "'-'.", name);
            break;
        }
        char *part = build_part_place(b, name), *p = util_path("%s/%s", src, part ? part : name);
        free(part);
        rc = util_write_file(p, json_string_value(text), json_string_length(text), e);
        free(p);
    }
    free(src);
    return rc;
}

static char *ctrace_object(const struct build *b, struct text *log)
{
    char *dir = util_path("%s/runner/ctrace", b->root);
    char *src = slurp(dir, "ctrace.c"), *proto = util_path("%s/runner/child", b->root);
    char *ph = slurp(proto, "proto.h"), *folder = util_path("%s/shared", b->dir);
    char *at = util_path("%s/proto.h", folder);
    if (!util_mkdirs(folder, NULL))
        util_write_file(at, ph, strlen(ph), NULL);
    char hex[33];
    util_hash(hex, ph, NULL); /* the hooks fill a struct of proto.h: with another proto.h the object is another one */
    char *text = util_path("/* proto.h %s */\n%s", hex, src);
    char *o = *src ? shared_object(b, "ctrace", text, "-std=gnu11 -O2", log) : NULL;
    free(text);
    free(folder);
    free(dir);
    free(src);
    free(proto);
    free(ph);
    free(at);
    return o;
}

/* The runtime's part that lives in a rank, with the headers that it is made of. */
static char *ranks_object(const struct build *b, const char *name, struct text *log)
{
    static const char *const headers[] = { "ranks.h", "ranks_transport.h" };
    char *dir = util_path("%s/runner/ranks", b->root), *inc = util_path("%s/runner/include/ridge", b->root);
    char *file = util_path("%s.c", name), *src = slurp(dir, file), *tag = util_path("ranks-%s", name), hex[33];
    char *h[2] = { slurp(inc, headers[0]), slurp(inc, headers[1]) };
    util_hash(hex, h[0], h[1], NULL);
    char *text = util_path("/* headers %s */\n%s", hex, src);
    char *o = *src ? shared_object(b, tag, text, "-std=gnu11 -O2", log) : NULL;
    char *all[] = { dir, inc, file, src, tag, h[0], h[1], text };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    return o;
}

static void link_args(struct args *a, enum build_variant v, const char *so)
{
    static const char *const wrap[] = { "-Wl,--wrap=memcpy", "-Wl,--wrap=memset", "-Wl,--wrap=memmove" };
    const char *common[] = { "-shared", "-pthread", "-Wl,-z,noexecstack,-z,now,-Bsymbolic", "-lm", "-o", so };
    for (size_t k = 0; v == BUILD_CTRACE && k < 3; k++)
        arg(a, wrap[k]);
    if (v == BUILD_PLAIN)
        arg(a, "-Wl,-z,defs"); /* a function that is missing is the linker's to name, not the loader's */
    for (size_t k = 0; k < sizeof common / sizeof common[0]; k++)
        arg(a, common[k]);
}

static const char *const suffix[] = { "plain", "sanitize", "ctrace", "portable" };

/* What a build works with; paths are its own. */
struct work {
    const struct build *b;
    enum build_variant variant;
    struct build_result *r;
    char *include, *kernels, *src, *so;
    char *lab_objects[LAB_OBJECTS]; /* trampoline, harness, ctrace, ranks: the lab's, not the learner's */
    char *objects[FILES];
    int nobjects;
};

static void work_init(struct work *w, const struct build *b, enum build_variant v, struct build_result *r)
{
    *w = (struct work){ .b = b, .variant = v, .r = r };
    w->include = util_path("%s/runner/include", b->root);
    w->kernels = util_below(b->root, lab_str(b, "kernels"));
    w->src = util_path("%s/src", b->dir);
    w->so = util_path("%s/%s.so", b->dir, suffix[v]);
}

static void work_finish(struct work *w)
{
    for (int k = 0; k < LAB_OBJECTS; k++)
        free(w->lab_objects[k]);
    for (int k = 0; k < w->nobjects; k++)
        free(w->objects[k]);
    free(w->include);
    free(w->kernels);
    free(w->src);
    free(w->so);
}

/* The lab's own part: a failure here is no learner's fault. */
static void lab_objects(struct work *w)
{
    struct text tramp = { 0 };
    char *lab = util_below(w->b->root, lab_str(w->b, "dir"));
    char *harness = w->b->bare ? strdup("") : slurp(lab, "harness.c");
    trampoline(w->b, &tramp);
    w->lab_objects[0] = cached_object(w->b, "trampoline", text_str(&tramp), "-std=gnu11 -O2", &w->r->log);
    if (*harness)
        w->lab_objects[1] = cached_object(w->b, "harness", harness, "-std=gnu11 -O2", &w->r->log);
    if (w->variant == BUILD_CTRACE)
        w->lab_objects[2] = ctrace_object(w->b, &w->r->log);
    if (has_ranks(w->b)) {
        w->lab_objects[3] = ranks_object(w->b, "comm", &w->r->log);
        w->lab_objects[4] = ranks_object(w->b, "collectives", &w->r->log);
    }
    w->r->ok = (!has_ranks(w->b) || (w->lab_objects[3] && w->lab_objects[4])) && w->lab_objects[0] &&
               (!*harness || w->lab_objects[1]) && (w->variant != BUILD_CTRACE || w->lab_objects[2]);
    if (!w->r->ok)
        fault_note(FAULT_OURS, "The lab's own harness does not compile, which is Ridge's fault and not yours: %.400s",
                   text_str(&w->r->log));
    text_finish(&tramp);
    free(lab);
    free(harness);
}

/* What hides a function from a checked build compiles in none of them. */
#define CLOSED "-include ridge/closed.h "
/* The assembly stays for counts_all(). */
#define COUNTED "-save-temps=obj "

/* A part lies in a folder of its own; objects do not. */
static const char *own_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* gcc brackets what came from asm statements, and nobody can take its marks away. */
static void counts_all(struct work *w, const char *name)
{
    char *s = util_path("%s/%s.%s.s", w->b->dir, own_name(name), suffix[w->variant]);
    char *text = util_read_file(s, 256u << 20, NULL);
    char *asm_at = text ? strstr(text, "\n#APP\n") : NULL;
    if (asm_at)
        text_addf(&w->r->log, "%s:%d: error: the accesses of asm can't be counted; say it in C or with intrinsics\n",
                  name, atoi(asm_at + strlen("\n#APP\n# ")));
    if (!text || asm_at)
        w->r->ok = 0;
    free(s);
    free(text);
}

/* Whether its sources may know that this build is counted: a lab whose lab.h asks tells the trace what no hook sees,
 * and a reference of ours may know. To anybody else RIDGE_COUNTED says nothing. */
static int may_know(const struct work *w)
{
    char *lab = util_below(w->b->root, lab_str(w->b, "dir")), *header = slurp(lab, "lab.h");
    int may = w->variant == BUILD_CTRACE && (w->b->trusted || strstr(header, "RIDGE_COUNTED"));
    free(lab);
    free(header);
    return may;
}

/* A stranger's object asks for nothing but what a lab needs. */
static void asks_little(struct work *w, const char *name, const char *object)
{
    enum { MOST = 64 << 20 }; /* the box's limit on a file */
    char *at = util_path("%s/%s", w->src, object);
    size_t n = 0;
    int instrumented = w->variant == BUILD_SANITIZE || w->variant == BUILD_CTRACE;
    void *bytes = util_read_bytes(at, MOST + 1, &n, NULL);
    const char *bad = bytes ? names_forbidden(bytes, n, instrumented, NULL, 0) : "";
    if (bad) {
        w->r->ok = 0;
        text_addf(&w->r->log, NAMES_REFUSED, name, bad);
    }
    free(bytes);
    free(at);
}

/* `how`: what to make of it; `ending`: the name that has. */
static void compile_file(struct work *w, const char *name, const char *how, const char *ending)
{
    char flags[256], kind[128], *include = util_path("-I%s", w->include), *kernels = util_path("-I%s", w->kernels);
    char *object = util_path("../%s.%s.%s", own_name(name), suffix[w->variant], ending);
    struct box box = compile_box(w->b, w->include, w->kernels);
    struct args a = { 0 };
    snprintf(flags, sizeof flags, "%s", w->r->flags);
    snprintf(kind, sizeof kind, CLOSED "%s%s", w->variant == BUILD_CTRACE ? COUNTED : "", how);
    arg(&a, w->b->cc);
    arg_words(&a, flags);
    arg_words(&a, kind);
    if (may_know(w))
        arg(&a, "-DRIDGE_COUNTED");
    int sentence = w->variant == BUILD_CTRACE || w->b->bare; /* of these builds the log becomes one sentence */
    const char *colour = sentence ? "never" : "always";
    char *diagnostics = util_path("-fdiagnostics-color=%s", colour);
    const char *rest[] = { diagnostics, "-fPIC", "-pthread", "-fno-lto", "-I.", include,
                           w->b->trusted ? kernels : "-I.", name, "-o", object };
    for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++)
        arg(&a, rest[k]);
    box.cwd = w->src; /* diagnostics then name the file as the learner does */
    run_tool(w->r, &a, &box, NULL, 40);
    if (w->r->ok && w->variant == BUILD_CTRACE)
        counts_all(w, name);
    if (w->r->ok && !w->b->trusted && !strcmp(ending, "o"))
        asks_little(w, name, object);
    w->objects[w->nobjects++] = object;
    free(diagnostics);
    free(include);
    free(kernels);
}

void strip_names(const struct build *b, struct args *l, const char *keep, char **ret_script, char **ret_option)
{
    *ret_script = util_path("%s/exports.map", b->dir);
    char *text = util_path("{ global: %s; local: *; };\n", keep);
    util_write_file(*ret_script, text, strlen(text), NULL);
    *ret_option = util_path("-Wl,--version-script=%s", *ret_script);
    arg(l, "-s");
    arg(l, *ret_option);
    free(text);
}

static void link_all(struct work *w)
{
    char *script = NULL, *option = NULL;
    struct box box = compile_box(w->b, w->include, w->kernels);
    struct args l = { 0 };
    arg(&l, w->b->cc);
    for (int k = 0; k < w->nobjects; k++)
        arg(&l, w->objects[k]);
    for (int k = 0; k < LAB_OBJECTS; k++)
        if (w->lab_objects[k])
            arg(&l, w->lab_objects[k]);
    if (w->variant == BUILD_SANITIZE) {
        arg(&l, "-fsanitize=address,undefined");
        if (strstr(w->b->cc, "clang"))
            arg(&l, "-shared-libasan");
    }
    link_args(&l, w->variant, w->so);
    if (w->b->stripped)
        strip_names(w->b, &l, "ridge_exports", &script, &option);
    box.cwd = w->src;
    box_allow(&box, w->b->cache);
    size_t before = w->r->log.len;
    run_tool(w->r, &l, &box, NULL, 40);
    free(option);
    free(script);
    if (!w->r->ok && !w->r->limit) {
        char *header = slurp(w->src, "lab.h");
        link_words(&w->r->log, before, json_object_get(w->b->lab, "edit"), header);
        free(header);
    }
}

/* Each C file among them, and each part; those of a build that has failed are left alone. */
static void compile_all(struct work *w, const json_t *files, const char *how, const char *ending)
{
    const char *name;
    json_t *text;
    size_t k;
    const json_t *p;
    json_object_foreach((json_t *)files, name, text) {
        size_t n = strlen(name);
        char *part = build_part_place(w->b, name);
        if (w->r->ok && !part && n > 2 && !strcmp(name + n - 2, ".c") && w->nobjects < FILES)
            compile_file(w, name, how, ending);
        free(part);
    }
    json_array_foreach(json_object_get(w->b->lab, "parts"), k, p) {
        char *part = build_part_place(w->b, util_str(p, "file", ""));
        if (w->r->ok && part && w->nobjects < FILES)
            compile_file(w, part, how, ending);
        free(part);
    }
}

/* The assembly of all files, one after the other, as one. */
static void join_assembly(struct work *w)
{
    struct text all = { .cap = 16 << 20 };
    for (int k = 0; w->r->ok && k < w->nobjects; k++) {
        char *s = slurp(w->src, w->objects[k]);
        text_addf(&all, "%s\n", s);
        free(s);
    }
    w->r->so = util_path("%s/lab.s", w->b->dir);
    if (w->r->ok && util_write_file(w->r->so, text_str(&all), all.len, NULL)) {
        w->r->ok = 0;
        text_addf(&w->r->log, "%s: cannot write\n", w->r->so);
    }
    text_finish(&all);
}

struct build_result build_assembly(const struct build *b, const json_t *files)
{
    struct build_result r = { .ok = 1, .log = { .cap = 64 << 10 } };
    struct work w;
    work_init(&w, b, BUILD_PLAIN, &r);
    build_flags(b, BUILD_PLAIN, r.flags, sizeof r.flags);
    compile_all(&w, files, "-S -fno-asynchronous-unwind-tables", "s");
    join_assembly(&w);
    work_finish(&w);
    return r;
}

static struct build_result build_anew(const struct build *b, const json_t *files, enum build_variant v)
{
    struct build_result r = { .log = { .cap = 64 << 10 } };
    struct work w;
    char version[128];
    build_compiler(b->cc, version, sizeof version);
    if (!*version) { /* once, and before anything of the lab's is blamed */
        const char *cc = b->cc;
        fault_note(FAULT_SETUP, cc[0] == '/' ? "%s cannot be run. The variable CC names it: correct CC, or unset it "
                                               "for gcc."
                                             : "%s cannot be run. Install it (Debian: apt install gcc), or name "
                                               "another with CC.", cc);
        return r;
    }
    work_init(&w, b, v, &r);
    build_flags(b, v, r.flags, sizeof r.flags);
    lab_objects(&w);
    compile_all(&w, files, b->light && v == BUILD_PLAIN ? "-c" : "-c -g", "o");
    if (r.ok)
        link_all(&w);
    if (r.ok)
        r.so = strdup(w.so);
    work_finish(&w);
    return r;
}

struct build_result build_submission(const struct build *b, const json_t *files, enum build_variant v)
{
    struct build_result r = { .ok = 0 };
    char *kept = b->trusted ? built_place(b, files, v) : NULL, *so = util_path("%s/%s.so", b->dir, suffix[v]);
    if (kept && built_before(kept, so)) {
        r = (struct build_result){ .ok = 1, .so = so };
        build_flags(b, v, r.flags, sizeof r.flags);
    } else {
        r = build_anew(b, files, v);
        if (kept && r.ok && !r.log.len) /* what a compiler said is said again */
            build_keep(b, r.so, kept);
        free(so);
    }
    free(kept);
    return r;
}
