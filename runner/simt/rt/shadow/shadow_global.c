/*
 * shadow_global.c: global memory. Races between and within blocks, reads of what nobody wrote, and how many
 * distinct sectors a launch touches.
 *
 * Rows are not checked where they are counted: each block's rows are kept, and checked when those of every
 * earlier block have been (global_block_end). So the notes below are always made in block order by one host
 * thread at a time, need no locks, and come out the same whatever number of workers ran the blocks.
 *
 * Each 32-byte sector has an entry for its last writer and one for its readers: a number that stands for (block,
 * warp, barrier epoch, clock, program counter), and the lane of its first word. When there are no numbers left, those
 * that no entry holds any more are given out again. Rows of neighbouring lanes, which
 * are most, are noted with one entry a sector. A sector used in any other way is split: its 8 words get entries
 * of their own. Numbers grow from launch to launch, so a new launch needs no clearing.
 *
 * Two accesses race, one of them a write and not both atomic or volatile, when they come from different warps
 * of one block with no __syncthreads or chain of order.c between them; or from different blocks, unless the
 * later block has first acquired (atomic or volatile read) something the earlier one released (atomic or
 * volatile write) after its access, itself or through other blocks. Before and after are taken by warp, or by
 * block across a __syncthreads. Locks, tickets and flags are covered by this. A plain write also needs a fence of
 * more than the block, or an operation that releases, between it and that release. Not seen:
 * - races within a warp, except an update (read, then write) of one word by several lanes at once;
 * - stores of one constant (raising a flag: stored.c) or, by warps of one block, of one value, and several lanes
 *   of one store at one address;
 * - two accesses which both cover only part of a 4-byte word;
 * - a missing fence where a block acquires, but after a relaxed load, or lets another write over what was read;
 * - races that instructions using many atomic words (histograms) appear to order, as they share one object.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "changers.h"
#include "host_touch.h"
#include "openings.h"
#include "shadow_global.h"
#include "streams.h"

#define AFTER_STORE 0x40000000u /* word's writer entry: an atomic, and before it a plain store of its block's */
#define SEVERAL 0x40000000u /* reader: other warps of the block as well, since its last barrier */
enum { FLUSH = 1 << 17 };
/* Numbers of a launch: at first, and at most. */
enum { WHO_FEW = 1 << 20, WHO_MAX = NUMBER_LIMIT / 2 };
struct kept_rows {
    uint8_t *data;
    size_t n, room;
    uint64_t block;
    struct progress *progress;
    int direct;  /* this block has the turn: rows are checked where they come up */
    struct kept_rows *next;
};

static struct {
    pthread_mutex_t lock;
    uint64_t turn;         /* the block whose rows may be checked */
    int busy;
    struct kept_rows *queue, *spare;
    /* Of whoever has the turn: */
    uint64_t total[3];
    uint32_t from, next;   /* numbers of this launch */
    uint32_t room;         /* for so many of them */
    struct accessor *who;       /* of number from + i */
    uint64_t races_to;     /* the first block that could not be checked for races */
    struct {
        uint32_t pc, number;
        uint64_t stamp;
    } cache[256];
    struct openings openings;
    struct changers *changers; /* of words that atomics without a result changed */
    struct progress one, *p; /* of the block being checked; blocks of a cooperative launch have one each */
} g = { .lock = PTHREAD_MUTEX_INITIALIZER, .next = 1, .from = 1 };

/* ---- keeping rows until their turn --------------------------------------------------------------------- */

static void check(struct kept_rows *b);
static void check_kept(struct progress *p, uint64_t block, const struct kept_row *t, const uint64_t *extra);
static size_t extra_of(const struct kept_row *t);

static struct kept_rows *kept_of(struct worker *w)
{
    struct kept_rows *b = w->counts->kept;

    if (b)
        return b;
    pthread_mutex_lock(&g.lock);
    b = g.spare;
    if (b)
        g.spare = b->next;
    pthread_mutex_unlock(&g.lock);
    if (!b && !(b = calloc(1, sizeof *b)))
        abort();
    b->n = 0;
    return w->counts->kept = b;
}

static void *room_for(struct kept_rows *b, size_t n)
{
    void *p;

    if (UNLIKELY(b->n + n > b->room)) {
        b->room = b->room ? b->room * 2 : 2 * FLUSH;
        b->data = realloc(b->data, b->room);
        if (!b->data)
            abort();
    }
    p = b->data + b->n;
    b->n += n;
    return p;
}

