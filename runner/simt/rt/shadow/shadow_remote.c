/*
 * shadow_remote.c: shared memory that another block of the cluster accesses.
 *
 * The notes lie beside those of the block that owns the memory: the last writer and reader of each word from another
 * block. Two accesses of different blocks race, one of them a write and not both atomic or volatile, unless the
 * cluster's barrier or an mbarrier orders their blocks (order_cluster.c). Not seen: readers other than the last.
 * Before the first access the block must have waited at the cluster's barrier, since others may not have begun; and
 * whoever owns the memory must not end before the last.
 */
#include <stdlib.h>
#include <string.h>

#include "shadow_shared.h"

enum { REMOTES_MAX = 1 << 20 };

struct remotes {
    uint32_t *writer, *reader; /* a word each: index + 1 of who, << LANE_BITS | lane; 0: none */
    struct remote {
        uint64_t tick;
        uint32_t pc, epoch, clock;
        uint16_t warp;
        uint8_t rank, syncing;
    } *who;
    uint32_t n;
    size_t lo, hi; /* words noted */
};

static struct remotes *remotes_of(struct shadow *sh)
{
    struct remotes *m = sh->remotes_kept;

    if (sh->remotes)
        return sh->remotes;
    if (!m) {
        m = sh->remotes_kept = calloc(1, sizeof *m);
        if (!m)
            abort();
        m->writer = rt_reserve(sh->words * sizeof *m->writer, "to check a cluster's shared memory");
        m->reader = rt_reserve(sh->words * sizeof *m->reader, "to check a cluster's shared memory");
        m->who = rt_reserve(REMOTES_MAX * sizeof *m->who, "to check a cluster's shared memory");
        m->lo = SIZE_MAX;
    }
    return sh->remotes = m;
}

void remote_block_begin(struct shadow *sh)
{
    struct remotes *m = sh->remotes;

    if (!m)
        return;
    if (m->lo < m->hi) {
        memset(m->writer + m->lo, 0, (m->hi - m->lo) * sizeof *m->writer);
        memset(m->reader + m->lo, 0, (m->hi - m->lo) * sizeof *m->reader);
    }
    m->n = 0;
    m->lo = SIZE_MAX;
    m->hi = 0;
    sh->remotes = NULL;
}

/* ---- messages ------------------------------------------------------------------------------------------ */

struct access {
    struct worker *w, *owner;
    const struct lane_row *r;
    unsigned warp, lane, op, lg;
    int syncing;
    uintptr_t at;
};

static const char *does(unsigned op)
{
    return op == REC_READ ? "reads" : op == REC_WRITE ? "writes" : op == REC_SYNC ? "arrives at" : "changes";
}

static unsigned thread_of(const struct access *x)
{
    return x->warp * SIMT_WARP + x->lane;
}

static struct error error_of(const struct access *x, const char *kind)
{
    return (struct error){ .kind = kind, .pc = x->r->pc, .block = x->w->block, .other_block = x->owner->block,
                           .thread = thread_of(x), .other_thread = ~0u, .address = x->at, .size = 1u << x->lg,
                           .count = 1 };
}

/* What x does conflicts with what a thread of `block` did at pc before. */
static __attribute__((noinline, cold)) void race(const struct access *x, int wrote, uint64_t block, unsigned thread,
                                                 uint32_t pc)
{
    struct error e = error_of(x, "race");
    char where[160];

    if (error_known("race", x->r->pc, x->w->block, e.thread, 1))
        return;
    e.other_block = block;
    e.other_thread = thread;
    e.other_pc = pc;
    snprintf(e.text, sizeof e.text, "thread %u of block %llu %s %s in the shared memory of block %llu, which thread "
             "%u of block %llu %s, with no cluster barrier (cluster.sync()) between them", e.thread,
             (unsigned long long)block_index(x->w->block), does(x->op),
             shared_place(x->owner, x->at, where, sizeof where), (unsigned long long)block_index(x->owner->block),
             thread, (unsigned long long)block_index(block), wrote ? "writes" : "reads");
    error_add(&e);
}

