#define _GNU_SOURCE
#include "build_internal.h"
#include "runner/build/cache.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/build/build.h"
#include "runner/build/names.h"
#include "runner/base/fault.h"
#include "runner/base/programs.h"
#include "runner/simt/rewrite/rewrite.h"
#include "runner/box/spawn.h"

/* The order is the order of these profiles' popularity, not of age. */
const char *const simt_archs[] = {"h100", "h200", "a100", "rtx4090", "wave64", NULL};

static const struct {
    const char *arch;
    int sm, warp;
} profile[] = {{"h100", 90, 32}, {"h200", 90, 32}, {"a100", 80, 32}, {"rtx4090", 89, 32}, {"wave64", 90, 64}};

enum { PROFILES = sizeof profile / sizeof profile[0] };

static int profile_of(const char *arch)
{
    for (int k = 0; arch && k < PROFILES; k++)
        if (!strcmp(profile[k].arch, arch))
            return k;
    return arch ? -1 : 0;
}

static int wide(const struct simt_build *b)
{
    return profile[profile_of(b->arch)].warp == 64;
}

/* ---- places -------------------------------------------------------------------------------------------- */

static char *in_path(const char *name, const char *path)
{
    if (strchr(name, '/'))
        return access(name, X_OK) ? NULL : strdup(name);
    char *copy = strdup(path), *save = NULL, *found = NULL;
    for (char *d = strtok_r(copy, ":", &save); d && !found; d = strtok_r(NULL, ":", &save)) {
        found = util_path("%s/%s", d, name);
        if (d[0] != '/' || access(found, X_OK)) {
            free(found);
            found = NULL;
        }
    }
    free(copy);
    return found;
}

/* Whether it can fill local variables that have no initial value: else a sum that starts nowhere goes on from what the
 * thread before left on the stack. */
static int fills_locals(const struct plan *p)
{
    enum { GCC_FILLS = 12 };
    const char *argv[] = {p->cxx, "-dumpversion", NULL};
    struct box box = {.ro = {"/"}, .rw = {"/dev/null"}, .in_fd = -1, .cpu = -1};
    struct spawn_result s = spawn_wait(argv, &box, NULL, 10);
    int major = atoi(text_str(&s.output));
    text_finish(&s.output);
    return major >= GCC_FILLS;
}

static int find_compiler(struct plan *p, struct err *e)
{
    const char *said = p->b->cxx ? p->b->cxx : getenv("CXX"), *path = getenv("PATH");
    char *places = util_path("/usr/bin:/bin:/usr/local/bin%s%s", path && !p->b->readable ? ":" : "",
                             path && !p->b->readable ? path : "");
    if (said && *said) {
        p->cxx = in_path(said, places);
        if (!p->cxx)
            err_set(e, "%s cannot be run. The variable CXX names it: correct CXX, or unset it for g++.", said);
    } else {
        p->cxx = in_path("g++", places);
        if (!p->cxx)
            p->cxx = in_path("clang++", places);
        if (!p->cxx)
            err_set(e, "No C++ compiler was found: the emulator compiles CUDA code for this CPU with g++. Install it "
                       "(Debian: apt install g++), or name another with CXX.");
    }
    free(places);
    p->clang = p->cxx && strstr(p->cxx, "clang") != NULL;
    p->fills = p->clang || (p->cxx && fills_locals(p));
    return p->cxx ? 0 : -1;
}

static char *find_library(const struct simt_build *b, struct err *e)
{
    const char *name = wide(b) ? "libridge-simt64.a" : "libridge-simt.a";
    char *path = programs_find(name);
    if (!access(path, R_OK))
        return path;
    err_set(e, "The file %s was not found (%s): build or install Ridge again.", name, path);
    free(path);
    return NULL;
}

static enum unit_kind kind_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return !dot                                                                  ? UNIT_CUDA
           : !strcmp(dot, ".o") || !strcmp(dot, ".a")                            ? UNIT_OBJECT
           : !strcmp(dot, ".c")                                                  ? UNIT_C
           : !strcmp(dot, ".cpp") || !strcmp(dot, ".cc") || !strcmp(dot, ".cxx") ? UNIT_CXX
                                                                                 : UNIT_CUDA;
}

