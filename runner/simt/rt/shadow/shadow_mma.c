/*
 * shadow_mma.c: tiles of shared memory that wgmma.mma_async reads, from the instruction to the wait for its group.
 *
 * A warp reads its own rows of A and all of B. The instruction counts as a read by the warp then, which must come after
 * what other warps have written, and for which ordinary stores need a fence.proxy.async (shadow_bulk.c). Until the wait
 * the words are MMA_READING, and whoever writes one is told. They stay marked after the wait, with a note of when it
 * was: whoever writes next must know of the wait, and is told where an arrival came too early for that.
 */
#include <string.h>

#include "shadow_shared.h"

enum { CHUNK = 16, WARPGROUP = 4 };

static void mark(struct shadow *sh, size_t i, int by)
{
    int n = sh->mma_reads[i] + by;

    sh->mma_reads[i] = (uint8_t)(n < 0 ? 0 : n > 255 ? 255 : n);
    sh->word.flags[i] |= MMA_READING;
    for (unsigned b = 0; sh->word.flags[i] & SPLIT && b < 4; b++)
        sh->byte.flags[i * 4 + b] |= MMA_READING;
}

/* Whoever read it by a wgmma is known to have ended. */
static void unmark(struct shadow *sh, size_t i)
{
    memset(sh->mma_done[i], 0, sizeof sh->mma_done[i]);
    sh->word.flags[i] &= (uint8_t)~MMA_READING;
    for (unsigned b = 0; b < 4; b++)
        sh->byte.flags[i * 4 + b] &= (uint8_t)~MMA_READING;
}

/* A read that leaves no note: until the wait MMA_READING tells of it, and after the wait the warpgroup is done. */
static void reads_word(const struct shared_access *x, size_t i)
{
    struct shadow *sh = x->sh;
    uint32_t word = sh->word.reader[i], byte[4];

    memcpy(byte, &sh->byte.reader[i * 4], sizeof byte);
    shared_touch_word(x, i);
    sh->word.reader[i] = word;
    memcpy(&sh->byte.reader[i * 4], byte, sizeof byte);
}