static __attribute__((noinline, cold)) void protocol(const struct access *x, const char *what)
{
    struct error e = error_of(x, "cluster");
    char where[160];

    if (error_known("cluster", x->r->pc, x->w->block, e.thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "thread %u of block %llu %s %s in the shared memory of block %llu, %s", e.thread,
             (unsigned long long)block_index(x->w->block), does(x->op),
             shared_place(x->owner, x->at, where, sizeof where), (unsigned long long)block_index(x->owner->block),
             what);
    error_add(&e);
}

static __attribute__((noinline, cold)) void reads_still(const struct access *x, uint32_t pc)
{
    struct error e = error_of(x, "async-hazard");
    char where[160];

    if (error_known("async-hazard", x->r->pc, x->w->block, e.thread, 1))
        return;
    e.other_pc = pc;
    e.other_block = x->owner->block;
    snprintf(e.text, sizeof e.text, "thread %u of block %llu %s %s in the shared memory of block %llu, which a "
             "wgmma.mma_async there reads, and nothing orders the two: who gives the place back (an arrival at a "
             "barrier, say) does so after wgmma.wait_group", e.thread, (unsigned long long)block_index(x->w->block),
             does(x->op), shared_place(x->owner, x->at, where, sizeof where),
             (unsigned long long)block_index(x->owner->block));
    error_add(&e);
}

static __attribute__((noinline, cold)) void uninitialised(const struct access *x)
{
    struct error e = error_of(x, "uninitialised");
    char where[160];

    if (error_known("uninitialised", x->r->pc, x->w->block, e.thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "reads %s in the shared memory of block %llu, which nobody has written",
             shared_place(x->owner, x->at, where, sizeof where), (unsigned long long)block_index(x->owner->block));
    error_add(&e);
}

/* ---- one word ------------------------------------------------------------------------------------------ */

/* Against an entry of the owner's own threads. */
static void against_local(const struct access *x, uint32_t entry, int wrote)
{
    const struct shadow *sh = x->owner->shadow;

    if (!entry_known(sh, entry))
        return;
    const struct who *q = who_of(sh, entry);
    if ((x->syncing && (wrote ? (entry & SYNCING) != 0 : q->syncing)) ||
        heard_before(x->w, x->owner->sched->rank, q->tick))
        return;
    race(x, wrote, x->owner->block, q->warp * SIMT_WARP + (entry & (SIMT_WARP - 1)), q->pc);
}

/* Against an entry that another block made, or another warp of this one. */
static void against_remote(const struct access *x, uint32_t entry, int wrote)
{
    const struct remotes *m = x->owner->shadow->remotes;
    const struct remote *q = entry ? &m->who[(entry >> LANE_BITS) - 1] : NULL;
    const struct sched *s = x->w->sched;

    if (!q || (x->syncing && q->syncing))
        return;
    if (q->rank == s->rank && (q->warp == x->warp || q->epoch != x->w->epoch ||
                               order_before(&x->w->shadow->order, q->warp, q->clock, x->warp)))
        return;
    if (q->rank != s->rank && heard_before(x->w, q->rank, q->tick))
        return;
    race(x, wrote, s->cluster->w[q->rank]->block, q->warp * SIMT_WARP + (entry & (SIMT_WARP - 1)), q->pc);
}

static void local_entries(const struct access *x, const struct entries *e, size_t i)
{
    against_local(x, e->writer[i], 1);
    if (x->op != REC_READ)
        against_local(x, e->reader[i], 0);
}

static void touch_word(const struct access *x, struct remotes *m, uint32_t mine, size_t i, size_t from, size_t to)
{
    const struct shadow *sh = x->owner->shadow;
    uint32_t mma = x->op == REC_READ ? 0 : mma_reads_still(x->w, x->owner, i);

    if (mma)
        reads_still(x, mma);
    if (!(sh->word.flags[i] & SPLIT))
        local_entries(x, &sh->word, i);
    else
        for (size_t b = from; b < to; b++)
            local_entries(x, &sh->byte, b);
    against_remote(x, m->writer[i], 1);
    if (x->op != REC_READ)
        against_remote(x, m->reader[i], 0);
    if (!mine)
        return;
    if (x->op == REC_READ) {
        m->reader[i] = mine;
    } else {
        m->writer[i] = mine;
        m->reader[i] = 0;
    }
    m->lo = i < m->lo ? i : m->lo;
    m->hi = i + 1 > m->hi ? i + 1 : m->hi;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* Index + 1 of who makes this row; 0: there is no room left to note it. */
static uint32_t note_of(const struct access *x, struct remotes *m)
{
    struct remote q = { .tick = heard_tick(x->w), .pc = x->r->pc, .epoch = x->w->epoch,
                        .clock = x->w->shadow->order.clock[x->warp] + 1, .warp = (uint16_t)x->warp,
                        .rank = (uint8_t)x->w->sched->rank, .syncing = (uint8_t)x->syncing };
    const struct remote *last = m->n ? &m->who[m->n - 1] : NULL;

    if (last && last->tick == q.tick && last->pc == q.pc && last->epoch == q.epoch && last->clock == q.clock &&
        last->warp == q.warp && last->rank == q.rank && last->syncing == q.syncing)
        return m->n;
    if (m->n == REMOTES_MAX || m->n == 1u << (31 - LANE_BITS))
        return 0;
    m->who[m->n] = q;
    return ++m->n;
}

static int has_ended(const struct access *x)
{
    int ended = x->w->sched->cluster->ended >> x->owner->sched->rank & 1;

    if (ended)
        protocol(x, "which has ended: its memory is gone. A cluster barrier (cluster.sync()) must come after the "
                    "last access");
    return ended;
}

/* 1: the other block can be relied on to be there. */
static int is_there(struct access *x)
{
    const struct cluster *c = x->w->sched->cluster;
    unsigned rank = x->owner->sched->rank;

    x->at = row_at(x->r, 0);
    x->lane = row_lane(x->r, 0);
    if (has_ended(x))
        return 0;
    if (!(c->begun >> rank & 1) || (!heard_has_met(x->w) && !heard_before(x->w, rank, 1)))
        protocol(x, "which may not have begun: a cluster barrier (cluster.sync()) must come before the first access");
    else
        return 1;
    return 0;
}

void remote_row(struct worker *w, struct warp *p, struct op_tally *s, struct worker *owner, const struct lane_row *r)
{
    struct access x = { .w = w, .owner = owner, .r = r, .warp = (unsigned)p->id, .op = s->op, .lg = s->lg };
    struct shadow *sh = owner->shadow;
    size_t size = (size_t)1 << s->lg;

    x.syncing = s->op >= REC_ATOMIC || r->meta & REC_VOLATILE;
    if (!is_there(&x))
        return;
    struct remotes *m = remotes_of(sh);
    uint32_t note = note_of(&x, m);
    for (unsigned i = 0; i < r->n; i++) {
        x.at = row_at(r, i);
        x.lane = row_lane(r, i);
        size_t offset = x.at - owner->shared_lo, end = offset + size;
        if (s->op != REC_WRITE && !(r->meta & REC_REST) && !shared_written(sh, offset, size < 4 ? size : 4))
            uninitialised(&x);
        for (size_t k = offset >> 2; k < (end + 3) >> 2; k++)
            touch_word(&x, m, note ? note << LANE_BITS | x.lane : 0, k, k * 4 > offset ? k * 4 : offset,
                       k * 4 + 4 < end ? k * 4 + 4 : end);
        if (s->op != REC_READ)
            shared_set_written(sh, offset, size);
        sh->lo = offset < sh->lo ? offset : sh->lo;
        sh->hi = end > sh->hi ? end : sh->hi;
    }
    *remote_last(owner, w->sched->rank) = (struct remote_last){ .tick = heard_tick(w), .pc = r->pc, .at = x.at,
                                                                .thread = thread_of(&x), .op = s->op };
    if (x.syncing && (r->n <= 2 || (r->runs == 1 && !r->step[0])))
        heard_sync(w, s->op, row_at(r, 0) >> 2);
}

void remote_arrival(struct worker *w, const struct lane_row *r, unsigned warp, unsigned lane, uint64_t at)
{
    struct worker *owner = at - w->shared_lo < w->shared_size ? NULL : cluster_owner(w, at);
    struct access x = { .w = w, .owner = owner, .r = r, .warp = warp, .lane = lane, .op = REC_SYNC, .lg = 3, .at = at };

    if (owner && !has_ended(&x))
        *remote_last(owner, w->sched->rank) = (struct remote_last){ .tick = heard_tick(w), .pc = r->pc, .at = at,
                                                                    .thread = thread_of(&x), .op = REC_SYNC };
}

void remote_local_row(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    struct access x = { .w = w, .owner = w, .r = r, .warp = (unsigned)p->id, .op = s->op, .lg = s->lg };
    const struct remotes *m = w->shadow->remotes;
    size_t lo = (r->lo - w->shared_lo) >> 2, hi = (r->hi - w->shared_lo + 3) >> 2;

    if (hi <= m->lo || lo >= m->hi)
        return;
    x.syncing = s->op >= REC_ATOMIC || r->meta & REC_VOLATILE;
    for (unsigned i = 0; i < r->n; i++) {
        x.at = row_at(r, i);
        x.lane = row_lane(r, i);
        size_t offset = x.at - w->shared_lo, end = offset + ((size_t)1 << s->lg);
        for (size_t k = offset >> 2; k < (end + 3) >> 2; k++) {
            against_remote(&x, m->writer[k], 1);
            if (s->op != REC_READ)
                against_remote(&x, m->reader[k], 0);
        }
    }
}

void remote_block_end(struct worker *w)
{
    const struct cluster *c = w->sched->cluster;

    for (unsigned by = 0; by < c->n; by++) {
        const struct remote_last *l = remote_last(w, by);
        char where[160];
        if (!l || !l->tick || by == w->sched->rank || heard_before(w, by, l->tick))
            continue;
        struct error e = { .kind = "cluster", .pc = l->pc, .block = c->w[by]->block, .other_block = w->block,
                           .thread = l->thread, .other_thread = ~0u, .address = l->at, .size = 4, .count = 1 };
        snprintf(e.text, sizeof e.text, "thread %u of block %llu %s %s in the shared memory of block %llu, and nothing "
                 "keeps that block from ending before: a cluster barrier (cluster.sync()) must come after the last "
                 "access", l->thread, (unsigned long long)block_index(c->w[by]->block), does(l->op),
                 shared_place(w, l->at, where, sizeof where), (unsigned long long)block_index(w->block));
        error_add(&e);
    }
}