static int plan_init(struct plan *p, const struct simt_build *b, struct simt_program *r, struct err *e)
{
    *p = (struct plan){.b = b, .p = r};
    if (profile_of(b->arch) < 0)
        return err_set(e, "There is no profile \"%s\". The profiles are h100, h200, a100, rtx4090 and "
                          "wave64.", b->arch);
    if (!strcmp(build_isa(), "x86-64-v2"))
        return err_set(e, "This CPU lacks AVX2, which the emulator's code needs.");
    if (find_compiler(p, e)) {
        r->code = CODE_BUILD;
        return -1;
    }
    p->include = util_path("%s/runner/simt/include", b->root);
    p->mirror = util_path("%s/mirror", b->dir);
    p->lib = find_library(b, e);
    r->code = p->lib ? CODE_USAGE : CODE_OURS;
    p->tool = programs_find("ridge-tool");
    if (!p->lib || util_mkdirs(p->mirror, e))
        return -1;
    p->kept = b->cache ? util_path("%s/simt", b->cache) : NULL;
    if (p->kept && (util_mkdirs(p->kept, NULL) || access(p->kept, W_OK))) {
        free(p->kept); /* read-only or full: it only costs time */
        p->kept = NULL;
    }
    for (; b->sources[p->n]; p->n++) {
        if (p->n == SIMT_SOURCES)
            return err_set(e, "There are more than %d sources.", SIMT_SOURCES);
        p->u[p->n] = (struct source_unit){.source = b->sources[p->n], .kind = kind_of(b->sources[p->n])};
    }
    return p->n ? 0 : err_set(e, "There is no source to compile.");
}

static void plan_finish(struct plan *p)
{
    for (int k = 0; k < p->n; k++) {
        free(p->u[k].text);
        free(p->u[k].object);
        free(p->u[k].deps);
    }
    for (int k = 0; k < p->n; k++)
        tool_watch_end(&p->watch[k]);
    char *own[] = {p->include, p->lib, p->tool, p->mirror, p->cxx, p->kept, p->pch, p->program};
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
}

/* ---- words for the compiler ---------------------------------------------------------------------------- */

