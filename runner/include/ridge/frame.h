/*
 * frame.h: what a call looks like inside the sandbox (ridge-child).
 *
 * The parent lays the arguments of one call out in shared memory; ridge-child turns that layout into
 * one `struct ridge_frame` and hands it to the call's trampoline. Trampolines are generated from the
 * manifest, except for calls marked `harness=true`, whose lab writes `ridge_call_<name>` by hand in
 * harness.c. Nothing here is trusted: the verdict rests on the output buffers alone.
 */
#ifndef RIDGE_FRAME_H
#define RIDGE_FRAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RIDGE_MAX_BUFS = 16, RIDGE_MAX_SCALARS = 16 };

/* Buffers and scalars stand in the order of the call's `args`, each kind counted on its own. */
struct ridge_frame {
    void *buf[RIDGE_MAX_BUFS];       /* inputs are read-only pages; writing one is SIGSEGV */
    uint64_t count[RIDGE_MAX_BUFS];  /* elements, not bytes */
    int64_t i[RIDGE_MAX_SCALARS];    /* i32 and i64 arguments */
    double d[RIDGE_MAX_SCALARS];     /* f32 and f64 arguments; same index space as i[] */
};

typedef void ridge_trampoline(const struct ridge_frame *f);

struct ridge_export {
    const char *name;
    ridge_trampoline *call;
};

/* The shared object's table, ended by a NULL name. */
extern const struct ridge_export ridge_exports[];

#ifdef __cplusplus
}
#endif
#endif
