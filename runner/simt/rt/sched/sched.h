/*
 * sched.h: what fiber.c, sched.c, warp.c, launch.c, async.c and device_io.c share. rt.h is for everybody.
 *
 * Lanes run one after another in a thunk's loop, on one stack, for as long as they only compute. A lane that
 * has to wait parks that stack (it is a fiber from then on) and the scheduler enters the thunk again on
 * another for the lanes not begun. So a kernel without barriers or collectives needs one stack and no switch.
 *
 * In code compiled without hooks the loop goes from lane to lane by itself (simt_lane.x_end), and the runtime
 * learns of it at the next call: simt_self() catches up.
 */
#ifndef SIMT_SCHED_H
#define SIMT_SCHED_H

#include <pthread.h>

#include "runner/simt/rt/rt.h"

#define LANE_BIT(l) ((simt_mask)1 << (l))
static inline unsigned mask_first(simt_mask m) { return (unsigned)__builtin_ctzll((uint64_t)m); }
static inline unsigned mask_count(simt_mask m) { return (unsigned)__builtin_popcountll((uint64_t)m); }
/* The lanes 0..n-1, of at most a warp. */
static inline simt_mask mask_below(unsigned n)
{
    return n >= SIMT_WARP ? (simt_mask)~(simt_mask)0 : LANE_BIT(n) - 1;
}

enum { NAMED_BARRIERS = 16 };

struct meeting { /* who has come to __syncthreads */
    unsigned preds;
    uint32_t site;
    uintptr_t pc, other_pc;     /* other_pc: of a thread that has come to another site; 0: none */
    unsigned other_thread;
    int count, all, any;        /* what the last complete barrier gave its threads */
};

struct named { /* a named barrier: bar.sync id, n. It counts warps, each of which comes when its last lane has */
    unsigned come, n, given;    /* threads, a warp's always all; n: 0 while nobody has come; given: 0 for the block's */
    uintptr_t pc;
    struct coming {             /* of a warp that has not come as a whole */
        simt_mask came, aligned; /* lanes; those that came by an instruction with .aligned */
        uintptr_t pc;
        unsigned first;
        int arrives;             /* by bar.arrive */
    } part[SIMT_MAX_WARPS];
};

struct output { /* what a block has printed */
    char *data;
    size_t n, room;
};

enum fault_kind { FAULT_NONE, FAULT_MEMORY, FAULT_ARITHMETIC, FAULT_INSTRUCTION, FAULT_TIME };
#define NO_ADDRESS (~(uintptr_t)0) /* the processor does not say: no memory can be there */
struct fault {
    int kind;
    uintptr_t pc, address, sp;
};

struct device_launch { /* a kernel that a lane has launched */
    struct simt_launch in;
    uint64_t block, seq;
};

struct registers { /* of setmaxnreg, a thread; launched 0: no warp of the block has come to one */
    unsigned launched, of[SIMT_MAX_WARPS], next[SIMT_MAX_WARPS]; /* of: now; next: asked for last, 0 never */
    unsigned times[SIMT_MAX_WARPS]; /* that the warp has come to one, */
    uintptr_t at[SIMT_MAX_WARPS];   /* and where last */
    uintptr_t pc; /* where a warp has asked for more */
};

struct sched {
    uint64_t turn;              /* atomic: all blocks of this worker below this number have ended */
    uint8_t *region;            /* guard, then the stacks, then a guard */
    size_t region_size, guard;
    unsigned nstacks, nfree;
    uint8_t **free;             /* the top of the pile is taken first; stack 0 lies next to the guard */
    unsigned fibers;            /* how many fibers worker.fiber has room for */
    struct simt_dim3 shape;     /* of the block that worker.fiber is filled in for */
    struct meeting meet;
    struct named named[NAMED_BARRIERS];
    int named_used;             /* by the block */
    unsigned named_full;        /* a bit for each named barrier that is complete and to be released by the scheduler */
    int ngrid;                  /* threads at grid.sync() */
    unsigned alone;             /* rounds in which the only block that runs has done no more than spin, */
    double alone_since;         /* and since what CPU time: see block.c */
    unsigned rounds;            /* how often all warps had a turn, in a cluster with a seed */
    int slow;                   /* a switch has more to do than to switch: logs, random order */
    int error;                  /* of a lane that ended by assert: the launch fails, the block goes on */
    uint64_t clock, clock_step;
    unsigned clock_lane;
    struct output out;
    struct fault fault;
    struct stuck {              /* stuck.c: what the block had done at the last look, and how often nothing since */
        uint64_t done, block;
        uint32_t look;
        int vain;               /* how many looks in a row the block has waited in vain; atomic */
    } stuck;
    int turning;                /* atomic: the block waits until all blocks before it have ended */
    int calling;                /* the user's code runs on behalf of a collective: no lane may be parked */
    void *signal_stack;
    struct seat *seat;          /* coop.c: this block's seat in a cooperative launch, or in a cluster */
    struct cluster *cluster;    /* cluster.c: the block's cluster, or NULL */
    unsigned rank;              /* the block's rank in that cluster */
    struct registers registers;
    struct wgmma *wgmma;        /* device_wgmma.c: each warp's products in flight; NULL: the block has issued none */
    simt_mask alone_came[SIMT_MAX_WARPS]; /* who has arrived at the barrier of a cluster of one block, and not waited */
    int alone_used;             /* by the block */
    unsigned ncluster;          /* how many threads are at barrier.cluster.wait */
    uint32_t cluster_seen;      /* the cluster's phase when they were last looked at */
    pthread_t thread;
    int threaded;               /* thread waits for launches */
};

