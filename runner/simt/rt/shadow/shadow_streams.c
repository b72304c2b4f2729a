/*
 * shadow_streams.c: kernels, copies and fills of several streams that touch the same memory, although no event, wait or
 * legacy stream orders them (api_order.c). Here they are carried out one after another, so their result may be right.
 *
 * Of a launch that has ended its numbers are kept, and who they stand for: an entry of shadow_global.c's tells who
 * touched a word last. Copies and fills are kept as ranges. Of two ops one report is made, and of a line one a program.
 * A kernel that finds a flag which another has raised by an atomic or through volatile has waited for it.
 * Not seen: what a third touched since; branches of one graph; libraries; plain reads beside atomics; what covers only
 * a part of a 4-byte word; more than so many launches and copies ago.
 */
#include <stdlib.h>
#include <string.h>

#include "shadow_global.h"
#include "streams.h"

enum { PASTS = 64, MOVES = 256, TOLD = 64, FLAGS = 64, WHO_ALL = 4 << 20 };

struct who { /* what is kept of a struct accessor */
    uint32_t pc, thread; /* of its warp's first lane */
    uint64_t block;
};
struct past { /* a launch */
    uint32_t from, to; /* its numbers; from == to: none */
    struct op_place place;
    struct who *who;
};
struct move { /* a copy or a fill */
    struct op_place place;
    uintptr_t lo, hi, pc;
    int writes, fills;
};

int streams_several;
int streams_beside; /* something was done that nothing orders with what is done now */
static struct op_place now;
static struct past pasts[PASTS], *past_beside[PASTS];
static struct move moves[MOVES], *move_beside[MOVES];
static unsigned npast, nmove, nbeside, nmoves_beside; /* npast, nmove: ever; the last ones are kept */
static size_t all;
static struct {
    uintptr_t pc, other;
} told[TOLD];
static unsigned ntold;
static struct flag { /* an atomic of ours there follows one of theirs; whether its result is used comes after */
    uint64_t word;
    struct op_place place;
} flags[FLAGS];
static unsigned nflag;

static int unordered(const struct op_place *p)
{
    return now.seq && now.before[p->stream] < p->seq && p->before[now.stream] < now.seq;
}

static void drop(struct past *p)
{
    all -= p->to - p->from;
    free(p->who);
    *p = (struct past){0};
}

static void find_beside(void)
{
    nbeside = nmoves_beside = 0;
    for (struct past *p = pasts; p < pasts + PASTS; p++)
        if (p->from < p->to && unordered(&p->place))
            past_beside[nbeside++] = p;
    for (struct move *v = moves; v < moves + MOVES; v++)
        if (v->lo < v->hi && unordered(&v->place))
            move_beside[nmoves_beside++] = v;
    streams_beside = nbeside + nmoves_beside != 0;
}

void streams_begin(const struct op_place *p)
{
    streams_beside = 0;
    now.seq = 0;
    if (!streams_several)
        return;
    now = *p;
    find_beside();
}

void streams_forget(void)
{
    for (struct past *p = pasts; p < pasts + PASTS; p++)
        drop(p);
    memset(moves, 0, sizeof moves);
    memset(flags, 0, sizeof flags);
    nbeside = nmoves_beside = 0;
    streams_beside = 0;
}

void streams_launch_ended(uint32_t from, uint32_t next, const struct accessor *who)
{
    struct past *p = &pasts[npast % PASTS];

    if (!now.seq || from >= next)
        return;
    drop(p);
    for (unsigned k = npast + 1; all + (next - from) > WHO_ALL && k < npast + PASTS; k++)
        drop(&pasts[k % PASTS]);
    if (!(p->who = malloc((next - from) * sizeof *p->who)))
        return;
    for (uint32_t i = 0; i < next - from; i++)
        p->who[i] = (struct who){ .pc = who[i].pc, .thread = who[i].warp * SIMT_WARP, .block = who[i].block };
    p->from = from;
    p->to = next;
    p->place = now;
    all += next - from;
    npast++;
}

/* ---- telling ------------------------------------------------------------------------------------------- */

