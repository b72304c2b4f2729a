/*
 * box: what a box costs. A program that does nothing, started and waited for: by fork and exec alone, behind Landlock,
 * seccomp and limits (L1), in namespaces and a root of its own (L2) and in a cgroup too (L3), where this machine has
 * them.
 *
 *     box [starts]        default 300; medians and 95th percentiles in milliseconds
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "box_level.h"
#include "children.h"
#include "spawn.h"

enum { MOST = 10000 };

static const char *const nothing[] = { "/bin/true", NULL };

static void plain(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        execv(nothing[0], (char *const *)nothing);
        _exit(127);
    }
    waitpid(pid, NULL, 0);
}

static void boxed(void)
{
    static const struct box b = { .ro = { "/usr/bin", "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/bin",
                                          "/etc/ld.so.cache" }, .rw = { "/dev/null" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result r = spawn_wait(nothing, &b, NULL, 10);
    if (r.end != SPAWN_EXIT || r.code) {
        fprintf(stderr, "box: %s\n", text_str(&r.output));
        exit(1);
    }
    text_finish(&r.output);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *name, void (*start)(void), int n)
{
    static double t[MOST];
    for (int k = 0; k < 10; k++)
        start();
    for (int k = 0; k < n; k++) {
        double t0 = util_now();
        start();
        t[k] = (util_now() - t0) * 1e3;
    }
    qsort(t, (size_t)n, sizeof *t, by_size);
    printf("%-14s median %6.3f ms   p95 %6.3f ms\n", name, t[n / 2], t[n * 95 / 100]);
}

/* Whether there are namespaces is found out once per process: each kind of start has one of its own. */
static void apart(const char *name, const char *without, void (*start)(void), int n)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct box_level l;
        setenv("RIDGE_BOX_WITHOUT", without, 1);
        box_level(0, &l);
        static const char *const levels[] = { "L0", "L1", "L2", "L3" };
        measure(start == plain ? name : levels[l.level], start, n);
        fflush(stdout);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    if (n < 20 || n > MOST) {
        fprintf(stderr, "usage: box [20..%d]\n", MOST);
        return 2;
    }
    children_adopt();
    apart("fork and exec", "", plain, n);
    apart("", "ns", boxed, n);
    apart("", "cgroup", boxed, n);
    apart("", "", boxed, n);
    return 0;
}