/* A word of a shell command line. */
static void word(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void word(struct text *t, const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&s, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    text_add(t, " '", 2);
    for (const char *c = s; *c; c++)
        text_addf(t, *c == '\'' ? "'\\''" : "%c", *c);
    text_add(t, "'", 1);
    free(s);
}

/* What the hooks need to see every access as it was written, and blocks in the order of the source. Volatiles are
 * told from other accesses, so that flags between threads are no races. Object sizes and the stack's canaries tell
 * where a thread runs over an array of its own, which is no device memory that the trace could judge. Of an address
 * that gcc knows to be odd it tells no hook what the type's alignment is, so it must not know. A struct that goes from
 * memory straight into a call has no hook, so gcc must not elide the copy that makes such an argument. Large copies and
 * fills are calls, which the runtime sees. Casts of floats that do not fit are looked at, since a GPU answers them in
 * its own way. */
#define TRACED_GCC                                                                                           \
    "-O1 -fexpensive-optimizations -fno-reorder-blocks -fno-thread-jumps -fno-ipa-icf -fno-tree-vectorize "  \
    "-fno-tree-slp-vectorize -fno-store-merging -fno-tree-bit-ccp "                                          \
    "-fsanitize=thread -fsanitize-coverage=trace-pc "                                                        \
    "-fsanitize=object-size,bounds,float-cast-overflow -fstack-protector-strong "                            \
    "-mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign "                             \
    "--param tsan-distinguish-volatile=1 -fno-elide-constructors -U__SANITIZE_THREAD__ -DSIMT_TRACE=1"
#define TRACED_CLANG                                                                                         \
    "-O1 -fno-vectorize -fno-slp-vectorize -fsanitize=thread -fsanitize-coverage=bb,no-prune,trace-pc "      \
    "-mllvm -tsan-distinguish-volatile=1 -mllvm -tsan-instrument-read-before-write=1 -DSIMT_TRACE=1"
#define FAST "-O2 -DSIMT_TRACE=0"

/* The same for a precompiled header and for what includes it. DWARF 4: addr2line takes the first function of
 * a unit whose name is set by #line for the rewritten copy when it reads version 5. */
static void common_flags(const struct plan *p, struct text *t)
{
    int k = profile_of(p->b->arch);
    text_addf(t,
              " -std=%s %s -Wno-psabi -fno-strict-aliasing -fno-math-errno -ffp-contract=fast -march=x86-64-v3 "
              "-fno-pie -ftls-model=local-exec -g1 -gdwarf-4 -w -DSIMT_WARP=%d -DSIMT_SM=%d",
              p->b->std ? p->b->std : "gnu++17",
              !p->b->traced ? FAST
              : p->clang    ? TRACED_CLANG
                            : TRACED_GCC,
              profile[k].warp, profile[k].sm);
    if (p->fills)
        text_addf(t, " -ftrivial-auto-var-init=pattern");
    word(t, "-isystem");
    word(t, "%s", p->include);
}

static void c_flags(const struct plan *p, struct text *t)
{
    text_addf(t, " -x c -std=gnu17 -O2 -fno-pie -march=x86-64-v3 -g1 -gdwarf-4 -w");
    word(t, "-isystem");
    word(t, "%s", p->include);
}

static void user_flags(const struct plan *p, const struct source_unit *u, struct text *t)
{
    if (u->openmp)
        text_addf(t, " -fopenmp");
    for (int k = 0; p->b->defines && p->b->defines[k]; k++)
        word(t, "-D%s", p->b->defines[k]);
    for (int k = 0; p->b->includes && p->b->includes[k]; k++)
        word(t, "-I%s", p->b->includes[k]);
}

static const char *cwd_of(const struct plan *p)
{
    return p->b->cwd ? p->b->cwd : p->b->dir;
}

/* Debug information without the place where it was made: the object serves every copy of this source. */
static void compile_command(const struct plan *p, const struct source_unit *u, int k, const char *pch,
                            struct text *t)
{
    word(t, "%s", p->cxx);
    if (p->watch[k].program)
        word(t, "-wrapper"), word(t, "%s", p->watch[k].word);
    if (u->kind == UNIT_C)
        c_flags(p, t);
    else
        common_flags(p, t);
    user_flags(p, u, t);
    word(t, "-fdebug-prefix-map=%s=.", cwd_of(p));
    text_addf(t, " -fdiagnostics-color=%s", p->b->colour ? "always" : "never");
    if (u->kind == UNIT_CUDA && pch && p->clang) {
        text_addf(t, " -include-pch");
        word(t, "%s/cuda_runtime.h.gch", pch);
    } else if (u->kind == UNIT_CUDA) {
        text_addf(t, " -include");
        word(t, "%s/cuda_runtime.h", pch ? pch : p->include);
    }
    if (u->kind == UNIT_CUDA && p->b->readable) /* a stranger's: nothing may hide from the counters */
        text_addf(t, " -include ridge/closed.h");
    if (u->kind == UNIT_CUDA) { /* an include whose name is a macro's */
        char *at = util_path("%s%s%s", u->source[0] == '/' ? "" : cwd_of(p), u->source[0] == '/' ? "" : "/",
                             u->source);
        *strrchr(at, '/') = 0;
        word(t, "-iquote");
        word(t, "%s/", at);
        free(at);
    }
    if (u->kind != UNIT_C)
        text_addf(t, " -x c++");
    text_addf(t, " -MMD -MF");
    word(t, "%s/%d.d", p->b->dir, k);
    text_addf(t, " -c");
    word(t, "%s", u->text);
    text_addf(t, " -o");
    word(t, "%s/%d.o", p->b->dir, k);
}

/* ---- running tools ------------------------------------------------------------------------------------- */

static struct box tool_box(const struct plan *p)
{
    struct box box = {.ro = {"/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives",
                             p->include, p->lib, p->b->dir},
                      .rw = {p->b->dir, "/dev/null"},
                      .cwd = p->b->dir,
                      .cpu_s = 60,
                      .fsize_MiB = 256,
                      .as_MiB = 8192,
                      .nofile = 256,
                      .stack_MiB = 64,
                      .in_fd = -1,
                      .cpu = -1};
    int n = 0;
    while (box.ro[n])
        n++;
    if (p->kept)
        box.ro[n++] = p->kept;
    box.ro[n++] = cwd_of(p);
    box.ro[n++] = spawn_tree(p->cxx);
    if (p->tool)
        box.ro[n++] = p->tool;
    if (!p->b->readable)
        box.ro[0] = "/", box.cpu_s = 600;
    for (int k = 0; p->b->readable && p->b->readable[k] && n < BOX_PATHS - 1; k++)
        box.ro[n++] = p->b->readable[k];
    return box;
}

/* A script of ours to its end. 0, or -1 with what stopped it in the log. */
static int shell(const struct plan *p, const char *script)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    struct box box = tool_box(p);
    struct spawn_result s = spawn_wait(argv, &box, NULL, p->b->readable ? 120 : 1200);
    p->p->ms += s.wall_s * 1e3;
    p->p->cpu_s += s.cpu_s;
    p->p->may_s = box.cpu_s;
    /* the script's own status: what a compiler ends with stands in a file, so no source has a part in this one */
    int fails = s.end == SPAWN_EXIT && s.code, rc = s.end == SPAWN_EXIT && !fails ? 0 : -1;
    p->p->limit |= s.end == SPAWN_TIMEOUT || s.end == SPAWN_MEMORY;
    p->p->slow |= s.end == SPAWN_TIMEOUT;
    if (s.end == SPAWN_TIMEOUT && s.starved)
        fault_note(FAULT_OURS, TOOL_STARVED, p->cxx, s.cpu_s, s.wall_s);
    else if (s.end == SPAWN_FAILED || fails)
        fault_note(FAULT_OURS, "%s could not be started: %s", p->cxx, text_str(&s.output));
    if (s.end == SPAWN_TIMEOUT || s.end == SPAWN_FLOOD)
        text_addf(&p->p->log, "%s was stopped at its limit of %s.\n", p->cxx,
                  s.end == SPAWN_FLOOD ? "output" : "time");
    else if (rc)
        text_addf(&p->p->log, "%s could not run: %s\n", p->cxx, text_str(&s.output));
    text_finish(&s.output);
    return rc;
}

