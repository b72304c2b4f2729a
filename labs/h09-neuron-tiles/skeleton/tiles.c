/*
 * tiles.c: yours; lab.h is the contract. Order of work: nt_time and nt_races, with which you can judge your own
 * programs; nt_program, first any that is right, then one that is short; nt_block and nt_scale stand for themselves.
 */
#include "lab.h"

int64_t nt_time(const nt_layer_t *l, const nt_op_t *op, int n, int64_t *start, int64_t *end)
{
    /* Which queues have an instruction in front that may start? */
    for (int k = 0; k < n; k++)
        start[k] = end[k] = -1;
    (void)l, (void)op;
    return 0;
}

int64_t nt_races(const nt_layer_t *l, const nt_op_t *op, int n)
{
    /* Of each queue, how much is done for certain when an instruction starts? */
    (void)l, (void)op, (void)n;
    return 0;
}

int nt_program(const nt_layer_t *l, nt_op_t *op)
{
    /* Where does each operand lie, who still reads what lay there, and on which ring does it come? */
    (void)l, (void)op;
    return 0;
}

int64_t nt_block(const nt_gemm_t *g, int *bm, int *bn)
{
    (void)g;
    *bm = *bn = 0;
    return 0;
}

int64_t nt_scale(int chips, int64_t net_ns, int64_t net_rate, int n, const int64_t *ready, const int64_t *bytes,
                 int *cut)
{
    (void)chips, (void)net_ns, (void)net_rate, (void)ready, (void)bytes;
    for (int i = 0; i < n; i++)
        cut[i] = 0;
    return 0;
}
