#define _GNU_SOURCE
#include "build.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spawn.h"

enum { ARGS = 64 };

struct args {
    const char *v[ARGS];
    int n;
};

static void arg(struct args *a, const char *s)
{
    if (a->n < ARGS - 1)
        a->v[a->n++] = s;
    a->v[a->n] = NULL;
}

static const char *lab_str(const struct build *b, const char *key)
{
    const char *s = json_string_value(json_object_get(b->lab, key));
    return s ? s : "";
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

/* The profile runs on every machine with the same instructions, so that counters can be compared. */
static const char *profile_isa(void)
{
    return strcmp(build_isa(), "x86-64-v2") ? "x86-64-v3" : "x86-64-v2";
}

void build_result_finish(struct build_result *r)
{
    free(r->so);
    text_finish(&r->log);
    *r = (struct build_result){ 0 };
}

static int name_ok(const char *s)
{
    if (!isalnum((unsigned char)s[0]) || strlen(s) > 64)
        return 0;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && *s != '-' && *s != '.')
            return 0;
    return 1;
}

static int copy_headers(const char *from, const char *to, struct err *e)
{
    DIR *d = opendir(from);
    if (!d)
        return err_set(e, "%s: %s", from, strerror(errno));
    int rc = 0;
    for (struct dirent *f; !rc && (f = readdir(d));) {
        size_t n = strlen(f->d_name);
        if (n < 3 || strcmp(f->d_name + n - 2, ".h"))
            continue;
        char *a = util_path("%s/%s", from, f->d_name), *z = util_path("%s/%s", to, f->d_name);
        rc = util_copy_file(a, z, e);
        free(a);
        free(z);
    }
    closedir(d);
    return rc;
}

int build_sources(const struct build *b, const json_t *files, struct err *e)
{
    char *src = util_path("%s/src", b->dir), *lab = util_path("%s/%s", b->root, lab_str(b, "dir"));
    int rc = util_mkdirs(src, e) || copy_headers(lab, src, e) ? -1 : 0;
    const char *name;
    json_t *text;
    json_object_foreach((json_t *)files, name, text) {
        if (rc)
            break;
        if (!name_ok(name) || !json_is_string(text)) {
            rc = err_set(e, "file name \"%.64s\" is not accepted: letters, digits, '.', '_' and '-'", name);
            break;
        }
        char *p = util_path("%s/%s", src, name);
        rc = util_write_file(p, json_string_value(text), json_string_length(text), e);
        free(p);
    }
    free(src);
    free(lab);
    return rc;
}

static const char *c_type(const char *kind)
{
    return !strcmp(kind, "i32") ? "int32_t" : !strcmp(kind, "i64") ? "int64_t"
         : !strcmp(kind, "f32") ? "float" : "double";
}

static void one_call(struct text *t, const json_t *call)
{
    const char *name = json_string_value(json_object_get(call, "name"));
    if (json_is_true(json_object_get(call, "harness"))) {
        text_addf(t, "void ridge_call_%s(const struct ridge_frame *f);\n", name);
        return;
    }
    text_addf(t, "static void ridge_call_%s(const struct ridge_frame *f)\n{\n    %s(", name, name);
    int bufs = 0, scalars = 0;
    size_t k;
    const json_t *a;
    json_array_foreach(json_object_get(call, "args"), k, a) {
        const char *kind = json_string_value(json_object_get(a, "kind"));
        text_addf(t, "%s", k ? ", " : "");
        if (kind[0] == 'i' && isdigit((unsigned char)kind[1]))
            text_addf(t, "(%s)f->i[%d]", c_type(kind), scalars++);
        else if (kind[0] == 'f')
            text_addf(t, "(%s)f->d[%d]", c_type(kind), scalars++);
        else
            text_addf(t, "f->buf[%d]", bufs++);
    }
    text_addf(t, ");\n    (void)f;\n}\n");
}

static void trampoline(const struct build *b, struct text *t)
{
    text_addf(t, "/* generated from lab.lua */\n#include <ridge/frame.h>\n#include \"lab.h\"\n\n");
    size_t k;
    const json_t *call;
    json_array_foreach(json_object_get(b->lab, "calls"), k, call)
        one_call(t, call);
    text_addf(t, "const struct ridge_export ridge_exports[] = {\n");
    json_array_foreach(json_object_get(b->lab, "calls"), k, call) {
        const char *name = json_string_value(json_object_get(call, "name"));
        text_addf(t, "    { \"%s\", ridge_call_%s },\n", name, name);
    }
    text_addf(t, "    { 0, 0 }\n};\n");
}

/* A compiler named by its path may live in a tree of its own (/opt/gcc/bin/gcc → /opt/gcc). */
static const char *compiler_tree(const char *cc)
{
    static char tree[PATH_MAX];
    if (cc[0] != '/' || !realpath(cc, tree))
        return "/usr";
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(tree, '/');
        if (slash && slash != tree)
            *slash = 0;
    }
    return tree;
}

