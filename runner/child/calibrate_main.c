/*
 * ridge-calibrate: what this machine can do at most, as one JSON document on standard output: FLOP/s of fused
 * multiply-adds by instruction set, B/s of reading, copying and the STREAM triad by level of memory, each with one
 * thread and with all. Every figure is the median of several trials, with the lowest and the highest beside it.
 *
 *     ridge-calibrate [--quick]
 *     ridge-calibrate --gpu [TOOLKIT]     the GPU's instead (calibrate_gpu.c), in a process of its own
 *
 * Bytes are those the program names: read 4n, copy 8n, triad 12n for n floats. A store that misses its cache reads
 * the line first on most machines; that traffic is not counted, as STREAM does not count it (McCalpin 1995).
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "calibrate.h"
#include "runner/clock/streams.h"
#include "runner/base/order.h"
#include "runner/base/clock.h"

enum { TRIALS = CALIBRATE_TRIALS, THREADS_MAX = 256, CHAINS = 12 };

static double trial_s = 0.03;

/* ---- fused multiply-add ------------------------------------------------------------------------------------ */

/* Independent accumulators, by name so that they stay in registers: more than latency (4 or 5 cycles) times two
 * units need. Returns the FLOP done. */
#define CHAIN(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7) op(8) op(9) op(10) op(11)
#define BEGIN(k) a##k = y * k;
#define STEP(k) a##k = a##k * x + y;
#define SUM(k) +a##k[0]
#define FMA_LOOP(name, isa, bytes, type)                                                                        \
    typedef type name##_vec __attribute__((vector_size(bytes)));                                                \
    __attribute__((target(isa), noinline)) static double name(uint64_t rounds, volatile void *sink)             \
    {                                                                                                           \
        name##_vec a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, x = { 0 }, y = { 0 };                      \
        x += (type)0.999999;                                                                                    \
        y += (type)1e-6;                                                                                        \
        CHAIN(BEGIN)                                                                                            \
        for (uint64_t r = 0; r < rounds; r++) {                                                                 \
            CHAIN(STEP)                                                                                         \
        }                                                                                                       \
        *(volatile type *)sink = CHAIN(SUM);                                                                    \
        return 2.0 * CHAINS * (bytes / sizeof(type)) * (double)rounds;                                          \
    }

#if defined __x86_64__
FMA_LOOP(fma_sse_f32, "sse2", 16, float)
FMA_LOOP(fma_avx2_f32, "avx2,fma", 32, float)
FMA_LOOP(fma_avx2_f64, "avx2,fma", 32, double)
FMA_LOOP(fma_avx512_f32, "avx512f", 64, float)
FMA_LOOP(fma_avx512_f64, "avx512f", 64, double)
#endif

typedef double flop_fn(uint64_t rounds, volatile void *sink);

/* ---- trials: all threads start together, each works for a while, the rates add up -------------------------- */

struct task {
    flop_fn *flop;
    streams_fn *mem;
    struct streams region;
    pthread_barrier_t *start;
    double rate[TRIALS];
};

static double one_trial(const struct task *t)
{
    double done = 0, t0 = clock_seconds(CLOCK_MONOTONIC), t1;
    char sink[64];
    do {
        if (t->flop)
            done += t->flop(20000, sink);
        else
            done += t->mem(&t->region);
        t1 = clock_seconds(CLOCK_MONOTONIC);
    } while (t1 - t0 < trial_s);
    return done / (t1 - t0);
}

static void *worker(void *arg)
{
    struct task *t = arg;
    for (int k = 0; k < TRIALS; k++) {
        pthread_barrier_wait(t->start);
        t->rate[k] = one_trial(t);
    }
    return NULL;
}

static int make_region(struct streams *r, size_t bytes, int arrays)
{
    size_t each = (bytes / (size_t)arrays + 255) & ~(size_t)255;
    char *p = mmap(NULL, 3 * each + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return -1;
    madvise(p, 3 * each + 8192, MADV_HUGEPAGE);
    memset(p, 1, 3 * each + 8192);
    /* not on the same sets of a cache */
    *r = (struct streams){ (float *)p, (float *)(p + each + 1024), (float *)(p + 2 * each + 2048), each / 4 };
    return 0;
}

/* {"median","low","high","threads"} in units a second; NULL when there is no memory for it. */
static json_t *measure(flop_fn *flop, streams_fn *mem, size_t bytes, int arrays, int threads)
{
    static struct task task[THREADS_MAX];
    pthread_t id[THREADS_MAX];
    pthread_barrier_t start;
    double sum[TRIALS] = { 0 };
    int ok = 1, started = 1;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int k = 0; k < threads; k++) {
        task[k] = (struct task){ .flop = flop, .mem = mem, .start = &start };
        if (mem && make_region(&task[k].region, bytes, arrays))
            ok = 0;
    }
    for (; ok && started < threads; started++)
        if (pthread_create(&id[started], NULL, worker, &task[started])) {
            fprintf(stderr, "ridge-calibrate: no thread %d\n", started);
            exit(9);
        }
    if (ok)
        worker(&task[0]);
    for (int k = 1; ok && k < started; k++)
        pthread_join(id[k], NULL);
    for (int k = 0; k < threads; k++) {
        for (int q = 0; q < TRIALS; q++)
            sum[q] += task[k].rate[q];
        if (task[k].region.a)
            munmap(task[k].region.a, 3 * 4 * task[k].region.n + 8192);
    }
    pthread_barrier_destroy(&start);
    json_t *m = ok ? calibrate_spread(sum, TRIALS) : NULL;
    json_object_set_new(m, "threads", json_integer(threads));
    return m;
}

