/*
 * build_internal.h: what the parts of build.h share. build_tools.c runs compilers in their box, build_c.c makes
 * shared objects with what build_harness.c adds to a lab's files, build_own.c makes references and oracles,
 * build_cache.c keeps what need not be made twice, build_cuda.c makes cubins with nvcc and build_nvrtc.c without.
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
int has_ranks(const struct build *b); /* do the lab's calls take the communicator of all ranks first? */
void hash_sources(const char *dir, char hex[33]); /* a hash of the C and CUDA files of a folder, and of their names */

/* Folders of the root's `kernels` from which any oracle and harness may include: "../load/load.h", <load/load.h>. A
 * course of one's own has none of them. */
enum { SHARED_DIRS = 3 };
char *shared_dir(const struct build *b, int k); /* free() it; NULL: these labs have none */
void hash_shared(const struct build *b, char hex[33]);

void build_flags(const struct build *b, enum build_variant v, char *ret, size_t n); /* what C is compiled with */

/* The box of a compiler, in which neither the learner's home nor a solution is in sight. */
struct box compile_box(const struct build *b, const char *include, const char *kernels);
void box_allow(struct box *box, const char *path);

/* Runs a tool to its end; the outcome goes to r->ok, the tool's output to r->log. `path`: more folders with
 * programs. */
void run_tool(struct build_result *r, struct args *a, struct box *box, const char *path, double wall_s);

/* The instruction set of builds for `profile`: the same on every machine, so that counters can be compared. */
const char *profile_isa(void);

/* build_link.c: rewrites the linker's output in `log`, from `from` on, for people; `edit` names the learner's files,
 * `header` is the text of lab.h. */
void link_words(struct text *log, size_t from, const json_t *edit, const char *header);

/* build_parts.c: the labs of this lab's `parts`. Where a file lies below src, "LAB/FILE", to free(), or NULL: it is no
 * part. Lays out all of them with their headers: the text in `files`, or the reference. */
char *build_part_place(const struct build *b, const char *file);
int build_parts_lay(const struct build *b, const json_t *files, struct err *e);
void build_parts_hash(const struct build *b, char hex[33]); /* build_cache.c: of all parts, and a drill's lab */
int build_copy_headers(const char *from, const char *to, struct err *e); /* each *.h of a folder */
char *build_drill_of(const struct build *b); /* the folder of a drill's lab, to free(); NULL: no drill */

/* The CUDA toolkit and what is built with it; build_cuda.c owns the strings. */
struct nvcc {
    char *program, *bin, *toolkit, *include, *kernels, *src, *arch, *gencode;
};

/* Compiles dir/src/NAME by NVRTC as nvcc would. 1: NVRTC's verdict stands and is in `r`. 0: nvcc has to compile the
 * file, because the code will be measured (NVRTC addresses shared memory in another way), needs headers of the host,
 * or RIDGE_NVRTC=0 is set. */
int nvrtc_compile(struct build_result *r, const struct build *b, const struct nvcc *n, const char *name);

/* The path in the cache for a shared object of Ridge's own sources, named by a hash of all that it is made of; free()
 * it. */
char *built_place(const struct build *b, const json_t *files, enum build_variant v);
int built_before(const char *kept, const char *so); /* 1: the cache had it, and `so` is a copy now */

/* Links without names: nothing of an object that strangers get is named but `keep`, patterns with "; " between. Both
 * strings have to live as long as `l`; free() them. */
void strip_names(const struct build *b, struct args *l, const char *keep, char **ret_script, char **ret_option);

/* Compiles `text` once for each content: objects that the learner does not own. A path to free(), or NULL. */
char *cached_object(const struct build *b, const char *tag, const char *text, const char *flags, struct text *log);

/* The same for text that is of no lab: one object for all of them. Its quoted headers lie in DIR/shared and their
 * contents stand hashed in `text`. */
char *shared_object(const struct build *b, const char *tag, const char *text, const char *flags, struct text *log);

#endif
