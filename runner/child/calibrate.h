/* calibrate.h: what the two halves of ridge-calibrate share. */
#ifndef RUNNER_CALIBRATE_H
#define RUNNER_CALIBRATE_H

#include <jansson.h>
#include <stddef.h>

enum { CALIBRATE_TRIALS = 9 };

/* {"median","low","high"} of n rates in units a second, which it sorts. */
json_t *calibrate_spread(double *rate, size_t n);

/* {"gpu": {"name","arch","copy":{…},"flops":[{"type","n",…}],"missing":"…"}} or {"gpu": null, "why": "…"}.
 * toolkit: the CUDA toolkit's directory, where its libraries are looked for too; may be NULL. */
json_t *calibrate_gpu(const char *toolkit);

#endif
