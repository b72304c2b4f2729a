/*
 * rt.h: what the parts of the emulator's runtime share. Only rt/ includes it.
 *
 *   sched.c, fiber.c   blocks, warps, lanes; who runs next           warp.c     collectives
 *   launch.c           host threads, block order, time limit         heap.c     device memory
 *   hook.c             the compiler's hooks and the lane logs        merge.c    32 logs to warp requests
 *   count.c            sectors, wavefronts, per-PC counters          shadow/    races, initialisation
 *   emit.c             errors and launches as JSON lines             api_*.c    the CUDA runtime API
 *
 * A worker is a host thread; it runs one block at a time, a block one warp at a time, a warp one lane at a time.
 * A lane runs until it ends, waits, or its log column is full. Counters of all workers are summed when the
 * launch ends, so that their number changes no figure; of several examples of an error the lowest block, then
 * thread, is kept.
 */
#ifndef SIMT_RT_H
#define SIMT_RT_H

#include <stdio.h>

#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

/* The runtime's own thread-local variables lie before .tbss, where a program's shared arrays are: what is written past
 * the end of an array never lands in one of them. */
#define RT_LOCAL __thread __attribute__((section(".tdata")))

enum { SIMT_MAX_THREADS = 1024, SIMT_MAX_WARPS = SIMT_MAX_THREADS / SIMT_WARP };
enum { LOG_ROWS = 128, SMEM_MAX = 227 * 1024 };

enum lane_state {
    LANE_NEW,
    LANE_READY,
    LANE_FULL,
    LANE_WARP_OP,
    LANE_QUIESCE,
    LANE_BARRIER,
    LANE_NAMED,
    LANE_GRID,
    LANE_CLUSTER,
    LANE_SPIN,
    LANE_DONE
};

/* ---- a lane and its log -------------------------------------------------------------------------------- */

/* A lane's log is its own stretch of memory, of which each hook writes the next record. */
struct record {
    uint64_t at;   /* the address */
    uint32_t pc;
    uint32_t meta; /* op in bits 0..2, log2 of the size in 3..5, call depth in 16..23, and the flags below */
};
enum { REC_READ = SIMT_READ, REC_WRITE = SIMT_WRITE, REC_ATOMIC = SIMT_ATOMIC, REC_RED = SIMT_RED,
       REC_BB, REC_SYNC /* at: enum simt_warp_kind */,
       REC_ASYNC /* cp.async: see shadow_shared.c; of size BULK_LG a struct bulk */
};
#define REC_META(op, lg) ((uint32_t)(op) | (uint32_t)(lg) << 3)
#define REC_OP(meta) ((meta) & 7)
#define REC_LG(meta) ((meta) >> 3 & 7)
#define REC_VOLATILE 64u /* volatile or an atomic load or store: orders, and is no race itself; of REC_ATOMIC: a CAS */
#define REC_RELAXED 256u /* of what orders: a load acquires and others release with the help of a fence alone */
#define REC_OF_BLOCK 512u /* of an atomic: for the threads of one block */
#define REC_LANDED 128u  /* REC_ASYNC: the copy has arrived */
#define BULK_LG 7
#define REC_REST 128u    /* REC_READ: of a struct being copied, but not its first bytes: may be padding */
#define DEPTH_ONE 0x10000u
#define REC_DEPTH_MASK 0xff0000u
/* What a REC_SYNC record may say besides an enum simt_warp_kind. */
enum { TRACE_FENCE = 64, TRACE_PROXY_FENCE = 65,
       TRACE_MMA = 66 /* a wgmma begins to read the tiles at the address */, TRACE_MMA_DONE = 67,
       TRACE_INIT = 68 /* the mbarrier at the address is initialised */, TRACE_USE = 69 /* used, ordering nothing */,
       TRACE_HEARD = 70 /* the result of the atomic at the address is used */,
       TRACE_FENCE_WIDE = 71 /* TRACE_FENCE for more threads than those of a block */,
       TRACE_GRID = 72 /* the lane has waited for the grid before its own */,
       TRACE_ARRIVE = 128 /* + id of the named barrier: before waiting there */,
       TRACE_WAITED = 192 /* + id: the lane goes on after it */,
       TRACE_CLUSTER = 63 /* the id of the cluster's barrier; those of named barriers are below it */,
       TRACE_KINDS = 256 /* what kinds and ids are below */,
       TRACE_RELAXED = 256 /* an arrival at the cluster's barrier that orders nothing by itself */,
       TRACE_ODD = 512 /* of the cluster's barrier: in an odd phase; a block may be one ahead of another */,
       TRACE_MEMBERS = 10 /* from that bit on, of an arrival at a named barrier: how many warps it counts */,
       TRACE_AT = 16 /* the bits from there on are an mbarrier's address, or that of a struct mma_tiles */ };

