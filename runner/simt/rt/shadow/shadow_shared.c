/*
 * shadow_shared.c: shared memory. Reads of what nobody wrote, races, and copies by cp.async not yet waited for. Bulk
 * copies are shadow_bulk.c's.
 *
 * Each 4-byte word has an entry for its last writer and one for its readers. An entry is a number and a lane;
 * the number stands for (warp, its clock, program counter) and grows, so that "since the last __syncthreads" is
 * one comparison: entry >= sh->epoch_from. Older entries never matter and are never cleaned up. A word that
 * lanes use in parts, except whole rows of neighbouring parts, is split: then each byte has entries of its own.
 *
 * Two accesses of different threads race, one of them a write and not both atomic or volatile, unless a
 * __syncthreads, a __syncwarp or other collective of their warp, or a chain of order.c lies between. Not seen:
 * - volatile accesses of different warps, one of which is of one word: a flag that is raised and looked at;
 * - several lanes of one store instruction at one address: one of them lands, which is defined; whether their
 *   values differ is not recorded (an update, read and then written that way, is reported by its read);
 * - stores of one value by different warps or instructions, which is benign;
 * - what a warp that used atomics or volatiles since did before, for its own lanes: they count as in step;
 * - readers other than the last once that one is ordered (a flag tells that there were several).
 */
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>

#include "shadow_shared.h"

/* ---- numbers ------------------------------------------------------------------------------------------- */

static void entries_init(struct entries *e, size_t n)
{
    e->writer = rt_reserve(n * sizeof *e->writer, "to check shared memory");
    e->reader = rt_reserve(n * sizeof *e->reader, "to check shared memory");
    e->flags = rt_reserve(n, "to check shared memory");
}

static void rooms(struct shadow *sh)
{
    sh->who = sh->grow_who.at;
    sh->who_room = (uint32_t)(sh->grow_who.open / sizeof *sh->who);
    sh->warp_of = sh->grow_warp_of.at;
    sh->next_room = (uint32_t)sh->grow_warp_of.open;
}

void shared_init(struct worker *w)
{
    struct shadow *sh = w->shadow;
    size_t words = w->shared_size / 4 + 64;

    if (!sh) {
        sh = w->shadow = calloc(1, sizeof *sh);
        if (!sh)
            abort();
        entries_init(&sh->word, words);
        entries_init(&sh->byte, words * 4);
        rt_growing(&sh->grow_who, WHO_MAX * sizeof *sh->who, "to check shared memory");
        rt_growing(&sh->grow_warp_of, NUMBER_LIMIT, "to check shared memory");
        rooms(sh);
        sh->words = words;
        sh->next = 1;
        sh->lo = SIZE_MAX;
        sh->of = w;
    }
}

/* All before now is ordered before all that follows: no entry made until now matters any more. */
static void forget(struct shadow *sh)
{
    if (sh->next > NUMBER_LIMIT / 2) {
        memset(sh->word.writer, 0, sh->words * 4);
        memset(sh->word.reader, 0, sh->words * 4);
        memset(sh->byte.writer, 0, sh->words * 16);
        memset(sh->byte.reader, 0, sh->words * 16);
        sh->next = sh->block_from = sh->who_from = 1;
        memset(sh->fence_at, 0, sizeof sh->fence_at);
        memset(sh->heard, 0, sizeof sh->heard);
        memset(sh->laid, 0, sizeof sh->laid);
        mma_forget(sh);
        changers_forget(sh->changers);
        mbarriers_forget(sh);
    }
    sh->epoch_from = sh->next;
    if (sh->met)
        meetings_forget(sh);
    if (!sh->keep || sh->next - sh->who_from > WHO_MAX / 2)
        sh->who_from = sh->next;
    sh->nwho = sh->next - sh->who_from;
    order_reset(&sh->order);
    for (int i = 0; i < SIMT_MAX_WARPS; i++) {
        sh->warp_from[i] = sh->next;
        sh->stamp[i] = ++sh->stamps;
        parts_forget(sh, (unsigned)i);
    }
}

void shared_epoch(struct worker *w, struct shadow *sh)
{
    sh->epoch = w->epoch;
    forget(sh);
}

void shared_block_begin(struct worker *w)
{
    struct shadow *sh = w->shadow;

    if (sh->hi > sh->lo) {
        memset(sh->word.flags + sh->lo / 4, 0, (sh->hi + 3) / 4 - sh->lo / 4);
        if (sh->mma_reads)
            memset(sh->mma_reads + sh->lo / 4, 0, (sh->hi + 3) / 4 - sh->lo / 4);
        sh->hi = 0;
        sh->lo = SIZE_MAX;
    }
    sh->locking = 0;
    sh->fenced = 0;
    sh->keep = 0;
    shared_epoch(w, sh);
    sh->block_from = sh->next;
    sh->keep = w->sched->cluster != NULL;
    if (sh->fences)
        memset(sh->fence_at, 0, sizeof sh->fence_at);
    sh->fences = 0;
    mbarriers_forget(sh);
    remote_block_begin(sh);
}

