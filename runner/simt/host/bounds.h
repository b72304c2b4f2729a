/*
 * bounds.h: of the seconds that each of a GPU's resources needs for a launch, the time of all together.
 */
#ifndef SIMT_BOUNDS_H
#define SIMT_BOUNDS_H

#include "time.h"

enum bound { BOUND_DRAM, BOUND_L2, BOUND_L1, BOUND_SHARED, BOUND_CONST, BOUND_FMA, BOUND_ALU, BOUND_F64,
             BOUND_SPECIAL, BOUND_TENSOR, BOUND_ISSUE, BOUND_LATENCY, BOUND_BARRIERS, BOUND_ATOMICS, BOUND_LAUNCH,
             BOUNDS };

/* time_estimate()'s answer; overlap: how well waits are hidden behind the rest, 1 not at all. You own it. */
json_t *bounds_combined(const struct simt_card *c, const double s[BOUNDS], double overlap);

#endif