static void no_more(const struct op_place *p)
{
    for (unsigned k = 0; k < nbeside; k++)
        if (past_beside[k]->place.seq == p->seq)
            past_beside[k--] = past_beside[--nbeside];
    for (unsigned k = 0; k < nmoves_beside; k++)
        if (move_beside[k]->place.seq == p->seq)
            move_beside[k--] = move_beside[--nmoves_beside];
    streams_beside = nbeside + nmoves_beside != 0;
}

static int known(uintptr_t pc, uintptr_t other)
{
    for (unsigned k = 0; k < ntold; k++)
        if (told[k].pc == pc || told[k].other == other)
            return 1;
    if (ntold < TOLD)
        told[ntold].pc = pc, told[ntold++].other = other;
    return 0;
}

/* e has the places; who: "A kernel", "A copy", "A fill"; other, and its op: likewise. */
static void tell(struct error *e, const struct alloc *a, int kind, const char *who, const char *other,
                 const struct op_place *of)
{
    e->kind = "race";
    if (!known(e->pc, e->other_pc)) {
        global_streams_text(e, a, kind, who, other);
        error_add(e);
    }
    no_more(of);
}

/* ---- what a kernel touched ----------------------------------------------------------------------------- */

static struct past *past_of(uint32_t entry)
{
    uint32_t number = (entry & ENTRY) >> LANE_BITS;

    for (unsigned k = 0; number && k < nbeside; k++)
        if (number >= past_beside[k]->from && number < past_beside[k]->to)
            return past_beside[k];
    return NULL;
}

int streams_kept(uint32_t entry)
{
    return past_of(entry) != NULL;
}

static void tell_past(struct error *e, const struct alloc *a, int kind, const char *who, const struct past *p,
                      uint32_t entry)
{
    const struct who *q = &p->who[((entry & ENTRY) >> LANE_BITS) - p->from];

    e->other_pc = q->pc;
    e->other_block = q->block;
    e->other_thread = q->thread + (entry & (SIMT_WARP - 1));
    tell(e, a, kind, who, "a kernel", &p->place);
}

struct entry {
    uint32_t writer, reader;
    int syncing; /* the writer is an atomic, or volatile */
};

static struct entry entry_of(const struct map *m, uint64_t at)
{
    size_t word = (at - m->base) / 4, sector = word / WORDS;
    struct entry r = { m->sector.writer[sector], m->sector.reader[sector], 0 };

    if (r.writer & SPLIT) {
        r = (struct entry){ m->word.writer[word], m->word.reader[word], 0 };
        r.syncing = (r.writer & SYNCING) != 0;
    }
    return r;
}

/* ---- a row --------------------------------------------------------------------------------------------- */

/* Both store one constant: benign, as within a launch. */
static int same_constant(const struct kept_row *t, const struct past *p, uint32_t entry)
{
    uint64_t mine, its;
    uint32_t pc = p->who[((entry & ENTRY) >> LANE_BITS) - p->from].pc;

    return stored_constant(t->pc, 1u << t->lg, &mine) && stored_constant(pc, 1u << t->lg, &its) && mine == its;
}

/* What comes before that op comes before this one, too. */
static void heard(const struct op_place *p)
{
    for (unsigned k = 0; k < PLACES; k++)
        now.before[k] = p->before[k] > now.before[k] ? p->before[k] : now.before[k];
    find_beside();
}

void streams_heard(uint64_t word)
{
    for (struct flag *f = flags; f < flags + FLAGS; f++)
        if ((f->word == word || !word) && unordered(&f->place))
            heard(&f->place);
}

/* Which of the two the row races with: 0 the write of what it reads, 1 of what it writes, 2 a read; -1: none. */
static int kind_of(const struct kept_row *t, const struct entry *n, uint64_t at, struct past **p)
{
    if ((*p = past_of(n->writer))) {
        if (n->syncing && t->op == REC_RED)
            flags[nflag++ % FLAGS] = (struct flag){ at >> 2, (*p)->place };
        else if (n->syncing && t->syncing && t->op != REC_WRITE)
            heard(&(*p)->place);
        else if (!n->syncing && !(t->op == REC_WRITE && same_constant(t, *p, n->writer)))
            return t->op != REC_READ;
        else if (n->syncing && t->op == REC_WRITE && !t->syncing)
            return 1;
        return -1;
    }
    return t->op == REC_WRITE && (*p = past_of(n->reader)) ? 2 : -1;
}

