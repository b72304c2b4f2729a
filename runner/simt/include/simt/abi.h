/*
 * abi.h: what compiled CUDA code and the emulator's runtime say to each other.
 *
 * The CUDA headers in ../include are its only callers. A program is compiled with SIMT_TRACE 1 (every access
 * reaches the runtime: errors and counters) or 0 (results only), and linked with the runtime of its warp width:
 * libridge-simt.a (SIMT_WARP 32) or libridge-simt64.a (64). x86-64 Linux, non-PIE, local-exec TLS.
 *
 * `pc` is always the address just after the user's call (SIMT_HERE() in simt/core.h): the parent process turns
 * it into file and line. A "lane" is one CUDA thread; a lane never leaves its host thread.
 */
#ifndef SIMT_ABI_H
#define SIMT_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef SIMT_WARP
#define SIMT_WARP 32
#endif
/* Attributes of a function that the compiler's hooks must not see; clang's no_sanitize leaves entry and exit in. */
#ifdef __clang__
#define SIMT_NO_HOOKS disable_sanitizer_instrumentation, no_sanitize("thread"), no_sanitize("coverage")
#define SIMT_UNBOUNDED
#else
#define SIMT_NO_HOOKS no_sanitize("thread"), no_sanitize_coverage, no_sanitize("bounds")
/* Of a function that has no local arrays: its indices are not checked. */
#define SIMT_UNBOUNDED __attribute__((no_sanitize("bounds")))
#endif
#if SIMT_WARP == 64
typedef uint64_t simt_mask;
#else
typedef uint32_t simt_mask;
#endif

struct simt_dim3 {
    unsigned x, y, z;
};

/* The lane that runs now on this host thread. Untraced code reads it as plain memory; traced code with inline
 * assembly at the offsets given, so that reading threadIdx is not an access. */
struct simt_lane {
    struct simt_dim3 tid; /* 0 */
    unsigned x_end;       /* 12: while ++tid.x is below it, the next lane may follow without a call */
    struct simt_dim3 bid; /* 16 */
    unsigned lane;        /* 28: in its warp */
    struct simt_dim3 bdim; /* 32 */
    unsigned block_count; /* 44: of this host thread, from 1 */
    struct simt_dim3 gdim; /* 48 */
    unsigned pad;
};
extern __thread struct simt_lane simt_lane;

/* ---- kernels and launches ------------------------------------------------------------------------------ */

/* Runs lanes one after another on one stack: { do kernel(args...); while (simt_next_lane()); } A lane that
 * has to wait leaves this stack parked, and the runtime enters the thunk again on another for those left. */
typedef void (*simt_thunk)(const void *args);

struct simt_launch {
    const char *name;    /* as the user wrote it, without template arguments */
    const void *fn;      /* the kernel's address, or NULL where C++ cannot name it */
    struct simt_dim3 grid, block;
    size_t smem;         /* dynamic shared memory, bytes */
    void *stream;        /* cudaStream_t */
    int cooperative;
    int early;           /* a programmatic dependent launch: it may begin before the grid before it has ended */
    struct simt_dim3 cluster; /* blocks of a thread-block cluster; 0: the kernel's own, or none */
    simt_thunk thunk;
    const void *args;    /* copied before the call returns */
    size_t args_size;
    uintptr_t pc;
};
/* Arguments of the launch that follows: an array by its name; &variable, or &array[i]. */
void simt_array_by_name(const void *array, uintptr_t pc);
void simt_host_pointer(const void *p, uintptr_t pc);
int simt_launch(const struct simt_launch *l); /* a cudaError_t, which is also the thread's last error */

/* The lane that ran has returned from its kernel. 1: simt_lane is the next one, call the kernel again. It does
 * not return where no other lane is to run on this stack. */
int simt_next_lane(void);

/* Ends the lane that runs, as if its kernel had returned. */
void simt_exit(void) __attribute__((noreturn));

/* Kernels that are launched through a pointer without a type. `thunk` takes args as void *[n] (cudaLaunchKernel). */
void simt_kernel_register(const void *fn, const char *name, simt_thunk thunk_of_pointers, unsigned nargs,
                          const unsigned *arg_sizes);

/* ---- inside kernels: order ----------------------------------------------------------------------------- */

enum simt_barrier_kind { SIMT_BAR_SYNC, SIMT_BAR_COUNT, SIMT_BAR_AND, SIMT_BAR_OR };
/* `site`: unique in the source (__COUNTER__), the same in every copy of the call that the compiler makes. */
int simt_barrier(unsigned site, int kind, int pred, uintptr_t pc);
void simt_sync(unsigned site, uintptr_t pc); /* SIMT_BAR_SYNC */
/* barrier.sync id, n / barrier.arrive id, n; n == 0: all threads of the block. `how`: of these bits. */
enum { SIMT_BAR_ARRIVE = 1, SIMT_BAR_ALIGNED = 2 };
void simt_named_barrier(int id, unsigned n, int how, uintptr_t pc);
void simt_grid_sync(uintptr_t pc);
void simt_fence(int scope, uintptr_t pc); /* 0 block, 1 device, 2 system */
void simt_grid_wait(uintptr_t pc);        /* the lane has waited for the grid before its own */

