/*
 * bench_trend.h: how the ratio of one bench went from run to run, and which edit won most.
 */
#ifndef TUI_BENCH_TREND_H
#define TUI_BENCH_TREND_H

#include "app.h"

enum { BENCH_TREND_RUNS = 512 };

/* Ratios to the reference of one bench, oldest run first. */
struct bench_trend {
    const char *bench; /* borrowed from the lab */
    double ratio[BENCH_TREND_RUNS];
    long long attempt[BENCH_TREND_RUNS];
    size_t n;
};

/* Loads the latest timed runs of a bench of `lab`; n is 0 where none was timed. */
void bench_trend_load(struct app *a, const char *lab, const char *bench, struct bench_trend *ret);

/* The highest ratio of all. */
double bench_trend_best(const struct bench_trend *t);

/* The step between neighbouring runs that won most, by its later index; 0 when none won more than the noise. */
size_t bench_trend_step(const struct bench_trend *t);

#endif
