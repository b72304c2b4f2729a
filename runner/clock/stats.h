/*
 * stats.h: paired ratios. The estimator is the median of within-pair ratios t_reference / t_learner,
 * its interval a percentile bootstrap of that median (B = 1000, seeded, so that one set of samples
 * always gives one interval).
 */
#ifndef RUNNER_STATS_H
#define RUNNER_STATS_H

#include <stddef.h>

struct pair {
    double reference, learner; /* seconds */
};

struct interval {
    double ratio, lo, hi; /* the median and the median's 95 % interval */
};

double stats_median(const double *x, size_t n);
struct interval stats_ratio(const struct pair *p, size_t n);

#endif
