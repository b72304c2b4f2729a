/*
 * count.h: what the tracing files share (hook.c merge.c count.c shadow_*.c emit.c). Nobody else includes it.
 *
 * merge.c turns 32 lane logs into rows: one warp-level instruction, its active lanes and their record words.
 * count.c finds the row's memory space, counts it in a struct op_tally, checks its bounds, and hands it to the
 * shadow of its space.
 */
#ifndef SIMT_COUNT_H
#define SIMT_COUNT_H

#include "runner/simt/rt/rt.h"

#define ALL_LANES ((simt_mask)~(simt_mask)0)
#if SIMT_WARP == 64
#define CTZ(m) ((unsigned)__builtin_ctzll(m))
#define POPCOUNT(m) ((unsigned)__builtin_popcountll(m))
#else
#define CTZ(m) ((unsigned)__builtin_ctz(m))
#define POPCOUNT(m) ((unsigned)__builtin_popcount(m))
#endif
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LANE_STRIDE (LOG_ROWS + 4) /* records from lane to lane: no power of two, which would crowd the cache's sets */

enum { RUNS = 4 };
struct lane_row {
    uint32_t pc, meta;
    unsigned n;          /* active lanes */
    simt_mask mask;      /* which lanes are active */
    simt_mask could;     /* lanes that could have been active */
    unsigned runs;       /* of active lanes whose addresses step evenly; 0: more than RUNS, see `at` */
    uint8_t start[RUNS + 1]; /* the first lane of each run, among the active lanes; start[runs] == n */
    uint64_t base[RUNS]; /* the address of the run's first lane */
    int64_t step[RUNS];
    const uint64_t *at;  /* all addresses; may be NULL where there are runs */
    uintptr_t lo, hi;    /* lowest address, and one past the highest byte: row_measure() */
};

/* What joining takes from a tally, or, of one joined access, what it costs. */
struct join_cost {
    int64_t requests, units, ideal;
};

/* Counters of one (pc, op, size, space) in one worker and launch. */
struct op_tally {
    uint64_t key;                 /* pc | op << 32 | log2 size << 35 */
    uint8_t op, lg, space;
    uint8_t halves;               /* 16 bytes of a type that is aligned to 8: two requests of 8 */
    uintptr_t lo, hi;             /* a row in here needs no closer look */
    struct alloc *alloc;          /* global: what lo and hi come from */
    uint64_t requests, lanes, units, ideal, divergent, serial;
    uint64_t bytes;               /* global: distinct ones that a request asks for, summed over requests */
    uint64_t first;               /* reuse.c: sectors loaded that the block had not loaded yet */
    uint64_t misses;              /* reuse.c: requests with such a sector */
    uint64_t apart;               /* of `first`: of requests whose addresses do not step evenly */
    uint64_t cache_lines;         /* reuse.c: of 128 bytes, summed over requests */
    uint64_t banks;               /* wavefronts that they would be in shared memory, where the L1 is, too */
    uint64_t parts;               /* reuse.c: sectors stored in part that the block had not loaded or stored to */
    uint64_t hot, hot_block;      /* reuse.c: lanes at each block's hottest word of shared memory; the last block */
    uint32_t hot_most;            /* and how many of them were that block's */
    uint32_t worst;
    uint32_t who;                 /* shadow_shared.c: the number that stands for (warp, clock, pc) now */
    uint64_t who_key;
    uint8_t origins;              /* join.c: places of 16 bytes, a bit each, where it has begun */
    struct join_cost join[2];     /* to be added with accesses of up to 8 bytes, and of up to 16 */
};

enum { TALLY_CACHE = 4096 };
struct counts {
    struct op_tally *tally;       /* [MAX_TALLIES], of which `room` are open */
    uint32_t n, room;
    struct growing grow;
    uint32_t *hash;               /* index + 1 into stat */
    struct op_tally *cache[TALLY_CACHE]; /* by pc: the one met last */
    struct record *log;           /* [SIMT_WARP][LANE_STRIDE], of the warp that runs */
    uint32_t nlog[SIMT_WARP] __attribute__((aligned(32))); /* how many records each lane's log has */
    struct kept_rows *kept;       /* shadow_global.c: this block's rows */
    struct progress *progress;    /* and how far they are checked, in a cooperative launch */
    struct reuse *reuse;          /* reuse.c; NULL: no time is asked for */
    struct joins *joins;          /* join.c */
    uint64_t warp_rows[SIMT_MAX_WARPS], longest; /* basic blocks that the block's warps have run; most of any warp */
    uint64_t totals[TOTALS];      /* of traced blocks, but for those that only a launch has */
    uint64_t start[TOTALS];       /* of the worker, when its block began */
};