/* ---- fiber.c ------------------------------------------------------------------------------------------- */

extern __thread void *simt_sched_sp;          /* the scheduler's stack, while a lane runs */
void fiber_enter(void *sp);                   /* from the scheduler to a lane, until none is ready */
void fiber_jump(void *sp) __attribute__((noreturn));
void *fiber_begin(struct worker *w, uint8_t **stack); /* takes a stack; what to enter or jump to */
void lane_main(void) __attribute__((noreturn)); /* sched.c: what runs on a fresh stack */
int stacks_fit(struct worker *w, unsigned n, size_t guard); /* 0, or -1: no memory */
void stacks_reset(struct worker *w);
enum { GUARD = 8 << 20, GUARD_COOP = 256 << 10 }; /* wide: a large frame must not step over it */
enum { GUARD_ABOVE = 64 << 10 };                  /* a thread that runs over its arrays ends there */
/* The number of the stack that sp lies in, or ~0: no lane's stack. The guard is stack 0's. */
size_t stack_of(const struct sched *s, uintptr_t sp);

static inline void stack_free(struct worker *w, uint8_t *stack)
{
    w->sched->free[w->sched->nfree++] = stack;
}

/* ---- stuck.c ------------------------------------------------------------------------------------------- */

int stuck_look(struct worker *w); /* at a look: whether all that runs waits in vain */
/* Of blocks that take turns: what it has done so far, in one number; whether it has waited in vain for long; and that
 * another has done something, which it may wait for. */
uint64_t stuck_done(const struct worker *w);
int stuck_long(const struct worker *w);
void stuck_moved(struct worker *w);
void stuck_word(struct worker *w, uintptr_t at, char *text, size_t n);
int launch_all_stuck(const struct worker *but, int looks); /* launch.c: does every other worker with a block wait so? */
void block_stuck(struct worker *w);                        /* block.c: reports the deadlock */

/* ---- sched.c, block.c ---------------------------------------------------------------------------------- */

