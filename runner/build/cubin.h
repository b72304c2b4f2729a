/*
 * cubin.h: looks at a cubin before a GPU loads it. A submission's source made the cubin, so its bytes are foreign:
 * every offset is checked, every loop has an end.
 *
 * cubin_vet() refuses what outlives a launch, or leaves the lab's buffers without a store that the outputs show: a heap
 * (malloc, free), grids launched by a kernel (dynamic parallelism), and more than CUBIN_GLOBALS bytes of __device__
 * variables. printf and assert may stay: their text is capped. Entries besides the lab's own may stay, too: nobody
 * launches them.
 * Source: ELF for CUDA as `cuobjdump -elf` shows it (machine 190; .nv.global, .nv.global.init).
 */
#ifndef RUNNER_CUBIN_H
#define RUNNER_CUBIN_H

#include <stddef.h>

#include "runner/base/util.h"

enum { CUBIN_GLOBALS = 1 << 20, CUBIN_MAX = 64 << 20 };

/* 0, or -1 with a sentence for the author of the source. */
int cubin_vet(const void *bytes, size_t n, struct err *e);

#endif