void shared_block_end(struct worker *w)
{
    if (!w->shadow)
        return;
    openings_end(&w->shadow->openings);
    if (w->sched->cluster && !w->failed)
        remote_block_end(w);
}

static __attribute__((noinline, cold)) void make_room(struct shadow *sh)
{
    if (sh->nwho == WHO_MAX || sh->next == NUMBER_LIMIT)
        forget(sh);
    if (sh->nwho == sh->who_room)
        rt_grow(&sh->grow_who);
    if (sh->next == sh->next_room)
        rt_grow(&sh->grow_warp_of);
    rooms(sh);
}

static inline uint32_t number_of(struct shadow *sh, unsigned warp, struct op_tally *s, uint32_t pc)
{
    struct who *q;

    if (LIKELY(s->who_key == sh->stamp[warp]))
        return s->who;
    if (UNLIKELY(sh->nwho >= sh->who_room || sh->next >= sh->next_room))
        make_room(sh);
    s->who = sh->next++;
    s->who_key = sh->stamp[warp];
    sh->nwho = s->who - sh->who_from + 1;
    q = &sh->who[s->who - sh->who_from];
    *q = (struct who){ .pc = pc, .clock = sh->order.clock[warp] + 1, .warp = (uint16_t)warp, .lg = s->lg };
    sh->warp_of[s->who] = (uint8_t)warp;
    if (UNLIKELY(sh->keep))
        q->tick = heard_tick(sh->of);
    return s->who;
}

uint32_t shared_number(struct shadow *sh, unsigned warp, struct op_tally *s, uint32_t pc)
{
    return number_of(sh, warp, s, pc);
}

/* The warp's lanes are in step from here on. */
static void warp_step(struct shadow *sh, unsigned warp)
{
    sh->warp_from[warp] = sh->next;
    sh->stamp[warp] = ++sh->stamps;
    parts_forget(sh, warp);
}

/* ---- one access ---------------------------------------------------------------------------------------- */

