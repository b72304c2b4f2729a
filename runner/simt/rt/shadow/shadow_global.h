/* shadow_global.h: what shadow_global.c, shadow_map.c, doubts.c and order_blocks.c share. */
#ifndef SIMT_SHADOW_GLOBAL_H
#define SIMT_SHADOW_GLOBAL_H

#include "shadow.h"

enum { SECTOR = 32, WORDS = SECTOR / 4 };

/* An entry: a number << LANE_BITS | a lane, and two flags above. */
#if SIMT_WARP == 64
enum { LANE_BITS = 6 };
#else
enum { LANE_BITS = 5 };
#endif
#define NUMBER_LIMIT (1u << (30 - LANE_BITS))
#define ENTRY 0x3fffffffu
#define SYNCING 0x80000000u /* word's writer entry: atomic or volatile */
#define SPLIT 0x80000000u /* sector's writer entry: see its words */

/* ---- rows, and who has touched what -------------------------------------------------------------------- */

#define ORDER_ONLY 255 /* kept_row.op: no access, but something that orders the warp's */

struct kept_row { /* a row until its turn, and then n addresses, where they are scattered */
    uint32_t pc, epoch, grid_epoch;
    uint16_t warp, n;
    uint8_t op, lg, syncing, scattered, consecutive, valued, cas, rest, relaxed, of_block;
    simt_mask mask;
    struct alloc *alloc;
    uint64_t at; /* of the first lane; the key of ORDER_ONLY, whose lg is the op */
    int64_t stride;
    uint64_t value; /* valued: what a store to a single address left there */
};

/* Of a row's i-th address. */
static inline unsigned lane_of(const struct kept_row *t, unsigned i)
{
    simt_mask m = t->mask;

    if (t->consecutive)
        return CTZ(m) + i;
    while (i-- && m & (m - 1))
        m &= m - 1;
    return CTZ(m);
}

struct accessor {
    uint32_t pc, epoch, grid_epoch, clock;
    uint64_t block, tick; /* tick: order_cluster.c */
    uint16_t warp;
    uint8_t lg, valued, plain_write, of_block;
    uint64_t at, value;
    uint32_t store_pc, store_thread; /* of an entry with AFTER_STORE: that store */
};

/* ---- shadow_map.c -------------------------------------------------------------------------------------- */

struct map { /* struct alloc's shadow */
    struct entries {
        uint32_t *writer, *reader;
    } sector, word;
    uint64_t *bits[2]; /* sectors loaded, stored in this launch */
    uint64_t count[2];
    uint64_t launch;
    uintptr_t base;    /* the first sector's address */
    size_t size, nbits, sectors;
    size_t written;    /* all bytes before this one are initialised */
    struct map *next;
};

/* Bit maps of a bit per byte: whether all n are set; any of n <= 4 is; sets them. */
int bits_all(const uint8_t *bits, size_t from, size_t n);
int bits_any(const uint8_t *bits, size_t from, size_t n);
void bits_set(uint8_t *bits, size_t from, size_t n);

extern uint64_t map_launch;
struct map *map_closer(struct alloc *a); /* NULL: no memory */
static inline struct map *map_of(struct alloc *a)
{
    struct map *m = (struct map *)a->shadow;

    return LIKELY(m && m->launch == map_launch) ? m : map_closer(a);
}

void map_mark(struct map *m, int which, size_t first, size_t last);
static inline void mark_sector(struct map *m, int which, size_t sector)
{
    if (!(m->bits[which][sector / 64] >> (sector & 63) & 1))
        map_mark(m, which, sector, sector);
}
void map_forget_all(void); /* every note of who touched what */
/* Gives the numbers from..from+n-1 that an entry of this launch holds their place among them, from `from` on.
 * rank[i], zeros before: that of number from + i, counted from 1. How many there are. */
uint32_t map_renumber(uint32_t from, uint32_t n, uint32_t *rank);
void map_launch_begin(uint64_t launch);
void map_launch_end(uint64_t *total); /* distinct sectors loaded, stored; pairs of sectors loaded, if asked for */

/* ---- doubts.c ------------------------------------------------------------------------------------------ */