static char *small_file(const struct plan *p, const char *name)
{
    char *path = util_path("%s/%s", p->b->dir, name), *s = util_read_file(path, 4u << 20, NULL);
    free(path);
    return s ? s : strdup("");
}

/* One job of a script: its words go to NAME.log, its status to NAME.rc. */
static void job(struct text *script, const struct plan *p, const char *name, const char *command)
{
    text_addf(script, "{ %s >", command);
    word(script, "%s/%s.log", p->b->dir, name);
    text_addf(script, " 2>&1; echo $? >");
    word(script, "%s/%s.rc", p->b->dir, name);
    text_addf(script, "; } &\n");
}

static int job_status(const struct plan *p, const char *name)
{
    char file[40];
    snprintf(file, sizeof file, "%s.rc", name);
    char *s = small_file(p, file);
    int rc = *s ? atoi(s) : -1;
    free(s);
    return rc;
}

/* ---- the precompiled header ---------------------------------------------------------------------------- */

static void pch_command(const struct plan *p, struct text *t)
{
    word(t, "%s", p->cxx);
    common_flags(p, t);
    text_addf(t, " -x c++-header");
    word(t, "%s/cuda_runtime.h", p->include);
    text_addf(t, " -o");
    word(t, "%s/cuda_runtime.h.gch", p->b->dir);
}

static char *pch_dir(const struct plan *p)
{
    struct text flags = {0};
    char hex[33];
    common_flags(p, &flags);
    util_hash(hex, "simt-pch", p->tools, text_str(&flags), NULL);
    text_finish(&flags);
    return p->kept ? util_path("%s/pch-%s", p->kept, hex) : NULL;
}

static int pch_there(const char *dir)
{
    char *p = util_path("%s/cuda_runtime.h.gch", dir);
    int ok = !access(p, R_OK);
    if (ok)
        cache_touch(p);
    free(p);
    return ok;
}

/* Making one, in a thread of its own or not: it has to outlive the plan. */
struct simt_ahead {
    pthread_t thread;
    struct box box;
    char *script, *made, *to, *include;
};

static struct simt_ahead *pch_job(const struct plan *p, const char *to)
{
    struct simt_ahead *a = calloc(1, sizeof *a);
    struct text command = {0};
    if (!a)
        abort();
    text_addf(&command, "exec");
    pch_command(p, &command);
    a->script = strdup(text_str(&command));
    a->made = util_path("%s/cuda_runtime.h.gch", p->b->dir);
    a->to = strdup(to);
    a->include = strdup(p->include);
    a->box = (struct box){.ro = {"/"},
                          .rw = {p->b->dir, "/dev/null"},
                          .cwd = p->b->dir,
                          .cpu_s = 120,
                          .fsize_MiB = 512,
                          .as_MiB = 8192,
                          .in_fd = -1,
                          .cpu = -1};
    text_finish(&command);
    return a;
}

