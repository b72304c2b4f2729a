/*
 * gpu_cupti.h: CUPTI's range profiler (CUDA 12.6 and later), loaded at run time as the driver is. It counts what
 * Nsight Compute counts, under the same names, where that program is not installed.
 * Source: CUPTI documentation, "Range Profiling API" and "Profiler Host API".
 */
#ifndef RUNNER_GPU_CUPTI_H
#define RUNNER_GPU_CUPTI_H

#include <stddef.h>

#include "gpu_driver.h"
#include "runner/base/err.h"

struct gpu_cupti;

/* `metrics`: names separated by commas; those that this chip lacks are left out. NULL, with the reason in `e`. The
 * driver is loaded and `context` current. */
struct gpu_cupti *gpu_cupti_open(const char *lib, int device, cu_handle context, const char *metrics, struct err *e);

/* One pass: what is launched between begin and end is counted. gpu_cupti_end() returns 1 where one more pass is needed,
 * 0 after the last pass, and -1 with `e` on a failure. */
int gpu_cupti_begin(struct gpu_cupti *c, struct err *e);
int gpu_cupti_end(struct gpu_cupti *c, struct err *e);

/* After the last pass: each metric and its value. 0, or -1 with `e`. */
int gpu_cupti_values(struct gpu_cupti *c, void (*each)(const char *metric, double value, void *arg), void *arg,
                     struct err *e);

#endif