struct fiber {
    void *sp;         /* NULL: the lane has not started */
    uint8_t *stack;   /* the lowest byte of the lane's stack, or NULL */
    struct simt_dim3 tid;
    uint16_t index;   /* the lane's index in the block */
    uint8_t lane, state;
    uint64_t depth;   /* how deep calls are nested, in units of DEPTH_ONE */
    uintptr_t pc;     /* where the lane waits */
    simt_mask mask;   /* of the collective at which the lane waits */
    uint32_t nlog;    /* how many records the lane's column has */
    uint32_t site;    /* of the barrier at which the lane waits */
    uint8_t kind, pred;
    uint64_t v[2], result, bad;
    struct async_copies *async; /* copies of cp.async that no wait has covered; owned by async.c */
    uint64_t *mbarrier; /* the barrier whose phase the lane has tested in vain, doing nothing else since */
    /* The word that the lane read last as one reads a flag, and where; seen_at: the word at the last look (stuck.c) */
    uintptr_t poll_at, poll_pc, seen_at;
    uintptr_t red_at; /* the word of the lane's last atomic, if its result is dropped */
    uint32_t seen_value, polled;
} __attribute__((aligned(64)));

struct group { /* lanes that have come to one collective */
    uint8_t kind;
    simt_mask mask, here;
    uintptr_t pc, other_pc; /* other_pc: of a lane that has come at another place; 0: none */
    unsigned other;
};

struct warp {
    int id;
    struct fiber *lanes; /* the warp's first lane; the others follow */
    simt_mask exist, live, ready; /* ready: may run now; those that have not begun included */
    simt_mask fresh;              /* lanes that have not begun */
    simt_mask full, spin, quiet;  /* LANE_FULL, LANE_SPIN, LANE_QUIESCE */
    struct group group[SIMT_WARP];
    int ngroups;
    uint16_t epoch; /* of __syncwarp and the like; advanced while merging */
};

/* What the hooks touch: thread-local. An address a with a - skip_lo < skip_size is not logged. */
struct hot {
    struct record *next; /* where the lane's next record goes */
    struct record *end;
    uintptr_t skip_lo, skip_size;
    uint64_t depth;
    struct fiber *cur; /* NULL: host code */
    uintptr_t stack_limit;
    int events; /* 0: host code, or nothing is logged; else a lane that is traced; -1: its stack is looked at, too */
};
extern __thread struct hot simt_hot;

struct worker {
    int id;
    struct fiber *fiber; /* [SIMT_MAX_THREADS] of the block that runs */
    struct warp *warps;  /* [SIMT_MAX_WARPS] */
    int nthreads, nwarps, ndone, nbarrier;
    struct warp *w;      /* the warp that runs */
    uint64_t block;      /* the block's linear number */
    uint32_t epoch;      /* of __syncthreads in this block, from 1 */
    uint32_t grid_epoch; /* of grid.sync(), from 0: orders blocks of a cooperative launch */
    int tracing;         /* is this block traced? */
    int failed;          /* a cudaError_t: the block is given up */
    uint64_t work;       /* rows of loads and stores, but for volatile and atomic loads */
    int has_turn;        /* every earlier block has ended: global atomics may pass */
    uint64_t rng;
    struct counts *counts; /* count.c */
    struct shadow *shadow; /* shadow_shared.c */
    struct sched *sched;   /* sched.c: stacks, barriers, output */
    struct proxy *proxy;   /* bulk.h: bulk copies and mbarrier objects; NULL: none yet */
    uint64_t n[SIMT_N_COUNTERS], n_barrier, n_shuffle, n_vote, n_async_bytes, n_async_flight;
    uintptr_t shared_lo, shared_size; /* this thread's shared window: static and dynamic */
};
extern __thread struct worker *simt_worker;