/* The header under its own name lies beside it: a compiler that refuses the precompiled one reads that. */
static void *pch_make(void *arg)
{
    struct simt_ahead *a = arg;
    const char *argv[] = {"/bin/sh", "-c", a->script, NULL};
    struct spawn_result s = spawn_wait(argv, &a->box, NULL, 240);
    char *gch = util_path("%s/cuda_runtime.h.gch", a->to), *plain = util_path("%s/cuda_runtime.h", a->to);
    char *text = util_path("#include \"%s/cuda_runtime.h\"\n", a->include);
    if (s.end == SPAWN_EXIT && !s.code && !util_mkdirs(a->to, NULL) &&
        !chmod(a->to, 0711) && /* boxes that root starts have a uid of their own */
        !util_write_file(plain, text, strlen(text), NULL))
        cache_keep(a->made, gch, 0644);
    unlink(a->made);
    text_finish(&s.output);
    free(gch);
    free(plain);
    free(text);
    return NULL;
}

static void pch_job_free(struct simt_ahead *a)
{
    free(a->script);
    free(a->made);
    free(a->to);
    free(a->include);
    free(a);
}

/* With one source to compile, making it takes longer than doing without: it is made beside, for the next
 * time. With several, or untrusted ones, it comes first. */
static void pch_prepare(struct plan *p, int cuda_units)
{
    char *dir = cuda_units ? pch_dir(p) : NULL;
    if (!dir)
        return;
    if (!pch_there(dir)) {
        struct simt_ahead *a = pch_job(p, dir);
        if (cuda_units == 1 && !p->b->readable && !pthread_create(&a->thread, NULL, pch_make, a)) {
            p->p->ahead = a;
        } else {
            pch_make(a);
            pch_job_free(a);
        }
    }
    if (!p->p->ahead && pch_there(dir))
        p->pch = strdup(dir);
    free(dir);
}

/* ---- compiling ----------------------------------------------------------------------------------------- */

/* What a stranger's object asks the linker for is what CUDA has, and nothing of the runtime that counts it. 0, or -1
 * with the sentence in the log. */
static int vet_object(struct plan *p, const struct source_unit *u)
{
    static const char *const private[] = {
#include "simt_private.h"
    };
    enum { MOST = 256 << 20 }; /* the box's limit on a file */
    size_t n = 0;
    if (!p->b->readable || u->kind != UNIT_CUDA)
        return 0;
    void *bytes = util_read_bytes(u->object, MOST + 1, &n, NULL);
    const char *bad = bytes ? names_forbidden(bytes, n, p->b->traced, private, sizeof private / sizeof *private) : "";
    if (bad)
        text_addf(&p->p->log, NAMES_REFUSED, u->source, bad);
    free(bytes);
    return bad ? -1 : 0;
}

static int missing_of_kind(const struct plan *p, int cuda_only)
{
    int n = 0;
    for (int k = 0; k < p->n; k++)
        n += !p->u[k].have && (!cuda_only || p->u[k].kind == UNIT_CUDA);
    return n;
}

static int compile_jobs(struct plan *p)
{
    struct text script = {0};
    int running = 0;
    text_addf(&script, "cd");
    word(&script, "%s", cwd_of(p));
    text_addf(&script, " || exit\n");
    for (int k = 0; k < p->n; k++) {
        if (p->u[k].have)
            continue;
        struct text one = {0};
        char name[16];
        snprintf(name, sizeof name, "%d", k);
        p->watch[k] = tool_watch(!p->clang, p->b->dir);
        compile_command(p, &p->u[k], k, p->u[k].openmp ? NULL : p->pch, &one);
        job(&script, p, name, text_str(&one));
        text_finish(&one);
        if (++running % 2 == 0)
            text_addf(&script, "wait\n");
    }
    text_addf(&script, "wait\n");
    int rc = shell(p, text_str(&script));
    text_finish(&script);
    return rc;
}