/* kind: 0 a read of what was written, 1 a write of it, 2 a write of what was read. */
static __attribute__((noinline, cold)) void race(const struct shared_access *x, int kind, uint32_t entry, unsigned lane)
{
    const struct who *q = who_of(x->sh, entry);
    unsigned thread = x->warp * SIMT_WARP + x->lane, other = q->warp * SIMT_WARP + lane;
    struct error e = { .kind = "race", .pc = x->pc, .other_pc = q->pc, .block = x->w->block,
                       .other_block = x->w->block, .thread = thread, .other_thread = other, .address = x->at,
                       .size = 1u << x->s->lg, .count = 1 };
    char where[160];

    if (q->warp == BULK_WARP) {
        bulk_race(x, kind, entry);
        return;
    }
    if (kind == 1 && x->exempt && entry & SYNCING) { /* an AFTER_STORE */
        e.other_pc = q->store_pc;
        e.other_thread = other = q->warp * SIMT_WARP + q->store_lane;
    }
    int atomic = kind == 0 ? (entry & SYNCING) != 0 : kind == 2 && x->exempt; /* the other is a plain read */

    if (!atomic && error_known("race", x->pc, x->w->block, thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "Thread %u %s %s, which thread %u %s, with no %s between them.", thread,
             kind ? "writes" : "reads", shared_place(x->w, x->at, where, sizeof where), other,
             kind == 2 ? "reads" : "writes",
             q->warp == x->warp ? "__syncwarp() or __syncthreads()" : "__syncthreads()");
    if (atomic)
        opening_race(&x->sh->openings, kind ? q->pc : x->pc, &e);
    else
        error_add(&e);
}

static __attribute__((noinline, cold)) void uninitialised(const struct shared_access *x)
{
    unsigned thread = x->warp * SIMT_WARP + x->lane;
    struct error e = { .kind = "uninitialised", .pc = x->pc, .block = x->w->block, .other_block = ~0ull,
                       .thread = thread, .other_thread = ~0u, .address = x->at, .size = 1u << x->s->lg, .count = 1 };
    char where[160];

    if (error_known("uninitialised", x->pc, x->w->block, thread, 1))
        return;
    snprintf(e.text, sizeof e.text, "A thread reads %s, which no thread of the block has written.",
             shared_place(x->w, x->at, where, sizeof where));
    error_add(&e);
}

static __attribute__((noinline, cold)) void hazard(const struct shared_access *x, uint32_t entry)
{
    const struct who *q = this_epoch(x->sh, entry) ? who_of(x->sh, entry) : NULL;
    unsigned thread = x->warp * SIMT_WARP + x->lane;
    struct error e = { .kind = "async-hazard", .pc = x->pc, .other_pc = q ? q->pc : 0, .block = x->w->block,
                       .other_block = q ? x->w->block : ~0ull, .thread = thread, .other_thread = ~0u,
                       .address = x->at, .size = 1u << x->s->lg, .count = 1 };
    char where[160];

    if (q)
        e.other_thread = q->warp * SIMT_WARP + (entry & (SIMT_WARP - 1));
    if (error_known("async-hazard", x->pc, x->w->block, thread, 1))
        return;
    snprintf(e.text, sizeof e.text,
             "A thread %s %s while an asynchronous copy to that place is on its way: wait for "
             "the copy, then synchronise.",
             x->op == REC_READ ? "reads" : "writes", shared_place(x->w, x->at, where, sizeof where));
    error_add(&e);
}

/* The lane that made an entry, where it can be more than one: one that is not `mine`. */
static unsigned other_lane(const struct who *q, uint32_t entry, unsigned warp, unsigned mine, int whole)
{
    unsigned lane = entry & (SIMT_WARP - 1);

    return whole && q->lg < 2 && q->warp == warp && lane == mine ? lane + 1 : lane;
}

/* Whether the entry's access and x conflict, given that one of them writes. */
static int unordered(const struct shared_access *x, uint32_t entry, int several, int warps, int whole, unsigned *lane)
{
    const struct shadow *sh = x->sh;
    const struct who *q = who_of(sh, entry);
    uint32_t number = (entry & ENTRY) >> LANE_BITS;

    *lane = other_lane(q, entry, x->warp, x->lane, whole);
    if (several && q->warp == x->warp && *lane == x->lane)
        *lane ^= 1; /* one of the others */
    if (q->warp != x->warp)
        return !order_before(&sh->order, q->warp, q->clock, x->warp);
    if (warps) /* others than this warp as well: known is the last one's number alone */
        return number >= sh->heard[x->warp];
    if (number < sh->warp_from[x->warp] || sh->locking >> x->warp & 1)
        return 0;
    return (several || *lane != x->lane) && !parts_before(sh, x->warp, number, *lane, x->lane, several);
}

/* Atomics do not race with one another, nor do volatiles of different warps, unless they are data: many words at once.
 * A plain store before its warp's atomic is ordered by it for that warp alone, and by a barrier for those who came. */
static int both_sync(const struct shared_access *x, uint32_t writer)
{
    const struct who *q;

    if (!x->syncing || !(writer & SYNCING))
        return 0;
    q = who_of(x->sh, writer);
    if (q->warp != x->warp && writer & AFTER_STORE &&
        !order_before(&x->sh->order, q->warp, q->store_clock, x->warp))
        return 0;
    return x->exempt || (q->warp != x->warp && !(x->wide && q->wide));
}

/* The flag of an atomic's entry that follows `writer`. */
static uint32_t after_store(const struct shared_access *x, uint32_t writer)
{
    const struct who *q = this_epoch(x->sh, writer) ? who_of(x->sh, writer) : NULL;
    struct who *me = &x->sh->who[x->number - x->sh->who_from];

    if (!x->exempt || !q || q->warp != x->warp || (writer & SYNCING && !(writer & AFTER_STORE)))
        return 0;
    me->store_pc = writer & SYNCING ? q->store_pc : q->pc;
    me->store_clock = writer & SYNCING ? q->store_clock : q->clock;
    me->store_lane = writer & SYNCING ? q->store_lane : writer & (SIMT_WARP - 1);
    return AFTER_STORE;
}

/* Both stores left the same value: benign, as when every thread of some set raises a flag. */
static int same_value(const struct shared_access *x, uint32_t entry)
{
    const struct who *q = who_of(x->sh, entry), *me = who_of(x->sh, x->number << LANE_BITS);
    uint32_t at = (uint32_t)(x->at - x->w->shared_lo);
    uint64_t mine, its;

    if (q->warp == BULK_WARP)
        return 0;

    if (q->lg == me->lg && stored_constant(me->pc, 1u << me->lg, &mine) &&
        (q->pc == me->pc || (stored_constant(q->pc, 1u << q->lg, &its) && its == mine)))
        return 1;
    return q->valued && me->valued && q->at == at && me->at == at && q->value == me->value;
}

/* An atomic whose result is dropped follows another warp's change of the word, of which its thread learns nothing. */
static void note_changer(const struct shared_access *x, uint32_t writer)
{
    const struct who *q = who_of(x->sh, writer);
    struct changer c = { .pc = q->pc, .clock = q->clock, .thread = q->warp * SIMT_WARP + (writer & (SIMT_WARP - 1)) };

    if (q->warp != x->warp)
        changer_note(&x->sh->changers, x->at >> 2, x->sh->epoch_from, CHANGER_WARP, &c);
}

/* A plain access of a word whose last change is known to it: whether it knows of the one before, too. */
static __attribute__((noinline)) void check_changers(const struct shared_access *x)
{
    const struct changer *c = changer_of(x->sh->changers, x->at >> 2, x->sh->epoch_from, CHANGER_WARP);
    unsigned warp = c ? c->thread / SIMT_WARP : 0, thread = x->warp * SIMT_WARP + x->lane;
    char where[160];

    if (!c || warp == x->warp || order_before(&x->sh->order, warp, c->clock, x->warp))
        return;
    struct error e = { .kind = "race", .pc = x->pc, .other_pc = c->pc, .block = x->w->block,
                       .other_block = x->w->block, .thread = thread, .other_thread = c->thread, .address = x->at,
                       .size = 1u << x->s->lg, .count = 1 };
    snprintf(e.text, sizeof e.text, "Thread %u %s %s, which thread %u writes, with no __syncthreads() between them.",
             thread, x->op == REC_READ ? "reads" : "writes", shared_place(x->w, x->at, where, sizeof where), c->thread);
    opening_race(&x->sh->openings, x->pc, &e);
}

static void touch_read(const struct shared_access *x, struct entries *e, size_t i, int whole)
{
    struct shadow *sh = x->sh;
    uint32_t writer = e->writer[i], reader = e->reader[i], mine = x->number << LANE_BITS | x->lane, flags = 0;
    unsigned lane;

    if (this_epoch(sh, writer) && !both_sync(x, writer) && unordered(x, writer, 0, 0, whole, &lane))
        race(x, 0, writer, lane);
    else if (UNLIKELY(writer & SYNCING) && !x->syncing && this_epoch(sh, writer))
        check_changers(x);
    if (x->syncing && !x->wide)
        return; /* later writes that sync do not conflict with it; those that do not find its writer */
    if (this_epoch(sh, reader)) {
        const struct who *q = who_of(sh, reader);
        int live =
            reader & SEVERAL_WARPS || q->warp != x->warp || (reader & ENTRY) >> LANE_BITS >= sh->warp_from[x->warp];
        if (live) {
            flags = reader & (SEVERAL | SEVERAL_WARPS);
            if (q->warp != x->warp)
                flags |= SEVERAL | SEVERAL_WARPS;
            else if ((reader & (SIMT_WARP - 1)) != x->lane)
                flags |= SEVERAL;
        }
    }
    e->reader[i] = mine | flags;
}

static void touch_write(const struct shared_access *x, struct entries *e, size_t i, int whole)
{
    struct shadow *sh = x->sh;
    uint32_t writer = e->writer[i], reader = e->reader[i];
    unsigned lane;

    if (UNLIKELY(writer & SYNCING) && this_epoch(sh, writer)) {
        if (x->op == REC_RED)
            note_changer(x, writer);
        else if (!x->syncing)
            check_changers(x);
    }
    if (this_epoch(sh, writer) && !both_sync(x, writer) &&
        (writer & ENTRY) >> LANE_BITS != x->number && unordered(x, writer, 0, 0, whole, &lane) &&
        !same_value(x, writer))
        race(x, 1, writer, lane);
    if (this_epoch(sh, reader) && !(x->syncing && !x->wide && who_of(sh, reader)->syncing) &&
        unordered(x, reader, reader & SEVERAL, reader & SEVERAL_WARPS, whole, &lane))
        race(x, 2, reader, lane);
    e->writer[i] = x->number << LANE_BITS | x->lane | (x->syncing ? SYNCING : 0) | after_store(x, writer);
    e->reader[i] = 0; /* an access that conflicts with those readers from here on conflicts with this write */
}

static void touch(const struct shared_access *x, struct entries *e, size_t i, unsigned init, int whole)
{
    uint8_t *flags = &e->flags[i];

    if (UNLIKELY(*flags & MMA_READING) && x->op != REC_READ)
        mma_hazard(x, e == &x->sh->word ? i : i / 4);
    if (UNLIKELY(*flags & (PENDING | READING)) && bulk_hazard(x, *flags)) {
        *flags = (uint8_t)((*flags & ~(PENDING | READING)) | init);
        return;
    }
    if (UNLIKELY(*flags & PENDING)) {
        hazard(x, e->writer[i]);
        *flags = (uint8_t)((*flags & ~PENDING) | init);
        return;
    }
    if (x->op == REC_READ)
        touch_read(x, e, i, whole);
    else
        touch_write(x, e, i, whole);
    if (x->op != REC_READ)
        *flags |= (uint8_t)init;
}

/* Lanes use the word in parts: continue with an entry per byte. */
static void split(struct shadow *sh, size_t i)
{
    uint32_t writer = sh->word.writer[i], reader = sh->word.reader[i];
    unsigned wlg = this_epoch(sh, writer) ? who_of(sh, writer)->lg : 2;
    unsigned rlg = this_epoch(sh, reader) ? who_of(sh, reader)->lg : 2;

    for (unsigned b = 0; b < 4; b++) {
        sh->byte.writer[i * 4 + b] = writer + (wlg < 2 ? b >> wlg : 0);
        sh->byte.reader[i * 4 + b] = reader + (rlg < 2 ? b >> rlg : 0);
        sh->byte.flags[i * 4 + b] =
            (uint8_t)((sh->word.flags[i] >> b & 1) | (sh->word.flags[i] & (PENDING | READING | MMA_READING)));
    }
    sh->word.flags[i] |= SPLIT;
}

int shared_written(const struct shadow *sh, size_t offset, size_t n)
{
    unsigned found = 0;

    for (size_t i = offset; i < offset + n; i++) {
        unsigned word = sh->word.flags[i >> 2];
        found |= word & SPLIT ? sh->byte.flags[i] : (word >> (i & 3) & 1) | (word & PENDING);
    }
    return found != 0;
}

void shared_set_written(struct shadow *sh, size_t offset, size_t n)
{
    for (size_t i = offset; i < offset + n; i++) {
        sh->word.flags[i >> 2] |= (uint8_t)(1u << (i & 3));
        sh->byte.flags[i] |= 1;
    }
}

/* The first bytes of a read tell: the rest may be padding of a struct that was written member by member. */
static void check_written(const struct shared_access *x, size_t offset, size_t size)
{
    size_t n = size < 4 ? size : 4;

    if (LIKELY(shared_written(x->sh, offset, n)))
        return;
    uninitialised(x);
    shared_set_written(x->sh, offset, size); /* once is enough */
}

/* One lane. */
static void touch_lane(struct shared_access *x, unsigned lg)
{
    struct shadow *sh = x->sh;
    size_t offset = x->at - x->w->shared_lo, end = offset + (1u << lg);

    if (x->reads)
        check_written(x, offset, 1u << lg);
    for (size_t i = offset >> 2; i < (end + 3) >> 2; i++) {
        size_t from = i * 4 > offset ? i * 4 : offset, to = i * 4 + 4 < end ? i * 4 + 4 : end;
        if (to - from == 4 && LIKELY(!(sh->word.flags[i] & SPLIT))) {
            touch(x, &sh->word, i, INIT_ALL, 1);
            continue;
        }
        if (!(sh->word.flags[i] & SPLIT))
            split(sh, i);
        for (; from < to; from++)
            touch(x, &sh->byte, from, 1, 0);
    }
}

void shared_touch_word(const struct shared_access *x, size_t i)
{
    struct shadow *sh = x->sh;

    if (!(sh->word.flags[i] & SPLIT)) {
        touch(x, &sh->word, i, INIT_ALL, 1);
        return;
    }
    for (unsigned b = 0; b < 4; b++)
        touch(x, &sh->byte, i * 4 + b, 1, 0);
}

void shared_check_written(const struct shared_access *x, size_t offset, size_t size)
{
    check_written(x, offset, size);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* Lane of the k-th word of a row of neighbours, less the first's: by log2 of the access size. */
static uint32_t lane_steps[5][SIMT_WARP * 4];

static __attribute__((constructor)) void make_lane_steps(void)
{
    for (unsigned lg = 0; lg < 5; lg++)
        for (unsigned k = 0; k < SIMT_WARP * 4; k++)
            lane_steps[lg][k] = lg < 2 ? k << (2 - lg) : k >> (lg - 2);
}

static inline int all_flags(const uint8_t *flags, size_t n, uint8_t want)
{
    size_t k = 0;
    unsigned bad = 0;

    for (; k + 32 <= n; k += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(flags + k));
        bad |= ~(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)want)));
    }
    for (; k < n; k++)
        bad |= flags[k] ^ want;
    return !bad;
}

