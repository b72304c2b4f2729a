#define _GNU_SOURCE
#include "counter_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GPU "simt, ncu"
#define STALL(reason) "smsp__average_warps_issue_stalled_" reason "_per_issue_active.ratio"

const struct counter_word counter_list[] = {
    /* global memory */
    {"g_ld_req", "global load requests", COUNTER_COUNT, COUNTERS_GLOBAL, GPU,
     .means = "Warp instructions that loaded from global memory.",
     .ncu = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
    {"g_ld_sec", "global load sectors of 32 B", COUNTER_COUNT, COUNTERS_GLOBAL, GPU,
     .means = "Sectors of 32 bytes that loads from global memory asked of the L1; lanes of a request share a sector.",
     .head = "load sec",
     .ncu = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
    {"g_ld_spr", "sectors a global load request", COUNTER_RATIO, COUNTERS_GLOBAL, GPU,
     .means = "4 where 32 lanes load neighbouring floats, 32 where each lane meets a sector of its own.",
     .formula = "g_ld_sec / g_ld_req",
     .ncu = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
             "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", COUNTER_QUOTIENT}},
    {"g_ld_eff", "bytes used of those loaded", COUNTER_PART, COUNTERS_GLOBAL, GPU,
     .means = "Distinct bytes that the lanes of a request asked for, of the bytes in the sectors that it moved.",
     .ncu = {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", .scale = .01}},
    {"g_st_req", "global store requests", COUNTER_COUNT, COUNTERS_GLOBAL, GPU,
     .means = "Warp instructions that stored to global memory.",
     .ncu = {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
    {"g_st_sec", "global store sectors of 32 B", COUNTER_COUNT, COUNTERS_GLOBAL, GPU,
     .means = "Sectors of 32 bytes that stores to global memory touched; lanes of a request share a sector.",
     .head = "store sec",
     .ncu = {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
    {"g_st_spr", "sectors a global store request", COUNTER_RATIO, COUNTERS_GLOBAL, GPU,
     .means = "4 where 32 lanes store neighbouring floats, 32 where each lane meets a sector of its own.",
     .formula = "g_st_sec / g_st_req",
     .ncu = {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
             "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", COUNTER_QUOTIENT}},
    {"g_st_eff", "bytes used of those stored", COUNTER_PART, COUNTERS_GLOBAL, GPU,
     .means = "Distinct bytes that the lanes of a request wrote, of the bytes in the sectors that it touched.",
     .ncu = {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", .scale = .01}},
    {"g_uniq_ld", "distinct bytes loaded", COUNTER_BYTES, COUNTERS_GLOBAL, "simt",
     .means = "Bytes of the sectors that the launch loaded at least once: what an unlimited cache would fetch."},
    {"g_uniq_st", "distinct bytes stored", COUNTER_BYTES, COUNTERS_GLOBAL, "simt",
     .means = "Bytes of the sectors that the launch wrote at least once."},
    {"g_sec", "global sectors of 32 B", COUNTER_COUNT, COUNTERS_GLOBAL, "ncu",
     .means = "Sectors that a source line's global loads and stores asked of the L2.",
     .head = "sectors", .column = "L2 Theoretical Sectors Global"},
    {"g_sec_extra", "global sectors beyond the need", COUNTER_COUNT, COUNTERS_GLOBAL, "ncu",
     .means = "Sectors of a source line's global accesses that coalesced accesses would not have needed.",
     .head = "extra", .column = "L2 Theoretical Sectors Global Excessive"},
    {"dram_ld_B", "read from device memory", COUNTER_BYTES, COUNTERS_GLOBAL, "ncu",
     .means = "Bytes that the memory itself delivered, behind all caches.",
     .ncu = {"dram__bytes_read.sum"}},
    {"dram_st_B", "written to device memory", COUNTER_BYTES, COUNTERS_GLOBAL, "ncu",
     .means = "Bytes that reached the memory itself, behind all caches.",
     .ncu = {"dram__bytes_write.sum"}},
    /* shared memory */
    {"sh_ld_req", "shared load requests", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Warp instructions that loaded from shared memory.",
     .ncu = {"smsp__inst_executed_op_shared_ld.sum"}},
    {"sh_ld_wave", "shared load wavefronts", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Passes over the 32 banks that loads from shared memory took.",
     .ncu = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
    {"sh_st_req", "shared store requests", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Warp instructions that stored to shared memory.",
     .ncu = {"smsp__inst_executed_op_shared_st.sum"}},
    {"sh_st_wave", "shared store wavefronts", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Passes over the 32 banks that stores to shared memory took.",
     .ncu = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}},
    {"sh_wave", "shared wavefronts", COUNTER_COUNT, COUNTERS_SHARED, GPU,
     .means = "Passes over the 32 banks of shared memory that loads and stores took.",
     .formula = "sh_ld_wave + sh_st_wave",
     .ncu = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
             "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", COUNTER_SUM}},
    {"sh_ideal", "wavefronts without conflicts", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Passes that the same loads and stores would take if no two lanes met in a bank."},
    {"sh_conf", "wavefronts by bank conflicts", COUNTER_COUNT, COUNTERS_SHARED, GPU,
     .means = "Passes over the banks that were needed only because lanes of a request met different words of one "
              "bank.",
     .head = "conflicts", .formula = "sh_wave - sh_ideal",
     .ncu = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
             "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", COUNTER_SUM}},
    {"sh_joined", "shared requests in wider ones", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Loads and stores of shared memory in the source that nvcc makes parts of wider ones, so that they are "
              "no requests of their own."},
    /* constant memory */
    {"const_req", "constant load requests", COUNTER_COUNT, COUNTERS_CONSTANT, "simt",
     .means = "Warp instructions that loaded from constant memory."},
    {"const_wave", "constant passes, one an address", COUNTER_COUNT, COUNTERS_CONSTANT, "simt",
     .means = "Distinct addresses of the constant load requests: the constant cache serves one address at a time."},
    {"const_wpr", "passes a constant request", COUNTER_RATIO, COUNTERS_CONSTANT, "simt",
     .means = "1 where all lanes load the same address.",
     .formula = "const_wave / const_req"},
    /* the shared memory of other blocks of a cluster */
    {"dsmem_ld_req", "loads from other blocks", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Warp instructions that loaded from the shared memory of another block of the cluster."},
    {"dsmem_st_req", "stores to other blocks", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Warp instructions that stored to the shared memory of another block of the cluster."},
    {"dsmem_at_req", "atomics on other blocks", COUNTER_COUNT, COUNTERS_SHARED, "simt",
     .means = "Warp instructions of atomics on the shared memory of another block of the cluster."},
    {"dsmem_B", "moved between blocks", COUNTER_BYTES, COUNTERS_SHARED, "simt",
     .means = "Bytes that lanes loaded from, stored to or changed in the shared memory of other blocks of the "
              "cluster."},
    /* async copies */
    {"cpa_B", "copied by cp.async", COUNTER_BYTES, COUNTERS_COPIES, "simt",
     .means = "Bytes that cp.async copied from global to shared memory."},
    {"cpa_flight_B", "cp.async under way at a barrier", COUNTER_BYTES, COUNTERS_COPIES, "simt",
     .means = "Bytes that a block's cp.async have under way, no wait having covered them, when its threads meet at a "
              "barrier; on average over its barriers. 0 where each copy is waited for at once."},
    {"tma_B", "copied by TMA", COUNTER_BYTES, COUNTERS_COPIES, "simt",
     .means = "Bytes that bulk copies (the Tensor Memory Accelerator's) moved between global and shared memory, both "
              "ways. They are in no request or sector of loads and stores; distinct bytes loaded and stored count "
              "them."},
    /* warps */
    {"inst", "warp instructions", COUNTER_COUNT, COUNTERS_WARPS, "ncu",
     .means = "Instructions that warps executed, whatever the number of their lanes.",
     .column = "Instructions Executed",
     .ncu = {"smsp__inst_executed.sum"}},
    {"act_thr", "active threads an instruction", COUNTER_RATIO, COUNTERS_WARPS, GPU,
     .means = "Lanes of a warp that were at work in an instruction, on average; 32 is all of them.",
     .head = "lanes",
     .ncu = {"smsp__average_thread_inst_executed_per_inst_executed.ratio"}},
    {"br_eff", "branches all lanes agree on", COUNTER_PART, COUNTERS_WARPS, "simt",
     .means = "Of the basic blocks that warps ran, the part that every lane ran which could.",
     .ncu = {"smsp__sass_average_branch_targets_threads_uniform.pct", .scale = .01}},
    {"bar", "barriers a block", COUNTER_RATIO, COUNTERS_WARPS, "simt",
     .means = "How often a block waited for all of its threads (__syncthreads)."},
    {"shfl", "shuffles", COUNTER_COUNT, COUNTERS_WARPS, "simt",
     .means = "Warp instructions that exchanged registers between lanes."},
    {"vote", "votes", COUNTER_COUNT, COUNTERS_WARPS, "simt",
     .means = "Warp instructions of ballot, all, any and match."},
    {"atom", "atomic requests", COUNTER_COUNT, COUNTERS_WARPS, "simt",
     .means = "Warp instructions of atomics, on global and shared memory."},
    {"atom_ser", "atomics one after another", COUNTER_COUNT, COUNTERS_WARPS, "simt",
     .means = "Turns beyond the first that atomics took because lanes of a request met at one address."},
    {"samples", "samples of a waiting warp", COUNTER_COUNT, COUNTERS_WARPS, "ncu",
     .means = "How often the profiler found a warp at this source line: where there are many, time goes.",
     .head = "samples", .column = "# Samples"},
    {"stall_share", "of the samples, the top stall", COUNTER_PART, COUNTERS_WARPS, "ncu",
     .means = "Of the samples of a source line, the part whose warps waited for the line's most frequent reason.",
     .head = "top stall"},
    /* errors */
    {"race", "races", COUNTER_COUNT, COUNTERS_ERRORS, "simt",
     .means = "Accesses to one place by two threads, one of them a store, which nothing puts in order."},
    {"oob", "accesses out of bounds", COUNTER_COUNT, COUNTERS_ERRORS, "simt",
     .means = "Accesses outside of every allocation, after a free, or through a null pointer."},
    {"uninit", "reads of what nobody wrote", COUNTER_COUNT, COUNTERS_ERRORS, "simt",
     .means = "Loads of bytes that no store, copy or memset had written before."},
    {"async_hazard", "async copies used too early", COUNTER_COUNT, COUNTERS_ERRORS, "simt",
     .means = "Accesses to the bytes of an asynchronous copy before the wait that covers it."},
    /* arithmetic */
    {"flops", "FLOP", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Floating-point operations; a fused multiply-add is two.",
     .formula = "flops_f16 + flops_f32 + flops_f64 + flops_tensor"},
    {"flops_f16", "FLOP in half and bfloat16", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Floating-point operations in half and bfloat16, outside of tensor cores."},
    {"flops_f32", "FLOP in float", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Floating-point operations in single precision, outside of tensor cores."},
    {"flops_f64", "FLOP in double", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Floating-point operations in double precision, outside of tensor cores."},
    {"flops_tensor", "FLOP on tensor cores", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Floating-point operations of wmma, mma and wgmma instructions."},
    {"mma", "mma instructions", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Matrix instructions of a warp (mma.sync, and those that wmma becomes)."},
    {"wgmma", "wgmma instructions", COUNTER_COUNT, COUNTERS_ARITHMETIC, "simt",
     .means = "Matrix instructions of a warpgroup (Hopper)."},
    {"ai", "FLOP a byte moved", COUNTER_RATIO, COUNTERS_ARITHMETIC, "simt",
     .means = "Arithmetic intensity: floating-point operations for each byte of the sectors that were loaded and "
              "stored.",
     .formula = "flops / (32 * (g_ld_sec + g_st_sec))"},
    /* occupancy */
    {"occ_th", "of an SM's warps, at most", COUNTER_PART, COUNTERS_OCCUPANCY, GPU,
     .means = "Theoretical occupancy: the warps that fit on an SM at once, by registers, shared memory and block "
              "size.",
     .ncu = {"sm__maximum_warps_per_active_cycle_pct", .scale = .01}},
    {"occ_ach", "of an SM's warps, on average", COUNTER_PART, COUNTERS_OCCUPANCY, "ncu",
     .means = "Achieved occupancy: the warps that were resident in a cycle, on average.",
     .ncu = {"sm__warps_active.avg.pct_of_peak_sustained_active", .scale = .01}},
    {"regs", "registers a thread", COUNTER_COUNT, COUNTERS_OCCUPANCY, "simt, ncu, ptxas",
     .means = "32-bit registers that the compiler gave each thread.",
     .ncu = {"launch__registers_per_thread"}},
    {"spill_B", "registers spilled a thread, B", COUNTER_COUNT, COUNTERS_OCCUPANCY, "ptxas",
     .means = "Bytes of spill loads and stores in the kernel's code: values that did not fit in registers."},
    {"stack_B", "stack frame a thread, B", COUNTER_COUNT, COUNTERS_OCCUPANCY, "ptxas",
     .means = "Bytes of local memory that a thread has for arrays and spilled registers."},
    {"smem_static", "static shared memory, B", COUNTER_COUNT, COUNTERS_OCCUPANCY, "simt",
     .means = "Bytes of the __shared__ variables of a block.",
     .ncu = {"launch__shared_mem_per_block_static"}},
    {"smem_B", "shared memory a block, B", COUNTER_COUNT, COUNTERS_OCCUPANCY, "simt, ptxas",
     .means = "Bytes of shared memory of a block, static and dynamic; ptxas knows the static ones.",
     .ncu = {"launch__shared_mem_per_block_static",
             "launch__shared_mem_per_block_dynamic", COUNTER_SUM}},
    {"barriers", "barriers that the code names", COUNTER_COUNT, COUNTERS_OCCUPANCY, "ptxas",
     .means = "Hardware barriers (of 16 a block) that the kernel's code uses."},
    {"ptx:", "times a text stands in the PTX", COUNTER_COUNT, COUNTERS_OCCUPANCY, "ptx",
     .means = "ptx:TEXT counts how often TEXT stands in the kernel's PTX, such as ptx:mma.sync."},
    {"time_us", "time", COUNTER_US, COUNTERS_OCCUPANCY, "ncu",
     .means = "The kernel's time under the profiler, which is not that of an undisturbed run.",
     .ncu = {"gpu__time_duration.sum", .scale = .001}},
    {"event_us", "time by CUDA events", COUNTER_US, COUNTERS_OCCUPANCY, "events",
     .means = "The kernel's time between two CUDA events."},
    /* stalls */
    {"stall_long_scoreboard", "waits for global, local memory", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which a load from global or local memory has not arrived.",
     .ncu = {STALL("long_scoreboard"), .op = COUNTER_SHARE}},
    {"stall_short_scoreboard", "waits for shared memory", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which shared memory or a special function has not answered.",
     .ncu = {STALL("short_scoreboard"), .op = COUNTER_SHARE}},
    {"stall_barrier", "waits at a barrier", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which other warps of the block have not come to __syncthreads.",
     .ncu = {STALL("barrier"), .op = COUNTER_SHARE}},
    {"stall_math_pipe_throttle", "waits for a busy math pipe", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the arithmetic unit that the instruction needs is taken.",
     .ncu = {STALL("math_pipe_throttle"), .op = COUNTER_SHARE}},
    {"stall_mio_throttle", "waits for the MIO queue", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the queue of shared memory, special functions and dynamic "
              "branches is full.",
     .ncu = {STALL("mio_throttle"), .op = COUNTER_SHARE}},
    {"stall_lg_throttle", "waits for the load/store queue", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the queue of local and global memory instructions is full.",
     .ncu = {STALL("lg_throttle"), .op = COUNTER_SHARE}},
    {"stall_wait", "waits for a fixed latency", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the instruction before has a latency that the compiler knows, "
              "and it is not over.",
     .ncu = {STALL("wait"), .op = COUNTER_SHARE}},
    {"stall_not_selected", "ready, another warp was chosen", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the warp could have issued, and the scheduler took another one.",
     .ncu = {STALL("not_selected"), .op = COUNTER_SHARE}},
    {"stall_selected", "issued an instruction", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the warp issued an instruction: no stall.",
     .ncu = {STALL("selected"), .op = COUNTER_SHARE}},
    {"stall_no_instruction", "waits for instructions", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the next instruction is not in the instruction cache, or the "
              "warp has just jumped.",
     .ncu = {STALL("no_instruction"), .op = COUNTER_SHARE}},
    {"stall_branch_resolving", "waits for a branch", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the target of a branch is being computed.",
     .ncu = {STALL("branch_resolving"), .op = COUNTER_SHARE}},
    {"stall_gmma", "waits for wgmma", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which a matrix instruction of the warpgroup is not done.",
     .ncu = {STALL("gmma"), .op = COUNTER_SHARE}},
    {"stall_membar", "waits at a memory fence", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which a __threadfence waits for the stores before it.",
     .ncu = {STALL("membar"), .op = COUNTER_SHARE}},
    {"stall_drain", "waits for stores at its end", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the warp has ended, and its stores are on their way.",
     .ncu = {STALL("drain"), .op = COUNTER_SHARE}},
    {"stall_dispatch_stall", "waits for the dispatcher", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the dispatcher holds the warp back, because of conflicts "
              "between units.",
     .ncu = {STALL("dispatch_stall"), .op = COUNTER_SHARE}},
    {"stall_imc_miss", "waits for constants", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which an immediate constant is not in its cache.",
     .ncu = {STALL("imc_miss"), .op = COUNTER_SHARE}},
    {"stall_tex_throttle", "waits for the texture queue", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the queue of texture instructions is full.",
     .ncu = {STALL("tex_throttle"), .op = COUNTER_SHARE}},
    {"stall_sleeping", "sleeps", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which all of its lanes are in __nanosleep or blocked.",
     .ncu = {STALL("sleeping"), .op = COUNTER_SHARE}},
    {"stall_misc", "waits for another reason", COUNTER_PERCENT, COUNTERS_STALLS, "ncu",
     .means = "Of the warps' cycles, those in which the warp waits for a hardware reason that has no name of its "
              "own.",
     .ncu = {STALL("misc"), .op = COUNTER_SHARE}},
    /* a CPU and its caches */
    {"c_loads", "loads", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Loads that the compiled code makes; a vector load is one. Left out are tables of the file's own that "
              "nothing writes, const or not: the compiler shows no access to them."},
    {"c_stores", "stores", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Stores that the compiled code makes; a vector store is one."},
    {"c_bytes", "bytes loaded and stored", COUNTER_BYTES, COUNTERS_HOST, "ctrace",
     .means = "Bytes that the compiled code loads and stores."},
    {"loads", "loads", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Loads that the compiled code of a source line makes.",
     .head = "loads"},
    {"stores", "stores", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Stores that the compiled code of a source line makes.",
     .head = "stores"},
    {"bytes", "bytes loaded and stored", COUNTER_BYTES, COUNTERS_HOST, "ctrace",
     .means = "Bytes that a source line loads and stores.",
     .head = "bytes"},
    {"l1_miss", "L1 misses", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Lines of 64 bytes that the model of an L1 cache did not hold when they were accessed.",
     .head = "L1 misses"},
    {"l2_miss", "L2 misses", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "L1 misses that the model of an L2 cache did not hold either.",
     .head = "L2 misses"},
    {"llc_miss", "last-level misses", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "L2 misses that the model's last-level cache did not hold either: lines that come from memory."},
    {"dtlb_miss", "data TLB misses", COUNTER_COUNT, COUNTERS_HOST, "ctrace",
     .means = "Accesses to a page whose address the model's TLB did not hold."},
    {"cycles", "cycles", COUNTER_COUNT, COUNTERS_HOST, "perf, ncu",
     .means = "Cycles of the core that ran the call; on a GPU of the SM that ran longest.",
     .ncu = {"sm__cycles_elapsed.max"}},
    {"instructions", "instructions", COUNTER_COUNT, COUNTERS_HOST, "perf",
     .means = "Instructions that this CPU retired."},
    {"branches", "branches", COUNTER_COUNT, COUNTERS_HOST, "perf",
     .means = "Branch instructions that this CPU retired."},
    {"branch_misses", "mispredicted branches", COUNTER_COUNT, COUNTERS_HOST, "perf",
     .means = "Branches whose direction or target the CPU had guessed wrongly."},
    {"cache_refs", "last-level accesses", COUNTER_COUNT, COUNTERS_HOST, "perf",
     .means = "Accesses that reached the last-level cache."},
    {"cache_misses", "last-level misses", COUNTER_COUNT, COUNTERS_HOST, "perf",
     .means = "Accesses that the last-level cache did not hold."},
    {"Ir", "instructions", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Instructions that Cachegrind executed.",
     .head = "instr"},
    {"I1mr", "L1 misses of instructions", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Instruction fetches that Cachegrind's model of the L1 did not hold."},
    {"ILmr", "last-level, of instructions", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Instruction fetches that Cachegrind's model of the last level did not hold."},
    {"Dr", "data reads", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Reads of data that Cachegrind saw.",
     .head = "reads"},
    {"D1mr", "L1 misses of reads", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Reads of data that Cachegrind's model of the L1 did not hold.",
     .head = "L1 misses"},
    {"DLmr", "last-level misses of reads", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Reads of data that Cachegrind's model of the last level did not hold.",
     .head = "LL misses"},
    {"Dw", "data writes", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Writes of data that Cachegrind saw."},
    {"D1mw", "L1 misses of writes", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Writes of data that Cachegrind's model of the L1 did not hold."},
    {"DLmw", "last-level misses of writes", COUNTER_COUNT, COUNTERS_HOST, "cachegrind",
     .means = "Writes of data that Cachegrind's model of the last level did not hold."},
    /* ranks */
    {"vtime_ns", "virtual time, slowest rank", COUNTER_NS, COUNTERS_RANKS, "ranks",
     .means = "The virtual clock, at its end, of the rank that ended last."},
    {"wall_ns", "time, slowest rank", COUNTER_NS, COUNTERS_RANKS, "ranks",
     .means = "The time of the rank that ended last, over a real library."},
    {"compute_ns", "computing", COUNTER_NS, COUNTERS_RANKS, "ranks",
     .means = "Time that the rank which computed longest spent computing."},
    {"work_ns", "computed by all ranks", COUNTER_NS, COUNTERS_RANKS, "ranks",
     .means = "What all ranks together said they compute, on all their streams, a slow rank as fast as others."},
    {"exposed_comm_ns", "communication not hidden", COUNTER_NS, COUNTERS_RANKS, "ranks",
     .means = "Time in which a rank waited for others instead of computing; of the rank that waited longest."},
    {"sent_B_max", "sent by the rank that sent most", COUNTER_BYTES, COUNTERS_RANKS, "ranks",
     .means = "Bytes of the messages of the rank that sent most."},
    {"recv_B_max", "received by one rank, most", COUNTER_BYTES, COUNTERS_RANKS, "ranks",
     .means = "Bytes of the messages of the rank that received most."},
    {"sent_B_total", "sent by all ranks", COUNTER_BYTES, COUNTERS_RANKS, "ranks",
     .means = "Bytes of all messages."},
    {"node_B_max", "sent by a node's port, most", COUNTER_BYTES, COUNTERS_RANKS, "ranks",
     .means = "Bytes to other nodes of the port that sent most: a node has one, or each rank has one."},
    {"msgs", "messages", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "Messages of all ranks."},
    {"msgs_max", "messages of one rank, most", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "Messages of the rank that sent most of them."},
    {"peak_B_max", "memory of one rank, most", COUNTER_BYTES, COUNTERS_RANKS, "ranks",
     .means = "The most bytes that a rank held at once (comm_alloc)."},
    {"all_reduce", "calls of comm_all_reduce", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_all_reduce; the most of any rank."},
    {"reduce_scatter", "calls of comm_reduce_scatter", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_reduce_scatter; the most of any rank."},
    {"all_gather", "calls of comm_all_gather", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_all_gather; the most of any rank."},
    {"broadcast", "calls of comm_broadcast", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_broadcast; the most of any rank."},
    {"all_to_all", "calls of comm_all_to_all", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_all_to_all; the most of any rank."},
    {"barrier", "calls of comm_barrier", COUNTER_COUNT, COUNTERS_RANKS, "ranks",
     .means = "How often a rank called comm_barrier; the most of any rank."},
    {.name = NULL},
};

static const char PTX[] = "ptx:"; /* what follows is the text that is counted */

const struct counter_word *counter_find(const char *name)
{
    size_t n = strncmp(name, PTX, strlen(PTX)) ? strlen(name) + 1 : strlen(PTX);
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (!strncmp(c->name, name, n))
            return c;
    return NULL;
}

const char *counter_words(const char *name)
{
    const struct counter_word *c = counter_find(name);
    return c && strcmp(c->name, PTX) ? c->words : name;
}

const char *counter_words_in(const json_t *report, const char *name)
{
    const char *own = counter_find(name) ? NULL : json_string_value(json_object_get(json_object_get(report,
                                                                                   "counter_words"), name));
    return own && *own ? own : counter_words(name);
}

const char *counter_section_title(enum counter_section s)
{
    static const char *const titles[COUNTER_SECTIONS] = {
        [COUNTERS_GLOBAL] = "Global memory", [COUNTERS_SHARED] = "Shared memory",
        [COUNTERS_CONSTANT] = "Constant memory", [COUNTERS_COPIES] = "Async copies",
        [COUNTERS_WARPS] = "Warps", [COUNTERS_ARITHMETIC] = "Arithmetic",
        [COUNTERS_OCCUPANCY] = "Occupancy", [COUNTERS_ERRORS] = "Errors",
        [COUNTERS_STALLS] = "Why warps wait", [COUNTERS_HOST] = "A CPU and its caches",
        [COUNTERS_RANKS] = "Ranks",
    };
    return titles[s];
}

const char *counter_unit_name(enum counter_unit u)
{
    static const char *const names[] = {
        [COUNTER_COUNT] = "", [COUNTER_RATIO] = "a ratio", [COUNTER_PART] = "%", [COUNTER_PERCENT] = "%",
        [COUNTER_BYTES] = "B", [COUNTER_NS] = "ns", [COUNTER_US] = "µs",
    };
    return names[u];
}

bool counter_from(const struct counter_word *c, const char *source)
{
    size_t n = strlen(source);
    for (const char *at = c->where; (at = strstr(at, source)); at += n)
        if ((at == c->where || at[-1] == ' ') && (!at[n] || at[n] == ','))
            return true;
    return false;
}

const char *counter_value(const char *name, double v, char ret[FIGURE])
{
    const struct counter_word *c = counter_find(name);
    enum counter_unit u = c ? c->unit : COUNTER_RATIO;
    if (u == COUNTER_BYTES)
        return figure_bytes(v, ret);
    if (u == COUNTER_NS || u == COUNTER_US)
        return figure_seconds(v * (u == COUNTER_NS ? 1e-9 : 1e-6), ret);
    if (u == COUNTER_COUNT || !c)
        return figure_count(v, ret);
    if (u == COUNTER_PART || u == COUNTER_PERCENT)
        snprintf(ret, FIGURE, isfinite(v) ? "%.1f %%" : "–", u == COUNTER_PART ? v * 100 : v);
    else
        snprintf(ret, FIGURE, isfinite(v) ? "%.2f" : "–", v);
    return ret;
}

const char *counter_metric(const struct counter_word *c, char ret[COUNTER_METRIC])
{
    const char *a = c->ncu.a ? c->ncu.a : c->column ? c->column : "";
    if (c->ncu.op == COUNTER_SUM || c->ncu.op == COUNTER_QUOTIENT)
        snprintf(ret, COUNTER_METRIC, "%s %c %s", a, c->ncu.op == COUNTER_SUM ? '+' : '/', c->ncu.b);
    else
        snprintf(ret, COUNTER_METRIC, "%s%s", a, c->ncu.a || !*a ? "" : " (source page)");
    return ret;
}

json_t *counter_dictionary(void)
{
    json_t *all = json_object();
    for (const struct counter_word *c = counter_list; c->name; c++)
        json_object_set_new(all, c->name, json_string(c->words));
    return all;
}
