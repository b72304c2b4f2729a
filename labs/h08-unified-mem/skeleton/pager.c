/*
 * pager.c: yours; lab.h is the contract. Order of work: um_token and um_break_even, then um_grow, which stand for
 * themselves; um_run, by which you can judge your own plans; um_thrash; um_place, first any plan, then a short one.
 */
#include "lab.h"

double um_token(const um_box_t *b, double bytes)
{
    (void)b, (void)bytes;
    return 0;
}

double um_break_even(const um_box_t *one, const um_box_t *two)
{
    /* Two straight lines, one of which has a bend. */
    (void)one, (void)two;
    return 0;
}

uint32_t um_grow(uint32_t there, uint32_t faulted, int percent)
{
    (void)there, (void)percent;
    return faulted;
}

void um_run(const um_machine_t *m, const uint8_t *hint, const um_op_t *op, int n, int64_t *end, um_stats_t *s)
{
    /* Where does each block lie, when did it arrive there, and from when on is each direction of the link free? */
    (void)m, (void)hint, (void)op;
    for (int k = 0; k < n; k++)
        end[k] = 0;
    *s = (um_stats_t){ 0 };
}

int um_thrash(const um_touch_t *a, int n, int64_t lapse, int threshold, int64_t pin, uint8_t *what)
{
    (void)a, (void)lapse, (void)threshold, (void)pin;
    for (int k = 0; k < n; k++)
        what[k] = UM_LOCAL;
    return 0;
}

int um_place(const um_machine_t *m, const um_op_t *op, int n, uint8_t *hint, um_op_t *out)
{
    /* Of each block: who reads it, who writes it, how often, and how much of it? */
    (void)m, (void)op, (void)n, (void)hint, (void)out;
    return 0;
}