/* Neighbouring words, each its own lane's (or group of lanes'). 1: done; 0: needs the lanes one by one. */
static int read_words(struct shadow *sh, size_t at, size_t n, uint32_t mine, const uint32_t *restrict step,
                      unsigned warp)
{
    uint32_t *restrict writer = sh->word.writer + at, *restrict reader = sh->word.reader + at, old = 0, fresh = 0,
                       full = 0;
    uint32_t from = sh->epoch_from << LANE_BITS;

    if (!all_flags(sh->word.flags + at, n, INIT_ALL))
        return 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t w = writer[k] & ENTRY, r = reader[k], own = mine + step[k];
        old |= (uint32_t)(w >= from) & (uint32_t)(w != own);
        fresh |= (uint32_t)((r & ENTRY) >= from) & (uint32_t)(r != own);
        full |= (uint32_t)((r & ENTRY) < from) | (~r >> 30);
    }
    if (old)
        return 0;
    if (!full)
        return 1; /* several warps have read all of it already */
    if (!fresh) {
        for (size_t k = 0; k < n; k++)
            reader[k] = mine + step[k];
        return 1;
    }
    /* Read by one other row of the same shape: of this warp, or of another. */
    uint32_t number = (reader[0] & ENTRY) >> LANE_BITS, odd = 0;
    if (number < sh->epoch_from)
        return 0;
    for (size_t k = 0; k < n; k++)
        odd |= reader[k] ^ (reader[0] + step[k]);
    if (odd)
        return 0;
    if (sh->who[number - sh->who_from].warp == warp) {
        if (((reader[0] ^ mine) & (SIMT_WARP - 1)) || reader[0] & ~ENTRY)
            return 0;
        for (size_t k = 0; k < n; k++)
            reader[k] = mine + step[k];
    } else {
        for (size_t k = 0; k < n; k++)
            reader[k] |= SEVERAL | SEVERAL_WARPS;
    }
    return 1;
}

