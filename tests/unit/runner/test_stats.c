/* The estimator: unbiased in the middle, honest at the edges, the same for the same samples. */
#include <criterion/criterion.h>
#include <math.h>

#include "ridge/oracle.h"
#include "runner/clock/core_peak.h"
#include "runner/clock/stats.h"

Test(stats, median)
{
    cr_assert_eq(stats_median((double[]){ 3, 1, 2 }, 3), 2);
    cr_assert_eq(stats_median((double[]){ 4, 1, 3, 2 }, 4), 2.5);
    cr_assert(isnan(stats_median(NULL, 0)));
}

static void noisy(struct pair *p, size_t n, double truth, uint64_t seed)
{
    for (size_t k = 0; k < n; k++) {
        double noise = 0.95 + 0.1 * ridge_uniform(&seed), spike = ridge_next(&seed) % 10 == 0 ? 3 : 1;
        p[k] = (struct pair){ truth * noise * spike, 0.97 + 0.06 * ridge_uniform(&seed) };
    }
}

/* A tenth of the samples three times too slow: the median does not mind. */
Test(stats, the_interval_covers_the_truth)
{
    int covered = 0, trials = 200;
    for (int t = 0; t < trials; t++) {
        struct pair p[63];
        noisy(p, 63, 1.25, 1000 + (uint64_t)t);
        struct interval i = stats_ratio(p, 63);
        cr_assert(i.lo <= i.ratio && i.ratio <= i.hi);
        covered += i.lo <= 1.26 && i.hi >= 1.24;
    }
    cr_assert_geq(covered, trials * 85 / 100, "%d of %d intervals reach the true ratio", covered, trials);
}

Test(stats, same_samples_same_interval)
{
    struct pair p[31];
    noisy(p, 31, 0.8, 5);
    struct interval a = stats_ratio(p, 31), b = stats_ratio(p, 31);
    cr_assert_eq(a.lo, b.lo);
    cr_assert_eq(a.hi, b.hi);
}

Test(stats, two_pairs_say_nothing)
{
    struct pair p[2] = { { 1, 1 }, { 1, 1 } };
    struct interval i = stats_ratio(p, 2);
    cr_assert_eq(i.lo, 0);
    cr_assert(isinf(i.hi));
}

/* Two multiply-adds of four floats a cycle are what the oldest of x86-64 cores that run Ridge can do. */
Test(stats, a_core_does_no_more_than_its_peak)
{
    struct core_peak p = core_peak(), again = core_peak();
    cr_assert(p.clock_Hz > 2e8 && p.clock_Hz < 2e10, "%g Hz", p.clock_Hz);
    cr_expect_geq(p.flops, 16 * p.clock_Hz);
    cr_expect_geq(p.bytes, 64 * p.clock_Hz);
    cr_expect_eq(p.clock_Hz, again.clock_Hz);
}