struct launch {
    struct simt_launch in;
    uint64_t seq, blocks;
    int beside;        /* it may run beside the launch before it: a programmatic dependent launch */
    unsigned cluster;  /* how many blocks a cluster has; 1: there are no clusters */
    uint64_t traced;   /* blocks traced: all that have begun, or none */
    double seconds;
    /* For the virtual clock, of all blocks; 0: unknown. trace_launch_end() sets them. */
    uint64_t sectors, lane_ops; /* 32-byte sectors moved; lanes that ran a basic block, or the like */
    int error;         /* a cudaError_t */
};
extern struct launch simt_current;

struct config { /* from the environment: SIMT_... as named */
    int workers;        /* SIMT_WORKERS; 0: the machine's, at most 16 */
    int trace, races;   /* SIMT_NOTRACE, SIMT_NORACES */
    int time;           /* SIMT_TIME: count what an estimate of a launch's time needs */
    uint64_t seed;      /* SIMT_SEED: random schedules; 0: the fixed one */
    size_t stack;       /* SIMT_STACK: bytes a lane */
    double timeout;     /* SIMT_TIMEOUT: seconds of a processor that a launch may take */
    int timeout_set;    /* 0: the timeout's seconds count from the last block that began */
    int descending;     /* SIMT_BLOCKS=descending: a launch's blocks start from the last index down; else ascending */
    int out;            /* SIMT_OUT: descriptor of the JSON lines, -1: none */
    int out_needed;     /* a lab: without its lines the program must not go on */
    const char *arch;   /* SIMT_ARCH: profile of api_device.c */
};
extern struct config simt_config;

/* The index of the block that is nth to start, from 0. The runtime counts blocks by nth: w->block, turns, errors. */
uint64_t cluster_block_index(uint64_t n); /* cluster.c: of the n-th block, counted cluster by cluster */
static inline uint64_t block_index(uint64_t nth)
{
    uint64_t n = simt_config.descending ? simt_current.blocks - 1 - nth : nth;
    return simt_current.cluster > 1 ? cluster_block_index(n) : n;
}

/* Blocks have a host thread each and run in turns: of a cooperative launch all, else those of a cluster. */
static inline int launch_seated(void) { return simt_current.in.cooperative || simt_current.cluster > 1; }

void simt_start(void); /* once: configuration, heap, signals; every entry point may call it */

/* ---- sched.c, launch.c --------------------------------------------------------------------------------- */

/* The lane that runs, or NULL: host code. In code without hooks simt_hot.cur lags behind until this is called. */
struct fiber *simt_self(void);
void simt_yield(int state);      /* from a lane */
void simt_abandon(int error);    /* from a lane: give the block up */
void simt_take_turn(void);       /* from a lane: wait until every earlier block has ended */
int simt_run(struct launch *l);  /* api_stream.c calls it when the stream's turn comes: a cudaError_t */

extern volatile uint32_t simt_look; /* stuck.c: counts looks at who waits in vain */

/* ---- trace/ and shadow/ ------------------------------------------------------------------------------- */

