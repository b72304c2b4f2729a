/*
 * sched.c: which lane runs. A block's warps take turns; a warp runs until all its lanes wait.
 */
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

__thread struct simt_lane simt_lane;
/* threadIdx, blockIdx, blockDim and gridDim in compiled code. */
#define MEMBER(name, offset) \
    ".globl " name "\n.type " name ",@tls_object\n.set " name ",simt_lane+" #offset "\n"
__asm__(MEMBER("simt_thread_index", 0) MEMBER("simt_block_index", 16) MEMBER("simt_block_size", 32)
        MEMBER("simt_grid_size", 48));
static __thread int moved; /* a lane has done more than spin */
_Static_assert(offsetof(struct simt_lane, bid) == 16 && offsetof(struct simt_lane, bdim) == 32 &&
               offsetof(struct simt_lane, gdim) == 48, "the offsets above");

__thread struct worker *simt_worker;

enum {
    FULL_ROUNDS = 4096,  /* of full logs, before other warps have a go: one of them may be waited for */
    STUCK_ROUNDS = 3,    /* of merges that wait for a lane with nothing to say, before they go on without it */
    OVERFLOW_MARGIN = 256,
    IDLE_ROUNDS = 64     /* in which every lane only spins, before the processor is offered to another block */
};

static inline uint64_t next_random(struct worker *w)
{
    uint64_t x = w->rng;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return w->rng = x;
}

uint64_t worker_random(struct worker *w) { return next_random(w); }

/* ---- errors -------------------------------------------------------------------------------------------- */

static void error_at(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format, va_list ap)
{
    struct worker *w = simt_worker;
    struct fiber *f = simt_self();
    struct error e = { .kind = kind, .pc = pc, .other_pc = other_pc, .block = w ? w->block : ~0ull,
                       .other_block = w && other_pc ? w->block : ~0ull, .thread = f ? f->index : ~0u,
                       .other_thread = other, .count = 1 };
    vsnprintf(e.text, sizeof e.text, format, ap);
    struct fiber *cur = simt_hot.cur;
    simt_hot.cur = NULL; /* what is copied and allocated now is the runtime's own */
    error_add(&e);
    simt_hot.cur = cur;
}

void lane_error(const char *kind, uintptr_t pc, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    error_at(kind, pc, 0, ~0u, format, ap);
    va_end(ap);
}

