/*
 * oracle.h: what is right in a lab. kernels/<lab>/oracle.c is compiled into a shared object that never
 * meets the submission's address space: ridge-exec loads that of one of Ridge's own labs, and a process of
 * its own in the box that of any other, where it may compute, have memory and read its lab's folders.
 *
 * For a call with oracle="gemm", define
 *     int gemm_oracle(const struct ridge_case *c, const char *out,
 *                     const size_t *index, size_t n, double *want, double *scale);
 *   For each k < n write the exact value of element index[k] of output `out` to want[k], and to
 *   scale[k] the sum of the absolute values of the terms (Σ|a·b|) that tol.dot needs (or |want|
 *   where the tolerance does not use it). NaN and Inf in `want` must be matched exactly by kind.
 *   The runner asks for all elements of a correctness case and for a fresh random sample of a timed one.
 * For a call with verify="trace", define
 *     int trace_verify(const struct ridge_case *c, struct ridge_verdict *v);
 *   Judge the outputs as a whole; set v->pass and v->message (what, where, expected, got), and
 *   publish figures with ridge_count() (they become counters for gates and bench metrics).
 * For a buffer with dist=gen.custom"reqs", define
 *     int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed);
 *   All buffers of a case get the same seed, so that their fills can agree on something; a fill whose buffers should
 *   differ draws from ridge_mix(seed, buffer).
 *
 * All return 0, or -1 when the case itself makes no sense (our fault, never the learner's).
 */
#ifndef RIDGE_ORACLE_H
#define RIDGE_ORACLE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum ridge_dtype {
    RIDGE_F32, RIDGE_F64, RIDGE_F16, RIDGE_BF16, RIDGE_I8, RIDGE_U8, RIDGE_I16, RIDGE_U16,
    RIDGE_I32, RIDGE_U32, RIDGE_I64, RIDGE_U64
};

struct ridge_buffer {
    const char *name;
    enum ridge_dtype dtype;
    size_t count; /* elements */
    void *data;
};

struct ridge_scalar {
    const char *name; /* every numeric field of the case, not only the call's arguments */
    double value;
};

struct ridge_case {
    const char *id, *call;
    const struct ridge_buffer *buffers;
    size_t nbuffers;
    const struct ridge_scalar *scalars;
    size_t nscalars;
};

enum { RIDGE_MAX_COUNTERS = 32 };

struct ridge_verdict {
    int pass;
    char message[512];
    int ncounters;
    struct { char name[40]; double value; } counters[RIDGE_MAX_COUNTERS];
};

static inline const struct ridge_buffer *ridge_buffer(const struct ridge_case *c, const char *name)
{
    for (size_t k = 0; k < c->nbuffers; k++)
        if (!strcmp(c->buffers[k].name, name))
            return &c->buffers[k];
    return NULL;
}

static inline void *ridge_data(const struct ridge_case *c, const char *name)
{
    const struct ridge_buffer *b = ridge_buffer(c, name);
    return b ? b->data : NULL;
}

static inline double ridge_num(const struct ridge_case *c, const char *name)
{
    for (size_t k = 0; k < c->nscalars; k++)
        if (!strcmp(c->scalars[k].name, name))
            return c->scalars[k].value;
    return NAN;
}

static inline int64_t ridge_int(const struct ridge_case *c, const char *name)
{
    return (int64_t)ridge_num(c, name);
}

static inline void ridge_count(struct ridge_verdict *v, const char *name, double value)
{
    if (v->ncounters == RIDGE_MAX_COUNTERS)
        return;
    snprintf(v->counters[v->ncounters].name, sizeof v->counters[0].name, "%s", name);
    v->counters[v->ncounters++].value = value;
}

/* One step of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): enough for a custom fill. */
static inline uint64_t ridge_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A seed of the buffer's own: without it A and B of one fill hold the same numbers. */
static inline uint64_t ridge_mix(uint64_t seed, const char *buffer)
{
    for (; *buffer; buffer++)
        seed = (seed ^ (unsigned char)*buffer) * 0x100000001b3u;
    return seed;
}

static inline double ridge_uniform(uint64_t *state)
{
    return (double)(ridge_next(state) >> 11) * 0x1p-53;
}

#endif