/* ---- what is measured -------------------------------------------------------------------------------------- */

static void add_flops(json_t *list, const char *isa, const char *type, flop_fn *fn, int threads)
{
    for (int t = 1; t <= threads; t += threads > 1 ? threads - 1 : 1) {
        json_t *m = measure(fn, NULL, 0, 0, t);
        json_object_set_new(m, "isa", json_string(isa));
        json_object_set_new(m, "type", json_string(type));
        json_array_append_new(list, m);
    }
}

static json_t *flops(int threads)
{
    json_t *list = json_array();
#if defined __x86_64__
    __builtin_cpu_init();
    add_flops(list, "sse2", "f32", fma_sse_f32, threads);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        add_flops(list, "avx2", "f32", fma_avx2_f32, threads);
        add_flops(list, "avx2", "f64", fma_avx2_f64, threads);
    }
    if (__builtin_cpu_supports("avx512f")) {
        add_flops(list, "avx512", "f32", fma_avx512_f32, threads);
        add_flops(list, "avx512", "f64", fma_avx512_f64, threads);
    }
#else
    (void)threads;
#endif
    return list;
}

static size_t cache_size(int name, size_t otherwise)
{
    long v = sysconf(name);
    return v > 0 ? (size_t)v : otherwise;
}

static void add_level(json_t *list, const char *level, size_t bytes, int threads)
{
    static const struct {
        const char *name;
        streams_fn *fn;
        int arrays;
    } what[] = { { "read", streams_read, 1 }, { "copy", streams_copy, 2 }, { "triad", streams_triad, 3 } };
    for (int k = 0; k < 3; k++)
        for (int t = 1; t <= threads; t += threads > 1 ? threads - 1 : 1) {
            json_t *m = measure(NULL, what[k].fn, bytes, what[k].arrays, t);
            if (!m)
                continue;
            json_object_set_new(m, "level", json_string(level));
            json_object_set_new(m, "op", json_string(what[k].name));
            json_object_set_new(m, "bytes", json_integer((json_int_t)bytes));
            json_array_append_new(list, m);
        }
}

/* Half a cache, so that nothing else pushes it out; four times the last one, but not half of the machine's memory. */
static json_t *bandwidths(int threads)
{
    json_t *list = json_array();
    size_t l1 = cache_size(_SC_LEVEL1_DCACHE_SIZE, 32 << 10), l2 = cache_size(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
    size_t l3 = cache_size(_SC_LEVEL3_CACHE_SIZE, 0);
    size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * 4096, big = 4 * (l3 > l2 ? l3 : l2);
    if (big < (size_t)64 << 20)
        big = (size_t)64 << 20;
    if (big > (size_t)512 << 20)
        big = (size_t)512 << 20;
    if (big > memory / 8 / (size_t)threads)
        big = memory / 8 / (size_t)threads;
    add_level(list, "L1", l1 / 2, threads);
    add_level(list, "L2", l2 / 2, threads);
    if (l3 > l2)
        add_level(list, "L3", l3 / 2 / (size_t)threads, threads);
    add_level(list, "DRAM", big, threads);
    return list;
}

static json_t *calibrate_cpu(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
    return json_pack("{s:s s:i s:i s:f s:o s:o}", "schema", "ridge.calibration/1", "threads", threads, "trials", TRIALS,
                     "trial_s", trial_s, "flops", flops(threads), "bandwidth", bandwidths(threads));
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--quick"))
        trial_s = 0.003;
    int gpu = argc > 1 && !strcmp(argv[1], "--gpu");
    json_t *d = gpu ? calibrate_gpu(argc > 2 ? argv[2] : NULL) : calibrate_cpu();
    if (!d || json_dumpf(d, stdout, JSON_COMPACT))
        return 9;
    putchar('\n');
    json_decref(d);
    return fflush(stdout) ? 9 : 0;
}