extern int trace_hooked; /* 1: the program was compiled with hooks */
void trace_worker_init(struct worker *w);
void trace_block_begin(struct worker *w);
void trace_block_end(struct worker *w);
void trace_lane_enter(struct worker *w, struct fiber *f); /* sets simt_hot for the lane */
void trace_lane_leave(struct worker *w, struct fiber *f); /* saves the lane's cursor */
void trace_watch(struct worker *w, int on); /* the running lane's stack holds accumulators of a wgmma in flight */
uintptr_t trace_last_pc(struct worker *w, struct fiber *f); /* of the lane's last record; 0: none since the merge */
void trace_nothing(void); /* the hooks of this thread do nothing from here on */
void trace_host(void);                                    /* simt_hot for host code: the device heap is out of bounds */
void trace_host_anew(void);                               /* the same, if this is host code: heap_watch() was called */
void trace_merge(struct worker *w, struct warp *p, int final);
void trace_sync(int kind, uintptr_t pc);                  /* a REC_SYNC record of the running lane: collectives,
                                                             fences, arrival at and return from named barriers */
void trace_sync_at(int kind, uintptr_t at, uintptr_t pc); /* trace_sync() of the mbarrier at `at` */
void trace_async(int what, const void *p, unsigned size, uintptr_t pc); /* 0 issued, 1 landed: marks shared words */
struct bulk;
void trace_bulk(struct bulk *b, int what, uintptr_t pc); /* 0 issued, 1 its source was read; takes a reference over */
void trace_launch_begin(struct launch *l, struct worker **w, int n);
void trace_launch_end(struct launch *l, struct worker **w, int n); /* sums, and writes the launch's JSON line */
void trace_launch_drop(void); /* in place of trace_launch_end(): it did nothing, and is launched again */

/* ---- heap.c -------------------------------------------------------------------------------------------- */

enum alloc_kind { ALLOC_DEVICE, ALLOC_MANAGED, ALLOC_PINNED, ALLOC_SYMBOL };
struct alloc {
    uintptr_t lo, hi; /* the bytes that were asked for */
    int kind;
    uintptr_t pc;     /* of the cudaMalloc */
    uint64_t *shadow; /* a struct map of shadow_map.c */
    uint8_t *written; /* a bit per byte; NULL: taken as initialised */
    uint64_t *sectors_ld, *sectors_st; /* a bit per 32-byte sector of this launch */
    const char *name; /* of a __device__, __managed__ or __constant__ variable, or NULL */
    struct arena *arena; /* the kernel heap: heap_find() answers with the block inside it */
    uint8_t live, owned, constant, leaving; /* not freed; pinned by cudaMallocHost; __constant__; cudaFreeAsync */
    uint8_t mapped, touched; /* by cuMemMap; host code was here before it had waited (host_touch.c) */
};
extern uintptr_t simt_heap_lo, simt_heap_hi; /* device and managed memory lies here, with gaps between */
/* What host code touches beside that, and has to be looked at, lies here; 0: nothing is. The heap may lie between. */
extern uintptr_t heap_watched_lo, heap_watched_hi;
void heap_watch(uintptr_t lo, uintptr_t hi);
void *heap_alloc(size_t n, int kind, uintptr_t pc); /* 256-byte aligned; NULL: no memory */
int heap_free(void *p);                              /* 0, or -1: not an allocation */
/* The live allocation that holds a, or NULL. Pointers stay valid until the allocation is freed. Thread-safe. */
struct alloc *heap_find(uintptr_t a);
/* The allocation nearest to a, for a message: *freed: is it freed? *distance: bytes before (< 0) or past it. */
const struct alloc *heap_near(uintptr_t a, int *freed, long *distance);
void heap_each(void (*fn)(struct alloc *, void *), void *arg);
/* The host has written these bytes (cudaMemcpy, cudaMemset), which are initialised from here on. */
void heap_written(const void *p, size_t n);
void heap_start(void); /* reserves the address space; simt_start() calls it, more than once does no harm */
/* shadow_map.c releases shadow, written and sectors_* of an allocation that is freed. */
void heap_shadow_free(struct alloc *a);
/* Zeroed memory of the runtime's own, which costs what is touched. Ends the program where there is no address space. */
void *rt_reserve(size_t n, const char *use); /* "for counters" */
/* The same for a table that grows: what counts against the limit of data is what rt_grow() has opened of it. */
struct growing {
    void *at;
    size_t open, size; /* bytes */
    const char *use;
};
void rt_growing(struct growing *g, size_t n, const char *use);
void rt_grow(struct growing *g); /* twice as much is open, up to all of it */
/* malloc() of a lane is the kernel heap (heap_device.c); code of rt/ on a lane's stack says rt_malloc(). */
void *rt_malloc(size_t n);
void *rt_calloc(size_t n, size_t size);
void rt_free(void *p);

