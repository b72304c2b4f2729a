/*
 * rows.h: what the runtime's line of a launch holds: rt/trace writes it, host/report.c and host/counters.c read it.
 *
 * "access", "bb" and "sync" are lists of rows, and a row is a list of integers in the order of its enum below; "totals"
 * is an object with the names of SIMT_TOTALS. A pc is an offset from the image's start. Where a time is asked for and
 * blocks differ, "work" has how many basic blocks the warps of each have run, by the block's index.
 */
#ifndef SIMT_ROWS_H
#define SIMT_ROWS_H

enum space { SPACE_LOCAL, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONST, SPACE_HOST,
             SPACE_DSMEM /* the shared memory of another block of the cluster */, SPACES };

/* Accesses of one (pc, op, size, space), all warps of the traced blocks together. */
enum simt_access_column {
    ACCESS_PC,
    ACCESS_OP,        /* enum simt_op */
    ACCESS_SPACE,     /* enum space */
    ACCESS_SIZE,      /* bytes that each lane accesses */
    ACCESS_REQUESTS,  /* warp instructions */
    ACCESS_LANES,     /* active lanes, summed over requests */
    ACCESS_UNITS,     /* sectors of global memory, wavefronts of shared memory (another block's, too), distinct
                       * addresses of constant memory */
    ACCESS_IDEAL,     /* units that the same requests need at least */
    ACCESS_WORST,     /* the most units of one request */
    ACCESS_BYTES,     /* global memory: distinct bytes that a request asks for, summed over requests */
    ACCESS_DIVERGENT, /* requests without some lane that could have been active */
    ACCESS_SERIAL,    /* atomics: turns beyond the first, of lanes at one address */
    ACCESS_FIRST,     /* loads from global memory, where a time is asked for: sectors new to the block's L1 */
    ACCESS_MISSES,    /* likewise: requests with a sector that is new */
    ACCESS_CACHE_LINES, /* global memory, where a time is asked for: lines of 128 bytes that the requests touch */
    ACCESS_ORIGINS,   /* shared memory: where in 16 bytes the instruction has begun to load or store words that nvcc
                       * may join, a bit each; more than one: nvcc cannot know. 0: nothing to join */
    ACCESS_REQUESTS_8, ACCESS_UNITS_8, ACCESS_IDEAL_8,    /* the above, with accesses joined to 8 bytes at most */
    ACCESS_REQUESTS_16, ACCESS_UNITS_16, ACCESS_IDEAL_16, /* and to 16 */
    ACCESS_APART,     /* of ACCESS_FIRST: those of requests whose lanes load here and there, not in even steps */
    ACCESS_PARTS,     /* stores to global memory, where a time is asked for: sectors of which a request stores a part,
                       * and that neither the block has loaded nor the warp stored to before */
    ACCESS_HOT,       /* atomics in shared memory, likewise: lanes at the block's word that has most, summed over
                       * blocks */
    ACCESS_BANKS,     /* global memory, likewise: wavefronts that the requests would be in shared memory, in whose banks
                       * the L1's lines stand */
    ACCESS_COLUMNS
};

/* How often warps ran one basic block. */
enum simt_block_column { BLOCK_PC, BLOCK_ROWS, BLOCK_LANES, BLOCK_DIVERGENT, BLOCK_COLUMNS };

/* How often warps came to one collective. */
enum simt_sync_column { SYNC_PC, SYNC_KIND /* enum simt_warp_kind */, SYNC_ROWS, SYNC_LANES, SYNC_COLUMNS };

/* Sums over the traced blocks. A sector is 32 bytes; uniq_…: counted once, however often it was moved. Where a time is
 * asked for: pairs of sectors loaded; lanes and requests of atomics at the word of global memory that has most.
 * longest: basic blocks of the warp that runs most of them. */
#define SIMT_TOTALS(X)                                                                                             \
    X(barriers) X(shuffles) X(votes) X(async_bytes) X(mma) X(wgmma) X(tensor_flop) X(tma_bytes) X(uniq_ld_sectors) \
    X(uniq_st_sectors) X(async_flight) X(uniq_ld_pairs) X(hot_lanes) X(hot_requests) X(longest)
#define SIMT_TOTAL_ENUM(name) TOTAL_##name,
enum simt_total { SIMT_TOTALS(SIMT_TOTAL_ENUM) TOTALS };
#undef SIMT_TOTAL_ENUM

#endif