static void pair_error(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void pair_error(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    error_at(kind, pc, other_pc, other, format, ap);
    va_end(ap);
}

/* ---- from lane to lane --------------------------------------------------------------------------------- */

/* `n` lanes from `first` on have returned from their kernel. */
static inline void retire(struct worker *w, struct warp *p, unsigned first, unsigned n)
{
    simt_mask ran = mask_below(n) << first;
    p->live &= ~ran;
    p->ready &= ~ran;
    p->fresh &= ~ran;
    w->ndone += (int)n;
}

/* Lanes before this one in its row have ended without a call. */
static __attribute__((noinline)) struct fiber *catch_up(struct fiber *f)
{
    struct worker *w = simt_worker;
    struct fiber *now = w->w->lanes + simt_lane.lane;
    retire(w, w->w, f->lane, simt_lane.lane - f->lane);
    now->stack = f->stack;
    return simt_hot.cur = now;
}

static inline struct fiber *self(void)
{
    struct fiber *f = simt_hot.cur;
    return f && __builtin_expect(f->lane != simt_lane.lane, 0) ? catch_up(f) : f;
}

struct fiber *simt_self(void) { return self(); }

/* Makes f the lane that runs. */
static inline void become(struct worker *w, struct fiber *f)
{
    simt_hot.cur = f;
    simt_lane.tid = f->tid;
    simt_lane.lane = f->lane;
    simt_lane.x_end = 0;
    f->state = LANE_READY;
    if (__builtin_expect(w->tracing, 0))
        trace_lane_enter(w, f);
    else
        simt_hot.stack_limit = (uintptr_t)f->stack + OVERFLOW_MARGIN;
}

/* A lane that has not begun; in code without hooks those after it, up to the end of the row, need no call. */
static inline void begin_lane(struct worker *w, struct warp *p, unsigned lane, uint8_t *stack)
{
    struct fiber *f = p->lanes + lane;
    f->stack = stack;
    become(w, f);
    if (!w->tracing && !simt_config.seed) {
        unsigned end = f->tid.x + (SIMT_WARP - lane);
        simt_lane.x_end = end < simt_lane.bdim.x ? end : simt_lane.bdim.x;
    }
}

static inline unsigned choose(struct worker *w, simt_mask ready, unsigned after)
{
    if (__builtin_expect(simt_config.seed != 0, 0))
        after = (unsigned)(next_random(w) % SIMT_WARP);
    simt_mask later = ready & ~mask_below(after + 1);
    return mask_first(later ? later : ready);
}

void lane_main(void)
{
    simt_current.in.thunk(simt_current.in.args);
    lane_exit(); /* not reached: simt_next_lane() has left the stack */
}

static inline void to_host(struct worker *w)
{
    if (w->tracing)
        trace_host();
    else
        simt_hot.cur = NULL;
}

/* Lanes mostly follow each other: what the one after this touches first comes into the cache meanwhile. */
static inline __attribute__((always_inline)) void prefetch(const struct fiber *f)
{
    const char *sp = f->sp;
    __builtin_prefetch(sp);
    __builtin_prefetch(sp + 64);
    __builtin_prefetch(f + 1);
}

/* The stack to go on with: the next lane's, or the scheduler's when none is ready. */
static inline void *next_stack(struct worker *w, struct warp *p, unsigned after)
{
    if (!p->ready) {
        to_host(w);
        return simt_sched_sp;
    }
    unsigned lane = choose(w, p->ready, after);
    struct fiber *f = p->lanes + lane;
    if (p->fresh >> lane & 1) {
        uint8_t *stack;
        void *sp = fiber_begin(w, &stack);
        begin_lane(w, p, lane, stack);
        return sp;
    }
    prefetch(f + 1);
    become(w, f);
    return f->sp;
}

static void overflow(struct worker *w, uintptr_t pc)
{
    simt_hot.stack_limit = 0;
    lane_error("stack-overflow", pc, "the thread's stack of %zu bytes is exhausted: deep recursion or large local "
               "arrays (SIMT_STACK sets the size)", simt_config.stack);
    w->failed = 719;
}

static __attribute__((noinline)) void *pick_slowly(int state, void *sp)
{
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    struct fiber *f = self();
    simt_mask bit = LANE_BIT(f->lane);
    f->sp = sp;
    f->state = (uint8_t)state;
    p->fresh &= ~bit;
    if (state != LANE_READY)
        p->ready &= ~bit;
    if (state == LANE_SPIN)
        p->spin |= bit;
    else
        moved = 1;
    if (state == LANE_FULL)
        p->full |= bit;
    else if (state == LANE_QUIESCE)
        p->quiet |= bit;
    if (__builtin_expect(w->tracing, 0)) {
        trace_lane_leave(w, f);
        if (state == LANE_FULL)
            f->pc = trace_last_pc(w, f); /* should the time be up */
    }
    if (__builtin_expect((uintptr_t)sp < (uintptr_t)f->stack + OVERFLOW_MARGIN, 0)) {
        overflow(w, f->pc);
        to_host(w);
        return simt_sched_sp;
    }
    return next_stack(w, p, f->lane);
}

/* Called by simt_yield(), on the scheduler's stack. The usual case, a lane that waits and a parked one after it
 * in the warp, makes no call and saves no register. */
void *simt_pick(int state, void *sp);
void *simt_pick(int state, void *sp)
{
    enum { USUAL = 1 << LANE_BARRIER | 1 << LANE_WARP_OP | 1 << LANE_NAMED | 1 << LANE_GRID };
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    struct fiber *f = simt_hot.cur;
    unsigned lane = simt_lane.lane, next;
    simt_mask ready = p->ready & ~LANE_BIT(lane), later = ready & ~mask_below(lane + 1), to = later ? later : ready;
    if (__builtin_expect(w->sched->slow || !ready || (p->fresh & to & -to) || !(USUAL >> state & 1) ||
                         lane != f->lane || (uintptr_t)sp < (uintptr_t)f->stack + OVERFLOW_MARGIN, 0))
        return pick_slowly(state, sp);
    f->sp = sp;
    f->state = (uint8_t)state;
    p->fresh &= ~LANE_BIT(lane);
    p->ready = ready;
    moved = 1;
    next = mask_first(to);
    f = p->lanes + next;
    prefetch(f + 1);
    simt_hot.cur = f;
    simt_lane.tid = f->tid;
    simt_lane.lane = next; /* not f->lane: everything waits for it */
    simt_lane.x_end = 0;
    return f->sp;
}

/* Marks the lane that runs as ended, and those before it in its row that ended without a call. */
static inline void end_lane(struct worker *w, struct warp *p)
{
    struct fiber *f = simt_hot.cur;
    unsigned first = f->lane, lane = simt_lane.lane;
    uint8_t *stack = f->stack;
    f += lane - first;
    f->stack = stack;
    simt_hot.cur = f;
    if (__builtin_expect(f->async != NULL, 0))
        async_finish(f);
    if (__builtin_expect(w->tracing, 0))
        trace_lane_leave(w, f);
    f->state = LANE_DONE;
    moved = 1;
    retire(w, p, first, lane + 1 - first);
}

/* The stack of the lane that has ended is free, and left. */
static __attribute__((noreturn)) void leave_stack(struct worker *w)
{
    stack_free(w, simt_hot.cur->stack);
    fiber_jump(next_stack(w, w->w, simt_lane.lane));
}

int simt_next_lane(void)
{
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    end_lane(w, p);
    if (p->ready) {
        unsigned lane = choose(w, p->ready, simt_lane.lane);
        if (!(p->fresh >> lane & 1)) {
            struct fiber *f = p->lanes + lane;
            stack_free(w, simt_hot.cur->stack);
            prefetch(f + 1);
            become(w, f);
            fiber_jump(f->sp);
        }
        begin_lane(w, p, lane, simt_hot.cur->stack);
        return 1;
    }
    /* A warp that is over hands its stack to the next one. */
    if (p->live || w->tracing || simt_config.seed || p->id + 1 >= w->nwarps || simt_stop)
        leave_stack(w);
    p++;
    if (!p->exist || p->fresh != p->exist)
        leave_stack(w);
    w->w = p;
    begin_lane(w, p, 0, simt_hot.cur->stack);
    return 1;
}

void lane_exit(void)
{
    end_lane(simt_worker, simt_worker->w);
    leave_stack(simt_worker);
}

void simt_exit(void) { lane_exit(); }

/* The lane's stack is left as it is; so are those of all others of the block. */
static __attribute__((noreturn)) void give_up(struct worker *w, int error)
{
    w->failed = error;
    if (simt_hot.cur && w->tracing)
        trace_lane_leave(w, simt_hot.cur);
    to_host(w);
    fiber_jump(simt_sched_sp);
}

void simt_abandon(int error)
{
    self();
    give_up(simt_worker, error);
}

/* ---- barriers ------------------------------------------------------------------------------------------ */

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
    w->nbarrier++;
}

