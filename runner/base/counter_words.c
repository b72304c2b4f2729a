#define _GNU_SOURCE
#include "counter_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/base/figure.h"

#define GPU "simt, ncu"

const struct counter_word counter_list[] = {
    /* global memory */
    {"g_ld_req", "global load requests", COUNTER_COUNT, GPU},
    {"g_ld_sec", "global load sectors of 32 B", COUNTER_COUNT, GPU},
    {"g_ld_spr", "sectors a global load request", COUNTER_RATIO, GPU},
    {"g_ld_eff", "bytes used of those loaded", COUNTER_PART, GPU},
    {"g_st_req", "global store requests", COUNTER_COUNT, GPU},
    {"g_st_sec", "global store sectors of 32 B", COUNTER_COUNT, GPU},
    {"g_st_spr", "sectors a global store request", COUNTER_RATIO, GPU},
    {"g_st_eff", "bytes used of those stored", COUNTER_PART, GPU},
    {"g_uniq_ld", "distinct bytes loaded", COUNTER_BYTES, "simt"},
    {"g_uniq_st", "distinct bytes stored", COUNTER_BYTES, "simt"},
    {"g_sec", "global sectors of 32 B", COUNTER_COUNT, "ncu"},
    {"g_sec_extra", "global sectors beyond the need", COUNTER_COUNT, "ncu"},
    {"dram_ld_B", "read from device memory", COUNTER_BYTES, "ncu"},
    {"dram_st_B", "written to device memory", COUNTER_BYTES, "ncu"},
    /* shared and constant memory */
    {"sh_ld_req", "shared load requests", COUNTER_COUNT, "simt"},
    {"sh_ld_wave", "shared load wavefronts", COUNTER_COUNT, "simt"},
    {"sh_st_req", "shared store requests", COUNTER_COUNT, "simt"},
    {"sh_st_wave", "shared store wavefronts", COUNTER_COUNT, "simt"},
    {"sh_wave", "shared wavefronts", COUNTER_COUNT, GPU},
    {"sh_ideal", "wavefronts without conflicts", COUNTER_COUNT, "simt"},
    {"sh_conf", "wavefronts by bank conflicts", COUNTER_COUNT, GPU},
    {"const_req", "constant load requests", COUNTER_COUNT, "simt"},
    {"const_wave", "constant passes, one an address", COUNTER_COUNT, "simt"},
    {"const_wpr", "passes a constant request", COUNTER_RATIO, "simt"},
    /* asynchronous copies */
    {"cpa_B", "copied by cp.async", COUNTER_BYTES, "simt"},
    {"tma_B", "copied by TMA", COUNTER_BYTES, "simt"},
    /* warps */
    {"inst", "warp instructions", COUNTER_COUNT, "ncu"},
    {"act_thr", "active threads an instruction", COUNTER_RATIO, GPU},
    {"br_eff", "branches all lanes agree on", COUNTER_PART, "simt"},
    {"bar", "barriers a block", COUNTER_RATIO, "simt"},
    {"shfl", "shuffles", COUNTER_COUNT, "simt"},
    {"vote", "votes", COUNTER_COUNT, "simt"},
    {"atom", "atomic requests", COUNTER_COUNT, "simt"},
    {"atom_ser", "atomics one after another", COUNTER_COUNT, "simt"},
    {"samples", "samples of a waiting warp", COUNTER_COUNT, "ncu"},
    {"race", "races", COUNTER_COUNT, "simt"},
    {"oob", "accesses out of bounds", COUNTER_COUNT, "simt"},
    {"uninit", "reads of what nobody wrote", COUNTER_COUNT, "simt"},
    {"async_hazard", "async copies used too early", COUNTER_COUNT, "simt"},
    /* arithmetic */
    {"flops", "FLOP", COUNTER_COUNT, "simt"},
    {"flops_f16", "FLOP in half and bfloat16", COUNTER_COUNT, "simt"},
    {"flops_f32", "FLOP in float", COUNTER_COUNT, "simt"},
    {"flops_f64", "FLOP in double", COUNTER_COUNT, "simt"},
    {"flops_tensor", "FLOP on tensor cores", COUNTER_COUNT, "simt"},
    {"mma", "mma instructions", COUNTER_COUNT, "simt"},
    {"wgmma", "wgmma instructions", COUNTER_COUNT, "simt"},
    {"ai", "FLOP a byte moved", COUNTER_RATIO, "simt"},
    /* what a kernel takes */
    {"occ_th", "of an SM's warps, at most", COUNTER_PART, GPU},
    {"occ_ach", "of an SM's warps, on average", COUNTER_PART, "ncu"},
    {"regs", "registers a thread", COUNTER_COUNT, "simt, ncu, nvcc"},
    {"spill_B", "registers spilled a thread, B", COUNTER_COUNT, "nvcc"},
    {"smem_static", "static shared memory, B", COUNTER_COUNT, "simt"},
    {"smem_B", "shared memory a block, B", COUNTER_COUNT, "simt, nvcc"},
    {"time_us", "time", COUNTER_US, "ncu"},
    {"event_us", "time by CUDA events", COUNTER_US, "events"},
    /* a CPU's caches */
    {"c_loads", "loads", COUNTER_COUNT, "ctrace"},
    {"c_stores", "stores", COUNTER_COUNT, "ctrace"},
    {"c_bytes", "bytes loaded and stored", COUNTER_BYTES, "ctrace"},
    {"loads", "loads", COUNTER_COUNT, "ctrace"},
    {"stores", "stores", COUNTER_COUNT, "ctrace"},
    {"l1_miss", "L1 misses", COUNTER_COUNT, "ctrace"},
    {"l2_miss", "L2 misses", COUNTER_COUNT, "ctrace"},
    {"llc_miss", "last-level misses", COUNTER_COUNT, "ctrace"},
    {"dtlb_miss", "data TLB misses", COUNTER_COUNT, "ctrace"},
    {"cycles", "cycles", COUNTER_COUNT, "perf, ncu"},
    {"instructions", "instructions", COUNTER_COUNT, "perf"},
    {"branches", "branches", COUNTER_COUNT, "perf"},
    {"branch_misses", "mispredicted branches", COUNTER_COUNT, "perf"},
    {"cache_refs", "last-level accesses", COUNTER_COUNT, "perf"},
    {"cache_misses", "last-level misses", COUNTER_COUNT, "perf"},
    {"Ir", "instructions", COUNTER_COUNT, "cachegrind"},
    {"I1mr", "L1 misses of instructions", COUNTER_COUNT, "cachegrind"},
    {"ILmr", "last-level, of instructions", COUNTER_COUNT, "cachegrind"},
    {"Dr", "data reads", COUNTER_COUNT, "cachegrind"},
    {"D1mr", "L1 misses of reads", COUNTER_COUNT, "cachegrind"},
    {"DLmr", "last-level misses of reads", COUNTER_COUNT, "cachegrind"},
    {"Dw", "data writes", COUNTER_COUNT, "cachegrind"},
    {"D1mw", "L1 misses of writes", COUNTER_COUNT, "cachegrind"},
    {"DLmw", "last-level misses of writes", COUNTER_COUNT, "cachegrind"},
    /* ranks */
    {"vtime_ns", "virtual time, slowest rank", COUNTER_NS, "ranks"},
    {"wall_ns", "time, slowest rank", COUNTER_NS, "ranks"},
    {"compute_ns", "computing", COUNTER_NS, "ranks"},
    {"exposed_comm_ns", "communication not hidden", COUNTER_NS, "ranks"},
    {"sent_B_max", "sent by the rank that sent most", COUNTER_BYTES, "ranks"},
    {"recv_B_max", "received by one rank, most", COUNTER_BYTES, "ranks"},
    {"sent_B_total", "sent by all ranks", COUNTER_BYTES, "ranks"},
    {"node_B_max", "sent by one node, most", COUNTER_BYTES, "ranks"},
    {"msgs", "messages", COUNTER_COUNT, "ranks"},
    {"msgs_max", "messages of one rank, most", COUNTER_COUNT, "ranks"},
    {"peak_B_max", "memory of one rank, most", COUNTER_BYTES, "ranks"},
    {NULL, NULL, COUNTER_COUNT, NULL},
};

const struct counter_word *counter_find(const char *name)
{
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

const char *counter_words(const char *name)
{
    const struct counter_word *c = counter_find(name);
    return c ? c->words : name;
}

const char *counter_unit_name(enum counter_unit u)
{
    static const char *const names[] = {"", "a ratio", "%", "B", "ns", "µs"};
    return names[u];
}

const char *counter_value(const char *name, double v, char ret[FIGURE])
{
    const struct counter_word *c = counter_find(name);
    enum counter_unit u = c ? c->unit : COUNTER_RATIO;
    if (u == COUNTER_BYTES)
        return figure_bytes(v, ret);
    if (u == COUNTER_NS || u == COUNTER_US)
        return figure_seconds(v * (u == COUNTER_NS ? 1e-9 : 1e-6), ret);
    if (u == COUNTER_COUNT || (!c && v == floor(v)))
        return figure_count(v, ret);
    if (u == COUNTER_PART)
        snprintf(ret, 32, "%.1f %%", v * 100);
    else
        snprintf(ret, 32, c ? "%.2f" : "%.6g", v);
    return ret;
}