/* Which signal ended the compiler or a part of it: clang's own end is the script's status of it. */
static void stopped(struct plan *p, int part, int status)
{
    int sig = part > 0 ? part : status > 128 ? status - 128 : 0;
    if (sig == SIGXCPU)
        p->p->limit = p->p->slow = 1;
    else if (sig == SIGXFSZ)
        p->p->limit = 1;
    else if (sig == SIGKILL)
        fault_note(FAULT_OURS, "%s" TOOL_NO_MEMORY, p->cxx);
    else if (status > 0 && part == TOOL_NONE_FAILED)
        fault_note(FAULT_OURS, "%s" TOOL_NO_PROCESS, p->cxx);
    else if (status < 0)
        fault_note(FAULT_OURS, "%s left no status in %s. Is there room, and may another process be started?", p->cxx,
                   p->b->dir);
}

static int compile_missing(struct plan *p)
{
    pch_prepare(p, missing_of_kind(p, 1));
    int rc = compile_jobs(p), ok = !rc;
    for (int k = 0; !rc && k < p->n; k++) {
        struct source_unit *u = &p->u[k];
        char name[24];
        if (u->have)
            continue;
        snprintf(name, sizeof name, "%d", k);
        int status = job_status(p, name), part = tool_watch_end(&p->watch[k]);
        snprintf(name, sizeof name, "%d.log", k);
        char *log = small_file(p, name);
        messages_compile(&p->p->log, log, p, u);
        if (status) {
            ok = 0;
            stopped(p, part, status);
            if (!*log)
                text_addf(&p->p->log, "%s: %s ended with status %d and no word. Is there room in %s?\n",
                          u->source, p->cxx, status, p->b->dir);
        }
        free(log);
        u->object = util_path("%s/%d.o", p->b->dir, k);
        u->deps = util_path("%s/%d.d", p->b->dir, k);
        if (!status && vet_object(p, u))
            status = -1, ok = 0;
        if (!status && p->kept)
            cache_keep_object(p, u);
    }
    return ok ? 0 : -1;
}

/* ---- linking ------------------------------------------------------------------------------------------- */

/* The runtime takes the place of every function X of which it defines __wrap_X: its archive's index tells. */
static void wraps(const char *lib, struct text *t)
{
    FILE *f = fopen(lib, "r");
    char head[68];
    size_t n = 0;
    char *index = NULL;
    if (f && fread(head, 1, sizeof head, f) == sizeof head && !memcmp(head, "!<arch>\n/ ", 10)) {
        n = strtoul(head + 8 + 48, NULL, 10);
        n = n < 8u << 20 ? n : 0;
        index = calloc(n + 1, 1);
        n = index ? fread(index, 1, n, f) : 0;
    }
    if (f)
        fclose(f);
    uint32_t count = 0;
    for (int k = 0; n >= 4 && k < 4; k++)
        count = count << 8 | (unsigned char)index[k];
    for (size_t at = 4 + 4 * (size_t)count; at < n; at += strlen(index + at) + 1)
        if (!strncmp(index + at, "__wrap_", 7))
            word(t, "-Wl,--wrap=%s", index + at + 7);
    free(index);
}

static void link_flags(const struct plan *p, struct text *t)
{
    int openmp = 0;
    for (int k = 0; k < p->n; k++)
        openmp |= p->u[k].openmp;
    text_addf(t, " -no-pie -Wl,--build-id=none -Wl,-z,noexecstack%s", openmp ? " -fopenmp" : "");
    wraps(p->lib, t);
}

