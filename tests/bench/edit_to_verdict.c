/*
 * edit_to_verdict: how long after a save a C lab has its verdict, against what compiling it costs.
 *
 *     edit_to_verdict RIDGE CHECKOUT
 *
 * Rounds in drawn order: `gcc -shared` of the learner's file with the runner's flags, and the whole of
 * `ridge test LAB --phase correct` (start, load, build, sandbox, every case against the oracle, grade,
 * record). Medians and their ratio; the promise is at most 2.5. Never fails on a slow machine: it is a
 * benchmark.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 21 };

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

int main(int argc, char **argv)
{
    static const char *const labs[][2] = { { "w03-txmath", "ref.c" }, { "w01-roofline", "ref.c" },
                                           { "w04-flash-tiles", "ref.c" } };
    if (argc != 3)
        return 2;
    char home[] = "/tmp/ridge-bench-XXXXXX", so[64], file[512], inc[512], lab_inc[512];
    if (!mkdtemp(home))
        return 1;
    setenv("XDG_CACHE_HOME", home, 1);
    snprintf(so, sizeof so, "%s/x.so", home);
    snprintf(inc, sizeof inc, "-I%s/runner/include", argv[2]);
    printf("%-18s %12s %12s %8s\n", "lab", "compile ms", "verdict ms", "ratio");
    for (size_t k = 0; k < sizeof labs / sizeof labs[0]; k++) {
        double compile[ROUNDS], verdict[ROUNDS];
        int code = 0, bad = 0;
        snprintf(file, sizeof file, "%s/kernels/%s/%s", argv[2], labs[k][0], labs[k][1]);
        snprintf(lab_inc, sizeof lab_inc, "-I%s/labs/%s", argv[2], labs[k][0]);
        char *cc[] = { "gcc", "-std=gnu11", "-O3", "-march=x86-64-v3", "-Wall", "-Wextra", "-g", "-fPIC", "-pthread",
                       lab_inc, inc, "-shared", file, "-lm", "-o", so, NULL };
        char *test[] = { argv[1], "test", (char *)labs[k][0], "--phase", "correct", "--file", file, "--home", home, NULL };
        run(test, &code); /* fills the cache of oracle and harness, as the first run of a lab does */
        for (int r = 0; r < ROUNDS; r++) {
            int first = rand() & 1;
            for (int side = 0; side < 2; side++) {
                if (side == first)
                    compile[r] = run(cc, &code);
                else
                    verdict[r] = run(test, &code);
                bad += code != 0;
            }
        }
        qsort(compile, ROUNDS, sizeof *compile, by_value);
        qsort(verdict, ROUNDS, sizeof *verdict, by_value);
        printf("%-18s %12.1f %12.1f %8.2f%s\n", labs[k][0], compile[ROUNDS / 2], verdict[ROUNDS / 2],
               verdict[ROUNDS / 2] / compile[ROUNDS / 2], bad ? "  (some runs failed)" : "");
    }
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", home);
    return system(cmd) ? 1 : 0;
}