/* Where the running lane's block is among its cluster; a launch without clusters has clusters of one block. */
struct simt_cluster {
    struct simt_dim3 dim, at;   /* blocks of a cluster, and this one's place among them */
    struct simt_dim3 id, count; /* this cluster's place in the grid; how many there are */
    unsigned rank, size;
    int explicit_; /* the launch has clusters */
};
void simt_cluster_here(struct simt_cluster *ret);
/* A kernel with __cluster_dims__ has begun: an error unless the launch has such clusters. */
void simt_cluster_need(unsigned x, unsigned y, unsigned z, uintptr_t pc);
/* barrier.cluster: relaxed orders no memory. Who waits has arrived. */
void simt_cluster_arrive(int relaxed, uintptr_t pc);
void simt_cluster_wait(uintptr_t pc);
/* The same variable in the block of that rank; of what is no shared memory p itself. */
void *simt_cluster_map(const void *p, unsigned rank, uintptr_t pc);
unsigned simt_cluster_rank_of(const void *p); /* whose shared memory p is */
/* Addresses of .shared::cluster of 32 bits: an offset in the lane's own window, or of another block's with its rank,
 * counted from 1, in the highest 8 bits. */
void *simt_cluster_generic(uint32_t address);
uint32_t simt_cluster_address(const void *p);
enum { SIMT_CLUSTER_MOST = 16, SIMT_CLUSTER_SHIFT = 24 };
/* Nothing to do until another lane acts: lets the others run. */
void simt_spin(uintptr_t pc);

enum simt_warp_kind {
    SIMT_SHFL, SIMT_SHFL_UP, SIMT_SHFL_DOWN, SIMT_SHFL_XOR, /* v0 value, v1 = lane or delta | width << 32 */
    SIMT_BALLOT, SIMT_ALL, SIMT_ANY, SIMT_SYNCWARP, SIMT_MATCH_ANY, SIMT_MATCH_ALL, /* v0 predicate or value */
    SIMT_ACTIVEMASK,
    SIMT_RED_ADD, SIMT_RED_MIN_S, SIMT_RED_MAX_S, SIMT_RED_MIN_U, SIMT_RED_MAX_U,
    SIMT_RED_AND, SIMT_RED_OR, SIMT_RED_XOR, /* 32 bits */
    SIMT_WARP_CALL /* v0 this lane's argument, v1 a simt_warp_call: run once, when the mask is complete */
};
typedef void (*simt_warp_call)(void *lane_args[SIMT_WARP], simt_mask mask);
uint64_t simt_warp_op(int kind, simt_mask mask, uint64_t v0, uint64_t v1, uintptr_t pc);

/* ---- inside kernels: memory ---------------------------------------------------------------------------- */

enum simt_op { SIMT_READ, SIMT_WRITE, SIMT_ATOMIC, SIMT_RED /* atomic whose result is unused */ };
/* or-ed to SIMT_READ, SIMT_WRITE: of an atomic object; to SIMT_ATOMIC: a CAS; as REC_VOLATILE of rt.h */
#define SIMT_VOLATILE (1 << 14)
#define SIMT_RELAXED (1 << 13)  /* releases and acquires nothing by itself: for that the program needs a fence */
#define SIMT_OF_BLOCK (1 << 12) /* an atomic operation for the threads of one block */
/* An access that the compiler's hooks do not see (intrinsics, wmma, atomics). size_log2 0..4. No-op untraced,
 * except that SIMT_ATOMIC and SIMT_RED on global memory take the block's turn: blocks pass in order, so that
 * results do not depend on the number of host threads. Call it before the operation. */
void simt_access(int op, int size_log2, const void *p, uintptr_t pc);
/* The lane uses `old`, which the atomic of pc has found at p; without a use of the result there is no call. */
uint64_t simt_heard(uint64_t old, const void *p, uintptr_t pc) __attribute__((pure, nothrow));

void *simt_dyn_smem(void);
int simt_dynamic_asks(unsigned align); /* before main(): of a declaration of dynamic shared memory; returns 1 */
/* The first lane of a block comes to a __shared__ variable: what it holds is undefined. */
void simt_shared_begin(const char *name, void *storage, size_t size);
/* The same of a variable outside of functions, for every block to come; before main(). */
void simt_shared_declare(const char *name, const void *storage, size_t size);

/* cp.async: nothing is copied before the wait that covers it. size 4, 8 or 16; src_size < size zero-fills. */
void simt_cp_async(void *dst_shared, const void *src_global, unsigned size, unsigned src_size, uintptr_t pc);
void simt_cp_async_commit(uintptr_t pc);
void simt_cp_async_wait(unsigned groups_left, uintptr_t pc); /* ~0u: everything, committed or not */

/* ---- inside kernels: the rest -------------------------------------------------------------------------- */

enum simt_counter { SIMT_N_MMA, SIMT_N_WGMMA, SIMT_N_TENSOR_FLOP, SIMT_N_TMA_BYTES, SIMT_N_COUNTERS };
void simt_counter_add(int counter, uint64_t n); /* of the warp: call it from a simt_warp_call */

uint64_t simt_clock(void); /* a virtual cycle count that grows on each call */
/* blocks in order; on the host: stdout */
int simt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void simt_assert_fail(const char *expr, const char *file, unsigned line, const char *fn, uintptr_t pc)
    __attribute__((noreturn));
void simt_trap(uintptr_t pc) __attribute__((noreturn));
/* A mistake that only a header can see. `kind` as in rt.h, text as of printf without a newline. The lane goes on. */
void simt_error(const char *kind, uintptr_t pc, const char *format, ...) __attribute__((format(printf, 3, 4)));
int simt_on_device(void); /* whether a lane runs, not host code */
int simt_space(const void *p); /* enum space of rows.h: 0 local, 1 global, 2 shared, 3 constant, 4 host */

#ifdef __cplusplus
}
#endif
#endif