void global_block_begin(struct worker *w)
{
    struct kept_rows *b = kept_of(w);

    b->n = 0;
    b->block = w->block;
    b->progress = &g.one;
    b->direct = __atomic_load_n(&g.turn, __ATOMIC_ACQUIRE) == b->block;
    if (launch_seated()) { /* blocks run one at a time, but not one after another */
        if (!w->counts->progress && !(w->counts->progress = malloc(sizeof *b->progress)))
            abort();
        b->progress = w->counts->progress;
        b->progress->block = UINT64_MAX;
        b->direct = 1;
    }
}

/* If it is this block's turn already, there is no need to keep its rows any longer. */
static void flush(struct kept_rows *b)
{
    if (b->direct || __atomic_load_n(&g.turn, __ATOMIC_ACQUIRE) != b->block)
        return;
    check(b);
    b->direct = 1;
}

void global_merged(struct worker *w)
{
    if (!w->counts->kept->direct)
        flush(w->counts->kept);
}

void global_block_end(struct worker *w)
{
    struct kept_rows *b = kept_of(w), **at = &g.queue;

    w->counts->kept = NULL;
    pthread_mutex_lock(&g.lock);
    while (*at && (*at)->block < b->block)
        at = &(*at)->next;
    b->next = *at;
    *at = b;
    while (!g.busy && g.queue && (g.queue->block == g.turn || launch_seated())) {
        g.busy = 1;
        b = g.queue;
        g.queue = b->next;
        pthread_mutex_unlock(&g.lock);
        check(b);
        pthread_mutex_lock(&g.lock);
        b->next = g.spare;
        g.spare = b;
        g.busy = 0;
        __atomic_store_n(&g.turn, g.turn + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&g.lock);
}

/* Active lanes from..from+n-1 of a row; `at`: their addresses, where these do not step by `stride`. */
static void keep(struct worker *w, struct warp *p, const struct op_tally *s, struct alloc *a, const struct lane_row *r,
                 unsigned from, unsigned n, uint64_t first, int64_t stride, const uint64_t *at)
{
    struct kept_rows *b = w->counts->kept;
    simt_mask mask = row_mask(r, from, n), run = mask >> CTZ(mask);
    struct kept_row *to, t = { .pc = r->pc,
                           .epoch = w->epoch,
                           .grid_epoch = w->grid_epoch,
                           .warp = (uint16_t)p->id,
                           .op = s->op,
                           .lg = s->lg,
                           .cas = s->op == REC_ATOMIC && r->meta & REC_VOLATILE,
                           .syncing = s->op >= REC_ATOMIC || r->meta & REC_VOLATILE,
                           .scattered = at != NULL,
                           .rest = s->op == REC_READ && r->meta & REC_REST,
                           .relaxed = (r->meta & REC_RELAXED) != 0,
                           .of_block = (r->meta & REC_OF_BLOCK) != 0,
                           .n = (uint16_t)n,
                           .mask = mask,
                           .consecutive = !(run & (run + 1)) && (run != 1 || n == 1), /* a bulk copy has more */
                           .alloc = a,
                           .at = first,
                           .stride = stride };

    if (s->op == REC_WRITE && !at && (n == 1 || !stride) && s->lg <= 3) {
        t.valued = 1;
        t.value = value_at(first, s->lg);
    }
    if (LIKELY(b->direct)) {
        check_kept(b->progress, b->block, &t, at);
        return;
    }
    to = room_for(b, sizeof t + extra_of(&t));
    *to = t;
    if (at)
        memcpy(to + 1, at, n * sizeof *at);
}

void global_row(struct worker *w, struct warp *p, const struct op_tally *s, struct alloc *a, const struct lane_row *r)
{
    if (UNLIKELY(a->touched))
        host_row(s, a, r);
    if (!r->runs)
        keep(w, p, s, a, r, 0, r->n, r->at[0], 0, r->at);
    for (unsigned k = 0; k < r->runs; k++) {
        unsigned n = r->start[k + 1] - r->start[k];
        /* Half warps that read the same: once is enough. */
        if (k && r->base[k] == r->base[0] && r->step[k] == r->step[0] && n <= r->start[1] && s->op <= REC_WRITE)
            continue;
        keep(w, p, s, a, r, r->start[k], n, r->base[k], r->step[k], NULL);
    }
    if (UNLIKELY(w->counts->kept->n > FLUSH))
        flush(w->counts->kept);
}

void global_order(struct worker *w, unsigned warp, unsigned op, uint64_t key)
{
    struct kept_rows *b = w->counts->kept;
    struct kept_row t = { .op = ORDER_ONLY, .lg = (uint8_t)op, .at = key, .warp = (uint16_t)warp, .epoch = w->epoch,
                      .grid_epoch = w->grid_epoch };

    if (b->direct)
        check_kept(b->progress, b->block, &t, NULL);
    else
        *(struct kept_row *)room_for(b, sizeof t) = t;
}

/* ---- sectors and initialised bytes ----------------------------------------------------------------------- */

static void mark_sectors(struct map *m, uintptr_t base, const struct kept_row *t, const uint64_t *at)
{
    unsigned size = 1u << t->lg;

    for (int which = 0; which < 2; which++) {
        if (which ? t->op == REC_READ : t->op == REC_WRITE)
            continue;
        if (!t->scattered && t->stride <= SECTOR && t->stride >= -SECTOR) {
            uint64_t a = t->at, b = t->at + (uint64_t)t->stride * (t->n - 1u);
            uint64_t lo = a < b ? a : b, hi = (a < b ? b : a) + size - 1;
            map_mark(m, which, (lo - base) / SECTOR, (hi - base) / SECTOR);
            continue;
        }
        for (unsigned i = 0; i < t->n; i++) {
            uint64_t a = t->scattered ? at[i] : t->at + (uint64_t)t->stride * i;
            map_mark(m, which, (a - base) / SECTOR, (a + size - 1 - base) / SECTOR);
        }
    }
}

static __attribute__((noinline, cold)) void uninitialised(const struct kept_row *t, unsigned i, uint64_t at)
{
    unsigned thread = t->warp * SIMT_WARP + lane_of(t, i);
    struct error e = { .kind = "uninitialised", .pc = t->pc, .block = g.p->block, .other_block = ~0ull,
                       .thread = thread, .other_thread = ~0u, .address = at, .size = 1u << t->lg, .count = 1 };

    if (error_known("uninitialised", t->pc, g.p->block, thread, 1))
        return;
    global_uninitialised_text(&e, t->alloc);
    error_add(&e);
}

/* The first bytes of a read tell: the rest may be padding of a struct that was written member by member. */
static void check_written(const struct kept_row *t, const uint64_t *each)
{
    struct alloc *a = t->alloc;
    unsigned size = 1u << t->lg;
    int dense = !t->scattered && (t->stride == (int64_t)size || t->stride == 0);
    size_t all = t->stride ? (size_t)t->n * size : size;

    if (dense && t->op == REC_WRITE) {
        bits_set(a->written, t->at - a->lo, all);
        return;
    }
    if (dense && bits_all(a->written, t->at - a->lo, all))
        return;
    for (unsigned i = 0; i < t->n; i++) {
        uint64_t at = t->scattered ? each[i] : t->at + (uint64_t)t->stride * i;
        if (t->op != REC_WRITE && !t->rest && !bits_any(a->written, at - a->lo, size < 4 ? size : 4))
            uninitialised(t, i, at);
        if (t->op != REC_READ)
            bits_set(a->written, at - a->lo, size);
    }
}

/* ---- which block comes first --------------------------------------------------------------------------- */

static void order_note(unsigned warp, unsigned op, uint64_t key, int across, int relaxed)
{
    progress_order(g.p, warp, op, key, across, relaxed);
    if (UNLIKELY(early_from) && op != REC_WRITE)
        early_heard(g.p, warp, across);
    if (across)
        heard_sync(simt_worker, op, key);
}

static void order_row(const struct kept_row *t, const uint64_t *each)
{
    unsigned n = !t->scattered && !t->stride ? 1 : t->n <= 2 ? t->n : 0;
    if (n && t->op >= REC_ATOMIC)
        g.p->locking |= 1ull << t->warp;
    for (unsigned i = 0; i < n || (!n && !i); i++)
        order_note(t->warp, t->op, !n ? 0 : (t->scattered ? each[i] : t->at + (uint64_t)t->stride * i) >> 2,
                   !t->of_block, t->relaxed);
}

/* Room for a new number. 0: there is none, since more than WHO_MAX are noted somewhere. */
static __attribute__((noinline, cold)) int numbers_fit(void)
{
    uint32_t n = g.next - g.from, live, *rank = calloc(n, sizeof *rank);
    void *who;

    if (!rank)
        abort();
    live = map_renumber(g.from, n, rank);
    for (uint32_t i = 0; i < n; i++)
        if (rank[i])
            g.who[rank[i] - 1] = g.who[i];
    free(rank);
    g.next = g.from + live;
    memset(g.cache, 0, sizeof g.cache);
    if (live > g.room / 2 && g.room < WHO_MAX) {
        who = mremap(g.who, g.room * sizeof *g.who, 2 * g.room * sizeof *g.who, MREMAP_MAYMOVE);
        if (who != MAP_FAILED) {
            g.who = who;
            g.room *= 2;
        }
    }
    return live < g.room;
}

static inline uint32_t number_of(const struct kept_row *t)
{
    unsigned h = (t->pc ^ t->pc >> 8) & 255;
    uint32_t number;

    if (g.cache[h].pc == t->pc && g.cache[h].stamp == g.p->stamp[t->warp])
        return g.cache[h].number;
    if (UNLIKELY(g.next - g.from == g.room) && !numbers_fit()) {
        g.races_to = g.p->block < g.races_to ? g.p->block : g.races_to;
        return 0;
    }
    number = g.next++;
    g.who[number - g.from] = (struct accessor){ .pc = t->pc,
                                           .epoch = g.p->epoch,
                                           .clock = g.p->order.clock[t->warp] + 1,
                                           .grid_epoch = g.p->grid_epoch,
                                           .block = g.p->block,
                                           .warp = t->warp,
                                           .plain_write = t->op == REC_WRITE && !t->syncing,
                                           .of_block = t->of_block,
                                           .lg = t->lg, .tick = heard_tick(simt_worker) };
    g.cache[h].pc = t->pc;
    g.cache[h].stamp = g.p->stamp[t->warp];
    g.cache[h].number = number;
    return number;
}

static inline int this_launch(uint32_t entry)
{
    return (entry & ENTRY) >> LANE_BITS >= g.from;
}

static inline struct accessor *who_of(uint32_t entry)
{
    return &g.who[((entry & ENTRY) >> LANE_BITS) - g.from];
}

/* One of the two is for the threads of another block alone. */
static inline int apart(const struct kept_row *t, const struct accessor *q)
{
    return (t->of_block || q->of_block) && q->block != g.p->block;
}

static int unordered(const struct kept_row *t, const struct accessor *q, int several)
{
    if (q->block == g.p->block) {
        if (q->epoch != g.p->epoch)
            return 0;
        if (q->warp == t->warp)
            return several;
        return !order_before(&g.p->order, q->warp, q->clock, t->warp);
    }
    if (q->grid_epoch != g.p->grid_epoch || heard_from_block(simt_worker, q->block, q->tick))
        return 0;
    if (!blocks_has(&g.p->acquired, q->block) || !progress_acquired(g.p, t->warp))
        return 1;
    return !across_fenced(q->block, q->warp, q->clock, q->epoch) &&
           (q->plain_write || !across_released(q->block, q->warp, q->clock, q->epoch));
}

static enum race_why why_of(const struct kept_row *t, const struct accessor *q)
{
    if (apart(t, q) || (q->block != g.p->block && blocks_has(&g.p->unfenced, q->block)))
        return apart(t, q) ? RACE_OF_BLOCK : RACE_NO_ACQUIRE;
    return q->plain_write && q->block != g.p->block && blocks_has(&g.p->acquired, q->block) &&
           across_released(q->block, q->warp, q->clock, q->epoch) ? RACE_NO_FENCE : RACE_PLAIN;
}

/* kind: 0 a read of what was written, 1 a write of it, 2 a write of what was read, 3 check_update(). */
static void describe(struct error *e, const struct kept_row *t, int kind, const struct accessor *q, uint32_t entry,
                     unsigned lane, unsigned lanes, uint64_t at)
{
    *e = (struct error){ .kind = "race", .pc = t->pc, .other_pc = q->pc, .block = g.p->block, .other_block = q->block,
                         .thread = t->warp * SIMT_WARP + lane,
                         .other_thread = q->warp * SIMT_WARP + (entry & (SIMT_WARP - 1)), .address = at,
                         .size = 1u << t->lg, .count = lanes };
    if (kind == 1 && entry & AFTER_STORE && q->block != g.p->block) {
        e->other_pc = q->store_pc;
        e->other_thread = q->store_thread;
    }
    global_race_text(e, t->alloc, kind, why_of(t, q));
}

static __attribute__((noinline, cold)) void race(const struct kept_row *t, int kind, uint32_t entry, unsigned lane,
                                                 unsigned lanes, uint64_t at)
{
    struct error e;
    if (error_known("race", t->pc, g.p->block, t->warp * SIMT_WARP + lane, lanes))
        return;
    describe(&e, t, kind, who_of(entry), entry, lane, lanes, at);
    error_add(&e);
}

/* One of the two is an atomic, the other a plain read, at read_pc. */
static __attribute__((noinline, cold)) void race_of_read(const struct kept_row *t, uint32_t read_pc, uint32_t entry,
                                                         unsigned lane, unsigned lanes, uint64_t at)
{
    struct error e;

    describe(&e, t, read_pc == t->pc ? 0 : 2, who_of(entry), entry, lane, lanes, at);
    opening_race(&g.openings, read_pc, &e);
}

/* ---- atomics whose result is dropped ------------------------------------------------------------------- */

/* This one follows another's change of the word, of which its thread learns nothing. */
static void note_changer(const struct kept_row *t, uint32_t writer, uint64_t at)
{
    const struct accessor *q = who_of(writer);
    struct changer c = { .block = q->block, .tick = q->tick, .pc = q->pc, .epoch = q->epoch,
                         .grid_epoch = q->grid_epoch, .clock = q->clock,
                         .thread = q->warp * SIMT_WARP + (writer & (SIMT_WARP - 1)) };

    if (q->block != g.p->block || q->warp != t->warp)
        changer_note(&g.changers, at >> 2, map_launch, q->block == g.p->block ? CHANGER_WARP : CHANGER_BLOCK, &c);
}

/* A plain access of a word whose last change is known to it: whether it knows of those before, too. */
static __attribute__((noinline)) void check_changers(const struct kept_row *t, unsigned lane, unsigned lanes,
                                                     uint64_t at)
{
    for (int which = 0; which < CHANGERS; which++) {
        const struct changer *c = changer_of(g.changers, at >> 2, map_launch, which);
        if (!c || (which == CHANGER_WARP && c->block != g.p->block))
            continue;
        struct accessor q = { .block = c->block, .tick = c->tick, .pc = c->pc, .epoch = c->epoch,
                         .grid_epoch = c->grid_epoch, .clock = c->clock, .warp = (uint16_t)(c->thread / SIMT_WARP) };
        if (!unordered(t, &q, 0))
            continue;
        struct error e;
        describe(&e, t, t->op != REC_READ, &q, c->thread % SIMT_WARP, lane, lanes, at);
        opening_race(&g.openings, t->pc, &e);
        return;
    }
}

/* ---- stores of the same value -------------------------------------------------------------------------- */

/* Both store one constant: benign. */
static int same_constant(const struct kept_row *t, const struct accessor *q)
{
    uint64_t mine, its;

    return q->lg == t->lg && stored_constant(t->pc, 1u << t->lg, &mine) &&
           (q->pc == t->pc || (stored_constant(q->pc, 1u << q->lg, &its) && its == mine));
}

/* Two unordered stores. */
static __attribute__((noinline, cold)) void two_stores(const struct kept_row *t, uint32_t entry, unsigned lane,
                                                       unsigned lanes, uint64_t at)
{
    const struct accessor *q = who_of(entry);
    struct error e;

    if (q->block != g.p->block)
        doubt_crossed(at);
    if (same_constant(t, q))
        return;
    if (q->block != g.p->block || !t->valued || !q->valued || q->at != t->at || q->lg != t->lg) {
        race(t, 1, entry, lane, lanes, at);
    } else if (q->value != t->value) {
        describe(&e, t, 1, q, entry, lane, lanes, at);
        doubt_add(&e);
    }
}

/* ---- one entry ----------------------------------------------------------------------------------------- */

struct access {
    const struct kept_row *t;
    struct map *m;
    uint32_t number;
    unsigned lanes; /* of one entry */
};

static inline void touch_read(const struct access *x, uint32_t *writer, uint32_t *reader, unsigned lane, uint64_t at,
                              int syncing_writer, size_t sector)
{
    const struct kept_row *t = x->t;
    uint32_t mine = x->number << LANE_BITS | lane;

    if (UNLIKELY(this_launch(*writer)) && !(t->syncing && syncing_writer && !apart(t, who_of(*writer))) &&
        unordered(t, who_of(*writer), 0)) {
        if (syncing_writer && !t->syncing)
            race_of_read(t, t->pc, *writer, lane, x->lanes, at);
        else
            race(t, 0, *writer, lane, x->lanes, at);
    } else if (UNLIKELY(syncing_writer) && !t->syncing && this_launch(*writer)) {
        check_changers(t, lane, x->lanes, at);
    }
    if (t->syncing) {
        mark_sector(x->m, 0, sector);
        return;
    }
    if (!this_launch(*reader)) {
        if (LIKELY(!streams_beside) || !streams_kept(*reader)) /* else a write that comes now is to meet that one */
            *reader = mine;
        mark_sector(x->m, 0, sector);
    } else if ((*reader & ENTRY) >> LANE_BITS != x->number) {
        const struct accessor *q = who_of(*reader);
        if (q->block != g.p->block)
            return; /* whoever writes it next conflicts with that block: it tells more than this one */
        if (q->epoch != g.p->epoch)
            *reader = mine;
        else if (q->warp == t->warp)
            *reader = mine | (*reader & SEVERAL);
        else
            *reader |= SEVERAL;
    }
}

/* Whether the atomic of this entry, of another block, follows a plain store that it orders for its own block alone; or
 * one of the two is for one block alone. */
static inline int crosses(const struct kept_row *t, uint32_t writer)
{
    return (writer & AFTER_STORE && who_of(writer)->block != g.p->block) || apart(t, who_of(writer));
}

/* The flag of an atomic's entry that follows `writer`: what a grid.sync() lies behind is done. */
static inline uint32_t after_store(const struct access *x, uint32_t writer, int syncing_writer)
{
    const struct accessor *q = who_of(writer);
    struct accessor *me = who_of(x->number << LANE_BITS);

    if (q->block != g.p->block || q->grid_epoch != g.p->grid_epoch || (syncing_writer && !(writer & AFTER_STORE)))
        return 0;
    me->store_pc = syncing_writer ? q->store_pc : q->pc;
    me->store_thread = syncing_writer ? q->store_thread : q->warp * SIMT_WARP + (writer & (SIMT_WARP - 1));
    return AFTER_STORE;
}

static inline void touch_write(const struct access *x, uint32_t *writer, uint32_t *reader, unsigned lane, uint64_t at,
                               int syncing_writer, size_t sector)
{
    const struct kept_row *t = x->t;
    uint32_t after = 0;

    if (UNLIKELY(this_launch(*writer)) && (!(t->syncing && syncing_writer) || crosses(t, *writer))) {
        const struct accessor *q = who_of(*writer);
        if (unordered(t, q, 0))
            two_stores(t, *writer, lane, x->lanes, at);
        else if (UNLIKELY(q->block != g.p->block))
            doubt_crossed(at);
        else if (UNLIKELY(syncing_writer) && !t->syncing)
            check_changers(t, lane, x->lanes, at);
    }
    if (UNLIKELY(this_launch(*reader)) && unordered(t, who_of(*reader), (*reader & SEVERAL) != 0)) {
        if (t->op >= REC_ATOMIC)
            race_of_read(t, who_of(*reader)->pc, *reader, lane, x->lanes, at);
        else
            race(t, 2, *reader, lane, x->lanes, at);
    }
    if (!this_launch(*writer)) {
        mark_sector(x->m, 1, sector);
        if (t->op >= REC_ATOMIC)
            mark_sector(x->m, 0, sector);
    } else if (t->op >= REC_ATOMIC) {
        after = after_store(x, *writer, syncing_writer);
        if (t->op == REC_RED && syncing_writer)
            note_changer(t, *writer, at);
    }
    *writer = x->number << LANE_BITS | lane | after;
    *reader = 0;
}

/* The entry of a word, of one that the whole sector had. */
static inline uint32_t word_entry(uint32_t entry, unsigned lanes_on)
{
    if (this_launch(entry))
        return entry + lanes_on;
    return UNLIKELY(streams_beside) && streams_kept(entry) ? entry : 0;
}

static void split(struct map *m, size_t sector)
{
    uint32_t w = m->sector.writer[sector], r = m->sector.reader[sector];
    int old = streams_beside && w & SPLIT; /* by an earlier launch: its words may stand */
    unsigned wlg = this_launch(w) ? who_of(w)->lg : 2, rlg = this_launch(r) ? who_of(r)->lg : 2;

    for (unsigned k = 0; k < WORDS; k++) {
        uint32_t *writer = &m->word.writer[sector * WORDS + k], *reader = &m->word.reader[sector * WORDS + k];
        *reader = old && !this_launch(r) ? word_entry(*reader, 0) : word_entry(r, k * 4 >> rlg);
        *writer = old ? word_entry(*writer, 0) : word_entry(w, k * 4 >> wlg);
    }
    m->sector.writer[sector] = SPLIT | (g.next - 1) << LANE_BITS;
}

static inline int is_split(const struct map *m, size_t sector)
{
    return m->sector.writer[sector] & SPLIT && this_launch(m->sector.writer[sector]);
}

/* Bytes lo..hi-1, all of one lane or of neighbouring ones. */
static void touch_words(struct access *x, struct map *m, uintptr_t base, uint64_t lo, uint64_t hi, unsigned lane)
{
    const struct kept_row *t = x->t;

    x->lanes = t->lg < 2 && hi - lo >= 4 ? 4u >> t->lg : 1;
    for (uint64_t a = lo & ~3ull; a < hi; a += 4) {
        size_t word = (a - base) / 4, sector = word / WORDS;
        uint32_t *writer, *reader;
        unsigned l = a > lo ? lane + (unsigned)((a - lo) >> t->lg) : lane;
        int partial = a < lo || a + 4 > hi;
        if (!is_split(m, sector))
            split(m, sector);
        writer = &m->word.writer[word];
        reader = &m->word.reader[word];
        if (partial) { /* conflicts with whole words are seen, but it leaves no note */
            uint32_t w = *writer, r = *reader;
            if (t->op == REC_READ)
                touch_read(x, &w, &r, l, a, *writer & SYNCING, sector);
            else
                touch_write(x, &w, &r, l, a, *writer & SYNCING, sector);
            mark_sector(m, t->op != REC_READ, sector);
            continue;
        }
        if (t->op == REC_READ) {
            touch_read(x, writer, reader, l, a, *writer & SYNCING, sector);
        } else {
            touch_write(x, writer, reader, l, a, *writer & SYNCING, sector);
            if (t->syncing)
                *writer |= SYNCING;
        }
    }
}

/* ---- one row ------------------------------------------------------------------------------------------- */

/* Neighbouring lanes, without gaps: whole sectors by one entry each. */
static void touch_run(struct access *x, struct map *m, uintptr_t base, uint64_t lo, uint64_t hi)
{
    const struct kept_row *t = x->t;
    unsigned first = CTZ(t->mask);
    uint64_t from = (lo + SECTOR - 1) & ~(uint64_t)(SECTOR - 1), to = hi & ~(uint64_t)(SECTOR - 1);

    if (from >= to) {
        touch_words(x, m, base, lo, hi, first);
        return;
    }
    if (lo < from)
        touch_words(x, m, base, lo, from, first);
    for (uint64_t a = from; a < to; a += SECTOR) {
        size_t sector = (a - base) / SECTOR;
        unsigned lane = first + (unsigned)((a - lo) >> t->lg);
        x->lanes = SECTOR >> t->lg;
        if (UNLIKELY(is_split(m, sector)))
            touch_words(x, m, base, a, a + SECTOR, lane);
        else if (t->op == REC_READ)
            touch_read(x, &m->sector.writer[sector], &m->sector.reader[sector], lane, a, 0, sector);
        else
            touch_write(x, &m->sector.writer[sector], &m->sector.reader[sector], lane, a, 0, sector);
    }
    if (to < hi)
        touch_words(x, m, base, to, hi, first + (unsigned)((to - lo) >> t->lg));
}

/* Several lanes of one store at one word that lanes of this warp have read since: lost updates. */
static void check_update(const struct access *x, struct map *m, uintptr_t base, const uint64_t *each)
{
    const struct kept_row *t = x->t;

    if (g.p->locking >> t->warp & 1)
        return; /* the lanes may have gone one after another */
    for (unsigned i = 1; i < t->n; i++) {
        uint64_t a = t->scattered ? each[i] : t->at + (uint64_t)t->stride * i;
        size_t word = (a - base) / 4, sector = word / WORDS;
        uint32_t reader = is_split(m, sector) ? m->word.reader[word] : m->sector.reader[sector];
        const struct accessor *q;
        unsigned k;
        if (!this_launch(reader))
            continue;
        q = who_of(reader);
        if (q->block != g.p->block || q->epoch != g.p->epoch || q->warp != t->warp ||
            q->clock != g.p->order.clock[t->warp] + 1)
            continue;
        for (k = 0; k < i && (t->scattered ? each[k] : t->at + (uint64_t)t->stride * k) != a; k++)
            ;
        if (k == i)
            continue;
        race(t, 3, (reader & ~(uint32_t)(SIMT_WARP - 1)) | lane_of(t, k), lane_of(t, i), 1, a);
        if (!t->scattered && !t->stride)
            return;
    }
}

/* An atomic's word that this very instruction was the last to touch: as in histograms. */
static inline int noted(const struct kept_row *t, const struct map *m, uint64_t a, uint32_t number)
{
    size_t word = (a - m->base) / 4;

    return t->op >= REC_ATOMIC && t->lg == 2 && is_split(m, word / WORDS) && !this_launch(m->word.reader[word]) &&
           (m->word.writer[word] & ~(uint32_t)(SIMT_WARP - 1)) == (SYNCING | number << LANE_BITS);
}

static void check_row(const struct kept_row *t, const uint64_t *extra, struct map *m, uintptr_t base)
{
    struct access x = { .t = t, .m = m, .number = number_of(t) };
    unsigned size = 1u << t->lg;

    if (UNLIKELY(early_from))
        early_row(g.p, t, extra, m);
    if (UNLIKELY(streams_beside))
        streams_row(g.p, t, extra, m);
    if (!x.number) {
        mark_sectors(m, base, t, extra);
        return;
    }
    if (t->op == REC_READ && !t->syncing)
        opening_read(&g.openings, t->warp, t->pc, t->at);
    else if (t->cas)
        opening_cas(&g.openings, t->warp, t->at);
    if (t->valued) {
        struct accessor *q = who_of(x.number << LANE_BITS);
        q->valued = 1;
        q->at = t->at;
        q->value = t->value;
    }
    if (t->op == REC_WRITE && t->n > 1 && (t->scattered || !t->stride))
        check_update(&x, m, base, extra);
    if (!t->scattered && t->stride == (int64_t)size && t->consecutive && !t->syncing && !(t->at & (size - 1))) {
        touch_run(&x, m, base, t->at, t->at + (uint64_t)size * t->n);
        return;
    }
    if (!t->scattered && !t->stride) {
        touch_words(&x, m, base, t->at, t->at + size, CTZ(t->mask));
        return;
    }
    for (unsigned i = 0; i < t->n; i++) {
        uint64_t a = t->scattered ? extra[i] : t->at + (uint64_t)t->stride * i;
        if (t->scattered && i && a == extra[i - 1])
            continue;
        if (!noted(t, m, a, x.number))
            touch_words(&x, m, base, a, a + size, lane_of(t, i));
    }
}

static void begin_epoch(uint32_t epoch, uint32_t grid_epoch)
{
    g.p->epoch = epoch;
    g.p->grid_epoch = grid_epoch;
    g.p->waited = g.p->waited ? ~0ull : 0;
    order_reset(&g.p->order);
    for (int i = 0; i < SIMT_MAX_WARPS; i++)
        g.p->stamp[i] = ++progress_stamps;
}

static void begin_block(uint64_t block)
{
    g.p->block = block;
    g.p->acquired.n = g.p->unfenced.n = 0;
    memset(&g.p->fences, 0, sizeof g.p->fences);
    g.p->acquired_epoch = UINT32_MAX;
    g.p->acquired_warps = 0;
    g.p->locking = g.p->waited = 0;
    g.p->order.used = 1;
    begin_epoch(0, 0);
}

/* Whoever calls this has the turn. */
static void check_kept(struct progress *p, uint64_t block, const struct kept_row *t, const uint64_t *extra)
{
    struct map *m;

    g.p = p;
    if (UNLIKELY(p->block != block))
        begin_block(block);
    if (UNLIKELY(t->epoch != p->epoch))
        begin_epoch(t->epoch, t->grid_epoch);
    if (UNLIKELY(t->op == ORDER_ONLY)) {
        if (t->lg == ORDER_FENCE || t->lg == ORDER_GRID)
            t->lg == ORDER_GRID ? early_waited(p, t->warp) : progress_fence(p, t->warp);
        else
            order_note(t->warp, t->lg & ~(unsigned)ORDER_ACROSS, t->at, (t->lg & ORDER_ACROSS) != 0, 0);
        if (UNLIKELY(streams_beside) && t->lg == (REC_READ | ORDER_ACROSS))
            streams_heard(t->at);
        return;
    }
    m = map_of(t->alloc);
    if (UNLIKELY(!m))
        return;
    if (UNLIKELY(m->written < t->alloc->hi - t->alloc->lo && t->alloc->written))
        check_written(t, extra);
    if (simt_config.races)
        check_row(t, extra, m, m->base);
    else
        mark_sectors(m, m->base, t, extra);
    if (UNLIKELY(t->syncing))
        order_row(t, extra);
}

static size_t extra_of(const struct kept_row *t)
{
    return t->scattered ? t->n * sizeof(uint64_t) : 0;
}

static void check(struct kept_rows *b)
{
    for (size_t at = 0; at < b->n;) {
        const struct kept_row *t = (const struct kept_row *)(b->data + at);
        check_kept(b->progress, b->block, t, (const uint64_t *)(t + 1));
        at += sizeof *t + extra_of(t);
    }
    b->n = 0;
}

/* ---- launches ------------------------------------------------------------------------------------------ */

void global_launch_begin(struct launch *l)
{
    if (!g.who) {
        g.room = WHO_FEW;
        g.who = mmap(NULL, g.room * sizeof *g.who, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (g.who == MAP_FAILED)
            abort();
    }
    if (g.next > NUMBER_LIMIT - WHO_MAX) { /* numbers start over: the maps must hold no old ones */
        map_forget_all();
        streams_forget();
        g.from = g.next = 1;
    }
    early_begin(l, g.from, g.next, g.who);
    g.from = g.next;
    g.races_to = UINT64_MAX;
    g.turn = 0;
    map_launch_begin(l->seq);
    across_reset();
    g.one.block = UINT64_MAX;
    memset(g.cache, 0, sizeof g.cache);
}

void global_launch_end(void)
{
    while (g.queue) { /* left over where a block was given up */
        struct kept_rows *b = g.queue;
        g.queue = b->next;
        check(b);
        b->next = g.spare;
        g.spare = b;
    }
    doubts_end();
    openings_end(&g.openings);
    streams_launch_ended(g.from, g.next, g.who);
    map_launch_end(g.total);
}

void global_sectors(uint64_t *loaded, uint64_t *stored, uint64_t *pairs)
{
    *loaded = g.total[0];
    *stored = g.total[1], *pairs = g.total[2];
}

uint64_t global_races_to(void) { return g.races_to; }