/* Ends in a jump: where it returns to is the kernel's own, as the processor expects. */
void simt_sync(unsigned site, uintptr_t pc)
{
    struct fiber *f = self();
    if (!f)
        return;
    come(f, site, 0, pc);
    simt_yield(LANE_BARRIER);
}

int simt_barrier(unsigned site, int kind, int pred, uintptr_t pc)
{
    struct fiber *f = self();
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
static void barrier_complete(struct worker *w)
{
    struct meeting *m = &w->sched->meet;
    if (m->other_pc)
        pair_error("divergent-barrier", m->pc, m->other_pc, m->other_thread,
                   "threads of one block meet at different barriers: on the device each waits for all threads "
                   "at the same __syncthreads()");
    else if (w->ndone && !w->sched->error)
        lane_error("barrier-after-exit", m->pc, "%d of the block's %d threads had already returned when the others "
                   "came to this barrier", w->ndone, w->nthreads);
    m->count = (int)m->preds;
    m->all = (int)m->preds == w->nbarrier;
    m->any = m->preds != 0;
    w->nbarrier = 0;
    w->epoch++;
    w->n_barrier++;
    for (int i = 0; i < w->nwarps; i++)
        w->warps[i].ready = w->warps[i].live;
}

/* bar.sync / bar.arrive. What is complete is released by the scheduler, when every log is merged. */
void simt_named_barrier(int id, unsigned n, int arrive_only, uintptr_t pc)
{
    struct fiber *f = self();
    if (!f)
        return;
    if (!id && !n && !arrive_only) {
        simt_barrier(0, SIMT_BAR_SYNC, 0, pc);
        return;
    }
    struct worker *w = simt_worker;
    struct sched *s = w->sched;
    if (id < 0 || id >= NAMED_BARRIERS) {
        lane_error("trap", pc, "barrier %d: a block has barriers 0 to %d", id, NAMED_BARRIERS - 1);
        simt_abandon(719);
    }
    struct named *b = &s->named[id];
    while (s->named_full >> id & 1) {
        f->pc = pc;
        simt_yield(LANE_SPIN);
    }
    if (w->tracing)
        trace_sync(TRACE_ARRIVE + id, pc);
    if (!b->n) {
        b->n = n ? n : (unsigned)(w->nthreads - w->ndone);
        b->pc = pc;
    }
    b->come++;
    if (b->come >= b->n)
        s->named_full |= 1u << id;
    if (arrive_only)
        return;
    b->waiting++;
    f->pc = pc;
    f->kind = (uint8_t)id;
    simt_yield(LANE_NAMED);
    if (w->tracing)
        trace_sync(TRACE_WAITED + id, pc);
}

static void named_complete(struct worker *w)
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
    struct fiber *f = self();
    if (!f)
        return;
    f->pc = pc;
    if (!simt_current.in.cooperative) {
        lane_error("launch", pc, "grid synchronisation needs a cooperative launch (cudaLaunchCooperativeKernel)");
        simt_abandon(719);
    }
    simt_worker->sched->ngrid++;
    simt_yield(LANE_GRID);
}