/* Where compilers read; nothing of the learner's home and no solution is in sight. */
static struct box compile_box(const struct build *b, const char *include, const char *kernels)
{
    return (struct box){ .ro = { "/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache",
                                 "/etc/alternatives", include, b->trusted ? kernels : include, b->dir, b->dir,
                                 compiler_tree(b->cc) },
                         .rw = { b->dir, "/dev/null" },
                         .cwd = b->dir, .cpu_s = 20, .fsize_MiB = 64, .as_MiB = 4096, .nofile = 256,
                         .stack_MiB = 64, .in_fd = -1, .cpu = -1 };
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
    } else if (s->end == SPAWN_SIGNAL) {
        text_addf(&r->log, "\n%s died of signal %d (%s): the source is beyond it\n", tool, s->code,
                  strsignal(s->code));
    } else if (s->end == SPAWN_EXIT && s->code == 127) {
        if (tool[0] == '/')
            text_addf(&r->log, "\ncannot run %s. CC names it: correct it, or unset it for gcc.\n", tool);
        else
            text_addf(&r->log, "\ncannot run %s. Install it (Debian: apt install %s), or name another with CC.\n",
                      tool, tool);
    }
    text_finish(&s->output);
}

static void run_tool(struct build_result *r, struct args *a, struct box *box, double wall_s)
{
    struct spawn_result s = spawn_wait(a->v, box, NULL, wall_s);
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

static char *slurp(const char *dir, const char *name)
{
    char *p = util_path("%s/%s", dir, name);
    char *s = util_read_file(p, 8u << 20, NULL);
    free(p);
    return s ? s : strdup("");
}

/* Compile text or a file once for a given content: objects that the learner does not own. */
static char *cached_object(const struct build *b, const char *tag, const char *text, const char *flags,
                           struct text *log)
{
    char hex[33], cc[128], *lab = util_path("%s/%s", b->root, lab_str(b, "dir"));
    char *header = slurp(lab, "lab.h"), *inc = util_path("%s/runner/include", b->root);
    char *tm = slurp(inc, "ridge/frame.h");
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "object", tag, text, flags, cc, header, tm, lab_str(b, "id"), NULL);
    char *o = util_path("%s/%s.o", b->cache, hex);
    free(header);
    free(tm);
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
        char *copy = strdup(flags), *save = NULL;
        arg(&a, b->cc);
        for (char *f = strtok_r(copy, " ", &save); f; f = strtok_r(NULL, " ", &save))
            arg(&a, f);
        const char *rest[] = { "-c", "-fPIC", "-g", isrc, iinc, c, "-o", tmp };
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++)
            arg(&a, rest[k]);
        struct box box = compile_box(b, inc, inc);
        run_tool(&r, &a, &box, 40);
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

static char *ctrace_object(const struct build *b, struct text *log)
{
    char *dir = util_path("%s/runner/ctrace", b->root);
    char *src = slurp(dir, "ctrace.c"), *proto = util_path("%s/runner", b->root);
    char *ph = slurp(proto, "proto.h"), *at = util_path("%s/src/proto.h", b->dir);
    util_write_file(at, ph, strlen(ph), NULL);
    char *o = *src ? cached_object(b, "ctrace", src, "-std=gnu11 -O2", log) : NULL;
    free(dir);
    free(src);
    free(proto);
    free(ph);
    free(at);
    return o;
}

static void variant_flags(const struct build *b, enum build_variant v, char *ret, size_t n)
{
    int gcc = !strstr(b->cc, "clang");
    switch (v) {
    case BUILD_PLAIN:
        snprintf(ret, n, "-std=gnu11 -O3 -march=%s -Wall -Wextra", build_isa());
        break;
    case BUILD_SANITIZE:
        snprintf(ret, n,
                 "-std=gnu11 -O1 -march=%s -fsanitize=address,undefined -fno-omit-frame-pointer "
                 "-fno-sanitize-recover=undefined%s",
                 profile_isa(), gcc ? "" : " -shared-libasan");
        break;
    case BUILD_CTRACE:
        snprintf(ret, n, "-std=gnu11 -O3 -march=%s -fsanitize=thread", profile_isa());
        break;
    }
}

static void link_args(struct args *a, enum build_variant v, const char *so)
{
    static const char *const wrap[] = { "-Wl,--wrap=memcpy", "-Wl,--wrap=memset", "-Wl,--wrap=memmove" };
    const char *common[] = { "-shared", "-pthread", "-Wl,-z,noexecstack,-z,now,-Bsymbolic", "-lm", "-o", so };
    for (size_t k = 0; v == BUILD_CTRACE && k < 3; k++)
        arg(a, wrap[k]);
    for (size_t k = 0; k < sizeof common / sizeof common[0]; k++)
        arg(a, common[k]);
}

