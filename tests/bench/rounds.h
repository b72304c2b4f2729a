/*
 * rounds.h: programs that move bytes, timed against each other and against what this machine reads and copies.
 *
 * In a round each runs once, in drawn order, by the thread's own CPU clock: whatever the machine does meanwhile meets
 * all of them. Rates are compared within a round; the interval is that of runner/clock/stats.h.
 *
 * Where bytes come from is the caller's choice. Every run is handed a turn, 0, 1, 2 and so on: with enough copies of
 * its data, taken in turn, a run finds none of it in a cache; with one copy, and `warm`, it finds all that fits.
 */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <stddef.h>

#include "runner/clock/stats.h"

enum { ROUNDS_MAX = 255, ROUNDS_STREAMS = 3 };

struct rival {
    const char *name;
    void (*run)(void *of, int turn);
    void *of;
    double bytes;         /* that a run moves */
    double s[ROUNDS_MAX]; /* seconds, by round */
};

/* `count` copies of `bytes` bytes, back to back from a, and as much room from b. */
struct windows {
    char *a, *b;
    size_t bytes;
    int count;
};

/* Memory of large pages where there are any, every byte written; ends the program when there is none. */
void *rounds_memory(size_t bytes);

/* How many copies of `bytes` bytes are four times the last cache, but 256 to 512 MiB. */
int rounds_copies(size_t bytes);

/* Reading, memcpy and w01's streaming copy of w's windows: ROUNDS_STREAMS rivals. A copy moves twice the bytes. */
void rounds_streams(struct rival *ret, struct windows *w);

/* Runs them, each once more before its time is taken if `warm`. 3 <= rounds <= ROUNDS_MAX. */
void rounds_run(struct rival *all, int count, int rounds, int warm);

/* r's bytes a second over the reference's. */
struct interval rounds_ratio(const struct rival *r, const struct rival *reference, int rounds);

/* Median bytes a second. */
double rounds_rate(const struct rival *r, int rounds);

/* A table: rates, and the ratio to the faster copy and to reading. all begins with the streams. */
void rounds_print(const struct rival *all, int count, int rounds);

/* How many times as fast as the first of them each is, by the same results and not by bytes. */
void rounds_times(const struct rival *all, int count, int rounds);

/* The processor's name, or "unknown processor". */
const char *rounds_processor(void);

#endif