static void grid_complete(struct worker *w)
{
    w->sched->ngrid = 0;
    w->epoch++;
    w->grid_epoch++;
    for (int i = 0; i < w->nwarps; i++)
        w->warps[i].ready = w->warps[i].live;
}

void simt_spin(uintptr_t pc)
{
    struct fiber *f = self();
    if (!f)
        return;
    f->pc = pc;
    simt_yield(LANE_SPIN);
}

/* ---- one warp ------------------------------------------------------------------------------------------ */

static void release(struct warp *p, simt_mask *waiting)
{
    for (simt_mask m = *waiting; m; m &= m - 1)
        p->lanes[mask_first(m)].state = LANE_READY;
    p->ready |= *waiting;
    *waiting = 0;
}

/* Lanes with a full log go on when it is merged. 0: let other warps have a go. */
static int empty_logs(struct worker *w, struct warp *p, int *rounds, int *stuck)
{
    if (++*rounds > FULL_ROUNDS) {
        trace_merge(w, p, 1);
        release(p, &p->full);
        return 0;
    }
    trace_merge(w, p, *stuck > STUCK_ROUNDS);
    simt_mask room = 0;
    for (simt_mask m = p->full; m; m &= m - 1) {
        unsigned lane = mask_first(m);
        if (p->lanes[lane].nlog < LOG_ROWS)
            room |= LANE_BIT(lane);
    }
    p->full &= ~room;
    *stuck = p->full ? *stuck + 1 : 0;
    if (room) {
        release(p, &room);
    } else {
        trace_merge(w, p, 1);
        release(p, &p->full);
    }
    return 1;
}

/* A lane that has begun and not ended: of this warp if there is one. */
static struct fiber *culprit(struct worker *w, struct warp *p)
{
    for (int i = 0; i < w->nwarps; i++) {
        const struct warp *q = i ? &w->warps[(p->id + i) % w->nwarps] : p;
        simt_mask begun = q->live & ~q->fresh;
        if (begun)
            return q->lanes + mask_first(begun);
    }
    return NULL;
}

