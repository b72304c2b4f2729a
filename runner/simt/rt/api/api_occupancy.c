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

/* The multiprocessors are taken as clusters of up to 16 on a GPC: 132 of them as 7 GPCs of 16 and one of 18 with two
 * less, whatever a particular chip has. What does not fill a GPC stays unused. */
static int clusters_of(const struct device *d, int blocks_sm, int size)
{
    enum { GPC_SMS = 18, GPC_SMS_LEAST = 16 };
    int left = d->sms, n = 0;
    for (; left >= GPC_SMS_LEAST; left -= left >= GPC_SMS_LEAST + GPC_SMS ? GPC_SMS_LEAST : left) {
        int sms = left >= GPC_SMS_LEAST + GPC_SMS ? GPC_SMS_LEAST : left;
        n += sms * blocks_sm / size;
    }
    return n;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *fn, const cudaLaunchConfig_t *config)
{
    API_BEGIN;
    int blocks = 0;
    if (!size || !config)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, fn, (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z), config->dynamicSmemBytes);
    if (!e)
        *size = !blocks ? 0 : api_device()->major < 9 ? 1 : api_large_clusters(fn) ? 16 : 8;
    return api_end(e);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *fn, const cudaLaunchConfig_t *config)
{
    API_BEGIN;
    int blocks = 0;
    if (!clusters || !config)
        return api_end(cudaErrorInvalidValue);
    struct simt_dim3 c = simt_config_cluster(config);
    if (!c.x)
        c = api_cluster_dims(fn);
    uint64_t size = c.x ? (uint64_t)c.x * c.y * c.z : 1;
    int threads = (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z);
    if (!size || size > 16 || (size > 8 && !api_large_clusters(fn)))
        return api_end(api_bad(cudaErrorInvalidClusterSize, "a cluster has 1 to 8 blocks; up to 16 after "
                               "cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)"));
    cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fn, threads, config->dynamicSmemBytes);
    if (!e)
        *clusters = size == 1 ? blocks * api_device()->sms : clusters_of(api_device(), blocks, (int)size);
    return api_end(e);
}
