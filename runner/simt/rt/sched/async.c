/*
 * async.c: cp.async. Nothing is copied before the wait that covers it, so that a program that forgets to wait
 * computes with what was there before. A thread that ends without waiting has its copies made then.
 */
#include <string.h>

#include "sched.h"

struct copy {
    void *to;
    const void *from;
    unsigned size, src_size, group;
    uintptr_t pc;
};
struct async_copies {
    unsigned first, end, room; /* queue[first..end) */
    unsigned group;            /* being filled; those before it are committed */
    unsigned landed;           /* groups before it have arrived */
    uint64_t under_way;        /* bytes of the queue */
    struct copy queue[];
};

static struct async_copies *queue_of(struct fiber *f)
{
    struct async_copies *q = f->async, *n;
    if (q && q->end < q->room)
        return q;
    if (q && q->first > q->room / 2) {
        unsigned kept = q->end - q->first;
        for (unsigned i = 0; i < kept; i++)
            q->queue[i] = q->queue[q->first + i];
        q->first = 0;
        q->end = kept;
        return q;
    }
    unsigned room = q ? 2 * q->room : 16;
    if (!(n = rt_malloc(sizeof *n + room * sizeof *n->queue)))
        simt_abandon(2);
    if (q) {
        rt_copy(n, q, sizeof *q + q->end * sizeof *q->queue);
        rt_free(q);
    } else {
        rt_copy(n, &(struct async_copies){ 0 }, sizeof *n);
    }
    n->room = room;
    return f->async = n;
}

/* In words: memcpy would be taken for the lane's own access. */
static void perform(const struct copy *c)
{
    volatile uint32_t *to = c->to;
    const volatile uint32_t *from = c->from;
    unsigned words = c->size / 4, bytes = c->src_size < c->size ? c->src_size : c->size;
    for (unsigned i = 0; i < words; i++) {
        uint32_t v = 0;
        if (bytes >= 4 * i + 4)
            v = from[i];
        else if (bytes > 4 * i)
            for (unsigned b = 4 * i; b < bytes; b++)
                v |= (uint32_t)((const volatile uint8_t *)c->from)[b] << 8 * (b & 3);
        to[i] = v;
    }
}

static void land_before(struct async_copies *q, unsigned group, uintptr_t pc)
{
    for (; q->first < q->end && q->queue[q->first].group - q->landed < group - q->landed; q->first++) {
        const struct copy *c = &q->queue[q->first];
        if (simt_worker->tracing)
            trace_async(1, c->to, c->size, pc ? pc : c->pc);
        perform(c);
        q->under_way -= c->size;
    }
    q->landed = group;
    if (q->first == q->end)
        q->first = q->end = 0;
}

/* Only the bytes that are not zero-filled, which may end where the array does: as powers of two, the largest first. */
static void read_source(const char *from, unsigned bytes, uintptr_t pc)
{
    for (int lg = 4; lg >= 0; lg--)
        if (bytes >> lg & 1) {
            simt_access(SIMT_READ, lg, from, pc);
            from += 1 << lg;
        }
}

void simt_cp_async(void *dst_shared, const void *src_global, unsigned size, unsigned src_size, uintptr_t pc)
{
    struct fiber *f = simt_self();
    if (!f)
        return;
    struct worker *w = simt_worker;
    if (((uintptr_t)dst_shared | (uintptr_t)src_global) & (size - 1))
        simt_error("misaligned", pc, "cp.async of %u bytes copies from and to addresses that are multiples of %u", size,
                   size);
    simt_lane.x_end = 0; /* this lane's end must be seen */
    if (w->tracing) {
        read_source((const char *)src_global, src_size, pc);
        trace_async(0, dst_shared, size, pc);
    }
    w->n_async_bytes += size;
    struct async_copies *q = queue_of(f);
    q->under_way += size;
    q->queue[q->end++] = (struct copy){ dst_shared, src_global, size, src_size, q->group, pc };
}

void simt_cp_async_commit(uintptr_t pc)
{
    struct fiber *f = simt_self();
    (void)pc;
    if (!f)
        return;
    simt_lane.x_end = 0;
    queue_of(f)->group++;
}

void simt_cp_async_wait(unsigned groups_left, uintptr_t pc)
{
    struct fiber *f = simt_self();
    if (!f || !f->async)
        return;
    struct async_copies *q = f->async;
    if (groups_left == ~0u)
        land_before(q, ++q->group, pc);
    else if (groups_left < q->group - q->landed)
        land_before(q, q->group - groups_left, pc);
}

uint64_t async_under_way(const struct fiber *f)
{
    return f->async ? f->async->under_way : 0;
}

void async_finish(struct fiber *f)
{
    land_before(f->async, f->async->group + 1, 0);
    async_drop(f);
}

void async_drop(struct fiber *f)
{
    rt_free(f->async);
    f->async = NULL;
}