/* The learner's files with the trampoline and harness that the lab owns, linked into one object. */
struct build_result build_submission(const struct build *b, const json_t *files, enum build_variant v)
{
    static const char *const suffix[] = { "plain", "sanitize", "ctrace" };
    struct build_result r = { .log = { .cap = 64 << 10 } };
    struct text tramp = { 0 };
    variant_flags(b, v, r.flags, sizeof r.flags);
    trampoline(b, &tramp);
    char *lab = util_path("%s/%s", b->root, lab_str(b, "dir")), *harness = slurp(lab, "harness.c");
    char *tobj = cached_object(b, "trampoline", text_str(&tramp), "-std=gnu11 -O2", &r.log);
    char *hobj = *harness ? cached_object(b, "harness", harness, "-std=gnu11 -O2", &r.log) : NULL;
    char *cobj = v == BUILD_CTRACE ? ctrace_object(b, &r.log) : NULL;
    char *inc = util_path("%s/runner/include", b->root), *iinc = util_path("-I%s", inc);
    char *kern = util_path("%s/%s", b->root, lab_str(b, "kernels")), *ikern = util_path("-I%s", kern);
    char *so = util_path("%s/%s.so", b->dir, suffix[v]), *objs[16];
    int nobj = 0, ready = tobj && (!*harness || hobj) && (v != BUILD_CTRACE || cobj);
    if (!ready)
        text_addf(&r.log, "the lab's own harness does not compile (our fault, not yours)\n");
    r.ok = ready;
    const char *name;
    json_t *text;
    struct args l = { 0 };
    arg(&l, b->cc);
    struct box box = compile_box(b, inc, kern);
    char *src = util_path("%s/src", b->dir);
    box.cwd = src; /* diagnostics then name the file as the learner does */
    json_object_foreach((json_t *)files, name, text) {
        size_t n = strlen(name);
        if (!r.ok || n < 3 || strcmp(name + n - 2, ".c") || nobj == 16)
            continue;
        struct args a = { 0 };
        char flags[256], *save = NULL;
        objs[nobj] = util_path("../%s.%s.o", name, suffix[v]);
        snprintf(flags, sizeof flags, "%s", r.flags);
        arg(&a, b->cc);
        for (char *f = strtok_r(flags, " ", &save); f; f = strtok_r(NULL, " ", &save))
            arg(&a, f);
        const char *rest[] = { "-fdiagnostics-color=always", "-g", "-fPIC", "-pthread", "-fno-lto",
                               "-I.", iinc, b->trusted ? ikern : "-I.", "-c", name, "-o", objs[nobj] };
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++)
            arg(&a, rest[k]);
        run_tool(&r, &a, &box, 40);
        arg(&l, objs[nobj++]);
    }
    if (r.ok) {
        arg(&l, tobj);
        if (hobj)
            arg(&l, hobj);
        if (cobj)
            arg(&l, cobj);
        if (v == BUILD_SANITIZE) {
            arg(&l, "-fsanitize=address,undefined");
            if (strstr(b->cc, "clang"))
                arg(&l, "-shared-libasan");
        }
        link_args(&l, v, so);
        box.ro[8] = b->cache;
        run_tool(&r, &l, &box, 40);
    }
    if (r.ok)
        r.so = strdup(so);
    for (int k = 0; k < nobj; k++)
        free(objs[k]);
    char *own[] = { lab, harness, tobj, hobj, cobj, inc, iinc, kern, ikern, so, src };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
    text_finish(&tramp);
    return r;
}

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

struct build_result build_kernel(const struct build *b, const char *file)
{
    char kh[33], lh[33], rh[33], hex[33], cc[128];
    char *kern = util_path("%s/%s", b->root, lab_str(b, "kernels"));
    char *lab = util_path("%s/%s", b->root, lab_str(b, "dir"));
    char *inc = util_path("%s/runner/include/ridge", b->root);
    struct text t = { 0 };
    trampoline(b, &t);
    hash_tree(kern, kh);
    hash_tree(lab, lh);
    hash_tree(inc, rh);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "kernel", file, kh, lh, rh, cc, text_str(&t), build_isa(), b->arch ? b->arch : "", NULL);
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

