/*
 * cubin.h: a look at a cubin before a GPU sees it. A submission's source made it, so it is foreign bytes: every offset
 * is checked, every loop has an end.
 *
 * It refuses what outlives a launch or leaves the lab's buffers without a store that the outputs would show: a heap
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

/* 0, or -1 and the sentence for whoever wrote the source. */
int cubin_vet(const void *bytes, size_t n, struct err *e);

#endif
