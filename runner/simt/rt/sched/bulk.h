/*
 * bulk.h: bulk copies that are under way: the queue (bulk.c), how a tensor map's box lies in memory (bulk_tensor.c),
 * what a reduction does (bulk_reduce.c), mbarrier objects (lib_mbarrier.c) and the checks (shadow_bulk.c) share it.
 *
 * A copy is issued by a lane, reads its source, and lands. It is made as late as the protocol allows: a load lands when
 * no lane of its block can go on without it, a store reads its source when its thread waits for that, and writes when
 * its thread waits for that or the block ends. With a seed some land earlier.
 */
#ifndef SIMT_BULK_H
#define SIMT_BULK_H

#include "runner/simt/include/simt/lib_abi.h"
#include "runner/simt/include/simt/tensormap.h"
#include "runner/simt/rt/rt.h"

enum bulk_kind { BULK_LOAD, BULK_SHARED, BULK_STORE };
enum bulk_step { BULK_ISSUED, BULK_READ, BULK_LANDED };

struct bulk {
    struct bulk *next;       /* of those in flight, the newest first */
    uint8_t kind;            /* enum bulk_kind */
    uint8_t step;            /* enum bulk_step: what has been done */
    uint8_t op, type;        /* enum simt_bulk_op, enum simt_bulk_type */
    uint8_t tensor;          /* map and at say what lies in global memory, else global does */
    uint8_t noted;           /* shadow_bulk.c knows that it was issued */
    uint8_t told;            /* an error of this copy was told */
    uint16_t thread;         /* the thread that issued the copy */
    uint16_t warp;
    uint16_t refs;           /* held by the queue and by records of the log */
    char *shared;            /* the place in shared memory; of BULK_SHARED: the destination */
    char *global;            /* the place in global memory; of BULK_SHARED: the source, in shared memory */
    size_t bytes;            /* how many bytes of shared memory the copy covers */
    size_t counted;          /* how many bytes the mbarrier counts */
    uint64_t *barrier;       /* NULL: the copy is a store */
    uint32_t group;          /* the number of the thread's bulk group */
    uintptr_t pc;
    char *data;              /* what a store has read from its source */
    int at[SIMT_TENSOR_DIMS];
    uint16_t by[3];
    struct simt_tensormap map;
};

/* A thread's bulk groups: `open` is being filled, those before `read` have read their sources, before `done` landed. */
struct bulk_groups {
    uint32_t open, read, done;
};

enum { BARRIERS = 256 };
struct mbarrier { /* of the block's shared memory, what the word does not say */
    uint64_t *at;            /* NULL: free */
    uintptr_t init_pc, expect_pc;
    uintptr_t early_pc;      /* where a wait passed at once while bytes were on their way */
    long expected, landed;   /* bytes, of the phase that runs */
    uint32_t vain;           /* how many tests have failed since the barrier changed last */
    uint8_t early_phase;
};

struct proxy { /* of a worker, for the block that runs */
    struct bulk *flying;     /* the newest first */
    unsigned nflying;
    int urgent;              /* somebody tests a barrier in vain again and again and does other work between */
    struct bulk *spare;
    struct bulk_groups group[SIMT_MAX_THREADS];
    struct mbarrier barrier[BARRIERS];
    unsigned nbarriers;
    int full;                /* more barriers than there is room for: those unknown may be right */
    int used;                /* 1: this block has used bulk copies or mbarriers */
    unsigned vain_rounds;    /* of the scheduler, in which lanes did nothing but test barriers in vain */
};

/* ---- bulk.c -------------------------------------------------------------------------------------------- */

struct proxy *proxy_of(struct worker *w);       /* makes the worker's proxy at first; never NULL */
void proxy_begin(struct worker *w);             /* a block begins */
void proxy_end(struct worker *w);               /* a block has ended, or is given up: what flies lands */
int proxy_land(struct worker *w);               /* no lane can go on: lets a copy land. 0: no copy is in flight */
void proxy_round(struct worker *w, int ran);    /* after each round of the warps; ran: some lane did not only spin */
int proxy_stuck(struct worker *w);              /* whether all that spin test barriers that nobody will complete */
void bulk_unref(struct worker *w, struct bulk *b);
struct bulk *bulk_at(const struct proxy *p, uintptr_t shared, int from); /* that writes, or reads, this byte */

/* ---- bulk_tensor.c ------------------------------------------------------------------------------------- */

struct piece { /* of one row of a box */
    size_t at;        /* where in the box, as if there were no swizzle */
    uintptr_t global; /* 0: outside of the tensor */
    unsigned bytes;
};
typedef void piece_fn(void *arg, const struct piece *p);
unsigned tensor_element(const struct simt_tensormap *m); /* bytes of an element */
size_t tensor_bytes(const struct simt_tensormap *m);     /* bytes of a box, as an mbarrier counts them */
size_t tensor_span(const struct simt_tensormap *m);      /* of shared memory that the box lies in */
void tensor_pieces(const struct simt_tensormap *m, const int *at, const uint16_t *by, piece_fn *fn, void *arg);
/* Where the byte that would lie at offset `at` of the shared window does lie. */
size_t tensor_swizzled(const struct simt_tensormap *m, size_t at);
uint64_t tensor_fill(const struct simt_tensormap *m); /* the bits of 8 bytes outside */
/* All of global memory that the box touches: 0 when all of it lies outside. */
int tensor_extent(const struct simt_tensormap *m, const int *at, const uint16_t *by, uintptr_t *lo, uintptr_t *hi);

/* ---- bulk_reduce.c ------------------------------------------------------------------------------------- */

unsigned bulk_type_size(int type);
int bulk_type_of(int tensor_type); /* enum simt_bulk_type, or -1 */
int bulk_reduces(int op, int type); /* is there such a reduction? */
void bulk_reduce(int op, int type, void *to, const void *from, size_t bytes);

/* ---- lib_mbarrier.c ------------------------------------------------------------------------------------ */

struct mbarrier *mbarrier_find(struct proxy *p, const uint64_t *at);
long mbarrier_missing(const uint64_t *at);       /* bytes that are expected and have not come */
void mbarrier_landed(struct worker *w, uint64_t *at, size_t bytes, uintptr_t pc);
void mbarrier_end(const struct worker *w);       /* the block ends: tells of bytes that no phase has expected */
/* "phase 0 of bar (byte 0): 2 of 4 arrivals and 512 of 1024 bytes have not come" */
void mbarrier_describe(struct worker *w, const uint64_t *at, char *text, size_t n);

/* ---- shadow_bulk.c: no-ops where races are not looked for ---------------------------------------------- */

void shared_bulk_issued(struct worker *w, struct warp *p, struct bulk *b, unsigned lane);
void shared_bulk_read(struct worker *w, struct bulk *b);   /* its source may be written again */
void shared_bulk_landed(struct worker *w, struct bulk *b); /* no lane of the block runs */

#endif