static int write_words(struct shadow *sh, size_t at, size_t n, uint32_t mine, const uint32_t *restrict step)
{
    uint32_t *restrict writer = sh->word.writer + at, *restrict reader = sh->word.reader + at, old = 0;
    uint32_t from = sh->epoch_from << LANE_BITS;
    uint8_t *flags = sh->word.flags + at, odd = 0;

    for (size_t k = 0; k < n; k++)
        odd |= flags[k];
    if (odd & (SPLIT | PENDING | READING | MMA_READING))
        return 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t w = writer[k];
        old |= (uint32_t)((w & ENTRY) >= from) & (uint32_t)(w != mine + step[k]);
        old |= (uint32_t)((reader[k] & ENTRY) >= from);
    }
    if (old)
        return 0;
    for (size_t k = 0; k < n; k++)
        writer[k] = mine + step[k];
    memset(flags, INIT_ALL, n);
    return 1;
}

/* Every active lane reads one word. */
static int read_one(struct shadow *sh, size_t i, uint32_t mine, unsigned warp)
{
    uint32_t reader = sh->word.reader[i], flags = SEVERAL;

    if (sh->word.flags[i] != INIT_ALL || this_epoch(sh, sh->word.writer[i]))
        return 0;
    if (this_epoch(sh, reader)) {
        if (reader >> 30 == 3)
            return 1;
        if (reader & SEVERAL_WARPS || who_of(sh, reader)->warp != warp)
            flags |= SEVERAL_WARPS;
    }
    sh->word.reader[i] = mine | flags;
    return 1;
}