/* What a tensor's copy has laid out with one swizzle means nothing to a descriptor with another. */
static void check_swizzle(const struct shared_access *x, const struct mma_tile *t, size_t word)
{
    static const uint8_t bytes[] = { 0, 32, 64, 128 };
    const struct shadow *sh = x->sh;
    uint32_t number = (sh->word.writer[word] & ENTRY) >> LANE_BITS;
    const struct laid *l = &sh->laid[number % LAID];
    unsigned thread = x->warp * SIMT_WARP, mine = (4 - t->swizzle) % 4;
    struct error e = { .kind = "layout", .pc = x->pc, .other_pc = l->pc, .block = x->w->block,
                       .other_block = x->w->block, .thread = thread, .other_thread = ~0u, .address = x->at,
                       .size = CHUNK, .count = 1 };
    char where[160];

    if (!number || number < sh->block_from || l->number != number || l->swizzle == mine ||
        error_known("layout", x->pc, x->w->block, thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "the descriptor of this wgmma.mma_async has a swizzle of %u bytes (0: none) for "
             "%s, which a bulk copy has laid out with one of %u", bytes[mine],
             shared_place(x->w, x->at, where, sizeof where), bytes[l->swizzle]);
    error_add(&e);
}

/* Each 16 bytes that lie together in the tile. */
static void each_chunk(struct shared_access *x, const struct mma_tile *t, int begins)
{
    unsigned step = CHUNK / t->bytes;

    for (unsigned i = 0; i < t->rows; i += t->by_columns ? step : 1)
        for (unsigned k = 0; k < t->depth; k += t->by_columns ? 1 : step) {
            uintptr_t at = mma_tile_place(t, t->first + i, k);
            size_t offset = at - x->w->shared_lo;
            if (offset >= x->w->shared_size - CHUNK)
                continue;
            x->sh->lo = offset < x->sh->lo ? offset : x->sh->lo;
            x->sh->hi = offset + CHUNK > x->sh->hi ? offset + CHUNK : x->sh->hi;
            x->at = x->w->shared_lo + offset;
            if (begins)
                check_swizzle(x, t, offset / 4);
            for (size_t w = offset / 4; w < offset / 4 + CHUNK / 4; w++) {
                if (!begins) {
                    mark(x->sh, w, -1);
                    x->sh->mma_done[w][x->warp / WARPGROUP % MMA_GROUPS] = x->number;
                    continue;
                }
                x->at = x->w->shared_lo + w * 4;
                shared_check_written(x, w * 4, 4);
                reads_word(x, w);
                shared_check_proxy(x, w, "this wgmma.mma_async");
                mark(x->sh, w, 1);
            }
        }
}

void shared_mma(struct worker *w, unsigned warp, const struct mma_tiles *tiles, int begins)
{
    struct shadow *sh = w->shadow;
    struct op_tally self = { .op = REC_READ, .lg = 2 };
    struct shared_access x = { .w = w, .sh = sh, .s = &self, .warp = warp, .op = REC_READ, .pc = (uint32_t)tiles->pc };

    if (!simt_config.races)
        return;
    if (!sh->mma_reads) {
        sh->mma_reads = rt_reserve(sh->words, "to check shared memory");
        sh->mma_done = rt_reserve(sh->words * sizeof *sh->mma_done, "to check shared memory");
    }
    x.number = shared_number(sh, warp, &self, x.pc);
    sh->mma_pc = begins ? x.pc : sh->mma_pc;
    for (unsigned i = 0; i < tiles->n; i++)
        each_chunk(&x, &tiles->tile[i], begins);
}

static void complain(const struct shared_access *x, uint32_t other_pc, const char *what)
{
    unsigned thread = x->warp * SIMT_WARP + x->lane;
    struct error e = { .kind = "async-hazard", .pc = x->pc, .other_pc = other_pc, .block = x->w->block,
                       .other_block = x->w->block, .thread = thread, .other_thread = ~0u, .address = x->at,
                       .size = 1u << x->s->lg, .count = 1 };
    char where[160];

    if (error_known("async-hazard", x->pc, x->w->block, thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "writes %s %s", shared_place(x->w, x->at, where, sizeof where), what);
    error_add(&e);
}

void mma_hazard(const struct shared_access *x, size_t word)
{
    struct shadow *sh = x->sh;

    if (sh->mma_reads[word]) {
        complain(x, sh->mma_pc, "while a wgmma.mma_async that reads it is in flight: its group has to be waited for "
                 "(wgmma.wait_group) by all four warps first, and then a barrier");
        return;
    }
    for (unsigned i = 0; i < MMA_GROUPS; i++) {
        uint32_t entry = sh->mma_done[word][i] << LANE_BITS;
        const struct who *q;
        if (!this_epoch(sh, entry))
            continue;
        q = who_of(sh, entry);
        if (q->warp / WARPGROUP == x->warp / WARPGROUP || order_before(&sh->order, q->warp, q->clock, x->warp))
            continue;
        complain(x, q->pc, "which a wgmma.mma_async reads, and nothing orders the write after the wait for that "
                 "product: who gives the place back (an arrival at a barrier, say) does so before wgmma.wait_group");
        break;
    }
    unmark(sh, word);
}

uint32_t mma_reads_still(const struct worker *w, const struct worker *owner, size_t word)
{
    const struct shadow *sh = owner->shadow;

    if (!(sh->word.flags[word] & MMA_READING) || !sh->mma_reads)
        return 0;
    if (sh->mma_reads[word])
        return sh->mma_pc;
    for (unsigned i = 0; i < MMA_GROUPS; i++) {
        uint32_t entry = sh->mma_done[word][i] << LANE_BITS;
        if (entry && entry_known(sh, entry) && !heard_before(w, owner->sched->rank, who_of(sh, entry)->tick))
            return who_of(sh, entry)->pc;
    }
    return 0;
}

void mma_forget(struct shadow *sh)
{
    if (sh->mma_done)
        memset(sh->mma_done, 0, sh->words * sizeof *sh->mma_done);
}