static void time_is_up(struct worker *w, struct warp *p)
{
    struct fiber *f = culprit(w, p);
    simt_hot.cur = f;
    if (f)
        simt_lane.lane = f->lane;
    if (simt_stop == 702)
        lane_error("timeout", f ? f->pc : 0, "still running after %g s: an endless loop, or too much work for the time "
                   "limit", simt_config.timeout);
    to_host(w);
    w->failed = simt_stop;
}

/* Runs the warp until all its lanes wait or have ended. */
static void run_warp(struct worker *w, struct warp *p)
{
    int spun = 0, rounds = 0, stuck = 0;
    w->w = p;
    for (;;) {
        if (__builtin_expect(simt_stop, 0)) {
            time_is_up(w, p);
            return;
        }
        if (p->ready) {
            fiber_enter(next_stack(w, p, SIMT_WARP - 1));
            if (w->failed)
                return;
            p = w->w;
        } else if (p->full) {
            if (!empty_logs(w, p, &rounds, &stuck))
                return;
        } else if (p->spin && !spun) {
            spun = 1;
            release(p, &p->spin);
        } else if (!(p->quiet && warp_quiesce(p)) && !(p->ngroups && warp_exited(w, p))) {
            break;
        }
    }
    if (w->tracing)
        trace_merge(w, p, 1);
}

/* ---- deadlock ------------------------------------------------------------------------------------------ */

struct waiting { /* threads of one state at one place */
    int state, kind, n;
    uintptr_t pc;
    unsigned first;
};

static int gather(struct worker *w, struct waiting *g, int max)
{
    int n = 0;
    for (int i = 0; i < w->nthreads; i++) {
        struct fiber *f = &w->fiber[i];
        int live = w->warps[i / SIMT_WARP].live >> f->lane & 1, k = 0;
        int state = live ? f->state : LANE_DONE, kind = state == LANE_WARP_OP || state == LANE_NAMED ? f->kind : 0;
        uintptr_t pc = live ? f->pc : 0;
        while (k < n && (g[k].state != state || g[k].pc != pc || g[k].kind != kind))
            k++;
        if (k == n) {
            if (n == max)
                continue;
            g[n++] = (struct waiting){ state, kind, 0, pc, (unsigned)i };
        }
        g[k].n++;
    }
    return n;
}

static int describe(char *to, size_t room, const struct waiting *g)
{
    const char *what = "wait";
    char name[64];
    switch (g->state) {
    case LANE_DONE: what = "have returned"; break;
    case LANE_BARRIER: what = "wait at __syncthreads()"; break;
    case LANE_GRID: what = "wait for the grid"; break;
    case LANE_SPIN: what = "spin"; break;
    case LANE_NAMED: snprintf(name, sizeof name, "wait at barrier %d", g->kind); what = name; break;
    case LANE_WARP_OP: snprintf(name, sizeof name, "wait in %s", warp_kind_name(g->kind)); what = name; break;
    }
    return snprintf(to, room, "%d thread%s (thread %u%s) %s", g->n, g->n == 1 ? "" : "s", g->first,
                    g->n == 1 ? "" : " first", what);
}

static void deadlock(struct worker *w)
{
    struct waiting g[8];
    int n = gather(w, g, 8), main_one = -1, other = -1;
    for (int i = 0; i < w->nwarps; i++)
        warp_mismatch(w, &w->warps[i]);
    char text[400] = "";
    size_t at = 0;
    for (int k = 0; k < n && at < sizeof text; k++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s", k ? "; " : "");
        at += at < sizeof text ? (size_t)describe(text + at, sizeof text - at, &g[k]) : 0;
        if (g[k].state == LANE_DONE)
            continue;
        if (main_one < 0)
            main_one = k;
        else if (other < 0)
            other = k;
    }
    if (main_one >= 0) {
        simt_hot.cur = &w->fiber[g[main_one].first];
        simt_lane.lane = simt_hot.cur->lane;
        w->w = &w->warps[g[main_one].first / SIMT_WARP];
    }
    pair_error("deadlock", main_one >= 0 ? g[main_one].pc : 0, other >= 0 ? g[other].pc : 0,
               other >= 0 ? g[other].first : ~0u, "no thread of the block can go on: %s", text);
    to_host(w);
    w->failed = 719;
}