static void row_sync(struct shared_access *x, const struct lane_row *r)
{
    struct order *o = &x->sh->order;
    int one = r->runs == 1 && r->step[0] == 0;
    unsigned n = one ? 1 : r->n <= 2 ? r->n : 0;

    for (unsigned i = 0; i < n || (!n && i < 1); i++) {
        uint64_t key = n ? row_at(r, i) >> 2 : 0;
        if (x->op != REC_WRITE && x->op != REC_RED)
            order_acquire(o, x->warp, key);
        if (x->op != REC_READ)
            order_release(o, x->warp, key);
        if (n)
            heard_sync(x->w, x->op, key);
    }
    global_order(x->w, x->warp, x->op, n ? row_at(r, 0) >> 2 : 0);
    if (x->exempt && n)
        x->sh->locking |= 1ull << x->warp;
    if (x->exempt)
        warp_step(x->sh, x->warp);
    else
        x->sh->stamp[x->warp] = ++x->sh->stamps;
}

void shared_row(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    struct shadow *sh = w->shadow;
    unsigned warp = (unsigned)p->id, size = 1u << s->lg, first = CTZ(r->mask), bytes = r->n * size;
    simt_mask run = r->mask >> first;
    size_t lo = r->lo - w->shared_lo, hi = r->hi - w->shared_lo;
    struct shared_access x = { .w = w, .sh = sh, .s = s, .warp = warp, .op = s->op, .pc = r->pc };

    if (UNLIKELY(sh->epoch != w->epoch))
        shared_epoch(w, sh);
    sh->lo = lo < sh->lo ? lo : sh->lo;
    sh->hi = hi > sh->hi ? hi : sh->hi;
    if (UNLIKELY(sh->remotes != NULL))
        remote_local_row(w, p, s, r);
    x.number = number_of(sh, warp, s, r->pc);
    x.exempt = s->op >= REC_ATOMIC;
    x.syncing = x.exempt || (r->meta & REC_VOLATILE);
    x.wide = r->n > 1 && !(r->runs == 1 && !r->step[0]) && !x.exempt;
    sh->who[x.number - sh->who_from].wide = (uint8_t)x.wide;
    sh->who[x.number - sh->who_from].syncing = (uint8_t)x.syncing;
    x.reads = s->op != REC_WRITE && !(s->op == REC_READ && r->meta & REC_REST);
    if (s->op == REC_READ && !x.syncing)
        opening_read(&sh->openings, warp, r->pc, row_at(r, 0));
    else if (s->op == REC_ATOMIC && r->meta & REC_VOLATILE)
        opening_cas(&sh->openings, warp, row_at(r, 0));
    if (r->runs == 1 && !x.syncing && !(lo & 3)) {
        uint32_t mine = x.number << LANE_BITS | first;
        if (r->step[0] == (int64_t)size && !(run & (run + 1)) && !(bytes & 3)) {
            const uint32_t *step = lane_steps[s->lg];
            if (s->op == REC_READ ? read_words(sh, lo >> 2, bytes / 4, mine, step, warp)
                                  : write_words(sh, lo >> 2, bytes / 4, mine, step))
                return;
        } else if (r->step[0] == 0 && s->lg == 2 && s->op == REC_READ && r->n > 1) {
            if (read_one(sh, lo >> 2, mine, warp))
                return;
        }
    }
    if (s->op == REC_WRITE && (r->n == 1 || (r->runs == 1 && !r->step[0]))) {
        struct who *q = &sh->who[x.number - sh->who_from];
        q->valued = s->lg <= 3;
        q->at = (uint32_t)lo;
        q->value = s->lg <= 3 ? value_at(r->lo, s->lg) : 0;
    }
    for (simt_mask m = r->mask, i = 0; m; m &= m - 1, i++) {
        x.lane = CTZ(m);
        x.at = row_at(r, (unsigned)i);
        touch_lane(&x, s->lg);
    }
    if (x.syncing)
        row_sync(&x, r);
}

