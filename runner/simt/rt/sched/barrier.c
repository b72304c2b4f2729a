/*
 * barrier.c: threads of a block that wait for each other, and blocks of a cooperative launch. Arrival is
 * counted here; who waits is released by the scheduler, between warps, when every log is merged.
 */
#include "sched.h"

static inline void come(struct fiber *f, unsigned site, int pred, uintptr_t pc)
{
    struct worker *w = simt_worker;
    struct meeting *m = &w->sched->meet;
    f->pc = pc;
    f->site = site;
    if (!w->nbarrier) {
        m->site = site;
        m->pc = pc;
        m->preds = 0;
        m->other_pc = 0;
    } else if (__builtin_expect(m->site != site, 0) && !m->other_pc) {
        m->other_pc = pc;
        m->other_thread = f->index;
    }
    m->preds += pred != 0;
    w->n_async_flight += async_under_way(f);
    w->nbarrier++;
}

/* Ends in a jump: where it returns to is the kernel's own, as the processor expects. */
void simt_sync(unsigned site, uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return;
    come(f, site, 0, pc);
    simt_yield(LANE_BARRIER);
}

int simt_barrier(unsigned site, int kind, int pred, uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return 0;
    come(f, site, pred, pc);
    simt_yield(LANE_BARRIER);
    const struct meeting *m = &simt_worker->sched->meet;
    switch (kind) {
    case SIMT_BAR_COUNT: return m->count;
    case SIMT_BAR_AND: return m->all;
    case SIMT_BAR_OR: return m->any;
    default: return 0;
    }
}

/* Every thread that has not ended has come. */
void barrier_complete(struct worker *w)
{
    struct meeting *m = &w->sched->meet;
    if (m->other_pc)
        pair_error("divergent-barrier", m->pc, m->other_pc, m->other_thread,
                   "Threads of one block meet at different barriers: on the device each may wait for all threads at "
                   "the same __syncthreads().");
    else if (w->ndone && !w->sched->error)
        lane_error("barrier-after-exit", m->pc, "Of the block's threads %d of %d had already ended when the "
                                                "others came to this barrier.", w->ndone, w->nthreads);
    m->count = (int)m->preds;
    m->all = (int)m->preds == w->nbarrier;
    m->any = m->preds != 0;
    w->nbarrier = 0;
    w->epoch++;
    w->n_barrier++;
    for (int i = 0; i < w->nwarps; i++)
        w->warps[i].ready = w->warps[i].live;
}

/* Of a warp's lanes that come by instructions with .aligned all have to come, by the same one. Whether two places are
 * one line, of which the compiler made two copies, is seen when the report is made. */
static void told_part(const struct coming *t, int warp, simt_mask others, int id)
{
    if (t->aligned && others)
        lane_error("aligned", t->pc, "Lanes 0x%llx of warp %d come to barrier %d, and the warp's others do not: "
                   "bar.sync and bar.arrive have .aligned, so that all lanes of a warp have to execute them "
                   "together.", (unsigned long long)t->aligned, warp, id);
}

/* A lane comes. Whether its whole warp has. */
static int come_to(struct named *b, const struct fiber *f, int id, int how, uintptr_t pc)
{
    const struct warp *p = simt_worker->w;
    struct coming *t = &b->part[p->id];
    simt_mask bit = LANE_BIT(f->lane);
    if (!t->came || t->came & bit)
        *t = (struct coming){ .pc = pc, .first = f->index, .arrives = how & SIMT_BAR_ARRIVE };
    else if (t->arrives != (how & SIMT_BAR_ARRIVE))
        pair_error("divergent-barrier", t->pc, pc, f->index, "Lanes of one warp come to barrier %d by sync and by "
                   "arrive: on a GPU they wait for each other for ever.", id);
    else if (t->pc != pc && how & SIMT_BAR_ALIGNED && t->aligned)
        pair_error("aligned", t->pc, pc, f->index, "Lanes of one warp come to barrier %d at two places of the code: "
                   "bar.sync and bar.arrive have .aligned, so that all lanes of a warp have to execute the same one "
                   "together.", id);
    t->came |= bit;
    t->aligned |= how & SIMT_BAR_ALIGNED ? bit : 0;
    return !(p->live & ~t->came);
}

static void warp_came(struct sched *s, int id, const struct warp *p)
{
    struct named *b = &s->named[id];
    struct coming *t = &b->part[p->id];
    told_part(t, p->id, p->exist & ~t->came, id);
    *t = (struct coming){ 0 };
    b->come += SIMT_WARP;
    s->named_full |= (unsigned)(b->come >= b->n) << id;
}

/* Those that bar.sync without a count is for. */
static unsigned all_threads(const struct worker *w)
{
    unsigned n = 0;
    for (int i = 0; i < w->nwarps; i++)
        n += w->warps[i].live ? SIMT_WARP : 0;
    return n;
}

