/* lab_calls.h: the generated table of a lab's kernels, and what child.c needs to launch them. */
#ifndef SIMT_LAB_CALLS_H
#define SIMT_LAB_CALLS_H

#include "abi.h"

enum { SIMT_LAB_ARGS = 32 }; /* each in eight bytes of its own */

/* A CUtensorMap, as a kernel takes it by value. */
struct simt_lab_map {
    unsigned char bytes[128];
} __attribute__((aligned(64)));

struct simt_lab_call {
    const char *name;
    const void *kernel; /* NULL: the submission has none of that name */
    simt_thunk thunk;
};
extern const struct simt_lab_call simt_lab_calls[]; /* ended by a NULL name */

#endif
