/*
 * emitted.c: calls that run code which the submission writes. The call that their `emitted.by` names runs first, on
 * the same case, and its text is a submission like any other: compiled in the box under a constant name, with lab.h
 * beside it, loaded in a child of its own and judged by its outputs. CUDA text goes to the emulator's build, and to
 * NVRTC or nvcc where a toolkit is here. A compiler's tests emit the same few texts again and again, so what has been
 * built is kept by content, beside the emulator's programs and under their limit; of CUDA, whose program the emulator
 * keeps itself, that the toolkit accepted it.
 */
#define _GNU_SOURCE
#include "runner/build/build_internal.h"
#include "runner/base/fault.h"
#include "emitted.h"
#include "backend.h"
#include "case_run.h"
#include "data.h"
#include "runner/build/cache.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The text that the maker left in its snapshot; NULL with `msg` when there is none. */
static const char *text_in(const struct case_memory *made, const char *name, char *msg, size_t n)
{
    for (size_t k = 0; k < made->nbuf; k++) {
        if (strcmp(made->buf[k].name, name) || !made->buf[k].writable)
            continue;
        const char *s = made->buf[k].snapshot;
        size_t most = made->buf[k].bytes, len = strnlen(s, most);
        if (len && len < most)
            return s;
        if (!len || data_is_poison(made->buf[k].decl->dtype, s, 0))
            snprintf(msg, n, "%s wrote no code into %s.", made->call_name, name);
        else
            snprintf(msg, n, "The code that %s wrote into %s has no end within its %zu bytes.", made->call_name, name,
                     most);
        return NULL;
    }
    snprintf(msg, n, "%s has no output %s.", made->call_name, name);
    return NULL;
}

/* One run of the maker, in `made`: 1 its outputs are there; 0 `msg`; -1 our own fault. */
static int run_maker(struct job *j, const char *maker, struct case_memory *made, char *msg, size_t n, struct err *e)
{
    struct proc *p = NULL;
    enum proc_state why;
    struct case_end end;
    struct child c = child_of(j, made, maker);
    if (child_start(j, &c, &p, &why, e)) {
        snprintf(msg, n, "%s", e->text);
        return why == PROC_OURS ? -1 : 0;
    }
    struct case_run run = { .p = p, .limit_s = j->lab.wall_s, .seed = job_case_seed(j, made->run), .unverified = 1 };
    int rc = case_run(j, made, &run, &end, e) ? -1 : end.how == CASE_RIGHT;
    if (!rc)
        snprintf(msg, n, "%s, which writes the code: %s", made->call_name, proc_why(p));
    proc_finish(p);
    return rc;
}

/* The first error of a compiler or linker and the line it points at, as one sentence. */
static void say_error(const char *what, const char *raw, char *msg, size_t n)
{
    static const char *const signs[] = { "defines no ", "error: ", "Error: " }; /* linker, compiler, assembler */
    char *log = util_clean(raw, strlen(raw), 0), *at = NULL;
    for (size_t k = 0; k < sizeof signs / sizeof signs[0] && !at; k++)
        at = strstr(log, signs[k]);
    at = at ? at : log;
    while (at > log && at[-1] != '\n')
        at--;
    int len = (int)strcspn(at, "\n");
    const char *line = at[len] ? at + len + 1 : "";
    line += strspn(line, " ");
    snprintf(msg, n, "%s does not compile: %.*s%s%.*s", what, len < 240 ? len : 240, at,
             isdigit((unsigned char)*line) ? "; " : "",
             isdigit((unsigned char)*line) ? (int)strcspn(line, "\n") % 120 : 0, line);
    free(log);
}

/* The lab as if the emitted call were all of it. */
static json_t *lab_of(const struct job *j, const struct case_memory *b)
{
    json_t *lab = json_copy((json_t *)j->lab.source);
    json_object_set_new(lab, "calls", json_pack("[O]", b->call->source));
    json_object_set_new(lab, "lang", json_string(b->call->emitted_cuda ? "cuda" : "c"));
    json_object_set_new(lab, "edit", json_pack("[s]", b->call->emitted_cuda ? "emitted.cu" : "emitted.c"));
    return lab;
}

