/*
 * build.h: from sources to something a child can load. Compilation is untrusted execution: it runs in
 * the box, with an empty environment, constant names, and only the trees it needs in sight.
 */
#ifndef RUNNER_BUILD_H
#define RUNNER_BUILD_H

#include <jansson.h>

#include "runner/base/util.h"

/* BUILD_PORTABLE: without instructions that valgrind does not know (AVX-512). */
enum build_variant { BUILD_PLAIN, BUILD_SANITIZE, BUILD_CTRACE, BUILD_PORTABLE };

struct build {
    const json_t *lab;   /* the resolved lab */
    const char *root;    /* holds labs/ kernels/ runner/ */
    const char *cache;   /* objects and oracles by content hash */
    const char *dir;     /* this run's own directory; sources are laid out in dir/src */
    const char *cc;      /* "gcc" or "clang" */
    const char *arch;    /* the GPU of this machine ("sm_90a"); NULL: the lab's own */
    const char *profile; /* the emulator's profile (simt.h); NULL: its default */
    int trusted;         /* a reference of Ridge's own, which may include its neighbours in kernels/ */
    int bare;            /* code that a submission emitted, which is built without the lab's harness */
    int light;           /* as runner_request.light */
    int measured;        /* the code will be timed or counted, so nvcc compiles CUDA, never NVRTC */
    const char *isa;     /* of the references, such as "x86-64-v3"; NULL: what this CPU runs */
    int stripped;        /* references and oracles without names, but for what Ridge calls */
};

struct build_result {
    int ok;
    int limit; /* a limit stopped the compiler; its output says which */
    int slow;  /* the limit was time */
    double ms, cpu_s;
    double may_s; /* the CPU time that one process of the compiler may use */
    char *so;     /* path; free() it */
    struct text log;
    const char *tool; /* for CUDA code "nvcc" or "nvrtc"; NULL when neither ran */
    char flags[256];
};

/* The sentences (fault.h) for a compiler that the machine stopped. */
#define TOOL_NO_MEMORY                                                                                                 \
    " was killed by the system: most likely this machine ran out of memory. Give it more, or grade fewer at once."
#define TOOL_NO_PROCESS                                                                                                \
    " could not start a part of itself: this machine has no room for another process. Run it again when it is "        \
    "quieter, or grade fewer at once (--jobs)."
#define TOOL_STARVED                                                                                                   \
    "%s got %.1f s of processor time in %.0f s: this machine is too busy, or waits for its disk. Run it "              \
    "again when it is quieter, or grade fewer at once (--jobs)."

void build_result_finish(struct build_result *r);

/* Lay out sources (name → text) and lab.h; names are checked. */
int build_sources(const struct build *b, const json_t *files, struct err *e);

struct build_result build_submission(const struct build *b, const json_t *files, enum build_variant v);

/* The assembly of all C files with the flags of BUILD_PLAIN, in one file, whose path is ret.so. */
struct build_result build_assembly(const struct build *b, const json_t *files);

/* kernels/<lab>/<file> as the timed reference, cached. */
struct build_result build_kernel(const struct build *b, const char *file);

/* kernels/<lab>/oracle.c for the trusted side, cached. NULL with `e` set on failure. */
char *build_oracle(const struct build *b, struct err *e);

/* A shared object that stands in the place of a source, as a student edition of a pack has it: NAME.so.b64 beside
 * kernels/<lab>, in base64. `name` is the oracle's, BUILD_ORACLE, or build_given_name()'s of a reference. The path of a
 * copy in the cache, yours; NULL: there is none, or it is no base64 or no ELF. */
#define BUILD_ORACLE "oracle"
#define BUILD_GIVEN ".so.b64"
char *build_given(const struct build *b, const char *name);
char *build_given_name(const char *file, const char *isa); /* "ref.c", "x86-64-v3": "ref.c.x86-64-v3"; free() it */

/* Keeps a file of this run for later runs, at a path below the cache's folder simt; the oldest files there go when the
 * folder has grown large. */
void build_keep(const struct build *b, const char *from, const char *to);

/* The sanitizer's runtime to preload, or NULL with the reason in `e`. free() it. */
char *build_sanitizer_runtime(const struct build *b, struct err *e);

/* The instruction set that this CPU runs: "x86-64-v4", "x86-64-v3" or "x86-64-v2". */
const char *build_isa(void);

/* First line of `cc --version`; "" when there is none. */
void build_compiler(const char *cc, char *ret, size_t n);

/* The lab's kernels and child.c as a program for the emulator, whose path is ret->so. 0, also when they do not compile;
 * -1 for a fault of our own. */
int build_emulated(const struct build *b, const json_t *files, int traced, struct build_result *ret, struct err *e);

/* kernels/<lab>/<file> in the same way, traced: a bench with "fewer:NAME" compares counts with this program. */
int build_emulated_kernel(const struct build *b, const char *file, struct build_result *ret, struct err *e);

/* Compiles CUDA, without linking, to dir/lab.cubin and dir/lab.ptx: by NVRTC where NVRTC will do, else by nvcc. */
struct build_result build_cubin(const struct build *b, const json_t *files);
char *build_nvcc(void); /* path of nvcc, or NULL; free() it */

#endif
