/*
 * shadow.h: what count.c hands on to the checks of shared memory (shadow_shared.c) and global memory
 * (shadow_global.c), which keep a note of who touched each word last.
 */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include "runner/simt/rt/trace/count.h"

/* ---- order.c ------------------------------------------------------------------------------------------- */

enum { MAX_OBJECTS = 64, ORDER_WARPS = SIMT_MAX_WARPS + 8 /* one more: bulk copies; whole vectors */ };
struct order { /* of the warps of one block, since the last __syncthreads */
    uint32_t clock[ORDER_WARPS]; /* an access now has clock + 1 */
    uint32_t heard[ORDER_WARPS][ORDER_WARPS];
    uint64_t key[MAX_OBJECTS];
    uint32_t object[MAX_OBJECTS][ORDER_WARPS]; /* clocks heard of by who acquires it */
    unsigned nobjects;
    int used;
};
#define ORDER_BARRIER(id) (1ull << 63 | (id)) /* the key of a named barrier; of memory: its address, by word */
#define ORDER_MBARRIER(at) (1ull << 62 | (at))
void order_reset(struct order *o);
void order_acquire(struct order *o, unsigned warp, uint64_t key);
void order_release(struct order *o, unsigned warp, uint64_t key);
/* Does what the warp `of` did at this clock come before what `warp` does now? */
static inline int order_before(const struct order *o, unsigned of, uint32_t clock, unsigned warp)
{
    return o->heard[warp][of] >= clock;
}

/* ---- order_cluster.c ----------------------------------------------------------------------------------- */

struct cluster;
struct remote_last { /* the last access of one block to the shared memory of another */
    uint64_t tick;   /* 0: none */
    uintptr_t pc, at;
    unsigned thread, op;
};
void heard_begin(struct cluster *c); /* the cluster's blocks know nothing of each other */
void heard_end(struct cluster *c);
/* When what a block of a cluster does now happens; 0: it is in none. */
uint64_t heard_tick(const struct worker *w);
/* The block acquires from what the key stands for (REC_READ), releases to it (REC_WRITE, REC_RED), or both. */
void heard_sync(struct worker *w, unsigned op, uint64_t key);
void heard_met(struct worker *w);            /* the block has waited at the cluster's barrier: all others have begun */
int heard_has_met(const struct worker *w);
/* Does what the block of that rank did at `tick` come before what w's block does now? */
int heard_before(const struct worker *w, unsigned rank, uint64_t tick);
/* heard_before() of a block by its number; 0 where that block is not of w's cluster. */
int heard_from_block(const struct worker *w, uint64_t block, uint64_t tick);
struct remote_last *remote_last(const struct worker *owner, unsigned by); /* NULL: no cluster */

/* ---- cluster.c ----------------------------------------------------------------------------------------- */

/* The block of w's cluster in whose shared memory a lies; NULL: a lies in no block's. */
struct worker *cluster_owner(const struct worker *w, uintptr_t a);

/* ---- shadow_remote.c ----------------------------------------------------------------------------------- */

/* A row in the shared memory of `owner`, another block of the cluster. */
void remote_row(struct worker *w, struct warp *p, struct op_tally *s, struct worker *owner, const struct lane_row *r);
void remote_block_end(struct worker *w); /* w's block has ended: looks for blocks that still read the block's memory */

/* ---- shadow_shared.c ----------------------------------------------------------------------------------- */

void shared_init(struct worker *w);        /* on the worker's own thread */
void shared_block_begin(struct worker *w);
void shared_block_end(struct worker *w);
void shared_row(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r);
void shared_async(struct worker *w, struct warp *p, const struct lane_row *r); /* takes a REC_ASYNC row */
void shared_bulk_row(struct worker *w, struct warp *p,
                     const struct lane_row *r);                               /* one of bulk copies: shadow_bulk.c */
void shared_sync(struct worker *w, struct warp *p, const struct lane_row *r); /* takes a REC_SYNC row */

/* ---- shared_arrays.c ----------------------------------------------------------------------------------- */

/* The declared array or dynamic window that holds a: its bounds, and it counts as touched. 0: none does. */
int shared_bounds(struct worker *w, uintptr_t a, uintptr_t *lo, uintptr_t *hi);
/* For a message: where a lies, which is outside the array that holds `guide`, or every array. */
void shared_describe(struct worker *w, uintptr_t a, uintptr_t guide, char *text, size_t n);
/* "As (byte 128)": the same for an address in an array. */
const char *shared_place(struct worker *w, uintptr_t a, char *text, size_t n);
void shared_forget(void);                  /* forgets which arrays were touched */
void shared_emit(FILE *f);                 /* "shared":[...] of those touched, then forgets them */

/* ---- shadow_global.c ----------------------------------------------------------------------------------- */

void global_launch_begin(struct launch *l);
uint64_t global_races_to(void); /* the first block that could not be checked for races; UINT64_MAX: all were */
void global_block_begin(struct worker *w);
/* All lanes of the row lie in a. */
void global_row(struct worker *w, struct warp *p, const struct op_tally *s, struct alloc *a, const struct lane_row *r);
/* The warp acquires (REC_READ), releases (REC_WRITE) or both at what the key stands for (order.c). */
enum { ORDER_ACROSS = 8 /* beside op: what other blocks released is acquired, too */,
       ORDER_FENCE = 16 /* no op: what the warp has heard of is covered by a fence of more than the block */,
       ORDER_GRID = 32 /* no op: the warp has waited for the grid before its own */ };
void global_order(struct worker *w, unsigned warp, unsigned op, uint64_t key);
void global_merged(struct worker *w);    /* the log of a warp has been merged */
void global_block_end(struct worker *w); /* the block's rows are checked when those of all earlier blocks were */
void global_launch_end(void);
/* The 32-byte sectors that the last launch loaded, and those that it stored, each counted once. */
void global_sectors(uint64_t *loaded, uint64_t *stored, uint64_t *pairs);

#endif