/* First what a GPU would be given, and its compiler's words; `kept` is there when it has been accepted before. */
static int make_cuda(const struct build *own, const json_t *files, int traced, const char *kept,
                     struct build_result *r, struct err *e)
{
    char *nvcc = traced || !access(kept, R_OK) ? NULL : build_nvcc();
    if (nvcc) {
        *r = build_cubin(own, files);
        free(nvcc);
        if (!r->ok)
            return 0;
        build_keep(own, r->so, kept);
        build_result_finish(r);
    }
    return build_emulated(own, files, traced, r, e);
}

static int compile_text(struct job *j, const struct case_memory *b, const json_t *files, const char *dir,
                        enum build_variant v, const char *kept, char **ret, char *msg, size_t n, struct err *e)
{
    struct build_result r = { 0 };
    json_t *lab = lab_of(j, b);
    struct build own = j->build;
    own.lab = lab;
    own.dir = dir;
    own.trusted = own.measured = 0; /* whoever wrote it: it stands on its own */
    own.bare = 1;
    int rc = build_sources(&own, files, e) ? -1 : 0;
    if (!rc && b->call->emitted_cuda)
        rc = make_cuda(&own, files, v != BUILD_PLAIN, kept, &r, e);
    else if (!rc)
        r = build_submission(&own, files, v);
    if (!rc && fault_code())
        rc = err_set(e, "%s", fault_text());
    if (!rc && !r.ok)
        say_error(b->call->emitted_cuda ? "the emitted CUDA" : "the emitted C", text_str(&r.log), msg, n);
    rc = rc ? -1 : r.ok;
    if (rc > 0 && !b->call->emitted_cuda)
        build_keep(&own, r.so, kept);
    *ret = r.so;
    r.so = NULL;
    build_result_finish(&r);
    json_decref(lab);
    return rc;
}

/* Where what comes of this text is kept, whoever emitted it; free() it. */
static char *place_of(const struct job *j, const struct case_memory *b, const char *text, enum build_variant v)
{
    char hex[33], lab[33], headers[33], cc[128], flags[256];
    struct text around = { 0 };
    struct build own = { .lab = lab_of(j, b), .bare = 1 };
    char *dir = util_path("%s/%s", j->build.root, j->lab.dir), *found = build_nvcc();
    char *include = util_path("%s/runner/include", j->build.root), *nvcc = found ? realpath(found, NULL) : NULL;
    build_compiler(j->build.cc, cc, sizeof cc);
    hash_tree_of(dir, lab);
    hash_tree_of(include, headers);
    build_flags(&j->build, v, flags, sizeof flags);
    trampoline(&own, &around);
    util_hash(hex, "emitted", text, text_str(&around), flags, lab, headers, cc, nvcc ? nvcc : "", NULL);
    json_decref((json_t *)own.lab);
    text_finish(&around);
    free(dir);
    free(include);
    free(found);
    free(nvcc);
    return util_path("%s/simt/emitted-%s", j->build.cache, hex);
}

static int build_text(struct job *j, const struct case_memory *b, const char *text, enum build_variant v, char **ret,
                      char *msg, size_t n, struct err *e)
{
    char *kept = place_of(j, b, text, v), *dir;
    if (!b->call->emitted_cuda && !access(kept, R_OK)) {
        cache_touch(kept);
        *ret = kept;
        return 1;
    }
    json_t *files = json_pack("{s:s}", b->call->emitted_cuda ? "emitted.cu" : "emitted.c", text);
    int rc = 0;
    dir = util_path("%s/emitted-%d", j->build.dir, j->emitted++);
    if (!files)
        snprintf(msg, n, "The emitted code is not UTF-8 text.");
    else
        rc = compile_text(j, b, files, dir, v, kept, ret, msg, n, e);
    free(kept);
    free(dir);
    json_decref(files);
    return rc;
}

int emitted_build(struct job *j, const char *maker, const struct case_memory *b, enum build_variant v, char **ret,
                  char *msg, size_t n, struct err *e)
{
    struct case_memory made;
    const struct lab_run *run = lab_run(b->of, b->call->emitted_by);
    *ret = NULL;
    if (!run)
        return err_set(e, "Case %s runs %s, and no call that writes its code.", b->case_id, b->call_name);
    if (case_memory_make(j, run, &made, e))
        return -1;
    int rc = run_maker(j, maker, &made, msg, n, e);
    const char *text = rc > 0 ? text_in(&made, b->call->emitted_text, msg, n) : NULL;
    if (rc > 0)
        rc = text ? build_text(j, b, text, v, ret, msg, n, e) : 0;
    case_memory_finish(&made);
    return rc;
}
