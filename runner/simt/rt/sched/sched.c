/*
 * sched.c: which lane runs. A block's warps take turns; a warp runs until all its lanes wait.
 */
#include <stdarg.h>

#include "sched.h"

RT_LOCAL struct simt_lane simt_lane;
/* threadIdx, blockIdx, blockDim and gridDim in compiled code. */
#define MEMBER(name, offset) \
    ".globl " name "\n.type " name ",@tls_object\n.set " name ",simt_lane+" #offset "\n"
__asm__(MEMBER("simt_thread_index", 0) MEMBER("simt_block_index", 16) MEMBER("simt_block_size", 32)
        MEMBER("simt_grid_size", 48));
RT_LOCAL int lanes_moved;
_Static_assert(offsetof(struct simt_lane, bid) == 16 && offsetof(struct simt_lane, bdim) == 32 &&
               offsetof(struct simt_lane, gdim) == 48, "the offsets above");

RT_LOCAL struct worker *simt_worker;

enum {
    FULL_ROUNDS = 4096, /* of full logs, before other warps have a go: one of them may be waited for */
    STUCK_ROUNDS = 3,   /* of merges that wait for a lane with nothing to say, before they do without it */
    OVERFLOW_MARGIN = 256
};

/* ---- errors -------------------------------------------------------------------------------------------- */

static void error_at(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format,
                     va_list ap)
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

void pair_error(const char *kind, uintptr_t pc, uintptr_t other_pc, unsigned other, const char *format, ...)
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
struct fiber *lane_catch_up(struct fiber *f)
{
    struct worker *w = simt_worker;
    struct fiber *now = w->w->lanes + simt_lane.lane;
    retire(w, w->w, f->lane, simt_lane.lane - f->lane);
    now->stack = f->stack;
    return simt_hot.cur = now;
}

struct fiber *simt_self(void) { return lane_self(); }

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
        after = (unsigned)(worker_random(w) % SIMT_WARP);
    simt_mask later = ready & ~mask_below(after + 1);
    return mask_first(later ? later : ready);
}

void lane_main(void)
{
    simt_current.in.thunk(simt_current.in.args);
    lane_exit(); /* not reached: simt_next_lane() has left the stack */
}

void to_host(struct worker *w)
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

void overflow(struct worker *w, uintptr_t pc)
{
    simt_hot.stack_limit = 0;
    lane_error("stack-overflow", pc, "The thread's stack of %zu bytes is used up: the recursion is too deep, or "
                                     "local arrays are too large (SIMT_STACK sets the size).", simt_config.stack);
    w->failed = 719;
}

static __attribute__((noinline)) void *pick_slowly(int state, void *sp)
{
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    struct fiber *f = lane_self();
    simt_mask bit = LANE_BIT(f->lane);
    f->sp = sp;
    f->state = (uint8_t)state;
    p->fresh &= ~bit;
    if (state != LANE_READY)
        p->ready &= ~bit;
    if (state == LANE_SPIN)
        p->spin |= bit;
    else
        lanes_moved = 1;
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

/* Called by simt_yield(), on the scheduler's stack. The usual case, a lane that waits and a parked one after
 * it in the warp, makes no call and saves no register. */
void *simt_pick(int state, void *sp);
void *simt_pick(int state, void *sp)
{
    enum { USUAL = 1 << LANE_BARRIER | 1 << LANE_WARP_OP | 1 << LANE_NAMED | 1 << LANE_GRID |
                 1 << LANE_CLUSTER };
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    struct fiber *f = simt_hot.cur;
    unsigned lane = simt_lane.lane, next;
    simt_mask ready = p->ready & ~LANE_BIT(lane), later = ready & ~mask_below(lane + 1);
    simt_mask to = later ? later : ready;
    if (__builtin_expect(w->sched->slow || !ready || (p->fresh & to & -to) || !(USUAL >> state & 1) ||
                         lane != f->lane || (uintptr_t)sp < (uintptr_t)f->stack + OVERFLOW_MARGIN, 0))
        return pick_slowly(state, sp);
    f->sp = sp;
    f->state = (uint8_t)state;
    p->fresh &= ~LANE_BIT(lane);
    p->ready = ready;
    lanes_moved = 1;
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
    lanes_moved = 1;
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
void give_up(struct worker *w, int error)
{
    w->failed = error;
    if (simt_hot.cur && w->tracing)
        trace_lane_leave(w, simt_hot.cur);
    to_host(w);
    fiber_jump(simt_sched_sp);
}

void simt_abandon(int error)
{
    lane_self();
    give_up(simt_worker, error);
}

void simt_spin(uintptr_t pc)
{
    struct fiber *f = lane_self();
    if (!f)
        return;
    f->pc = pc;
    f->mbarrier = NULL;
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

const char *time_limit_why(void)
{
    if (!simt_config.descending)
        return "";
    return "; or a wait for a block that has not started: blocks start in any order, here from the last to the first";
}

static void time_is_up(struct worker *w, struct warp *p)
{
    struct fiber *f = culprit(w, p);
    simt_hot.cur = f;
    if (f)
        simt_lane.lane = f->lane;
    if (simt_stop == 702)
        lane_error("timeout", f ? f->pc : 0, "The kernel still runs after %g s of a processor: there is an endless "
                                             "loop, or too much work for the time "
                                             "limit%s", simt_config.timeout, time_limit_why());
    to_host(w);
    w->failed = simt_stop;
}

/* Runs the warp until all its lanes wait or have ended. */
void run_warp(struct worker *w, struct warp *p)
{
    int spun = 0, rounds = 0, stuck = 0;
    w->w = p;
    for (;;) {
        if (__builtin_expect(simt_stop, 0)) {
            time_is_up(w, p);
            return;
        }
        if (__builtin_expect(w->sched->stuck.look != simt_look, 0) && stuck_look(w)) {
            block_stuck(w);
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
