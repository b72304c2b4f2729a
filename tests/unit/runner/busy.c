#define _GNU_SOURCE
#include "busy.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/base/util.h"

enum { MOST = 64 };
static pid_t hog[MOST];
static int hogs;
static cpu_set_t before;

static int counted(void)
{
    unsigned long long slices = 0;
    FILE *f = fopen("/proc/self/schedstat", "r");
    int n = f ? fscanf(f, "%*u %*u %llu", &slices) : 0;
    if (f)
        fclose(f);
    return n == 1 && slices;
}

/* A session of its own: where sessions share the processors, it has one share. */
static void burn(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (volatile unsigned n = 0;; n++)
        ;
}

int busy_begin(int n)
{
    cpu_set_t one;
    if (!counted())
        return -1;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (hogs = 0; hogs < n && hogs < MOST; hogs++)
        if ((hog[hogs] = fork()) == 0)
            burn();
    return 0;
}

void busy_end(void)
{
    while (hogs-- > 0)
        if (hog[hogs] > 0) {
            kill(hog[hogs], SIGKILL);
            waitpid(hog[hogs], NULL, 0);
        }
    sched_setaffinity(0, sizeof before, &before);
}

static pid_t witness;
static double began;

void witness_begin(void)
{
    began = util_now();
    if ((witness = fork()) == 0)
        burn();
}

/* The share of a processor. */
static double witness_end(void)
{
    struct rusage used;
    kill(witness, SIGKILL);
    if (wait4(witness, NULL, 0, &used) != witness)
        return 0;
    double s = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    return s / (util_now() - began);
}

int witness_excuses(const char *said)
{
    return witness_end() < .3 && strstr(said, "this machine is too busy");
}