/* ---- other rows ---------------------------------------------------------------------------------------- */

void shared_async(struct worker *w, struct warp *p, const struct lane_row *r)
{
    struct shadow *sh = w->shadow;
    unsigned lg = REC_LG(r->meta);
    struct op_tally self = { .op = REC_WRITE, .lg = (uint8_t)lg };
    struct shared_access x = { .w = w, .sh = sh, .s = &self, .warp = (unsigned)p->id, .op = REC_WRITE, .pc = r->pc };
    int landed = (r->meta & REC_LANDED) != 0;

    if (sh->epoch != w->epoch)
        shared_epoch(w, sh);
    x.number = number_of(sh, x.warp, &self, r->pc);
    for (unsigned i = 0; i < r->n; i++) {
        size_t lo, hi;
        x.at = row_at(r, i);
        x.lane = row_lane(r, i);
        lo = x.at - w->shared_lo;
        hi = lo + (1u << lg);
        if (lo >= w->shared_size || lg < 2)
            continue;
        sh->lo = lo < sh->lo ? lo : sh->lo;
        sh->hi = hi > sh->hi ? hi : sh->hi;
        for (size_t k = lo >> 2; k < hi >> 2; k++) {
            uint8_t *flags = &sh->word.flags[k];
            if (landed) {
                if (*flags & PENDING || !this_epoch(sh, sh->word.writer[k]))
                    sh->word.writer[k] = x.number << LANE_BITS | x.lane;
                *flags = INIT_ALL;
                continue;
            }
            touch_write(&x, &sh->word, k, 1);
            *flags = (uint8_t)((*flags & ~SPLIT) | PENDING);
        }
    }
}

/* The warp has come to a barrier object, or goes on after waiting there. Those of named barriers are the block's own;
 * others may be in the memory of another block of the cluster, or the cluster's. */
static void meet(struct worker *w, struct shadow *sh, unsigned warp, uint64_t key, int waited, int own,
                 uint64_t mbarrier)
{
    /* A barrier object in global memory is for all blocks. */
    int across = mbarrier && mbarrier - w->shared_lo >= w->shared_size && !cluster_owner(w, mbarrier);
    if (waited)
        order_acquire(&sh->order, warp, key);
    else
        order_release(&sh->order, warp, key);
    global_order(w, warp, (waited ? REC_READ : REC_WRITE) | (across ? ORDER_ACROSS : 0u), key);
    if (!own)
        heard_sync(w, waited ? REC_READ : REC_WRITE, key);
}

/* The warp uses what its atomics found: it knows what came before those of others at these words. Many words share
 * one key, as in row_sync(). */
