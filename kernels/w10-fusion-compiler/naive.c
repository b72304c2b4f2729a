/*
 * naive.c: the framework without a compiler. Each node is a kernel of its own: it reads its operands from memory and
 * writes its result there. Right, and easy to debug: every intermediate tensor can be looked at. A chain of five
 * pointwise operations moves ten tensors where two would do. Everything but the plan is ref.c's.
 */
#include "lab.h"

#define partition fused
#include "ref.c"
#undef partition

void partition(const graph_t *g, plan_t *ret)
{
    struct planner p = { .g = g };
    find_needed(&p);
    memset(ret, 0, sizeof *ret);
    for (int i = 0; i < g->n; i++)
        if (p.need[i] && computes(&g->v[i]))
            ret->in[i] = (uint64_t)1 << ret->kernels++;
}
