/*
 * stuck.c: lanes that wait for a word which nobody changes any more.
 *
 * A lane that reads a word again and again (volatile, atomic) may be waiting for another lane, and looks like one that
 * works. Now and then, by the launch's own time, each traced block is looked at: between two looks it has done nothing
 * if it has loaded and stored nothing else, none of its threads has ended or come through a barrier, and each that
 * could run has read one word, which holds what it held at the look before. When that was so LOOKS times for every
 * block that runs, no block can change what another waits for, and that is a deadlock. Of blocks that take turns
 * (coop.c) whoever gives them their turns decides.
 *
 * A kernel that is not traced is not looked at: its time limit ends it.
 */
#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

enum { LOOKS = 3 };

volatile uint32_t simt_look = 1;

/* The 4 bytes around the word's start. 0: it is no memory of the device's. */
static int value_now(const struct worker *w, uintptr_t at, uint32_t *value)
{
    uintptr_t from = at & ~(uintptr_t)3;
    const struct alloc *a = heap_find(at);

    if (from - w->shared_lo >= w->shared_size && !(a && from >= a->lo && from + sizeof *value <= a->hi))
        return 0;
    rt_copy(value, (const void *)from, sizeof *value);
    return 1;
}

static int waits(const struct fiber *f)
{
    return 1 << f->state & (1 << LANE_BARRIER | 1 << LANE_NAMED | 1 << LANE_GRID | 1 << LANE_CLUSTER |
                            1 << LANE_WARP_OP);
}

/* Whether the lane has done no more since the look before than to wait or to poll one word, in vain. */
static int in_vain(const struct worker *w, struct fiber *f, int fresh, uint32_t since)
{
    uintptr_t at = f->poll_at;
    uint32_t value;
    int same;

    if (fresh)
        return 0;
    if (waits(f))
        return 1;
    if (f->state == LANE_SPIN && f->mbarrier)
        at = (uintptr_t)f->mbarrier;
    else if (f->polled < since)
        return 0;
    if (!value_now(w, at, &value))
        return 0;
    same = f->seen_at == at && f->seen_value == value;
    f->seen_at = at;
    f->seen_value = value;
    return same;
}

/* What the block has done so far, in one number. */
static uint64_t done_by(const struct worker *w)
{
    return w->work + (uint64_t)w->ndone + w->epoch + w->n_barrier + w->grid_epoch;
}

int stuck_look(struct worker *w)
{
    struct stuck *s = &w->sched->stuck;
    uint32_t since = s->look;
    uint64_t done = done_by(w);
    int vain = s->done == done && s->block == w->block;

    s->look = simt_look;
    s->done = done;
    s->block = w->block;
    if (!w->tracing)
        return 0;
    for (int i = 0; i < w->nthreads; i++) {
        const struct warp *p = &w->warps[i / SIMT_WARP];
        struct fiber *f = &w->fiber[i];
        if (p->live >> f->lane & 1)
            vain &= in_vain(w, f, p->fresh >> f->lane & 1, since);
    }
    __atomic_store_n(&s->vain, vain ? s->vain + 1 : 0, __ATOMIC_SEQ_CST);
    return s->vain >= LOOKS && !launch_seated() && launch_all_stuck(w, LOOKS);
}

uint64_t stuck_done(const struct worker *w) { return done_by(w); }

int stuck_long(const struct worker *w) { return w->tracing && w->sched->stuck.vain >= LOOKS; }

void stuck_moved(struct worker *w) { w->sched->stuck.vain = 0; }

/* What a poll reads, for a message. */
void stuck_word(struct worker *w, uintptr_t at, char *text, size_t n)
{
    const struct alloc *a = at - w->shared_lo < w->shared_size ? NULL : heap_find(at);

    if (a && a->name)
        snprintf(text, n, "byte %zu of %s", (size_t)(at - a->lo), a->name);
    else if (a)
        snprintf(text, n, "byte %zu of the allocation of %zu", (size_t)(at - a->lo), (size_t)(a->hi - a->lo));
    else
        shared_place(w, at, text, n);
}