void run_block(struct worker *w, uint64_t block);
const char *time_limit_why(void); /* a clause after "time limit", or "" */
int worker_shape(struct worker *w, const struct launch *l); /* before its first block: 0 or -1, no memory */
/* The lane that runs has ended: it never returns. */
void lane_exit(void) __attribute__((noreturn));
/* An error of the lane that runs, or of the block where none does. */
void lane_error(const char *kind, uintptr_t pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fault_landing(void) __attribute__((noreturn)); /* on the scheduler's stack, after sched.fault was set */
/* lane_error() with a second place, in another thread of this block. */
void pair_error(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void overflow(struct worker *w, uintptr_t pc);
void to_host(struct worker *w); /* no lane runs on this thread */
/* Gives the block up: the stacks of all its lanes stay as they are. */
void give_up(struct worker *w, int error) __attribute__((noreturn));
void run_warp(struct worker *w, struct warp *p); /* until all its lanes wait or have ended */
extern __thread int lanes_moved; /* a lane has done more than spin */
struct fiber *lane_catch_up(struct fiber *f);

/* Lanes before this one in its row may have ended without a call. */
static inline struct fiber *lane_self(void)
{
    struct fiber *f = simt_hot.cur;
    return f && __builtin_expect(f->lane != simt_lane.lane, 0) ? lane_catch_up(f) : f;
}

/* A schedule depends on the seed and the block, not on what the worker ran before. */
static inline void worker_seed(struct worker *w, uint64_t block)
{
    w->rng = simt_config.seed * 0x9e3779b97f4a7c15ull + block * 0xd1342543de82ef95ull + 88172645463325252ull;
}

static inline uint64_t worker_random(struct worker *w)
{
    uint64_t x = w->rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return w->rng = x;
}

static inline void lane_ready(struct warp *p, struct fiber *f)
{
    f->state = LANE_READY;
    p->ready |= LANE_BIT(f->lane);
}

/* ---- shared_arrays.c ----------------------------------------------------------------------------------- */

/* what a block has from its start: the dynamic window, arrays outside of functions */
void shared_poison(struct worker *w);

/* ---- barrier.c ----------------------------------------------------------------------------------------- */

void barrier_complete(struct worker *w); /* every thread that has not ended has come */
void named_complete(struct worker *w);   /* the barriers of sched.named_full */
/* Nobody can run: a warp may have come whose other lanes have ended. Whether a barrier is complete now. */
int named_try(struct worker *w);
int named_parts(struct worker *w); /* whether a part of a warp waits for its others in vain, which is told */
void grid_complete(struct worker *w);

/* ---- warp.c -------------------------------------------------------------------------------------------- */

/* Whether lanes were released: 1 where nobody else could run (__activemask), and lanes missing have ended. */
int warp_quiesce(struct warp *p);
int warp_exited(struct worker *w, struct warp *p);
const char *warp_kind_name(int kind);
void warp_mismatch(struct worker *w, struct warp *p); /* a message where collectives wait for each other */

/* ---- launch.c, coop.c ---------------------------------------------------------------------------------- */

extern volatile int simt_stop;      /* a cudaError_t: the launch is given up */
int launch_processors(void);        /* that this process may run on */
void launch_failed(uint64_t block, int error); /* of several the first block's counts */
/* The kernel, of which no lane has done anything, needs such clusters: once given up it is launched with them. */
void launch_again(struct simt_dim3 clusters);
uint64_t launch_begun(void);         /* blocks that workers have taken */
void launch_flush(struct worker *w); /* hands over what the block printed; written when its turn comes */
uintptr_t shared_start(void); /* shared_lo for this thread, before it is a worker */
void worker_enter(struct worker *w); /* this thread is the worker's from now on */
int coop_run(struct worker **w, int n, size_t thread_stack); /* a block each. 0, or -1: no threads */
enum { COOP_AGAIN, COOP_COMPLETE, COOP_NEVER, COOP_GIVE_UP };
/* All threads of the block wait for the grid, or spin: other blocks run. */
int coop_wait(struct worker *w);

/* ---- cluster.c ----------------------------------------------------------------------------------------- */

/* Blocks that share their shared memory. Only one of them runs at a time, so nothing here is locked. */
struct cluster {
    struct worker *w[SIMT_CLUSTER_MOST]; /* by rank */
    unsigned n, begun, ended;            /* blocks; a bit each */
    uint32_t phase;                      /* of barrier.cluster: how often it was complete */
    uint64_t arrived;                    /* threads in this phase, those that have ended since included */
    struct heard *heard;                 /* order_cluster.c */
    uint32_t came[SIMT_CLUSTER_MOST][SIMT_MAX_THREADS]; /* phase + 1 of an arrival not waited for; 0: none */
};
void cluster_begin(struct cluster *c, struct worker **w, unsigned n); /* w: in the order that they start in */
void cluster_try(struct cluster *c);       /* threads have ended: those at the barrier may be all that are left */
int cluster_release(struct worker *w);     /* lets lanes run whose phase is over; was any waiting? */
static inline int cluster_moved(const struct worker *w)
{
    return w->sched->cluster && w->sched->ncluster && w->sched->cluster->phase != w->sched->cluster_seen;
}
void launch_begin_blocks(uint64_t end);    /* launch.c: blocks before this one have begun */

/* ---- device_registers.c -------------------------------------------------------------------------------- */

void registers_block_end(struct worker *w);
void registers_meet(void *arg[SIMT_WARP], simt_mask mask); /* what a warp comes together for at setmaxnreg */

/* ---- device_wgmma.c ------------------------------------------------------------------------------------ */

struct mma_tile { /* of shared memory, as a descriptor tells it */
    uintptr_t start;
    unsigned lead, stride, swizzle;
    int by_columns;      /* the dimension of the rows is contiguous */
    unsigned bytes;      /* how many bytes an element has */
    unsigned first, rows, depth; /* the rows that are read, and the elements of each */
};
struct mma_tiles { /* that a warp's product reads */
    struct mma_tile tile[2];
    unsigned n;
    uintptr_t pc;
};
uintptr_t mma_tile_place(const struct mma_tile *t, unsigned i, unsigned k); /* of element k of row i */
void wgmma_block_begin(struct worker *w);
void wgmma_block_end(struct worker *w); /* after a block without failure: did all warps of a warpgroup do the same? */
int wgmma_flying(const struct worker *w, const struct fiber *f); /* products of the lane's warp not waited for */
/* The lane touches its own stack while products are in flight: no accumulator's register may lie there. */
void wgmma_touched(const struct worker *w, const struct fiber *f, uintptr_t a, int store, uintptr_t pc);

/* ---- guard.c: faults and the time limit ---------------------------------------------------------------- */

void guard_start(void);              /* signal handlers, once */
void guard_thread(struct worker *w); /* gives the handlers a stack on this thread */
void guard_begin(struct worker **w, int n);
void guard_end(void);
uintptr_t guard_user_end(void); /* the program's own code lies before it */
void guard_watch(pthread_t t);         /* one more thread that lanes run on */

/* ---- async.c, device_io.c ------------------------------------------------------------------------------ */

void async_finish(struct fiber *f);                  /* the thread ends: its copies land */
uint64_t async_under_way(const struct fiber *f);     /* bytes that no wait has covered */
void async_drop(struct fiber *f);                    /* the block is given up */

#endif
