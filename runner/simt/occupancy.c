/*
 * occupancy.c: how much of an SM's warps a launch can keep resident: the least of what threads, blocks,
 * registers and shared memory allow, as NVIDIA's occupancy calculator rounds them.
 */
#include "simt.h"

#include <string.h>

static const struct {
    const char *arch;
    int warp, threads, blocks, smem_sm, smem_reserved;
} sm[] = { { "h100", 32, 2048, 32, 233472, 1024 }, { "h200", 32, 2048, 32, 233472, 1024 },
           { "a100", 32, 2048, 32, 167936, 1024 }, { "rtx4090", 32, 1536, 24, 102400, 1024 },
           { "wave64", 64, 2048, 32, 233472, 1024 } };

enum { REGS_SM = 65536, PARTITIONS = 4, REG_UNIT = 256, SMEM_UNIT = 128, MOST_THREADS = 1024 };

static long up(long x, long unit)
{
    return (x + unit - 1) / unit * unit;
}

double simt_occupancy(const char *arch, double threads, long regs, long smem)
{
    size_t k = 0;
    while (k < sizeof sm / sizeof sm[0] && strcmp(sm[k].arch, arch ? arch : "h100"))
        k++;
    if (k == sizeof sm / sizeof sm[0] || !(threads >= 1 && threads <= MOST_THREADS) || smem < 0)
        return -1;
    long warps = up((long)threads, sm[k].warp) / sm[k].warp, most = sm[k].threads / sm[k].warp;
    long blocks = most / warps, by_smem = sm[k].smem_sm / up(smem + sm[k].smem_reserved, SMEM_UNIT);
    blocks = sm[k].blocks < blocks ? sm[k].blocks : blocks;
    blocks = by_smem < blocks ? by_smem : blocks;
    if (regs > 0) { /* given to whole warps, out of a quarter of the file each */
        long by_regs = REGS_SM / PARTITIONS / up(regs * sm[k].warp, REG_UNIT) * PARTITIONS / warps;
        blocks = by_regs < blocks ? by_regs : blocks;
    }
    return (double)(blocks * warps) / (double)most;
}
