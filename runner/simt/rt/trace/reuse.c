/*
 * reuse.c: what is used again. A sector that a block loads for the first time comes from the L2 or from memory; later
 * loads of the same block find it in the L1. And atomics at one word of global memory wait for each other: the launch's
 * word that has most of them.
 *
 * Both are tables by a hash. A sector's newer neighbour in the table drives the sector out, which is rare below 512 KiB
 * a block; words that share a place count as one.
 */
#include <string.h>

#include "count.h"

enum { SECTOR_LG = 14, WORD_LG = 16, BLOCK_BITS = 20 };

struct reuse {
    uint64_t block;                 /* of this worker, from 1 */
    uint64_t sector[1 << SECTOR_LG]; /* number << BLOCK_BITS | block */
    uint32_t lanes[1 << WORD_LG], requests[1 << WORD_LG];
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
        u->block = 1;
    }
}

static unsigned touch(struct reuse *u, uint64_t sector)
{
    uint64_t *at = &u->sector[sector * 0x9e3779b97f4a7c15ull >> (64 - SECTOR_LG)];
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
