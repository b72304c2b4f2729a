/*
 * box: what a box costs. A program that does nothing, started and waited for: by fork and exec alone, behind Landlock,
 * seccomp and limits (L1), in namespaces and a root of its own (L2) and in a cgroup too (L3), where this machine has
 * them; and with namespaces and root of bubblewrap's making, where that is installed.
 *
 *     box [starts]        default 300; medians and 95th percentiles in milliseconds, and the mean CPU time of a start,
 *                         its own processes' included, which a busy machine disturbs less
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/box/spawn.h"

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

static double cpu_ms(void)
{
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        struct rusage u;
        getrusage(k ? RUSAGE_CHILDREN : RUSAGE_SELF, &u);
        sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
               (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
    }
    return sum;
}

static void measure(const char *name, void (*start)(void), int n)
{
    static double t[MOST];
    for (int k = 0; k < 10; k++)
        start();
    double cpu = cpu_ms();
    for (int k = 0; k < n; k++) {
        double t0 = util_now();
        start();
        t[k] = (util_now() - t0) * 1e3;
    }
    cpu = cpu_ms() - cpu;
    qsort(t, (size_t)n, sizeof *t, by_size);
    printf("%-14s median %6.3f ms   p95 %6.3f ms   CPU %6.3f ms\n", name, t[n / 2], t[n * 95 / 100], cpu / n);
}

/* Whether there are namespaces is found out once per process: each kind of start has one of its own. */
static void apart(const char *name, const char *without, const char *box, void (*start)(void), int n)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct box_level l;
        struct err unmet;
        char label[32];
        setenv("RIDGE_BOX_WITHOUT", without, 1);
        box_choose(box);
        if (box_unmet(&unmet)) {
            printf("%s: %s\n", box, unmet.text);
            fflush(stdout);
            _exit(0);
        }
        box_level(0, &l);
        snprintf(label, sizeof label, "L%d, %s", l.level, box);
        measure(*name ? name : label, start, n);
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
    apart("fork and exec", "", "native", plain, n);
    apart("", "ns", "native", boxed, n);
    apart("", "cgroup", "native", boxed, n);
    apart("", "cgroup", "bwrap", boxed, n);
    apart("", "", "native", boxed, n);
    return 0;
}
