/*
 * build_internal.h: what the parts of build.h share. build_tools.c runs compilers in their box, build_c.c
 * makes shared objects, build_cache.c keeps what need not be made twice, build_cuda.c makes cubins with nvcc and
 * build_nvrtc.c without.
 */
#ifndef RUNNER_BUILD_INTERNAL_H
#define RUNNER_BUILD_INTERNAL_H

#include "runner/box/box.h"
#include "build.h"

enum { ARGS = 64 };

struct args {
    const char *v[ARGS];
    int n;
};

void arg(struct args *a, const char *s);
void arg_words(struct args *a, char *words); /* splits `words` in place, which must outlive the call */

const char *lab_str(const struct build *b, const char *key); /* "" when absent */
char *slurp(const char *dir, const char *name);              /* "" when it cannot be read; free() it */
void trampoline(const struct build *b, struct text *t);      /* the C source of the exports table */
void build_flags(const struct build *b, enum build_variant v, char *ret, size_t n); /* what C is compiled with */

/* Where compilers read; nothing of the learner's home and no solution is in sight. */
struct box compile_box(const struct build *b, const char *include, const char *kernels);
void box_allow(struct box *box, const char *path);

/* Runs it to its end; the outcome goes to r->ok, its words to r->log. `path`: more places for programs. */
void run_tool(struct build_result *r, struct args *a, struct box *box, const char *path, double wall_s);

/* The profile runs on every machine with the same instructions, so that counters can be compared. */
const char *profile_isa(void);

/* build_link.c: the linker's words in `log` from there on, for people; `edit` names the learner's files. */
void link_words(struct text *log, size_t from, const json_t *edit);

/* The CUDA toolkit and what is built with it; build_cuda.c owns the strings. */
struct nvcc {
    char *program, *bin, *toolkit, *include, *kernels, *src, *arch, *gencode;
};

/* dir/src/NAME as nvcc would, by NVRTC. 1: its verdict stands and is in `r`. 0: nvcc has to say, as it has of code
 * that will be measured (NVRTC addresses shared memory otherwise), of headers of the host, and with RIDGE_NVRTC=0. */
int nvrtc_compile(struct build_result *r, const struct build *b, const struct nvcc *n, const char *name);

/* Shared objects of sources that are ours, by all that they are made of. The place: free() it. */
char *built_place(const struct build *b, const json_t *files, enum build_variant v);
int built_before(const char *kept, const char *so); /* 1: a copy of it is at `so` now */

/* Compile `text` once for its content: objects that the learner does not own. Path or NULL. */
char *cached_object(const struct build *b, const char *tag, const char *text, const char *flags, struct text *log);

#endif
