/*
 * curve.h: the series of a training run that the lab declares as curves (`curves` of its lab.lua), kept in the report.
 *
 * A row of "curves" is {"id","call","case","title","unit","n","bad","least_at","last","points"}: n values, one a step,
 * of which `bad` are not finite. The least is at step least_at, from 0 (null: none is finite), and `last` is the last
 * value (null: it is not finite). "points" has at most CURVE_POINTS numbers: each value where there are no more than
 * that, else CURVE_PAIRS times [least, most] of as many steps as any other has, one more or less. null: nothing finite.
 */
#ifndef RUNNER_CURVE_H
#define RUNNER_CURVE_H

#include "job.h"

enum { CURVE_POINTS = 512, CURVE_PAIRS = CURVE_POINTS / 2 };

/* {"n","bad","least_at","last","points"} of n values. You own the reference. */
json_t *curve_thin(const void *values, enum ridge_dtype dtype, size_t n);

/* Adds the curves that the lab draws from this case, whose outputs have just been taken (case_memory_snapshot()). A
 * curve is kept once: of the first run that had it. */
void curve_keep(struct job *j, const struct case_memory *b);

#endif
