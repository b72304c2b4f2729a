/*
 * estimator.c: does the way times are compared survive a busy machine? A reference A against B, which is A with
 * exactly 5 % more work, and against itself; a kernel that computes and one that moves memory, 0.7 ms each;
 * quiet, and beside two bursty processes that touch memory. Pairs as the runner takes them (phase_perf.c): pinned,
 * in drawn order, CPU clock, ratio and interval by the runner's own stats.c; once a fixed number of them, and once
 * going on, up to 127, until the interval is +-2 % wide, as the runner does. Beside it stands what two habits would
 * have said of the very same samples, the fixed number:
 *
 *     stored    the mean of B over the mean of A in the first trial: a baseline measured once, earlier
 *     blocked   the mean of A in the first half of a trial, the mean of B in the second: A..A B..B
 *
 * Not a test: it prints figures.
 *
 *     estimator [TRIALS [PAIRS]]      default 80 trials of 31 pairs
 */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ridge/oracle.h"
#include "runner/clock/stats.h"

enum { TRIALS_MAX = 1000, PAIRS_MAX = 127, WARM = 2, HOGS = 2, STEP = 20 };
enum { WORDS = 32 << 20, HOG_BYTES = 64 << 20 }; /* of memory walked through: far more than the caches of a core */

static uint64_t rng = 0x6573746d61746full;
static volatile double sink;
static double *memory;

static double clock_s(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the two kernels: `n` steps of work, n a multiple of STEP ---------------------------------------------- */

static void compute(size_t n)
{
    double a = 1, b = 2, c = 3, d = 4;
    for (size_t k = 0; k < n; k++) {
        a = a * 0.999 + 0.1;
        b = b * 0.998 + 0.2;
        c = c * 0.997 + 0.3;
        d = d * 0.996 + 0.4;
    }
    sink = a + b + c + d;
}

/* Each call goes on where the last one ended, so that none finds its data in a cache. */
static void move(size_t n)
{
    static size_t at;
    if (at + 3 * n > WORDS)
        at = 0;
    double *x = memory + at, *y = x + n, *z = y + n;
    for (size_t k = 0; k < n; k++)
        x[k] = y[k] + 3 * z[k];
    at += 3 * n;
}

struct kernel {
    const char *name;
    void (*run)(size_t n);
};

static const struct kernel kernels[] = { { "compute", compute }, { "memory", move } };

static double timed(const struct kernel *k, size_t n)
{
    double t0 = clock_s(CLOCK_THREAD_CPUTIME_ID);
    k->run(n);
    return clock_s(CLOCK_THREAD_CPUTIME_ID) - t0;
}

/* Steps that take 0.7 ms here. */
static size_t size_of(const struct kernel *k)
{
    enum { RUNS = 101 };
    size_t n = STEP * 256;
    double t[RUNS];
    do {
        n *= 2;
        for (int r = 0; r < RUNS; r++)
            t[r] = timed(k, n);
    } while (stats_median(t, RUNS) < 0.5e-3 && 6 * n < WORDS / 2);
    return (size_t)((double)n * 0.7e-3 / stats_median(t, RUNS)) / STEP * STEP;
}

/* ---- neighbours -------------------------------------------------------------------------------------------- */

static void pause_ms(uint64_t ms)
{
    struct timespec t = { 0, (long)ms * 1000000 };
    nanosleep(&t, NULL);
}

static void hog(uint64_t seed)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char *p = malloc(HOG_BYTES);
    size_t at = 0;
    while (p != NULL) {
        double until = clock_s(CLOCK_MONOTONIC) + 1e-3 * (double)(5 + ridge_next(&seed) % 40);
        while (clock_s(CLOCK_MONOTONIC) < until) {
            memset(p + at, (int)at, 1 << 20);
            at = (at + (1 << 20)) % HOG_BYTES;
        }
        pause_ms(5 + ridge_next(&seed) % 40);
    }
    _exit(1);
}

static void hogs_start(pid_t *pid)
{
    for (int k = 0; k < HOGS; k++)
        if (!(pid[k] = fork()))
            hog(rng + (uint64_t)k);
}

static void hogs_end(const pid_t *pid)
{
    for (int k = 0; k < HOGS; k++)
        if (pid[k] > 0) {
            kill(pid[k], SIGKILL);
            waitpid(pid[k], NULL, 0);
        }
}

