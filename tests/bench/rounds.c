#define _GNU_SOURCE
#include "rounds.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../../labs/w01-roofline/lab.h"
#include "ridge/oracle.h"
#include "runner/clock/streams.h"

enum { RIVALS_MAX = 16 };

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void *rounds_memory(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        fprintf(stderr, "no memory for %zu MB: close something, or run this on a larger machine\n", bytes >> 20);
        exit(1);
    }
    madvise(p, bytes, MADV_HUGEPAGE);
    return memset(p, 1, bytes);
}

int rounds_copies(size_t bytes)
{
    long llc = sysconf(_SC_LEVEL3_CACHE_SIZE);
    size_t all = (size_t)256 << 20;
    if (llc > 0 && 4 * (size_t)llc > all)
        all = 4 * (size_t)llc;
    if (all > (size_t)512 << 20) /* a virtual machine may be told of its host's cache */
        all = (size_t)512 << 20;
    return (int)((all + bytes - 1) / bytes);
}

/* ---- what the machine does at most ------------------------------------------------------------------------- */

static struct streams window(const struct windows *w, int turn)
{
    static float sum;
    size_t at = (size_t)(turn % w->count) * w->bytes;
    return (struct streams){ (float *)(w->a + at), (float *)(w->b + at), &sum, w->bytes / sizeof(float) };
}

static void read_all(void *of, int turn)
{
    struct streams s = window(of, turn);
    streams_read(&s);
}

static void copy_library(void *of, int turn)
{
    struct streams s = window(of, turn);
    memcpy(s.b, s.a, s.n * sizeof(float));
    __asm__ volatile("" ::: "memory");
}

static void copy_streaming(void *of, int turn)
{
    struct streams s = window(of, turn);
    copy_f32(s.b, s.a, (int64_t)s.n);
}

void rounds_streams(struct rival *ret, struct windows *w)
{
    double bytes = (double)w->bytes;
    ret[0] = (struct rival){ .name = "reading", .run = read_all, .of = w, .bytes = bytes };
    ret[1] = (struct rival){ .name = "memcpy", .run = copy_library, .of = w, .bytes = 2 * bytes };
    ret[2] = (struct rival){ .name = "streaming copy", .run = copy_streaming, .of = w, .bytes = 2 * bytes };
}

/* ---- rounds ------------------------------------------------------------------------------------------------ */

void rounds_run(struct rival *all, int count, int rounds, int warm)
{
    uint64_t rng = 0x526f756e647321;
    int order[RIVALS_MAX], turn = 0;
    for (int k = 0; k < count; k++)
        order[k] = k;
    for (int round = -1; round < rounds; round++) /* the first is not kept */
        for (int k = 0; k < count; k++) {
            int with = k + (int)(ridge_next(&rng) % (uint64_t)(count - k)), now = order[with];
            order[with] = order[k];
            order[k] = now;
            struct rival *r = all + now;
            if (warm)
                r->run(r->of, turn);
            double start = cpu_now();
            r->run(r->of, turn++);
            if (round >= 0)
                r->s[round] = cpu_now() - start;
        }
}

struct interval rounds_ratio(const struct rival *r, const struct rival *reference, int rounds)
{
    struct pair p[ROUNDS_MAX];
    for (int k = 0; k < rounds; k++)
        p[k] = (struct pair){ reference->s[k] / reference->bytes, r->s[k] / r->bytes };
    return stats_ratio(p, (size_t)rounds);
}

double rounds_rate(const struct rival *r, int rounds)
{
    return r->bytes / stats_median(r->s, (size_t)rounds);
}

void rounds_print(const struct rival *all, int count, int rounds)
{
    const struct rival *copy = rounds_rate(all + 1, rounds) > rounds_rate(all + 2, rounds) ? all + 1 : all + 2;
    printf("  %-26s %8s %8s  %-24s %s\n", "", "MB", "GB/s", "of the faster copy", "of reading");
    for (const struct rival *r = all; r < all + count; r++) {
        struct interval c = rounds_ratio(r, copy, rounds), d = rounds_ratio(r, all, rounds);
        printf("  %-26s %8.2f %8.2f  %.3f (%.3f to %.3f)   %.3f (%.3f to %.3f)\n", r->name, r->bytes / 1e6,
               rounds_rate(r, rounds) / 1e9, c.ratio, c.lo, c.hi, d.ratio, d.lo, d.hi);
    }
}

void rounds_times(const struct rival *all, int count, int rounds)
{
    struct rival same[2] = { all[0], all[0] };
    printf("  %-26s %8s  times as fast as %s\n", "", "ms", all[0].name);
    for (const struct rival *r = all; r < all + count; r++) {
        same[1] = *r;
        same[1].bytes = same[0].bytes;
        struct interval i = rounds_ratio(same + 1, same, rounds);
        printf("  %-26s %8.3f  %.2f (%.2f to %.2f)\n", r->name, stats_median(r->s, (size_t)rounds) * 1e3, i.ratio, i.lo,
               i.hi);
    }
}

const char *rounds_processor(void)
{
    static char line[256];
    FILE *f = fopen("/proc/cpuinfo", "re");
    char *name = NULL;
    while (f && !name && fgets(line, sizeof line, f))
        if (!strncmp(line, "model name", 10) && (name = strchr(line, ':')))
            name[strcspn(name, "\n")] = 0;
    if (f)
        fclose(f);
    return name ? name + 2 : "unknown processor";
}