static inline uintptr_t row_at(const struct lane_row *r, unsigned i)
{
    unsigned k = 0;

    if (r->at)
        return r->at[i];
    while (k + 1 < r->runs && i >= r->start[k + 1])
        k++;
    return r->base[k] + (uint64_t)r->step[k] * (i - r->start[k]);
}

/* What memory holds there, of up to 8 bytes. */
static inline uint64_t value_at(uintptr_t a, unsigned lg)
{
    uint64_t v = 0;

    switch (lg) {
    case 0: return *(const volatile uint8_t *)a;
    case 1: __builtin_memcpy(&v, (const void *)a, 2); return v;
    case 2: __builtin_memcpy(&v, (const void *)a, 4); return v;
    default: __builtin_memcpy(&v, (const void *)a, 8); return v;
    }
}

/* Its active lanes from..from+n-1, counted among the active ones. */
static inline simt_mask row_mask(const struct lane_row *r, unsigned from, unsigned n)
{
    simt_mask mask = r->mask, rest;

    if (n == r->n)
        return mask;
    if (r->n == SIMT_WARP)
        return ((((simt_mask)1 << (n - 1)) << 1) - 1) << from;
    while (from--)
        mask &= mask - 1;
    rest = mask;
    while (n--)
        rest &= rest - 1;
    return mask & ~rest;
}

/* The lane of the i-th active one. */
static inline unsigned row_lane(const struct lane_row *r, unsigned i)
{
    simt_mask m = r->mask;

    if (r->n == SIMT_WARP)
        return i;
    while (i--)
        m &= m - 1;
    return CTZ(m);
}

void row_runs(struct lane_row *r); /* from n and at */
void row_measure(struct lane_row *r);

/* hook.c */
void trace_parallel(int workers); /* more than one: blocks take turns at atomics */

/* count.c */
void counts_init(struct worker *w);
void counts_reset(struct worker *w);
void count_row(struct worker *w, struct warp *p, struct lane_row *r);
/* REC_BB */
void count_rows(struct worker *w, const struct warp *p, uint32_t pc, uint32_t meta, unsigned lanes, int divergent);

/* reuse.c: what is used again: sectors by a block's loads, words by a launch's atomics */
struct reuse *reuse_new(void);
void reuse_launch_begin(struct reuse *u);
void reuse_block_begin(struct reuse *u);
unsigned reuse_load(struct reuse *u, const struct lane_row *r); /* sectors that the block had not loaded */
/* Sectors that are stored in part, unless the block has loaded them or the warp stored to them. */
unsigned reuse_store(struct reuse *u, const struct lane_row *r, unsigned warp);
void reuse_atomic(struct reuse *u, const struct lane_row *r);
void reuse_shared(struct reuse *u, struct op_tally *s, const struct lane_row *r); /* an atomic's; counts s->hot */
unsigned reuse_lines(const struct lane_row *r); /* of 128 bytes; one that lanes far apart share may count twice */
/* Of all workers together: lanes and requests at the word that has most. */
void reuse_hottest(struct worker **w, int n, uint64_t *lanes, uint64_t *requests);

/* join.c: shared accesses that nvcc makes one of */
struct joins *joins_new(void);
void joins_end(struct joins *j, unsigned warp); /* nothing of the warp's is joined across here */
void join_row(struct joins *j, struct worker *w, unsigned warp, struct op_tally *s, const struct lane_row *r,
              unsigned units, unsigned ideal);
/* banks.c: wavefronts of a row of 2^lg bytes a lane in shared memory, and how many it needs at least. */
unsigned wavefronts(const struct lane_row *r, unsigned lg, unsigned *ideal);

/* stored.c: whether the store whose hook returns to pc always stores the same value, of up to 8 bytes */
int stored_constant(uintptr_t pc, unsigned size, uint64_t *value);
/* The first 16 bytes that are loaded (stored) at once after pc: 1 by an aligned move, 0 by another, -1 not seen. */
int moved_aligned(uintptr_t pc, int store);

/* hook.c: whether the hook that returns to pc is gcc's for 16 bytes at once. */
int hook_of_16(uintptr_t pc);

/* emit.c */
void emit_string(FILE *f, const char *s);
void emit_end(void);
int error_fatal(void);   /* the cudaError_t with which a GPU would have ended the launch for the errors so far */
void error_forget(void);
/* Counts one more of an error; 0: its example (this block and thread) is new or better, call error_add(). */
int error_known(const char *kind, uintptr_t pc, uint64_t block, unsigned thread, uint64_t count);

#endif