/* ---- one block ----------------------------------------------------------------------------------------- */

static int fibers_fit(struct worker *w, unsigned n)
{
    struct sched *s = w->sched;
    if (n <= s->fibers)
        return 0;
    free(w->fiber);
    w->fiber = aligned_alloc(64, (n + 2) * sizeof *w->fiber); /* prefetch() looks ahead */
    s->fibers = w->fiber ? n : 0;
    s->shape = (struct simt_dim3){ 0, 0, 0 };
    return w->fiber ? 0 : -1;
}

int worker_shape(struct worker *w, const struct launch *l)
{
    struct sched *s = w->sched;
    struct simt_dim3 b = l->in.block;
    unsigned n = b.x * b.y * b.z;
    w->nthreads = (int)n;
    w->nwarps = (int)((n + SIMT_WARP - 1) / SIMT_WARP);
    if (fibers_fit(w, (unsigned)w->nwarps * SIMT_WARP) || stacks_fit(w, n, l->in.cooperative ? GUARD_COOP : GUARD))
        return -1;
    if (s->shape.x == b.x && s->shape.y == b.y && s->shape.z == b.z)
        return 0;
    memset(w->fiber, 0, (s->fibers + 2) * sizeof *w->fiber);
    struct fiber *f = w->fiber;
    for (unsigned i = 0; i < n; i++, f++) {
        f->tid = (struct simt_dim3){ i % b.x, i / b.x % b.y, i / b.x / b.y };
        f->index = (uint16_t)i;
        f->lane = (uint8_t)(i % SIMT_WARP);
    }
    s->shape = b;
    return 0;
}

static void begin_warps(struct worker *w)
{
    for (int i = 0; i < w->nwarps; i++) {
        struct warp *p = &w->warps[i];
        p->id = i;
        p->lanes = w->fiber + i * SIMT_WARP;
        p->exist = p->live = p->ready = p->fresh = mask_below((unsigned)(w->nthreads - i * SIMT_WARP));
        p->full = p->spin = p->quiet = 0;
        p->ngroups = 0;
        p->epoch = 1;
    }
}

static void begin_block(struct worker *w, uint64_t block, uint64_t place)
{
    struct sched *s = w->sched;
    const struct simt_launch *in = &simt_current.in;
    simt_lane.bdim = in->block;
    simt_lane.gdim = in->grid;
    uint64_t row = block / in->grid.x;
    simt_lane.bid = (struct simt_dim3){ (unsigned)(block % in->grid.x), (unsigned)(row % in->grid.y),
                                        (unsigned)(row / in->grid.y) };
    w->block = block;
    w->epoch = 1;
    w->grid_epoch = 0;
    w->ndone = w->nbarrier = w->failed = w->did_atomic = 0;
    s->place = place;
    s->ngrid = s->error = 0;
    s->clock = 1000;
    s->clock_step = 0;
    s->calling = 0;
    s->named_full = 0;
    memset(s->named, 0, sizeof s->named);
    begin_warps(w);
    w->w = w->warps;
    w->tracing = trace_hooked && simt_config.trace && simt_current.stride && block % simt_current.stride == 0;
    if (w->tracing) {
        s->slow = 1;
        for (int i = 0; i < w->nthreads; i++) {
            struct fiber *f = &w->fiber[i];
            f->state = LANE_NEW;
            f->nlog = 0;
            f->depth = 0;
        }
        trace_block_begin(w);
    } else {
        s->slow = simt_config.seed || trace_hooked;
        simt_hot.skip_lo = 0;
        simt_hot.skip_size = UINTPTR_MAX;
    }
}

/* Once round the warps. Whether any lane has done more than spin. */
static int round_of_warps(struct worker *w)
{
    moved = 0;
    int first = simt_config.seed ? (int)(next_random(w) % (unsigned)w->nwarps) : 0;
    for (int i = 0; i < w->nwarps && !w->failed; i++) {
        struct warp *p = &w->warps[(i + first) % w->nwarps];
        if (p->live)
            run_warp(w, p);
        if (w->sched->named_full && !w->failed)
            named_complete(w);
    }
    return moved;
}

