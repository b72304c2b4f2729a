/*
 * naive.cu: the calculator by trying. An SM is filled block by block until the next one finds no room; the caps are
 * found by asking for every number of registers, and for every byte count, from the largest down. The kernels have the
 * registers that nvcc gives where nobody says how they are launched.
 */
#include "lab.h"

HD struct need takes(const struct sm *m, struct shape k)
{
    struct need n = { 0, 0, 0 };
    while (n.warps * WARP < k.threads)
        n.warps++;
    while (n.regs_warp < k.regs * WARP)
        n.regs_warp += REG_UNIT;
    n.smem = (k.smem + m->smem_reserve + m->smem_unit - 1) / m->smem_unit * m->smem_unit;
    return n;
}

HD void blocks_by(const struct sm *m, struct shape k, int by[LIMITS])
{
    struct need n = takes(m, k);
    int in_part = 0;
    for (int r = 0; r < LIMITS; r++)
        by[r] = 0;
    while (k.threads <= MAX_THREADS && (by[BY_WARPS] + 1) * n.warps <= m->warps)
        by[BY_WARPS]++;
    by[BY_BLOCKS] = m->blocks;
    while (n.regs_warp && (in_part + 1) * n.regs_warp <= m->regs / PARTS)
        in_part++;
    while (k.regs <= MAX_REGS && (by[BY_REGS] + 1) * n.warps <= in_part * PARTS)
        by[BY_REGS]++;
    while (n.smem && k.smem <= m->smem_block && (by[BY_SMEM] + 1) * n.smem <= m->smem)
        by[BY_SMEM]++;
    by[BY_REGS] = n.regs_warp ? by[BY_REGS] : NO_LIMIT;
    by[BY_SMEM] = n.smem ? by[BY_SMEM] : NO_LIMIT;
}

HD int resident(const struct sm *m, struct shape k, unsigned *limits)
{
    int by[LIMITS], least = NO_LIMIT;
    blocks_by(m, k, by);
    *limits = 0;
    for (int r = 0; r < LIMITS; r++) {
        *limits = by[r] < least ? 1u << r : by[r] == least ? *limits | 1u << r : *limits;
        least = by[r] < least ? by[r] : least;
    }
    return least;
}

HD int reg_cap(const struct sm *m, int threads, int blocks)
{
    unsigned limits;
    int regs = MAX_REGS, held = 0;
    while (regs && held < blocks) {
        struct shape k = { threads, regs, 0 };
        held = resident(m, k, &limits);
        regs -= held < blocks;
    }
    return regs;
}

HD int smem_cap(const struct sm *m, int blocks)
{
    struct shape k = { WARP, 0, m->smem_block };
    if (blocks > m->blocks)
        return -1;
    for (; k.smem >= 0; k.smem -= 128) { /* every unit divides these steps, and every size they come to */
        struct need n = takes(m, k);
        if (!n.smem || m->smem / n.smem >= blocks)
            break;
    }
    while (k.smem >= 0 && k.smem < m->smem_block) {
        k.smem++;
        struct need n = takes(m, k);
        if (m->smem / n.smem < blocks)
            return k.smem - 1;
    }
    return k.smem < 0 ? -1 : k.smem;
}

HD long long cycles(const struct sm *m, const struct variant *v)
{
    unsigned limits;
    long long blocks = resident(m, v->k, &limits), warps = blocks * takes(m, v->k).warps;
    if (blocks == 0)
        return -1;
    long long most = (v->warps * v->inst + ISSUE - 1) / ISSUE, moving = (v->warps * v->bytes + RATE - 1) / RATE;
    long long waiting = 0;
    for (long long left = v->warps; left > 0; left -= warps)
        waiting += v->waits * LATENCY + v->chain;
    most = moving > most ? moving : most;
    return waiting > most ? waiting : most;
}

HD int choose(const struct sm *m, const struct variant *v, int n)
{
    int best = -1;
    for (int k = 0; k < n; k++)
        if (cycles(m, &v[k]) >= 0 && (best < 0 || cycles(m, &v[k]) < cycles(m, &v[best])))
            best = k;
    return best;
}

extern "C" __global__ void hops(int *y, const int *next, int n)
{
    hops_body(y, next, n);
}

extern "C" __global__ void fan(float *y, const float *x, int n)
{
    fan_body(y, x, n);
}

extern "C" __global__ void tile(float *c, const float *a, const float *b, int N, int K)
{
    tile_body(c, a, b, N, K);
}
