/*
 * lab.h: a resolved lab as ridge-exec uses it, filled and checked once, when the job begins.
 *
 * lab_open() reads the manifest's JSON (curriculum/lua/resolve.lua writes it) and ties what belongs together: an
 * argument to its buffer, a case's entry to its call, a gate and a bench to what they measure. No other file of this
 * room asks a manifest by name. Strings and `source` are borrowed from the JSON, which has to outlive the lab. What a
 * phase alone can refuse, and says in its own words, stays marked here: a count of -1, a tolerance LAB_TOL_BAD, an
 * unknown dtype. Nothing here runs, prints or decides a verdict.
 */
#ifndef RUNNER_LAB_H
#define RUNNER_LAB_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "data.h"
#include "runner/base/util.h"
#include "runner/child/proto.h"

struct lab_buffer {
    const char *name;
    int known; /* 1: `dtype` is a type */
    enum ridge_dtype dtype;
    struct data_dist dist;
    int split; /* 1: each rank has its own part of the buffer */
    const char **fields; /* names of an element's members, in turn */
    size_t nfields;
    int guarded;             /* `guard` cells stand before and after what is the learner's */
    uint64_t guard[2];
    const char *guard_of; /* what the guard cells belong to, in the learner's words, or NULL */
};

enum lab_role { LAB_VALUE, LAB_INPUT, LAB_OUTPUT, LAB_INOUT };

struct lab_arg {
    const char *name, *kind;
    enum lab_role role;
    uint8_t code; /* proto.h: 'i' 'l' 'f' 'd', 'b' of a buffer, 't' of a buffer behind a tensor map */
    const struct lab_buffer *buffer; /* NULL: the lab has no buffer of that name */
    const char *fn; /* the learner's function that makes this output, or NULL: the call's */
};

struct lab_call {
    const char *name, *oracle, *verify; /* the functions that judge the call: one of the two may be NULL */
    struct lab_arg *args;
    size_t nargs;
    int emitted; /* the call runs code that the call `emitted_by` writes into its output `emitted_text` */
    int emitted_cuda;
    const char *emitted_by, *emitted_text;
    const char *asks_fn;    /* the learner's function behind it, or NULL */
    const char *asks_of;    /* the buffer whose rows are its arguments, or NULL */
    const char **asks_args;
    size_t nasks_args;
    const json_t *source; /* for runner/build, which writes the harness */
};

struct lab_tol {
    enum { LAB_TOL_BAD, LAB_TOL_SCRATCH, LAB_TOL_EXACT, LAB_TOL_DOT, LAB_TOL_REL_L2, LAB_TOL_ABS, LAB_TOL_REL } kind;
    double a, u_out; /* DOT: 8·u·√K, u of the output; of the others epsilon */
    double least;    /* DOT: half the step between the output's subnormal numbers */
};

/* What one case says of one argument. */
struct lab_extent {
    double count; /* how many elements; -1: the case says no number that can be */
    double *shape; /* `dims` numbers */
    size_t dims;
    struct lab_tol tol;
    struct proto_map map; /* of a 't' */
};

struct lab_scalar {
    double d;
    int64_t i;
};

struct lab_case;

/* One call of one case. */
struct lab_run {
    const struct lab_case *of;
    const char *name;            /* the call's */
    const struct lab_call *call; /* NULL: the lab has no call of that name */
    struct lab_extent *args;     /* as many as the call has */
    struct lab_scalar *scalars;
    size_t nscalars;
    uint32_t grid[3], block[3], smem;
    int cooperative;             /* the grid's blocks may wait for one another */
};

struct lab_case {
    const char *id, *block_order; /* NULL: any */
    int hidden;
    int drawn;  /* 1: some fields are drawn anew for each run */
    int judged; /* the case counts for `correct`; the others are there for a gate or a bench alone */
    int gate;   /* tagged so: the profile looks at all of its calls */
    struct ridge_scalar *fields; /* the case's numbers */
    size_t nfields;
    struct lab_run *runs;
    size_t nruns;
};

/* What the profile counts for. Whether the gate holds is the grader's to say (grader/lua/grade.lua). */
struct lab_gate {
    const char *id, *call, *case_id, *counter;
    int compile; /* 1: the gate is about what the compiler says */
};

struct lab_bench {
    const char *id, *call, *case_id, *item;
    const char *metric; /* "time", "counter:NAME" or "fewer:NAME" */
    const char *clock, *mode;
    const char *on;
    double *stages, bronze; /* the bench's stages, and the lowest of them */
    size_t nstages;
    double budget_s, flops, bytes, items;
    const struct lab_run *run; /* NULL: the bench names a case or call that is not there */
};

/* A series that a call writes, one value a step: of the output `output` of that case. */
struct lab_curve {
    const char *id, *call, *case_id, *output, *title, *unit;
};

struct lab {
    const json_t *source; /* for runner/build */
    const char *id, *lang, *dir, *kernels, *reference;
    const char *arch; /* of the GPU that its code needs, or NULL: any */
    const json_t *backends;
    double wall_s;
    int threads, mem_MiB;
    struct lab_buffer *buffers;
    struct lab_call *calls;
    struct lab_case *cases;
    struct lab_gate *gates;
    struct lab_bench *benches;
    struct lab_curve *curves;
    size_t nbuffers, ncalls, ncases, ngates, nbenches, ncurves;
};

/* 0, or -1 with a sentence when it has not the shape that a resolved lab has; lab_close() either way. */
int lab_open(const json_t *source, struct lab *ret, struct err *e);
void lab_close(struct lab *l); /* a zeroed one is none */
/* Of the gates that a profile counts for only those whose ids are listed stay; NULL: all. No case is counted by its tag
 * then. */
void lab_narrow(struct lab *l, const json_t *gates);

const struct lab_call *lab_call(const struct lab *l, const char *name);      /* NULL: none */
const struct lab_run *lab_run(const struct lab_case *c, const char *call);   /* NULL: the case does not run it */
/* Where the call has an argument of that name; nargs: nowhere. */
size_t lab_arg(const struct lab_call *c, const char *name);
double lab_field(const struct lab_case *c, const char *name, double otherwise);

int lab_gates(const struct lab_gate *g, const struct lab_run *r); /* is the gate about this call of this case? */
int lab_lists(const struct lab *l, const char *backend);

/* All calls of all cases, in their order: NULL begins, and NULL ends. */
const struct lab_run *lab_next(const struct lab *l, const struct lab_run *r);

#endif