static void heard(struct worker *w, struct shadow *sh, unsigned warp, const struct lane_row *r)
{
    uint64_t first = row_at(r, 0) >> TRACE_AT, other = row_at(r, r->n - 1) >> TRACE_AT;
    unsigned n = r->n <= 2 ? r->n : 1;

    for (unsigned i = 1; r->n > 2 && i < r->n; i++)
        n = row_at(r, i) >> TRACE_AT == first ? n : 0;
    for (unsigned i = 0; i < n || (!n && !i); i++) {
        uint64_t key = n ? (i ? other : first) >> 2 : 0;
        order_acquire(&sh->order, warp, key);
        global_order(w, warp, REC_READ | ORDER_ACROSS, key);
        if (n)
            heard_sync(w, REC_READ, key);
    }
}

/* What the thread wrote before has lower numbers than what it writes from now on. */
static void proxy_fence(struct shadow *sh, unsigned warp, unsigned lane)
{
    unsigned thread = warp * SIMT_WARP + lane;

    sh->stamp[warp] = ++sh->stamps;
    sh->fence_at[thread] = sh->next;
    sh->fence_epoch[thread] = sh->epoch_from;
    sh->fences = 1;
}

/* Lanes of one row may be at different barrier objects: each counts. 1: fences alone. */
static int shared_order(struct worker *w, struct shadow *sh, unsigned warp, const struct lane_row *r)
{
    uint64_t last = 0;
    int fence = 1;

    if (row_at(r, 0) % TRACE_KINDS == TRACE_HEARD) {
        heard(w, sh, warp, r);
        return 1;
    }
    for (unsigned i = 0; i < r->n; i++) {
        uint64_t at = row_at(r, i), mbarrier = at >> TRACE_AT;
        unsigned kind = (unsigned)(at % TRACE_KINDS), id = kind & (TRACE_ARRIVE - TRACE_FENCE - 1);
        uint64_t odd = at & TRACE_ODD ? 1ull << 62 : 0;
        uint64_t key = mbarrier ? ORDER_MBARRIER(mbarrier) : ORDER_BARRIER(id) | odd;
        int named = !mbarrier && kind >= TRACE_ARRIVE && kind < TRACE_ARRIVE + NAMED_BARRIERS;
        if (kind == TRACE_PROXY_FENCE)
            proxy_fence(sh, warp, row_lane(r, i));
        if (kind == TRACE_INIT)
            mbarrier_begun(sh, warp, row_lane(r, i), mbarrier, r->pc);
        else if (mbarrier && kind >= TRACE_USE)
            mbarrier_used(w, warp, row_lane(r, i), mbarrier, r->pc);
        if (mbarrier && kind >= TRACE_ARRIVE && kind < TRACE_WAITED)
            remote_arrival(w, r, warp, row_lane(r, i), mbarrier);
        if (named)
            named_come(w, warp, row_lane(r, i), id, (unsigned)(at % (1u << TRACE_AT)) >> TRACE_MEMBERS, r->pc);
        if (i && at == last)
            continue;
        last = at;
        fence &= kind == TRACE_FENCE || kind == TRACE_FENCE_WIDE || kind == TRACE_PROXY_FENCE || kind == TRACE_INIT ||
                 kind == TRACE_USE || kind == TRACE_GRID;
        if (kind == TRACE_MMA || kind == TRACE_MMA_DONE)
            shared_mma(w, warp, (const struct mma_tiles *)(uintptr_t)mbarrier, kind == TRACE_MMA);
        else if (kind == TRACE_FENCE || kind == TRACE_FENCE_WIDE)
            sh->fenced |= 1ull << warp;
        else if (kind >= TRACE_WAITED) {
            meet(w, sh, warp, key, 1, !mbarrier && id < NAMED_BARRIERS, mbarrier);
            sh->heard[warp] = sh->next;
        } else if (kind >= TRACE_ARRIVE && (!(at & TRACE_RELAXED) || sh->fenced >> warp & 1))
            meet(w, sh, warp, key, 0, !mbarrier && id < NAMED_BARRIERS, mbarrier);
        if (kind == TRACE_FENCE_WIDE || kind == TRACE_GRID)
            global_order(w, warp, kind == TRACE_GRID ? ORDER_GRID : ORDER_FENCE, 0);
        if (named)
            named_came(sh, warp, id);
        if (kind == TRACE_WAITED + TRACE_CLUSTER)
            heard_met(w);
    }
    return fence;
}

void shared_sync(struct worker *w, struct warp *p, const struct lane_row *r)
{
    struct shadow *sh = w->shadow;

    if (!sh)
        return;
    if (sh->epoch != w->epoch)
        shared_epoch(w, sh);
    if (parts_meet(sh, (unsigned)p->id, r))
        return;
    if (!shared_order(w, sh, (unsigned)p->id, r))
        warp_step(sh, (unsigned)p->id);
}
