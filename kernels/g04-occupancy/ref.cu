/*
 * ref.cu: the calculator in closed form, and three bounds.
 *
 * A warp's registers lie in one part of the file, so that a part holds a whole number of warps: first divide a part by
 * a warp's registers, then multiply by the parts, and only then ask how many blocks that makes. reg_cap goes the same
 * way back: warps of all blocks, of a part, registers for each, rounded down to what is handed out.
 *
 * Bounds: hops has 20 registers in any case, and all of an SM's warps are wanted, since a warp has one load under way.
 * fan with room for two blocks keeps all its loads in registers and under way; with less room nvcc loads in batches.
 * tile has 64 sums a thread: two blocks an SM are a quarter of its warps, and nothing is spilled.
 */
#include "lab.h"

static HD inline int up(int x, int unit)
{
    return (x + unit - 1) / unit * unit;
}

HD struct need takes(const struct sm *m, struct shape k)
{
    struct need n;
    n.warps = (k.threads + WARP - 1) / WARP;
    n.regs_warp = up(k.regs * WARP, REG_UNIT);
    n.smem = up(k.smem + m->smem_reserve, m->smem_unit);
    return n;
}

HD void blocks_by(const struct sm *m, struct shape k, int by[LIMITS])
{
    struct need n = takes(m, k);
    by[BY_WARPS] = k.threads > MAX_THREADS ? 0 : m->warps / n.warps;
    by[BY_BLOCKS] = m->blocks;
    by[BY_REGS] = NO_LIMIT;
    if (k.regs > MAX_REGS)
        by[BY_REGS] = 0;
    else if (n.regs_warp)
        by[BY_REGS] = m->regs / PARTS / n.regs_warp * PARTS / n.warps;
    by[BY_SMEM] = NO_LIMIT;
    if (k.smem > m->smem_block)
        by[BY_SMEM] = 0;
    else if (n.smem)
        by[BY_SMEM] = m->smem / n.smem;
}

HD int resident(const struct sm *m, struct shape k, unsigned *limits)
{
    int by[LIMITS], least = NO_LIMIT;
    blocks_by(m, k, by);
    for (int r = 0; r < LIMITS; r++)
        least = by[r] < least ? by[r] : least;
    *limits = 0;
    for (int r = 0; r < LIMITS; r++)
        *limits |= (unsigned)(by[r] == least) << r;
    return least;
}

HD int reg_cap(const struct sm *m, int threads, int blocks)
{
    int warps = (threads + WARP - 1) / WARP;
    if (threads > MAX_THREADS || blocks > m->blocks || blocks > m->warps / warps)
        return 0;
    int in_part = (blocks * warps + PARTS - 1) / PARTS;
    int regs = m->regs / PARTS / in_part / REG_UNIT * REG_UNIT / WARP;
    return regs > MAX_REGS ? MAX_REGS : regs;
}

HD int smem_cap(const struct sm *m, int blocks)
{
    int bytes = m->smem / blocks / m->smem_unit * m->smem_unit - m->smem_reserve;
    if (blocks > m->blocks || bytes < 0)
        return -1;
    return bytes > m->smem_block ? m->smem_block : bytes;
}

static HD inline long long over(long long amount, long long rate)
{
    return (amount + rate - 1) / rate;
}

HD long long cycles(const struct sm *m, const struct variant *v)
{
    unsigned limits;
    int warps = resident(m, v->k, &limits) * takes(m, v->k).warps;
    if (!warps)
        return -1;
    long long issuing = over(v->warps * v->inst, ISSUE), moving = over(v->warps * v->bytes, RATE);
    long long waiting = over(v->warps, warps) * (v->waits * LATENCY + v->chain);
    long long most = issuing > moving ? issuing : moving;
    return most > waiting ? most : waiting;
}

HD int choose(const struct sm *m, const struct variant *v, int n)
{
    int best = -1;
    long long fewest = -1;
    for (int k = 0; k < n; k++) {
        long long c = cycles(m, &v[k]);
        if (c >= 0 && (best < 0 || c < fewest))
            best = k, fewest = c;
    }
    return best;
}

extern "C" __global__ void __launch_bounds__(BLOCK, 8) hops(int *y, const int *next, int n)
{
    hops_body(y, next, n);
}

extern "C" __global__ void __launch_bounds__(BLOCK, 2) fan(float *y, const float *x, int n)
{
    fan_body(y, x, n);
}

extern "C" __global__ void __launch_bounds__(BLOCK, 2) tile(float *c, const float *a, const float *b, int N, int K)
{
    tile_body(c, a, b, N, K);
}