static struct error error_of(const struct progress *p, const struct kept_row *t, unsigned i, uint64_t at)
{
    return (struct error){ .pc = t->pc, .block = p->block, .thread = t->warp * SIMT_WARP + lane_of(t, i),
                           .other_block = ~0ull, .other_thread = ~0u, .address = at, .size = 1u << t->lg, .count = 1 };
}

static const struct move *moved(const struct kept_row *t, uint64_t at)
{
    for (unsigned k = 0; k < nmoves_beside; k++) {
        const struct move *v = move_beside[k];
        if (at < v->hi && at + (1u << t->lg) > v->lo && (v->writes || t->op != REC_READ))
            return v;
    }
    return NULL;
}

void streams_row(const struct progress *p, const struct kept_row *t, const uint64_t *each, const struct map *m)
{
    for (unsigned i = 0; i < t->n && streams_beside; i++) {
        uint64_t a = t->scattered ? each[i] : t->at + (uint64_t)t->stride * i;
        const struct move *v = moved(t, a);
        if (v) {
            struct error e = error_of(p, t, i, a > v->lo ? a : v->lo);
            e.other_pc = v->pc;
            tell(&e, t->alloc, v->writes ? t->op != REC_READ : 2, "A kernel", v->fills ? "a fill" : "a copy",
                 &v->place);
        }
        for (uint64_t word = a & ~3ull; nbeside && word < a + (1u << t->lg); word += 4) {
            struct entry n = entry_of(m, word);
            struct past *q;
            int kind = kind_of(t, &n, word, &q);
            if (kind < 0)
                continue;
            struct error e = error_of(p, t, i, word > a ? word : a);
            tell_past(&e, t->alloc, kind, "A kernel", q, kind == 2 ? n.reader : n.writer);
        }
    }
}

/* ---- a copy, or a fill --------------------------------------------------------------------------------- */

static void against_kernels(const struct move *me, const struct error *known, const struct alloc *a)
{
    const struct map *m = (const struct map *)a->shadow;

    for (uintptr_t at = me->lo & ~(uintptr_t)3; m && nbeside && at < me->hi; at += 4) {
        struct entry n = entry_of(m, at);
        struct past *p = past_of(n.writer);
        int kind = p ? me->writes : 2;
        if (!p && (!me->writes || !(p = past_of(n.reader))))
            continue;
        struct error e = *known;
        e.address = at > me->lo ? at : me->lo;
        tell_past(&e, a, kind, me->fills ? "A fill" : "A copy", p, kind == 2 ? n.reader : n.writer);
    }
}

static void against_moves(const struct move *me, const struct error *known, const struct alloc *a)
{
    for (unsigned k = 0; k < nmoves_beside; k++) {
        const struct move *v = move_beside[k];
        if (me->lo >= v->hi || me->hi <= v->lo || !(me->writes || v->writes))
            continue;
        struct error e = *known;
        e.address = me->lo > v->lo ? me->lo : v->lo;
        e.other_pc = v->pc;
        tell(&e, a, v->writes ? me->writes : 2, me->fills ? "A fill" : "A copy", v->fills ? "a fill" : "a copy",
             &v->place);
        return;
    }
}

void streams_touch(const void *p, size_t n, enum streams_op does, uintptr_t pc)
{
    const struct alloc *a = now.seq ? heap_find((uintptr_t)p) : NULL; /* the host waits for what is pageable */
    struct move me = { .place = now, .lo = (uintptr_t)p, .hi = (uintptr_t)p + n, .pc = pc,
                       .writes = does != STREAMS_READS, .fills = does == STREAMS_FILLS };
    struct error e = { .pc = pc, .block = ~0ull, .thread = ~0u, .other_block = ~0ull, .other_thread = ~0u, .size = 1,
                       .count = 1 };

    if (!a || !n || !trace_hooked || !simt_config.trace || !simt_config.races)
        return;
    if (streams_beside) {
        against_kernels(&me, &e, a);
        against_moves(&me, &e, a);
    }
    moves[nmove++ % MOVES] = me;
}
