/*
 * occupancy.c: how much of an SM's warps a launch can keep resident: the least of what threads, blocks,
 * registers and shared memory allow, as NVIDIA's occupancy calculator rounds them.
 */
#include "simt.h"

#include <string.h>

/* The figures of rt/api/api_device.c, whose own occupancy functions answer programs. */
static const struct {
    const char *arch;
    int warp, warps, blocks, regs, smem_sm, smem_most, smem_reserved;
} sm[] = {{"h100", 32, 64, 32, 65536, 233472, 232448, 1024},
          {"h200", 32, 64, 32, 65536, 233472, 232448, 1024},
          {"a100", 32, 64, 32, 65536, 167936, 166912, 1024},
          {"rtx4090", 32, 48, 24, 65536, 102400, 101376, 1024},
          {"wave64", 64, 32, 32, 131072, 65536, 65536, 0}};

enum {
    PROFILES = sizeof sm / sizeof sm[0],
    PARTS = 4,
    REG_UNIT_LANE = 8,
    SMEM_UNIT = 128,
    THREADS_MOST = 1024,
    REGS_MOST = 255
};

static long up(long x, long unit)
{
    return (x + unit - 1) / unit * unit;
}

static long least(long a, long b)
{
    return a < b ? a : b;
}

/* Registers go to whole warps, each out of one of the file's parts. */
static long by_registers(int k, long warps, long regs)
{
    long warp = up(regs * sm[k].warp, REG_UNIT_LANE * sm[k].warp);
    return regs > REGS_MOST || warp * up(warps, PARTS) > sm[k].regs
               ? 0
               : sm[k].regs / PARTS / warp * PARTS / warps;
}

double simt_occupancy(const char *arch, double threads, long regs, long smem)
{
    int k = 0;
    while (k < PROFILES && strcmp(sm[k].arch, arch ? arch : "h100"))
        k++;
    if (k == PROFILES || !(threads >= 1 && threads <= THREADS_MOST) || smem < 0)
        return -1;
    long warps = ((long)threads + sm[k].warp - 1) / sm[k].warp,
         block = up(smem + sm[k].smem_reserved, SMEM_UNIT);
    long blocks = least(sm[k].warps / warps, sm[k].blocks);
    if (block)
        blocks = least(blocks, smem > sm[k].smem_most ? 0 : sm[k].smem_sm / block);
    if (regs > 0)
        blocks = least(blocks, by_registers(k, warps, regs));
    return (double)(blocks * warps) / (double)sm[k].warps;
}

int simt_warps_sm(const char *arch)
{
    for (int k = 0; k < PROFILES; k++)
        if (!strcmp(sm[k].arch, arch ? arch : "h100"))
            return sm[k].warps;
    return 0;
}
