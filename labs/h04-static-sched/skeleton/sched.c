/*
 * sched.c: yours; lab.h is the contract. Order of work: ss_replay, with which you can judge your own plans; ss_bound,
 * which says how good they could be; ss_schedule, first any plan that is right, then a short one.
 */
#include "lab.h"

#include <string.h>

int64_t ss_replay(const ss_chip_t *chip, const ss_node_t *node, int n, const ss_plan_t *plan,
                  int64_t fault[SS_FAULTS])
{
    /* Which instruction is where and when, and which register holds what? */
    memset(fault, 0, SS_FAULTS * sizeof fault[0]);
    (void)chip, (void)node, (void)n, (void)plan;
    return 0;
}

int64_t ss_bound(const ss_chip_t *chip, const ss_node_t *node, int n)
{
    (void)chip, (void)node, (void)n;
    return 0;
}

void ss_schedule(const ss_chip_t *chip, const ss_node_t *node, int n, ss_plan_t *plan)
{
    /* Where does each value stay, and when does each chain begin? */
    memset(plan, 0, sizeof *plan);
    (void)chip, (void)node, (void)n;
}
