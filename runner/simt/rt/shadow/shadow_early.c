/*
 * shadow_early.c: a grid that may begin before the grid before it in its stream has ended (programmatic stream
 * serialization). Here it runs afterwards; what it touches without having waited is told.
 *
 * The numbers of the launch before are kept for that launch alone, so an entry of shadow_global.c's that is as old says
 * who of the earlier grid touched a place. griddepcontrol.wait of one lane counts for its warp, for who acquires
 * something of a block that has waited, and past __syncthreads() for the whole block. Not seen: two grids of which a
 * third lies between; launches between which the host waits for anything; graphs; what an untraced block touches.
 */
#include <stdlib.h>
#include <string.h>

#include "shadow_global.h"

uint32_t early_from;

static struct {
    uint32_t to;          /* numbers early_from..to-1 */
    struct accessor *who;      /* of number early_from + i */
    uint64_t seq;         /* of the launch that began last */
    void *stream;
    int waited;           /* some warp of this launch has */
} early;

void early_begin(const struct launch *l, uint32_t from, uint32_t next, const struct accessor *who)
{
    int beside = l->beside && from < next && l->seq == early.seq + 1 && l->in.stream == early.stream;

    free(early.who);
    early.who = NULL;
    early_from = 0;
    early.seq = l->seq;
    early.stream = l->in.stream;
    early.waited = 0;
    if (!beside || !(early.who = malloc((next - from) * sizeof *who)))
        return;
    memcpy(early.who, who, (next - from) * sizeof *who);
    early_from = from;
    early.to = next;
}

void early_waited(struct progress *p, unsigned warp)
{
    p->waited |= 1ull << warp;
    early.waited = 1;
}

void early_heard(struct progress *p, unsigned warp, int across)
{
    if (p->waited || (across && early.waited))
        p->waited |= 1ull << warp;
}

/* Who of the earlier grid made the entry, or NULL. */
static const struct accessor *who_before(uint32_t entry)
{
    uint32_t number = (entry & ENTRY) >> LANE_BITS;

    return number >= early_from && number < early.to ? &early.who[number - early_from] : NULL;
}

static void tell(const struct progress *p, const struct kept_row *t, int kind, const struct accessor *q, uint32_t entry,
                 uint64_t at)
{
    unsigned thread = t->warp * SIMT_WARP + (unsigned)__builtin_ctzll(t->mask);
    struct error e = { .kind = "race", .pc = t->pc, .other_pc = q->pc, .block = p->block, .other_block = q->block,
                       .thread = thread, .other_thread = q->warp * SIMT_WARP + (entry & (SIMT_WARP - 1)),
                       .address = at, .size = 1u << t->lg, .count = t->n };

    if (error_known("race", t->pc, p->block, thread, t->n))
        return;
    global_early_text(&e, t->alloc, kind);
    error_add(&e);
}

/* 1: an error was told. */
static int touch(const struct progress *p, const struct kept_row *t, const struct map *m, uint64_t at)
{
    size_t word = (at - m->base) / 4, sector = word / WORDS;
    uint32_t writer = m->sector.writer[sector], reader = m->sector.reader[sector];
    int syncing = 0;

    if (writer & SPLIT) {
        writer = m->word.writer[word];
        reader = m->word.reader[word];
        syncing = t->syncing && writer & SYNCING;
    }
    if (who_before(writer) && !syncing)
        tell(p, t, t->op != REC_READ, who_before(writer), writer, at);
    else if (t->op != REC_READ && who_before(reader))
        tell(p, t, 2, who_before(reader), reader, at);
    else
        return 0;
    return 1;
}

void early_row(const struct progress *p, const struct kept_row *t, const uint64_t *each, const struct map *m)
{
    if (p->waited >> t->warp & 1)
        return;
    for (unsigned i = 0; i < t->n; i++) {
        uint64_t a = t->scattered ? each[i] : t->at + (uint64_t)t->stride * i;
        for (uint64_t word = a & ~3ull; word < a + (1u << t->lg); word += 4)
            if (touch(p, t, m, word))
                return;
    }
}
