/* share.c: adds up /proc's CPU times and waits over a session, and compares them with the wall clock. */
#define _GNU_SOURCE
#include "share.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int small_file(const char *path, char *ret, size_t n)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, ret, n - 1);
    if (fd >= 0)
        close(fd);
    ret[got > 0 ? got : 0] = 0;
    return got > 0 ? 0 : -1;
}

/* /proc/PID/stat: its name comes first, in brackets, and may hold anything. */
static int its_time(const char *pid, pid_t leader, double *cpu_s)
{
    char path[64], line[1024];
    int session;
    unsigned long user, kernel;
    long user_of, kernel_of;
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    const char *rest = small_file(path, line, sizeof line) ? NULL : strrchr(line, ')');
    if (!rest ||
        sscanf(rest + 1, " %*c %*d %*d %d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &session, &user, &kernel,
               &user_of, &kernel_of) != 5 ||
        session != leader)
        return -1;
    *cpu_s = (double)((long)(user + kernel) + user_of + kernel_of) / (double)sysconf(_SC_CLK_TCK);
    return 0;
}

static void its_waits(const char *pid, struct share *ret)
{
    char path[80], line[128];
    struct dirent *t;
    snprintf(path, sizeof path, "/proc/%.20s/task", pid);
    DIR *d = opendir(path);
    while (d && (t = readdir(d))) {
        unsigned long long ran, waited;
        snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/schedstat", pid, t->d_name);
        if (!isdigit((unsigned char)t->d_name[0]) || small_file(path, line, sizeof line) ||
            sscanf(line, "%llu %llu", &ran, &waited) != 2)
            continue;
        ret->waits_s += (double)waited * 1e-9;
        ret->waited_s = (double)waited * 1e-9 > ret->waited_s ? (double)waited * 1e-9 : ret->waited_s;
    }
    if (d)
        closedir(d);
}

int share_of(pid_t leader, struct share *ret)
{
    struct dirent *f;
    DIR *d = opendir("/proc");
    int seen = 0;
    *ret = (struct share){ 0, 0, 0 };
    while (d && (f = readdir(d))) {
        double cpu;
        if (!isdigit((unsigned char)f->d_name[0]) || its_time(f->d_name, leader, &cpu))
            continue;
        its_waits(f->d_name, ret);
        seen = 1;
        ret->cpu_s += cpu;
    }
    if (d)
        closedir(d);
    return seen ? 0 : -1;
}

static double positive(double x)
{
    return x > 0 ? x : 0;
}

void share_count(struct share_own *o, double wall_s, const struct share *now, int width, int parallel)
{
    double passed = wall_s - o->wall_s, kept = 0;
    if (now) {
        double cpu = positive(now->cpu_s - o->last.cpu_s); /* a process that died is missing in what follows */
        double waits = parallel ? now->waited_s - o->last.waited_s : now->waits_s - o->last.waits_s;
        o->spare_s = positive(o->spare_s + passed - cpu / width);
        kept = positive(waits) < o->spare_s ? positive(waits) : o->spare_s;
        o->spare_s -= kept;
    }
    if (now)
        o->last = *now;
    o->wall_s = wall_s;
    o->own_s += passed - kept;
}