static int spinning(const struct worker *w)
{
    for (int i = 0; i < w->nwarps; i++)
        if (w->warps[i].spin)
            return 1;
    return 0;
}

/* No lane can do more than spin. */
static void block_waits(struct worker *w, unsigned *idle)
{
    struct sched *s = w->sched;
    int live = w->nthreads - w->ndone, spin = spinning(w);
    if (s->seat && (s->ngrid == live || spin)) {
        switch (coop_wait(w)) {
        case COOP_COMPLETE: grid_complete(w); break;
        case COOP_NEVER: deadlock(w); break;
        case COOP_GIVE_UP: w->failed = -1; break; /* another block's failure is the launch's */
        }
    } else if (!spin) {
        deadlock(w);
    } else if (++*idle >= IDLE_ROUNDS) {
        sched_yield();
    }
}

static void block_failed(struct worker *w)
{
    if (w->tracing)
        trace_merge(w, w->w, 1);
    for (int i = 0; i < w->nthreads; i++)
        if (w->fiber[i].async)
            async_drop(&w->fiber[i]);
    stacks_reset(w);
}

void run_block(struct worker *w, uint64_t block, uint64_t place)
{
    unsigned idle = 0;
    begin_block(w, block, place);
    for (;;) {
        int ran = round_of_warps(w);
        if (w->failed || w->ndone == w->nthreads)
            break;
        if (w->nbarrier && w->nbarrier == w->nthreads - w->ndone) {
            barrier_complete(w);
            idle = 0;
        } else if (!ran) {
            block_waits(w, &idle);
            if (w->failed)
                break;
        }
    }
    if (w->failed)
        block_failed(w);
    else if (w->sched->error)
        w->failed = w->sched->error;
    if (w->tracing)
        trace_block_end(w);
}

/* ---- faults -------------------------------------------------------------------------------------------- */

/* Whether the lane's last record is of this access: what is wrong with it is found when the log is merged. */
static int logged(struct worker *w, const struct fault *t)
{
    if (!w->tracing)
        return 0;
    trace_lane_leave(w, simt_hot.cur);
    return simt_hot.cur->nlog && t->address - simt_hot.next[-1].at < 16;
}

static void memory_fault(struct worker *w, const struct fault *t)
{
    if (logged(w, t) && (t->address < 65536 || t->address - simt_heap_lo < simt_heap_hi - simt_heap_lo))
        return;
    if (t->address == NO_ADDRESS)
        lane_error("illegal-address", t->pc + 1, "access to an address that no memory can have");
    else if (t->address < 65536)
        lane_error("null", t->pc + 1, "access to address 0x%lx: a null pointer", (unsigned long)t->address);
    else
        lane_error("illegal-address", t->pc + 1, "access to address 0x%lx, where nothing is allocated",
                   (unsigned long)t->address);
}

static void too_long(struct worker *w, const struct fault *t)
{
    uintptr_t last = w->tracing ? trace_last_pc(w, simt_hot.cur) : 0;
    lane_error("timeout", last ? last : t->pc + 1, "still running after %g s: an endless loop, or too much work for "
               "the time limit", simt_config.timeout);
}

void fault_landing(void)
{
    struct worker *w = simt_worker;
    struct fault t = w->sched->fault;
    int error = 719;
    simt_self();
    switch (t.kind) {
    case FAULT_MEMORY:
        if (stack_of(w->sched, t.address) != ~(size_t)0) {
            overflow(w, t.pc + 1);
            break;
        }
        error = 700;
        memory_fault(w, &t);
        break;
    case FAULT_ARITHMETIC:
        lane_error("trap", t.pc + 1, "integer division by zero (the device goes on with an undefined value)");
        break;
    case FAULT_INSTRUCTION:
        lane_error("trap", t.pc + 1, "the thread came to code that must not be reached");
        break;
    default:
        error = 702;
        too_long(w, &t);
    }
    give_up(w, error);
}