/* ---- emit.c: errors and JSON lines --------------------------------------------------------------------- */

/* kind: "out-of-bounds" "use-after-free" "misaligned" "uninitialised" "race" "async-hazard" "divergent-barrier"
 * "barrier-after-exit" "deadlock" "warp-mask" "warp-mismatch" "shuffle-inactive" "host-pointer" "device-pointer"
 * "mbarrier-init" "cluster" "const-write" "null" "illegal-address" "stack-overflow" "local-array" "timeout" "assert"
 * "aligned" "trap" "launch" "api" "leak" "float-cast" */
struct error {
    const char *kind;
    uintptr_t pc, other_pc;              /* 0: none */
    uint64_t block, other_block;         /* linear; ~0: none */
    unsigned thread, other_thread;       /* linear in the block; ~0u: none */
    uintptr_t address;
    unsigned size;                       /* of the access, bytes */
    uint64_t count;                      /* how many lanes so far */
    char text[512];                      /* one sentence, with no place in it */
};
/* One entry a (kind, pc, launch): counts add up, the example of the lowest (block, thread) stays. Thread-safe. */
void error_add(const struct error *e);
void error_addf(const char *kind, uintptr_t pc, const char *format, ...) __attribute__((format(printf, 3, 4)));
void emit_launch_errors(FILE *f); /* "errors":[...] of this launch, then forgets them */
void emit_host_errors(void);      /* errors from between launches, as a line of their own */
FILE *emit_open(void);            /* a line to write, locked; emit_close() sends it whole */
void emit_close(FILE *f);
uint32_t emit_pc(uintptr_t pc);   /* as written to JSON: offset from the image's start */

/* ---- api_*.c ------------------------------------------------------------------------------------------- */

int api_sticky(void);
int api_launch(const struct simt_launch *l); /* a valid one takes its place in the stream: a cudaError_t */
const char *api_kernel_name(const void *fn); /* of a kernel launched by pointer, from the symbol table */
int api_launch_bad(const struct simt_launch *l, int error); /* an invalid one: the last error, also of a capture */
size_t api_static_smem(const void *fn);      /* bytes of its __shared__ variables */
struct simt_dim3 api_cluster_dims(const void *fn); /* the kernel's __cluster_dims__; x 0: none */
int api_large_clusters(const void *fn);      /* cudaFuncAttributeNonPortableClusterSizeAllowed is set */
size_t api_max_dyn_smem(const void *fn);     /* as cudaFuncSetAttribute left it; 48 KiB when it did not */
/* Limits of the profile (api_device.c). */
struct device {
    const char *name, *id;        /* "NVIDIA H200", "h200" */
    int major, minor, sms, warp, warps_sm, blocks_sm, regs_sm, regs_block;
    size_t smem_sm, smem_block, smem_optin, smem_reserved, global_bytes, l2_bytes, const_bytes;
    int clock_kHz, memory_clock_kHz, bus_bits;
    double copy_Bps, flop_s;      /* for the virtual clock: datasheet */
};
const struct device *api_device(void);

/* memcpy for code that runs in a lane: -Wl,--wrap=memcpy would log the runtime's own copies as the lane's. */
static inline void *rt_copy(void *to, const void *from, size_t n)
{
    void *d = to;

    __asm__ volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(n) : : "memory");
    return to;
}

#endif
