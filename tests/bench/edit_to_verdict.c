/*
 * edit_to_verdict: how long after a save a C lab has its verdict, against what compiling it costs.
 *
 *     edit_to_verdict RIDGE CHECKOUT
 *
 * Rounds in drawn order: `gcc -shared` of the learner's file with the runner's flags, and the whole of
 * `ridge test LAB --phase correct` (start, load, build, sandbox, every case against the oracle, grade,
 * record). Medians, and inside each round the ratio to gcc alone and to gcc with 31 pairs of the lab's first
 * race (twice its kernel's time each, as one `ridge bench` has it; a lab without a race has none). The promise
 * is at most 1.6 of the latter. Never fails on a slow machine: it is a benchmark.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/build/build.h"

enum { ROUNDS = 21, PAIRS = 31 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double run(char *const argv[], int *code)
{
    double t0 = now();
    pid_t p = fork();
    if (p == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        execvp(argv[0], argv);
        _exit(127);
    }
    int st = 0;
    waitpid(p, &st, 0);
    *code = WIFEXITED(st) ? WEXITSTATUS(st) : -1;
    return now() - t0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *of)
{
    double v[ROUNDS];
    memcpy(v, of, sizeof v);
    qsort(v, ROUNDS, sizeof *v, by_value);
    return v[ROUNDS / 2];
}

/* ms that PAIRS pairs of the lab's first race take; 0 without one. */
static double pairs_ms(const char *ridge, const char *lab, const char *file, const char *home)
{
    char cmd[2048];
    snprintf(cmd, sizeof cmd, "'%s' bench %s --file '%s' --home '%s' --json 2>/dev/null", ridge, lab, file, home);
    FILE *f = popen(cmd, "r");
    json_t *report = f ? json_loadf(f, 0, NULL) : NULL;
    const json_t *first = json_array_get(json_object_get(report, "measurements"), 0);
    double s = json_number_value(json_object_get(first, "t_reference")) +
               json_number_value(json_object_get(first, "t_learner"));
    if (f)
        pclose(f);
    json_decref(report);
    return PAIRS * s * 1e3;
}

static void one_lab(const char *ridge, const char *checkout, const char *lab, char *home)
{
    double compile[ROUNDS], verdict[ROUNDS], alone[ROUNDS], whole[ROUNDS];
    char so[64], file[512], inc[512], lab_inc[512], march[32];
    int code = 0, bad = 0;
    snprintf(so, sizeof so, "%s/x.so", home);
    snprintf(march, sizeof march, "-march=%s", build_isa());
    snprintf(inc, sizeof inc, "-I%s/runner/include", checkout);
    snprintf(file, sizeof file, "%s/kernels/%s/ref.c", checkout, lab);
    snprintf(lab_inc, sizeof lab_inc, "-I%s/labs/%s", checkout, lab);
    char *cc[] = { "gcc", "-std=gnu11", "-O3", march, "-Wall", "-Wextra", "-g", "-fPIC", "-pthread", lab_inc,
                   inc, "-shared", file, "-lm", "-o", so, NULL };
    char *test[] = { (char *)ridge, "test", (char *)lab, "--phase", "correct", "--file", file, "--home", home, NULL };
    double pairs = pairs_ms(ridge, lab, file, home); /* fills the cache too, as the first run of a lab does */
    for (int r = 0; r < ROUNDS; r++) {
        int first = rand() & 1;
        for (int side = 0; side < 2; side++) {
            if (side == first)
                compile[r] = run(cc, &code);
            else
                verdict[r] = run(test, &code);
            bad += code != 0;
        }
        alone[r] = verdict[r] / compile[r];
        whole[r] = verdict[r] / (compile[r] + pairs);
    }
    printf("%-18s %10.1f %12.1f %12.1f %12.2f %12.2f%s\n", lab, median(compile), pairs, median(verdict), median(alone),
           median(whole), bad ? "  (some runs failed)" : "");
}

int main(int argc, char **argv)
{
    static const char *const labs[] = { "w03-txmath", "w01-roofline", "w04-flash-tiles" };
    if (argc != 3)
        return 2;
    char home[] = "/tmp/ridge-bench-XXXXXX", cmd[64];
    if (!mkdtemp(home))
        return 1;
    setenv("XDG_CACHE_HOME", home, 1);
    setenv("RIDGE_ROOT", argv[2], 1);
    printf("%-18s %10s %12s %12s %12s %12s\n", "lab", "gcc ms", "31 pairs ms", "verdict ms", "of gcc", "of gcc+pairs");
    for (size_t k = 0; k < sizeof labs / sizeof labs[0]; k++)
        one_lab(argv[1], argv[2], labs[k], home);
    snprintf(cmd, sizeof cmd, "rm -rf %s", home);
    return system(cmd) ? 1 : 0;
}