void doubt_crossed(uint64_t a);        /* more than one block stored to this word */
void doubt_add(const struct error *e); /* warps of one block stored different values there, if no other block did */
void doubts_end(void);                 /* the launch has ended: errors they are, or forgotten */

/* ---- global_text.c ------------------------------------------------------------------------------------- */

/* kind: 0 a read of what was written, 1 a write of it, 2 a write of what was read, 3 lanes that lose updates. */
enum race_why { RACE_PLAIN, RACE_NO_FENCE, RACE_NO_ACQUIRE, RACE_OF_BLOCK };
void global_race_text(struct error *e, const struct alloc *a, int kind, enum race_why why);
/* Of two grids that may run at once; kinds 0 to 2. */
void global_early_text(struct error *e, const struct alloc *a, int kind);
/* Of work of two streams, likewise; who: "A kernel", other: "a copy". */
void global_streams_text(struct error *e, const struct alloc *a, int kind, const char *who, const char *other);
void global_uninitialised_text(struct error *e, const struct alloc *a);

/* ---- order_blocks.c ------------------------------------------------------------------------------------ */

struct blocks { /* a set of blocks; too many gaps are filled in */
    unsigned n;
    struct range {
        uint64_t lo, hi;
    } r[4];
};

int blocks_has(const struct blocks *s, uint64_t b);

/* What a block's fences of more than the block cover: all of earlier epochs, and each warp up to a clock. */
struct fences {
    uint32_t n, epoch, clock[SIMT_MAX_WARPS];
};

struct progress { /* how far the checks of a block have come */
    uint64_t block;
    uint32_t epoch, grid_epoch;
    uint64_t stamp[SIMT_MAX_WARPS]; /* changes when the warp needs new numbers: always to ++progress_stamps */
    struct order order;
    struct blocks acquired;         /* the blocks that released what this block has acquired since */
    struct blocks unfenced;         /* those that a relaxed load has found: acquired with the next fence */
    uint32_t acquired_epoch, acquired_clock[SIMT_MAX_WARPS];
    uint64_t acquired_warps;
    struct fences fences;
    uint64_t locking;               /* warps that used an atomic of one word, as for a lock */
    uint64_t waited;                /* warps that have waited for the grid before this one, or know of such a wait */
};
extern uint64_t progress_stamps;

/* The warp has come to a fence of more than the block, which covers all that the warp has heard of. */
void progress_fence(struct progress *p, unsigned warp);
/* The warp acquires from (REC_READ), releases to (REC_WRITE, REC_RED), or both, the object of this key (order.c);
 * across: for other blocks, too; relaxed: without a fence of its own. */
void progress_order(struct progress *p, unsigned warp, unsigned op, uint64_t key, int across, int relaxed);
/* Does what the warp does now come after something that its block has acquired? */
int progress_acquired(const struct progress *p, unsigned warp);
/* Has the block released after what the block's warp did at this clock and epoch? */
int across_released(uint64_t block, unsigned warp, uint32_t clock, uint32_t epoch);
/* And was there a fence between the two? */
int across_fenced(uint64_t block, unsigned warp, uint32_t clock, uint32_t epoch);
void across_reset(void);

/* ---- shadow_early.c ------------------------------------------------------------------------------------ */

extern uint32_t early_from; /* the first number of the launch beside which this one runs; 0: there is none */
void early_begin(const struct launch *l, uint32_t from, uint32_t next, const struct accessor *who);
void early_waited(struct progress *p, unsigned warp);
void early_heard(struct progress *p, unsigned warp, int across); /* it acquires; across: of other blocks, too */
void early_row(const struct progress *p, const struct kept_row *t, const uint64_t *each, const struct map *m);

/* ---- shadow_streams.c ---------------------------------------------------------------------------------- */

extern int streams_beside; /* 1: something else was done that nothing orders with what is done now */
/* A launch had the numbers from..next-1. */
void streams_launch_ended(uint32_t from, uint32_t next, const struct accessor *who);
void streams_heard(uint64_t word); /* the result of an atomic there, at address >> 2, is used; 0: of several */
int streams_kept(uint32_t entry); /* it is of such a launch */
void streams_row(const struct progress *p, const struct kept_row *t, const uint64_t *each, const struct map *m);

#endif
