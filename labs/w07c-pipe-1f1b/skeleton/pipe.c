/*
 * pipe.c: yours. lab.h says what each function must do; ridge/ranks.h is what you have to do it with.
 *
 * Everything compiles as it stands, and no stage does anything. Start with GPipe for p = 2 and m = 2, generator and
 * run; then 1F1B on paper for p = 4 and m = 8: how many forwards before the first backward, for each stage?
 */
#include <stdlib.h>

#include "lab.h"

int pipe_sched(int kind, int p, int m, int v, int s, op_t *out)
{
    /* What is refused comes first. Then three parts for most schedules: a warm-up of forwards, a steady state that
     * alternates, and what is left. Only the length of the warm-up depends on the stage. */
    (void)kind, (void)p, (void)m, (void)v, (void)s, (void)out;
    return 0;
}

void pipe_run(comm_t *c, net_t *net, int kind, int m, int v)
{
    /* For each operation of the schedule: where does its input come from, and where does its output go? No send is
     * buffered: a stage that waits until its send is taken may be waited for by the one that should take it. */
    (void)c, (void)net, (void)kind, (void)m, (void)v;
}