/* As the runner does for a bench on the CPU clock; the neighbours stay where the scheduler puts them. */
static void pin(void)
{
    cpu_set_t set, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof set, &set))
        return;
    for (int k = CPU_SETSIZE - 1; k >= 0 && !CPU_COUNT(&one); k--)
        if (CPU_ISSET(k, &set))
            CPU_SET(k, &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* ---- trials ------------------------------------------------------------------------------------------------ */

struct pair_of {
    const struct kernel *k;
    size_t a, b; /* steps of each */
};

static struct pair one_pair(const struct pair_of *x)
{
    struct pair p = { 0, 0 };
    int b_first = (int)(ridge_next(&rng) & 1);
    for (int k = 0; k < 2; k++)
        if (k == b_first)
            p.reference = timed(x->k, x->a);
        else
            p.learner = timed(x->k, x->b);
    return p;
}

/* On from `n` pairs until the interval is narrow enough, looking where the runner looks. */
static size_t go_on(const struct pair_of *x, struct pair *p, size_t n, struct interval *i)
{
    while (n < PAIRS_MAX && (i->hi - i->lo) / 2 >= 0.02 * i->ratio) {
        do
            p[n++] = one_pair(x);
        while (n != 31 && n != 63 && n != PAIRS_MAX);
        *i = stats_ratio(p, n);
    }
    return n;
}

static double mean(const struct pair *p, size_t from, size_t to, int learner)
{
    double sum = 0;
    for (size_t k = from; k < to; k++)
        sum += learner ? p[k].learner : p[k].reference;
    return sum / (double)(to - from);
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

struct tally {
    double x[TRIALS_MAX]; /* estimate over truth, - 1 */
    size_t n, covered, pairs; /* pairs: of all trials together */
};

static void note(struct tally *t, size_t k, struct interval i, double truth, size_t pairs)
{
    t->x[k] = i.ratio / truth - 1;
    t->covered += i.lo <= truth && truth <= i.hi;
    t->pairs += pairs;
}

static void tell(const char *what, const struct tally *t)
{
    double sum = 0, squares = 0;
    size_t off = 0;
    for (size_t k = 0; k < t->n; k++) {
        sum += t->x[k];
        off += fabs(t->x[k]) > 0.03;
    }
    double bias = sum / (double)t->n;
    for (size_t k = 0; k < t->n; k++)
        squares += (t->x[k] - bias) * (t->x[k] - bias);
    printf("    %-26s %+7.2f %% %7.2f %% %8.1f %%", what, 100 * bias, 100 * sqrt(squares / (double)t->n),
           100.0 * (double)off / (double)t->n);
    if (t->pairs)
        printf(" %8.1f %% %7.1f", 100.0 * (double)t->covered / (double)t->n, (double)t->pairs / (double)t->n);
    putchar('\n');
}

static void measure(const struct pair_of *x, size_t trials, size_t pairs)
{
    static struct tally fixed, runner, stored, blocked;
    struct pair p[PAIRS_MAX];
    double truth = (double)x->a / (double)x->b, baseline = 0;
    fixed = runner = stored = blocked = (struct tally){ .n = trials };
    for (size_t k = 0; k < trials; k++) {
        for (size_t n = 0; n < WARM + pairs; n++)
            p[n < WARM ? 0 : n - WARM] = one_pair(x);
        struct interval i = stats_ratio(p, pairs);
        baseline = k ? baseline : mean(p, 0, pairs, 0);
        stored.x[k] = baseline / mean(p, 0, pairs, 1) / truth - 1;
        blocked.x[k] = mean(p, 0, pairs / 2, 0) / mean(p, pairs / 2, pairs, 1) / truth - 1;
        note(&fixed, k, i, truth, pairs);
        size_t n = go_on(x, p, pairs, &i);
        note(&runner, k, i, truth, n);
    }
    tell("pairs, median", &fixed);
    tell("the same, until +-2 %", &runner);
    tell("stored baseline", &stored);
    tell("blocked, mean/mean", &blocked);
}

static void with_neighbours(size_t k, size_t n, int noisy, size_t trials, size_t pairs)
{
    pid_t pid[HOGS] = { 0 };
    double load = 0;
    if (noisy)
        hogs_start(pid);
    for (int more = 0; more < 2; more++) {
        struct pair_of x = { &kernels[k], n, more ? n / STEP * (STEP + 1) : n };
        double t0 = clock_s(CLOCK_MONOTONIC), c0 = clock_s(CLOCK_THREAD_CPUTIME_ID);
        printf("%s, B = %s, %s\n", x.k->name, more ? "A + 5 %" : "A",
               noisy ? "two noisy neighbours" : "no neighbours of ours");
        measure(&x, trials, pairs);
        double wall = clock_s(CLOCK_MONOTONIC) - t0, cpu = clock_s(CLOCK_THREAD_CPUTIME_ID) - c0;
        getloadavg(&load, 1);
        printf("    (%.1f s, of which this process had its CPU for %.0f %%; load average %.2f)\n", wall,
               100 * cpu / wall, load);
        fflush(stdout);
    }
    hogs_end(pid);
}

int main(int argc, char **argv)
{
    size_t trials = argc > 1 ? strtoul(argv[1], NULL, 10) : 80, pairs = argc > 2 ? strtoul(argv[2], NULL, 10) : 31;
    memory = aligned_alloc(2 << 20, WORDS * sizeof *memory);
    if (!memory || trials < 1 || trials > TRIALS_MAX || pairs < 3 || pairs > PAIRS_MAX) {
        fprintf(stderr, "usage: estimator [TRIALS 1..%d [PAIRS 3..%d]]\n", TRIALS_MAX, PAIRS_MAX);
        return 2;
    }
    /* pages that grow huge, or arrive, while it runs would change what is measured */
    madvise(memory, WORDS * sizeof *memory, MADV_HUGEPAGE);
    for (size_t k = 0; k < WORDS; k++)
        memory[k] = 1;
    printf("%zu trials of %zu pairs, %ld CPUs\n    %-26s %9s %9s %10s %10s %7s\n", trials, pairs,
           sysconf(_SC_NPROCESSORS_ONLN), "", "bias", "sd", "off > 3 %", "covered", "pairs");
    pin();
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        size_t n = size_of(&kernels[k]);
        for (int noisy = 0; noisy < 2; noisy++)
            with_neighbours(k, n, noisy, trials, pairs);
    }
    free(memory);
    return 0;
}
