/*
 * shadow_shared.h: the notes of one block's shared memory, for shadow_shared.c (accesses of its own lanes),
 * shadow_remote.c (of other blocks of its cluster) and shadow_bulk.c (bulk copies).
 */
#ifndef SIMT_SHADOW_SHARED_H
#define SIMT_SHADOW_SHARED_H

#include "changers.h"
#include "openings.h"
#include "runner/simt/rt/sched/bulk.h"
#include "runner/simt/rt/sched/sched.h"
#include "shadow.h"

#if SIMT_WARP == 64
enum { LANE_BITS = 6 };
#else
enum { LANE_BITS = 5 };
#endif
/* Entry: number << LANE_BITS | lane, and two flags above. */
#define NUMBER_BITS (30 - LANE_BITS)
#define NUMBER_LIMIT (1u << NUMBER_BITS)
#define ENTRY 0x3fffffffu
#define SYNCING 0x80000000u /* writer: atomic or volatile */
#define SEVERAL 0x80000000u /* reader: more than one thread */
#define SEVERAL_WARPS 0x40000000u
/* Flags of a word, or of a byte of a split word (whose INIT is 1). */
enum { INIT_ALL = 15, SPLIT = 16, PENDING = 32 /* a copy into it is on its way */,
       READING = 64 /* a bulk copy out of it is */, MMA_READING = 128 /* a wgmma is */ };
enum { BULK_WARP = SIMT_MAX_WARPS }; /* who writes what a bulk copy brings */
enum { WHO_MAX = 1 << 20 };
#define AFTER_STORE 0x40000000u /* writer: an atomic, and before it a plain store of its warp's */

struct entries {
    uint32_t *writer, *reader;
    uint8_t *flags;
};
struct who {
    uint32_t pc, clock;
    uint16_t warp;
    uint8_t lg;      /* < 2: neighbouring lanes share the word */
    uint8_t wide, syncing; /* lanes at several words; atomic or volatile */
    uint8_t valued;  /* value is what its last store to a single address left there */
    uint32_t at;     /* of that store: offset in the window */
    uint64_t value;
    uint32_t store_pc, store_lane, store_clock; /* of an entry with AFTER_STORE: that store */
    uint64_t tick;   /* when the access was, by order_cluster.c */
};

enum { MMA_GROUPS = 4 };

enum { PARTS = 64 };
struct lane_meets { /* what a warp's collectives of a part of its lanes have put in order: shadow_parts.c */
    unsigned n;
    struct part {
        uint32_t number; /* what has a lower one came before */
        simt_mask mask;
    } part[PARTS];
};

enum { LAID = 1024 };
struct laid { /* a copy of a tensor's box, by its number: how the box lies in shared memory */
    uint32_t number, pc;
    uint8_t swizzle;      /* enum of tensormap.h */
};

struct begun { /* an mbarrier, where it was initialised */
    uint64_t at;          /* 0: free */
    uint64_t tick;        /* when that was, by order_cluster.c */
    uint32_t number;
    uint16_t thread;
};

struct shadow {
    struct entries word, byte;
    size_t lo, hi;        /* bytes touched in this block */
    uint32_t next;        /* number */
    uint32_t block_from;  /* the first number of this block */
    uint32_t who_from;    /* the first number whose who is kept: of this epoch, or of the block where `keep` */
    int keep;             /* what came before a __syncthreads still matters: other blocks may access it */
    uint32_t epoch_from;  /* the first number of this __syncthreads epoch */
    uint32_t warp_from[SIMT_MAX_WARPS]; /* the first since the warp's last collective of all its lanes */
    struct lane_meets *parts;  /* of each warp; NULL: there was none yet */
    uint64_t stamp[SIMT_MAX_WARPS + 1], stamps; /* changes when the warp needs new numbers */
    uint32_t epoch;       /* worker.epoch last seen */
    struct who *who;      /* who[i]: who stands behind number who_from + i */
    uint32_t nwho, who_room, next_room; /* that many of who and of warp_of are open */
    struct growing grow_who, grow_warp_of;
    struct order order;
    uint64_t locking;     /* warps that used an atomic of one word, as for a lock: their lanes may take turns */
    size_t words;
    struct openings openings;
    struct changers *changers; /* of words that atomics without a result changed */
    uint8_t *warp_of;     /* of each number since `next` was 1 */
    /* The number due at each thread's last fence.proxy.async, and where its epoch began. */
    uint32_t fence_at[SIMT_MAX_THREADS], fence_epoch[SIMT_MAX_THREADS];
    int fences;
    uint32_t heard[SIMT_MAX_WARPS]; /* the number due when the warp last acquired something of other warps */
    uint8_t *mma_reads;   /* of each word how many warps' wgmma read it now; NULL: there was none */
    uint32_t (*mma_done)[MMA_GROUPS]; /* of each word the number of the last wait for one that read it */
    uint32_t mma_pc;      /* where the last wgmma was issued */
    struct laid laid[LAID]; /* at number % LAID: the last copies */
    struct begun begun[BARRIERS]; /* the block's mbarriers, hashed by their address: shadow_meet.c */
    unsigned nbegun;
    struct met *met;      /* of each named barrier who came, since the last __syncthreads; NULL: none was used */
    struct worker *of;
    uint64_t fenced;      /* warps that have fenced in this block: a bit each */
    struct remotes *remotes, *remotes_kept; /* shadow_remote.c: NULL: no other block came here; the memory for it */
};

