/*
 * api_occupancy.c: how many blocks of a kernel an SM holds: the least of what its warps, block slots,
 * registers and shared memory allow. Registers are handed out to a warp in units of 256 (8 a lane), from four
 * equal parts of the register file; shared memory to a block in units of 128 bytes, with what the system
 * reserves.
 */
#include "api.h"

#include <stdlib.h>

enum { PARTS = 4, REG_UNIT_LANE = 8, SMEM_UNIT = 128, REGS_MAX = 256 };

static int round_up(int x, int unit)
{
    return (x + unit - 1) / unit * unit;
}

static int by_regs(const struct device *d, int warps, int regs)
{
    if (!regs)
        return d->blocks_sm;
    int unit = REG_UNIT_LANE * d->warp, warp_regs = round_up(regs * d->warp, unit);
    int sm_warps = d->regs_sm / PARTS / warp_regs * PARTS;
    return regs > REGS_MAX || warp_regs * round_up(warps, PARTS) > d->regs_block ? 0 : sm_warps / warps;
}

int occupancy_of(const struct device *d, int threads, int regs, size_t smem, struct occupancy *o)
{
    if (threads < 1)
        return -1;
    int warps = (threads + d->warp - 1) / d->warp;
    size_t block = (smem + d->smem_reserved + SMEM_UNIT - 1) / SMEM_UNIT * SMEM_UNIT;
    o->by_warps = threads > 1024 ? 0 : d->warps_sm / warps;
    o->by_blocks = d->blocks_sm;
    o->by_regs = by_regs(d, warps, regs);
    o->by_smem = smem > d->smem_optin ? 0 : block ? (int)(d->smem_sm / block) : d->blocks_sm;
    o->blocks = o->by_warps < o->by_blocks ? o->by_warps : o->by_blocks;
    o->blocks = o->by_regs < o->blocks ? o->by_regs : o->blocks;
    o->blocks = o->by_smem < o->blocks ? o->by_smem : o->blocks;
    return 0;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *fn,
                                                                   int block_size, size_t smem,
                                                                   unsigned flags)
{
    API_BEGIN;
    struct occupancy o;
    struct cudaFuncAttributes a;
    if (!blocks || flags > cudaOccupancyDisableCachingOverride)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = func_attributes(&a, fn);
    if (e)
        return api_end(e);
    if (occupancy_of(api_device(), block_size, a.numRegs, a.sharedSizeBytes + smem, &o))
        return api_end(cudaErrorInvalidValue);
    *blocks = smem > (size_t)a.maxDynamicSharedSizeBytes ? 0 : o.blocks;
    return api_end(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *fn, int block_size,
                                                          size_t smem)
{
    API_BEGIN;
    return api_end(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, fn, block_size, smem,
                                                                          cudaOccupancyDefault));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *smem, const void *fn, int blocks,
                                                      int block_size)
{
    API_BEGIN;
    struct cudaFuncAttributes a;
    const struct device *d = api_device();
    struct occupancy o;
    cudaError_t e = func_attributes(&a, fn);
    if (e || !smem || blocks < 1)
        return api_end(e ? e : cudaErrorInvalidValue);
    if (occupancy_of(d, block_size, a.numRegs, a.sharedSizeBytes, &o) || blocks > o.blocks)
        return api_end(cudaErrorInvalidValue);
    size_t part = d->smem_sm / (size_t)blocks / SMEM_UNIT * SMEM_UNIT,
           most = (size_t)a.maxDynamicSharedSizeBytes;
    part = part > d->smem_optin ? d->smem_optin
                                : part; /* what the system reserves is not taken off, as by CUDA */
    part = part > a.sharedSizeBytes ? part - a.sharedSizeBytes : 0;
    *smem = part < most ? part : most;
    return api_end(cudaSuccess);
}

/* Clusters are not emulated: one block is all that a cluster can have. */
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *fn, const cudaLaunchConfig_t *config)
{
    API_BEGIN;
    (void)fn;
    if (!size || !config)
        return api_end(cudaErrorInvalidValue);
    *size = 1;
    return api_end(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *fn, const cudaLaunchConfig_t *config)
{
    API_BEGIN;
    int blocks = 0, size = 1;
    if (!clusters || !config)
        return api_end(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
            const cudaLaunchAttributeValue *v = &config->attrs[i].val;
            size = (int)(v->clusterDim.x * v->clusterDim.y * v->clusterDim.z);
        }
    int threads = (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z);
    cudaError_t e =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fn, threads, config->dynamicSmemBytes);
    *clusters = size > 0 ? blocks * api_device()->sms / size : 0;
    return api_end(e);
}