static int link_program(struct plan *p, const char *to)
{
    struct text script = {0}, command = {0};
    text_addf(&script, "cd");
    word(&script, "%s", cwd_of(p));
    text_addf(&script, " || exit\n");
    p->watch[0] = tool_watch(!p->clang, p->b->dir);
    word(&command, "%s", p->cxx);
    if (p->watch[0].program) {
        word(&command, "-wrapper"), word(&command, "%s", p->watch[0].word);
        word(&command, "-B"), word(&command, "%s", p->watch[0].tools);
    }
    link_flags(p, &command);
    for (int k = 0; k < p->n; k++)
        word(&command, "%s", p->u[k].object);
    text_addf(&command,
              " -Wl,--start-group"); /* what is linked beside it may need the runtime, and main() be in it */
    word(&command, "%s", p->lib);
    for (int k = 0; p->b->link && p->b->link[k]; k++)
        word(&command, "%s", p->b->link[k]);
    text_addf(&command, " -Wl,--end-group -lpthread -lm -ldl -o");
    word(&command, "%s", to);
    job(&script, p, "link", text_str(&command));
    text_addf(&script, "wait\n");
    int rc = shell(p, text_str(&script)), part = tool_watch_end(&p->watch[0]), status = rc ? 0 : job_status(p, "link");
    if (status) {
        char *log = small_file(p, "link.log");
        messages_link(&p->p->log, log, p);
        stopped(p, part, status);
        if (!*log)
            text_addf(&p->p->log, "%s: the linker ended with status %d and no word. Is there room in %s?\n", p->cxx,
                      status, p->b->dir);
        free(log);
        rc = -1;
    }
    text_finish(&script);
    text_finish(&command);
    return rc;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

static char *absolute(const struct plan *p, const char *path)
{
    return path[0] == '/' ? strdup(path) : util_path("%s/%s", cwd_of(p), path);
}

/* The compilers and what they compile with, by content: any change of these makes every key another. */
static void hash_tools(struct plan *p)
{
    char inc[33], stamp[64] = "";
    struct stat st;
    char *real = realpath(p->cxx, NULL);
    if (real && !stat(real, &st))
        snprintf(stamp, sizeof stamp, "%lld %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                 st.st_mtim.tv_nsec);
    hash_tree_of(p->include, inc);
    util_hash(p->tools, "simt-tools", real ? real : p->cxx, stamp, p->include, inc, NULL);
    free(real);
}

static void unit_key(const struct plan *p, struct source_unit *u, const char *text)
{
    struct text flags = {0};
    char *name = without_paths(p, u->source);
    if (u->kind == UNIT_C)
        c_flags(p, &flags);
    else
        common_flags(p, &flags);
    user_flags(p, u, &flags);
    util_hash(u->key, "simt-object", p->tools, text_str(&flags), u->kind == UNIT_CUDA ? "cuda" : "c", name,
              p->b->readable ? "a stranger's" : "one's own", text, NULL);
    free(name);
    text_finish(&flags);
}

/* The #line at its head names the file as the compiler is to; the rewriter had to know where it is. */
static int name_source(const struct source_unit *u, struct err *e)
{
    char *text = util_read_file(u->text, 64u << 20, e);
    if (!text)
        return -1;
    size_t head = strncmp(text, "#line", 5) ? 0 : strcspn(text, "\n");
    struct text t = {0};
    text_add(&t, text, strcspn(text, "\""));
    text_add(&t, "\"", 1);
    for (const char *c = u->source; *c; c++)
        text_addf(&t, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    text_addf(&t, "\"");
    text_add(&t, text + head, strlen(text + head));
    int rc = head && u->source[0] != '/' ? util_write_file(u->text, t.s, t.len, e) : 0;
    text_finish(&t);
    free(text);
    return rc;
}

static int includes_openmp(const char *text)
{
    for (const char *at = text; (at = strstr(at, "omp.h")); at += 5) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        line += strspn(line, " \t");
        if (*line++ != '#')
            continue;
        line += strspn(line, " \t");
        if (!strncmp(line, "include", 7) && (at[-1] == '<' || at[-1] == '"') && line + 7 < at)
            return 1;
    }
    return 0;
}

/* Of the headers too: those that were read for an earlier source count, which does no harm. */
static int needs_openmp(const struct simt_rewrite *rw, const char *text)
{
    size_t n;
    const char *const *files = simt_rewrite_files(rw, &n);
    int found = includes_openmp(text);
    for (size_t k = 0; k < n && !found; k++) {
        char *header = util_read_file(files[k], 64u << 20, NULL);
        found = header && includes_openmp(header);
        free(header);
    }
    return found;
}

static int prepare_unit(struct plan *p, struct source_unit *u, int k, struct simt_rewrite *rw, struct err *e)
{
    const char *slash = strrchr(u->source, '/');
    char *at = absolute(p, u->source), *text = NULL;
    int rc = 0;
    if (access(at, R_OK))
        rc = err_set(e, "%s: %s", u->source, strerror(errno));
    if (!rc && u->kind == UNIT_OBJECT) {
        u->object = strdup(at);
        u->have = 1;
    } else if (!rc && u->kind == UNIT_CUDA) {
        u->text = util_path("%s/%d-%s.cpp", p->mirror, k, slash ? slash + 1 : u->source);
        rc = simt_rewrite_file(rw, at, u->text, e) || name_source(u, e) ? -1 : 0;
        text = rc ? NULL : util_read_file(u->text, 64u << 20, e);
    } else if (!rc) {
        u->text = strdup(u->source);
        text = util_read_file(at, 64u << 20, e);
    }
    if (text) {
        char *plain = without_paths(p, text);
        u->openmp = u->kind == UNIT_CUDA ? needs_openmp(rw, text) : includes_openmp(text);
        unit_key(p, u, plain);
        u->object = p->kept ? cache_find_object(p, u) : NULL;
        u->have = u->object != NULL;
        free(plain);
        free(text);
    } else if (!u->have) {
        rc = -1;
    }
    free(at);
    return rc;
}

/* A stranger's build reads what lies below its own folders: the sources', and those of -I. */
enum { WITHIN = SIMT_SOURCES + 3 };

static int prepare_units(struct plan *p, struct err *e)
{
    char *dirs[SIMT_SOURCES];
    const char *within[WITHIN] = {cwd_of(p), p->b->dir};
    size_t n = 0;
    for (; p->b->includes && p->b->includes[n] && n < SIMT_SOURCES; n++)
        dirs[n] = absolute(p, p->b->includes[n]);
    for (size_t k = 0; k < n; k++)
        within[2 + k] = dirs[k];
    struct simt_rewrite_options o = {(const char *const *)dirs, n, p->include, p->mirror,
                                     p->b->readable ? within : NULL};
    struct simt_rewrite *rw = simt_rewrite_create(&o);
    int rc = rw ? 0 : err_set(e, "There is no memory left.");
    for (int k = 0; !rc && k < p->n; k++)
        rc = prepare_unit(p, &p->u[k], k, rw, e);
    simt_rewrite_free(rw);
    while (n)
        free(dirs[--n]);
    return rc;
}

/* A program is its objects, its runtime and how they are joined. */
static void program_key(const struct plan *p, char hex[33])
{
    struct text flags = {0};
    char lib[33], old[33];
    hash_file(p->lib, lib);
    link_flags(p, &flags);
    for (int k = 0; p->b->link && p->b->link[k]; k++) { /* a library may change and keep its name */
        hash_file(p->b->link[k], old);
        word(&flags, "%s", p->b->link[k]);
        word(&flags, "%s", old);
    }
    util_hash(hex, "simt-program", p->tools, lib, text_str(&flags), NULL);
    for (int k = 0; k < p->n; k++) {
        char one[33];
        hash_file(p->u[k].object, one);
        memcpy(old, hex, sizeof old);
        util_hash(hex, old, one, NULL);
    }
    text_finish(&flags);
}

static int finish_program(struct plan *p)
{
    char hex[33], *made = util_path("%s/prog", p->b->dir);
    if (p->kept) {
        program_key(p, hex);
        p->program = util_path("%s/%s.prog", p->kept, hex);
        if (!access(p->program, X_OK)) {
            cache_touch(p->program);
            p->p->path = strdup(p->program);
            free(made);
            return 0;
        }
    }
    p->p->cached = 0;
    int rc = link_program(p, made);
    if (!rc && p->program && !cache_keep(made, p->program, 0755)) {
        p->p->path = strdup(p->program);
        unlink(made);
        cache_prune(p->kept);
    } else if (!rc) {
        p->p->path = strdup(made);
    }
    free(made);
    return rc;
}

int simt_build(const struct simt_build *b, struct simt_program *ret, struct err *e)
{
    struct plan p;
    *ret = (struct simt_program){.cached = 1, .code = CODE_USAGE, .log = {.cap = 256 << 10}};
    int rc = plan_init(&p, b, ret, e);
    if (!rc) {
        hash_tools(&p);
        rc = prepare_units(&p, e);
    }
    if (!rc) {
        ret->cached = !missing_of_kind(&p, 0);
        ret->inexact = p.clang && b->traced;
        ret->ok = (ret->cached || !compile_missing(&p)) && !finish_program(&p);
    }
    plan_finish(&p);
    return rc;
}

void simt_program_finish(struct simt_program *p)
{
    if (p->ahead) {
        pthread_join(p->ahead->thread, NULL);
        pch_job_free(p->ahead);
    }
    free(p->path);
    text_finish(&p->log);
    *p = (struct simt_program){0};
}