static void bad_barrier(int id, unsigned n, uintptr_t pc)
{
    if (id < 0 || id >= NAMED_BARRIERS)
        lane_error("trap", pc, "The code names barrier %d, and a block has barriers 0 to %d.", id, NAMED_BARRIERS - 1);
    else
        lane_error("api", pc, "Barrier %d is for %u threads: it counts whole warps, so that the number has to be a "
                   "multiple of %d.", id, n, SIMT_WARP);
    simt_abandon(719);
}

/* bar.sync / bar.arrive. What is complete is released by the scheduler, when every log is merged. */
void simt_named_barrier(int id, unsigned n, int how, uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return;
    struct worker *w = simt_worker;
    struct sched *s = w->sched;
    if (id < 0 || id >= NAMED_BARRIERS || n % SIMT_WARP)
        bad_barrier(id, n, pc);
    struct named *b = &s->named[id];
    s->named_used = 1;
    if (!id && (n ? w->nbarrier : (int)b->n)) {
        pair_error("divergent-barrier", pc, n ? s->meet.pc : b->pc, ~0u, "Threads come to barrier 0, which is that of "
                   "__syncthreads(), with a number of threads and without one: a GPU ends the kernel.");
        simt_abandon(719);
    }
    if (!id && !n && !(how & SIMT_BAR_ARRIVE)) {
        come_to(b, f, id, how, pc);
        simt_barrier(0, SIMT_BAR_SYNC, 0, pc);
        return;
    }
    while (s->named_full >> id & 1) {
        f->pc = pc;
        simt_yield(LANE_SPIN);
    }
    if (!b->n) {
        b->n = n ? n : all_threads(w);
        b->given = n;
        b->pc = pc;
    } else if (n != b->given) {
        pair_error("divergent-barrier", pc, b->pc, ~0u, "A thread comes to barrier %d for %u threads, and others wait "
                   "there for %u (0: for the block's): give each meeting an id of its own.", id, n, b->given);
    }
    if (w->tracing)
        trace_sync((TRACE_ARRIVE + id) | (int)(b->n / SIMT_WARP) << TRACE_MEMBERS, pc);
    if (come_to(b, f, id, how, pc))
        warp_came(s, id, w->w);
    if (how & SIMT_BAR_ARRIVE)
        return;
    w->n_async_flight += async_under_way(f);
    f->pc = pc;
    f->kind = (uint8_t)id;
    simt_yield(LANE_NAMED);
    if (w->tracing)
        trace_sync(TRACE_WAITED + id, pc);
}

/* Makes a lane the one that an error is of, while none runs. */
static void speak_for(struct worker *w, unsigned thread)
{
    simt_hot.cur = &w->fiber[thread];
    simt_lane.lane = simt_hot.cur->lane;
    w->w = &w->warps[thread / SIMT_WARP];
}

int named_try(struct worker *w)
{
    struct sched *s = w->sched;
    for (int id = 0; id < NAMED_BARRIERS; id++)
        for (int i = 0; s->named[id].n && i < w->nwarps; i++) {
            const struct coming *t = &s->named[id].part[i];
            if (!t->came || w->warps[i].live & ~t->came)
                continue;
            speak_for(w, t->first);
            warp_came(s, id, &w->warps[i]);
            to_host(w);
        }
    if (!s->named_full)
        return 0;
    named_complete(w);
    return 1;
}

int named_parts(struct worker *w)
{
    int told = 0;
    for (int id = 0; id < NAMED_BARRIERS; id++)
        for (int i = 0; w->sched->named[id].n && i < w->nwarps; i++) {
            const struct coming *t = &w->sched->named[id].part[i];
            if (!t->aligned)
                continue;
            speak_for(w, t->first);
            told_part(t, i, w->warps[i].exist & ~t->came, id);
            to_host(w);
            told = 1;
        }
    return told;
}

void named_complete(struct worker *w)
{
    struct sched *s = w->sched;
    for (int i = 0; i < w->nthreads; i++) {
        struct fiber *f = &w->fiber[i];
        struct warp *p = &w->warps[i / SIMT_WARP];
        if ((p->live & ~p->fresh) >> f->lane & 1 && f->state == LANE_NAMED && s->named_full >> f->kind & 1)
            lane_ready(p, f);
    }
    for (int id = 0; id < NAMED_BARRIERS; id++)
        if (s->named_full >> id & 1)
            s->named[id] = (struct named){ 0 };
    s->named_full = 0;
    w->n_barrier++;
}

void simt_grid_sync(uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return;
    f->pc = pc;
    if (!simt_current.in.cooperative) {
        lane_error("launch", pc, "grid synchronisation needs a cooperative launch: "
                   "cudaLaunchCooperativeKernel");
        simt_abandon(719);
    }
    simt_worker->sched->ngrid++;
    simt_yield(LANE_GRID);
}

void grid_complete(struct worker *w)
{
    w->sched->ngrid = 0;
    w->epoch++;
    w->grid_epoch++;
    for (int i = 0; i < w->nwarps; i++)
        w->warps[i].ready = w->warps[i].live;
}
