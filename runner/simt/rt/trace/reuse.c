/*
 * reuse.c: what is used again. A sector that a block loads for the first time comes from the L2 or from memory; later
 * loads of the same block find it in the L1. A sector of which a part is stored has to be filled up, unless it was
 * loaded, or the same warp goes on storing to it. And atomics at one word wait for each other: of global memory, the
 * launch's word that has most of them; of shared memory, each block's.
 *
 * All are tables by a hash. A sector's newer neighbour in the table drives the sector out, which is rare below 512 KiB
 * a block; words of global memory that share a place count as one.
 */
#include <string.h>

#include "count.h"

enum { SECTOR = 32, SECTOR_LG = 14, WORD_LG = 16, BLOCK_BITS = 20 };

struct reuse {
    uint64_t block;                 /* of this worker, from 1 */
    uint64_t sector[1 << SECTOR_LG]; /* number << BLOCK_BITS | block */
    struct {
        uint64_t sector;
        uint32_t warp;              /* the last one that stored to it */
    } stored[1 << SECTOR_LG];
    uint32_t lanes[1 << WORD_LG], requests[1 << WORD_LG];
    struct {
        uint32_t block, lanes;
    } shared[1 << WORD_LG];         /* by word: a block has 228 KiB at most */
    int atomics;                    /* there were some in this launch */
};

struct reuse *reuse_new(void)
{
    return rt_reserve(sizeof(struct reuse), "for what is used again");
}

void reuse_launch_begin(struct reuse *u)
{
    if (u->atomics) {
        memset(u->lanes, 0, sizeof u->lanes);
        memset(u->requests, 0, sizeof u->requests);
    }
    u->atomics = 0;
}

void reuse_block_begin(struct reuse *u)
{
    u->block = (u->block + 1) & ((1u << BLOCK_BITS) - 1);
    if (!u->block) { /* numbers start over */
        memset(u->sector, 0, sizeof u->sector);
        memset(u->stored, 0, sizeof u->stored);
        memset(u->shared, 0, sizeof u->shared);
        u->block = 1;
    }
}

static uint64_t place_of(uint64_t sector)
{
    return sector * 0x9e3779b97f4a7c15ull >> (64 - SECTOR_LG);
}

static unsigned touch(struct reuse *u, uint64_t sector)
{
    uint64_t *at = &u->sector[place_of(sector)];
    uint64_t want = sector << BLOCK_BITS | u->block;
    unsigned fresh = *at != want;

    *at = want;
    return fresh;
}

unsigned reuse_load(struct reuse *u, const struct lane_row *r)
{
    unsigned size = 1u << REC_LG(r->meta), fresh = 0;
    uint64_t last = UINT64_MAX;

    for (unsigned i = 0; i < r->n; i++) {
        uint64_t a = row_at(r, i), from = a >> 5, to = (a + size - 1) >> 5;
        if (from != last)
            fresh += touch(u, from);
        if (to != from)
            fresh += touch(u, to);
        last = to;
    }
    return fresh;
}

/* 1: the rest of the sector is needed. */
static unsigned store_one(struct reuse *u, uint64_t sector, unsigned bytes, unsigned warp)
{
    uint64_t at = place_of(sector), want = sector << BLOCK_BITS | u->block;
    int loaded = u->sector[at] == want, again = u->stored[at].sector == want && u->stored[at].warp == warp;

    u->stored[at].sector = want;
    u->stored[at].warp = warp;
    return bytes < SECTOR && !loaded && !again;
}

unsigned reuse_store(struct reuse *u, const struct lane_row *r, unsigned warp)
{
    unsigned size = 1u << REC_LG(r->meta), bytes = size, parts = 0;
    uint64_t last = row_at(r, 0) >> 5;

    for (unsigned i = 1; i < r->n; i++) {
        uint64_t sector = row_at(r, i) >> 5;
        if (sector != last) {
            parts += store_one(u, last, bytes, warp);
            bytes = 0;
        }
        bytes += size;
        last = sector;
    }
    return parts + store_one(u, last, bytes, warp);
}

unsigned reuse_lines(const struct lane_row *r)
{
    unsigned size = 1u << REC_LG(r->meta), n = 0;
    uint64_t last = UINT64_MAX;

    for (unsigned i = 0; i < r->n; i++) {
        uint64_t from = row_at(r, i) >> 7, to = (row_at(r, i) + size - 1) >> 7;
        n += (from != last) + (to != from);
        last = to;
    }
    return n;
}

void reuse_atomic(struct reuse *u, const struct lane_row *r)
{
    uint32_t last = UINT32_MAX;

    u->atomics = 1;
    for (unsigned i = 0; i < r->n; i++) {
        uint32_t at = (uint32_t)((row_at(r, i) >> 2) * 0x9e3779b97f4a7c15ull >> (64 - WORD_LG));
        u->lanes[at]++;
        u->requests[at] += at != last;
        last = at;
    }
}

void reuse_shared(struct reuse *u, struct op_tally *s, const struct lane_row *r)
{
    if (s->hot_block != u->block) {
        s->hot_block = u->block;
        s->hot_most = 0;
    }
    for (unsigned i = 0; i < r->n; i++) {
        uint64_t at = row_at(r, i) >> 2 & ((1u << WORD_LG) - 1);
        uint32_t lanes = 1 + (u->shared[at].block == u->block ? u->shared[at].lanes : 0);
        u->shared[at].block = (uint32_t)u->block;
        u->shared[at].lanes = lanes;
        if (lanes > s->hot_most) {
            s->hot += lanes - s->hot_most;
            s->hot_most = lanes;
        }
    }
}

void reuse_hottest(struct worker **w, int n, uint64_t *lanes, uint64_t *requests)
{
    *lanes = *requests = 0;
    for (uint32_t at = 0; at < 1u << WORD_LG; at++) {
        uint64_t l = 0, r = 0;
        for (int i = 0; i < n; i++) {
            const struct reuse *u = w[i]->counts->reuse;
            if (!u || !u->atomics)
                continue;
            l += u->lanes[at];
            r += u->requests[at];
        }
        if (l > *lanes) {
            *lanes = l;
            *requests = r;
        }
    }
}