char *build_oracle(const struct build *b, struct err *e)
{
    char kh[33], ih[33], lh[33], hex[33], cc[128];
    char *kern = util_path("%s/%s", b->root, lab_str(b, "kernels"));
    char *lab = util_path("%s/%s", b->root, lab_str(b, "dir"));
    char *inc = util_path("%s/runner/include", b->root), *sub = util_path("%s/ridge", inc);
    hash_tree(kern, kh);
    hash_tree(lab, lh);
    hash_tree(sub, ih);
    build_compiler(b->cc, cc, sizeof cc);
    util_hash(hex, "oracle", kh, lh, ih, cc, NULL);
    char *so = util_path("%s/%s.so", b->cache, hex), *tmp = util_path("%s/oracle.so", b->dir);
    if (access(so, R_OK)) {
        char *src = util_path("%s/oracle.c", kern), *iinc = util_path("-I%s", inc);
        char *ilab = util_path("-I%s", lab), *ikern = util_path("-I%s", kern);
        struct box box = compile_box(b, inc, kern);
        box.ro[8] = kern;
        box.ro[9] = lab;
        struct args a = { 0 };
        const char *v[] = { b->cc, "-std=gnu11", "-O2", "-g", "-shared", "-fPIC", iinc, ilab, ikern, src,
                            "-lm", "-o", tmp };
        for (size_t k = 0; k < sizeof v / sizeof v[0]; k++)
            arg(&a, v[k]);
        struct build_result r = { .log = { .cap = 64 << 10 } };
        run_tool(&r, &a, &box, 60);
        if (!r.ok) {
            err_set(e, "the lab's oracle does not compile: %.600s", text_str(&r.log));
            free(so);
            so = NULL;
        } else if (util_copy_file(tmp, so, NULL)) {
            free(so);
            so = strdup(tmp);
        }
        build_result_finish(&r);
        free(src);
        free(iinc);
        free(ilab);
        free(ikern);
    }
    free(tmp);
    free(kern);
    free(lab);
    free(inc);
    free(sub);
    return so;
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

char *build_nvcc(void)
{
    static const char *const at[] = { "/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc", "/usr/bin/nvcc" };
    const char *home = getenv("CUDA_HOME");
    if (home) {
        char *p = util_path("%s/bin/nvcc", home);
        if (!access(p, X_OK))
            return p;
        free(p);
    }
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++)
        if (!access(at[k], X_OK))
            return strdup(at[k]);
    return NULL;
}

struct build_result build_cubin(const struct build *b, const json_t *files)
{
    struct build_result r = { .log = { .cap = 64 << 10 } };
    const char *arch = b->arch ? b->arch
                     : json_string_value(json_object_get(json_object_get(b->lab, "device"), "arch"));
    char *nvcc = build_nvcc(), *inc = util_path("%s/runner/include", b->root);
    char *kern = util_path("%s/%s", b->root, lab_str(b, "kernels"));
    if (!arch)
        arch = "sm_90a";
    if (!nvcc) {
        text_addf(&r.log, "nvcc was not found. CUDA labs need the CUDA toolkit (12 or later): install it, or "
                          "set CUDA_HOME to its directory. Everything else works without it.\n");
        free(nvcc);
        free(inc);
        free(kern);
        return r;
    }
    char *real = realpath(nvcc, NULL), *bin = strdup(real);
    *strrchr(bin, '/') = 0;
    char *top = util_path("%s/..", bin), *troot = realpath(top, NULL);
    struct box box = compile_box(b, inc, kern);
    box.ro[8] = troot;
    char *src = util_path("%s/src", b->dir);
    box.cwd = src;
    box.cpu_s = 120;
    box.as_MiB = 16384;
    char *gen = util_path("-gencode=arch=compute_%s,code=%s", arch + 3, arch);
    char *iinc = util_path("-I%s", inc), *ikern = util_path("-I%s", kern);
    snprintf(r.flags, sizeof r.flags, "-O3 -std=c++17 %s", gen);
    const char *name;
    json_t *text;
    r.ok = 1;
    json_object_foreach((json_t *)files, name, text) {
        size_t n = strlen(name);
        if (!r.ok || n < 4 || strcmp(name + n - 3, ".cu"))
            continue;
        const char *v[] = { nvcc, "-cubin", "-O3", "-std=c++17", "-lineinfo", gen, "-Xptxas", "-v", "-keep",
                            "-I.", iinc, b->trusted ? ikern : "-I.", name, "-o", "../lab.cubin" };
        struct args a = { 0 };
        for (size_t k = 0; k < sizeof v / sizeof v[0]; k++)
            arg(&a, v[k]);
        struct spawn_result s = spawn_wait(a.v, &box, bin, 240);
        explain_end(&r, &s, "nvcc");
        if (r.ok) {
            char *ptx = util_path("%s/src/%.*s.ptx", b->dir, (int)(n - 3), name), *to = util_path("%s/lab.ptx", b->dir);
            rename(ptx, to);
            free(ptx);
            free(to);
        }
    }
    if (r.ok)
        r.so = util_path("%s/lab.cubin", b->dir);
    char *own[] = { nvcc, inc, kern, real, bin, top, troot, gen, iinc, ikern, src };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
    return r;
}
