/*
 * case_memory.h: one call of one case, laid out in the children's memory.
 *
 * case_memory_make() computes where each buffer lies and allocates the parent's snapshots; fill, go and snapshot move
 * bytes between these and a child's pages (proc.h). No function here starts, waits for or judges a child.
 */
#ifndef RUNNER_CASE_MEMORY_H
#define RUNNER_CASE_MEMORY_H

#include "lab.h"
#include "proc.h"
#include "ridge/oracle.h"

struct job;

struct case_memory {
    const struct lab_run *run;
    const struct lab_call *call;
    const struct lab_case *of;
    const char *case_id, *call_name;
    struct {
        const char *name;
        const struct lab_buffer *decl;
        size_t count, bytes, offset;
        int writable, inout;
        void *snapshot, *before;
    } buf[PROTO_BUFS];
    size_t nbuf, in_size, out_size;
    struct proto_ranks ranks; /* of a lab of several ranks */
    struct ridge_case rc;
    struct ridge_buffer rb[2 * PROTO_BUFS];
    char before_name[PROTO_BUFS][48];
};

/* `b` must not move as long as it is used. 0, or -1 with a sentence and nothing to finish. */
int case_memory_make(struct job *j, const struct lab_run *run, struct case_memory *b, struct err *e);
void case_memory_finish(struct case_memory *b);

/* Write fresh inputs into `in`; refresh > 0: of a buffer of more bytes half as many are renewed, an element here and
 * there all over it. */
int case_memory_fill(struct job *j, struct case_memory *b, void *in, uint64_t seed, size_t refresh, struct err *e);
void case_memory_go(struct case_memory *b, struct proc *p); /* arguments in, outputs poisoned */
void case_memory_snapshot(struct case_memory *b, struct proc *p);

/* The memory of several cases, to run in one child. */
struct case_set {
    struct case_memory *b;
    size_t n, in_size, out_size;
};

/* The memory of all cases that are judged (lab.h), in their order; of a third of each call's, and one at least, which
 * `draw` chooses, where it is not NULL. case_set_finish() either way. */
int case_set_make(struct job *j, const char *draw, struct case_set *s, struct err *e);
void case_set_finish(struct case_set *s);

#endif