struct shared_access { /* of one lane */
    struct worker *w;
    struct shadow *sh;
    struct op_tally *s;
    unsigned warp;
    unsigned op;
    int syncing;    /* atomic or volatile */
    int wide;       /* lanes at several words */
    int exempt;     /* atomic: lanes of one warp need no __syncwarp between them either */
    int reads;      /* 1: the bytes must have been written before */
    uint32_t pc, number;
    uintptr_t at;
    unsigned lane;
};

static inline const struct who *who_of(const struct shadow *sh, uint32_t entry)
{
    return &sh->who[((entry & ENTRY) >> LANE_BITS) - sh->who_from];
}

static inline int this_epoch(const struct shadow *sh, uint32_t entry)
{
    return (entry & ENTRY) >> LANE_BITS >= sh->epoch_from;
}

/* Is it still known who of the block made the entry? */
static inline int entry_known(const struct shadow *sh, uint32_t entry)
{
    uint32_t number = (entry & ENTRY) >> LANE_BITS;

    return number >= sh->block_from && number >= sh->who_from;
}

/* Whether any of n <= 4 bytes was written, or is on its way; and says that all n were. */
int shared_written(const struct shadow *sh, size_t offset, size_t n);
void shared_set_written(struct shadow *sh, size_t offset, size_t n);

/* shadow_remote.c: a row of the block itself where other blocks of the cluster have been. */
void remote_local_row(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r);
/* A lane of the row arrives at an mbarrier, of another block or not: that has to be there still. */
void remote_arrival(struct worker *w, const struct lane_row *r, unsigned warp, unsigned lane, uint64_t at);
void remote_block_begin(struct shadow *sh);

/* The number that stands for (warp, its clock, program counter) now. */
uint32_t shared_number(struct shadow *sh, unsigned warp, struct op_tally *s, uint32_t pc);
void shared_epoch(struct worker *w, struct shadow *sh); /* forgets what a __syncthreads has put in order since */
/* One word, of which x->op says what is done to it: races, and who did it. */
void shared_touch_word(const struct shared_access *x, size_t i);
void shared_check_written(const struct shared_access *x, size_t offset, size_t size);

/* shadow_mma.c: a warp's wgmma begins to read its tiles, or has read them; and a write to a word that one reads. */
void shared_mma(struct worker *w, unsigned warp, const struct mma_tiles *tiles, int begins);
void mma_hazard(const struct shared_access *x, size_t word);
/* Of another block's memory: where a wgmma is that reads the word as far as this block can know; 0: none. */
uint32_t mma_reads_still(const struct worker *w, const struct worker *owner, size_t word);
void mma_forget(struct shadow *sh); /* numbers start over */

/* shadow_meet.c: mbarriers that threads come to before they can know of its initialisation, and named barriers that
 * serve two groups of warps at once. */
void mbarrier_begun(struct shadow *sh, unsigned warp, unsigned lane, uint64_t at, uint32_t pc);
void mbarrier_used(struct worker *w, unsigned warp, unsigned lane, uint64_t at, uint32_t pc);
void mbarriers_forget(struct shadow *sh);
/* A lane arrives where so many warps are to meet; and its warp has released what it did before. */
void named_come(struct worker *w, unsigned warp, unsigned lane, unsigned id, unsigned warps, uint32_t pc);
void named_came(struct shadow *sh, unsigned warp, unsigned id);
void meetings_forget(struct shadow *sh); /* a __syncthreads() puts all of them in order */

/* shadow_parts.c: a row of collectives, those of a part of the warp among them. 0: it has none of those. */
int parts_meet(struct shadow *sh, unsigned warp, const struct lane_row *r);
/* Whether what lane `from` did, under that number, comes before what lane `to` does now; `several`: others did it
 * as well. */
int parts_before(const struct shadow *sh, unsigned warp, uint32_t number, unsigned from, unsigned to, int several);
static inline void parts_forget(struct shadow *sh, unsigned warp)
{
    if (sh->parts)
        sh->parts[warp].n = 0;
}

/* shadow_bulk.c: what `who` reads by the asynchronous proxy must not be an ordinary store that no fence follows. */
void shared_check_proxy(const struct shared_access *x, size_t i, const char *who);
/* shadow_bulk.c: an access to a word that a bulk copy writes (PENDING) or reads (READING). 0: no bulk copy does. */
int bulk_hazard(const struct shared_access *x, unsigned flags);
/* A race with what a bulk copy has written. */
void bulk_race(const struct shared_access *x, int kind, uint32_t entry);

#endif
