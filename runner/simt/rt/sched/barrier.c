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

/* It is complete, and of a warp that has come by bar.sync a part has not. */
static void told_parts(struct worker *w, const struct named *b, int id, uintptr_t pc)
{
    for (int i = 0; i < w->nwarps; i++)
        if (b->aligned[i] && b->aligned[i] != w->warps[i].exist)
            lane_error("aligned", pc, "Lanes 0x%llx of warp %d come to barrier %d, and the warp's others do not: "
                       "bar.sync and bar.arrive have .aligned, so that all lanes of a warp have to execute them "
                       "together.", (unsigned long long)b->aligned[i], i, id);
}

/* bar.sync / bar.arrive. What is complete is released by the scheduler, when every log is merged. */
void simt_named_barrier(int id, unsigned n, int how, uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return;
    if (!id && !n && !(how & SIMT_BAR_ARRIVE)) {
        simt_barrier(0, SIMT_BAR_SYNC, 0, pc);
        return;
    }
    struct worker *w = simt_worker;
    struct sched *s = w->sched;
    if (id < 0 || id >= NAMED_BARRIERS) {
        lane_error("trap", pc, "The code names barrier %d, and a block has barriers 0 to "
                               "%d.", id, NAMED_BARRIERS - 1);
        simt_abandon(719);
    }
    struct named *b = &s->named[id];
    while (s->named_full >> id & 1) {
        f->pc = pc;
        simt_yield(LANE_SPIN);
    }
    if (!b->n) {
        b->n = n ? n : (unsigned)(w->nthreads - w->ndone);
        b->pc = pc;
    } else if (n && n != b->n) {
        pair_error("divergent-barrier", pc, b->pc, ~0u, "A thread comes to barrier %d for %u threads, and others wait "
                   "there for %u: give each meeting an id of its own.", id, n, b->n);
    }
    if (w->tracing)
        trace_sync((TRACE_ARRIVE + id) | (int)((b->n + SIMT_WARP - 1) / SIMT_WARP) << TRACE_MEMBERS, pc);
    b->come++;
    if (how & SIMT_BAR_ALIGNED)
        b->aligned[f->index / SIMT_WARP] |= LANE_BIT(f->lane);
    if (b->come >= b->n) {
        s->named_full |= 1u << id;
        told_parts(w, b, id, pc);
    }
    if (how & SIMT_BAR_ARRIVE)
        return;
    w->n_async_flight += async_under_way(f);
    b->waiting++;
    f->pc = pc;
    f->kind = (uint8_t)id;
    simt_yield(LANE_NAMED);
    if (w->tracing)
        trace_sync(TRACE_WAITED + id, pc);
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
