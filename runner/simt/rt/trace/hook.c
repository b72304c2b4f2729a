/*
 * hook.c: every entry point that -fsanitize=thread and -fsanitize-coverage=trace-pc call (gcc 12, clang 14), and
 * what the CUDA headers report themselves.
 *
 * A hook writes one record into the running lane's log: an address, a program counter, what it is. Nothing
 * is judged here: merge.c aligns the logs of a warp when its lanes have stopped. Addresses in the lane's own
 * stack are skipped. Outside lanes the skipped window is everything but the device heap, so that host code which
 * touches device memory is told. A block that is not traced has a window that skips everything.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "runner/simt/rt/rt.h"
#include "runner/simt/rt/sched/sched.h"
#include "runner/simt/rt/shadow/host_touch.h"

#define HERE ((uintptr_t)__builtin_return_address(0))
#define HOOK __attribute__((hot, noinline))

enum { ERROR_LAUNCH_FAILURE = 719 };

RT_LOCAL struct hot simt_hot = { .skip_lo = 0, .skip_size = UINTPTR_MAX };
int trace_hooked;
static int parallel; /* more than one worker runs: blocks take turns at atomics */
static int seated;   /* blocks are resident together, and one runs until it can only wait */

void trace_parallel(int workers)
{
    parallel = workers > 1;
    seated = launch_seated();
}

void trace_nothing(void)
{
    struct hot *h = &simt_hot;

    h->skip_lo = 0;
    h->skip_size = UINTPTR_MAX;
    h->events = 0;
}

void trace_host(void)
{
    struct hot *h = &simt_hot;

    trace_nothing();
    h->cur = NULL;
    h->depth = 0;
    h->stack_limit = 0;
    uintptr_t lo = simt_heap_lo, hi = simt_heap_hi;
    if (heap_watched_lo) {
        lo = heap_watched_lo < lo ? heap_watched_lo : lo;
        hi = heap_watched_hi > hi ? heap_watched_hi : hi;
    }
    h->skip_lo = hi;
    h->skip_size = hi ? UINTPTR_MAX - (hi - lo) : UINTPTR_MAX;
}

void trace_host_anew(void)
{
    if (!simt_hot.cur && simt_hot.skip_lo) /* not a thread of the program's own, whose accesses are not looked at */
        trace_host();
}

static inline struct record *log_of(struct worker *w, const struct fiber *f)
{
    return w->counts->log + f->lane * LANE_STRIDE;
}

void trace_lane_enter(struct worker *w, struct fiber *f)
{
    struct hot *h = &simt_hot;
    struct record *log;

    h->cur = f;
    h->depth = f->depth;
    h->stack_limit = (uintptr_t)f->stack + 1024;
    if (!w->tracing) {
        trace_nothing();
        return;
    }
    log = log_of(w, f);
    h->next = log + w->counts->nlog[f->lane];
    h->end = log + LOG_ROWS;
    if (UNLIKELY(simt_config.seed)) { /* a random schedule: the lane may be preempted after any record */
        struct record *stop = h->next + 1 + worker_random(w) % 12;
        if (stop < h->end)
            h->end = stop;
    }
    h->skip_lo = (uintptr_t)f->stack;
    h->skip_size = simt_config.stack;
    h->events = 1;
    if (UNLIKELY(w->sched->wgmma != NULL))
        trace_watch(w, wgmma_flying(w, f));
}

void trace_watch(struct worker *w, int on)
{
    struct hot *h = &simt_hot;

    if (!w->tracing || !h->events)
        return;
    h->skip_size = on ? 0 : simt_config.stack;
    h->events = on ? -1 : 1;
}

void trace_lane_leave(struct worker *w, struct fiber *f)
{
    struct counts *c = w->counts;
    size_t n;

    f->depth = simt_hot.depth;
    if (!w->tracing)
        return;
    n = (size_t)(simt_hot.next - log_of(w, f));
    c->nlog[f->lane] = (uint32_t)n;
    if (n == LOG_ROWS)
        f->nlog = (uint32_t)n; /* for the scheduler, which waits for room */
}

uintptr_t trace_last_pc(struct worker *w, struct fiber *f)
{
    const struct record *log = w->counts ? log_of(w, f) : NULL, *next;

    if (!log)
        return 0;
    next = simt_hot.cur == f && simt_hot.events ? simt_hot.next : log + w->counts->nlog[f->lane];
    return next > log && next <= log + LOG_ROWS ? next[-1].pc : 0;
}

/* Host code reads or writes n bytes. Managed and pinned memory may be touched by both. */
static void host_touch(const struct record *r, size_t n)
{
    struct alloc *a = heap_find(r->at);
    int both = a && (a->kind == ALLOC_MANAGED || a->kind == ALLOC_PINNED);
    struct error e = { .kind = "device-pointer", .pc = r->pc, .block = ~0ull, .other_block = ~0ull, .thread = ~0u,
                       .other_thread = ~0u, .address = r->at, .size = 1u << REC_LG(r->meta), .count = 1 };

    if (both)
        host_touches(a, r, n);
    if (UNLIKELY(host_unwritten) && !(r->meta & ~(REC_META(7, 7))) && REC_OP(r->meta) == REC_READ)
        host_reads(r->at, n, r->pc);
    if (both || REC_OP(r->meta) > REC_RED || r->at - simt_heap_lo >= simt_heap_hi - simt_heap_lo)
        return;
    snprintf(e.text, sizeof e.text, "Host code %s device memory: copy the data with cudaMemcpy first.",
             REC_OP(r->meta) == REC_READ ? "reads" : "writes");
    error_add(&e);
}

/* The log is full, or a random schedule preempts. */
static __attribute__((noinline, cold)) void log_end(void)
{
    simt_yield(simt_hot.next == log_of(simt_worker, simt_hot.cur) + LOG_ROWS ? LANE_FULL : LANE_READY);
}

/* 1: the access is to the lane's own stack, where accumulators of a wgmma in flight are. */
static int watched(uint64_t at, uint32_t meta, uintptr_t pc)
{
    const struct fiber *f = simt_hot.cur;

    if (REC_OP(meta) > REC_RED || at - (uintptr_t)f->stack >= simt_config.stack)
        return 0;
    wgmma_touched(simt_worker, f, at, REC_OP(meta) != REC_READ, pc);
    return 1;
}

static inline __attribute__((always_inline)) struct record *fill(struct record *r, uint64_t at, uint32_t meta,
                                                                 uintptr_t pc)
{
    r->at = at;
    r->pc = (uint32_t)pc;
    r->meta = (uint32_t)simt_hot.depth | meta;
    return r + 1;
}

static __attribute__((noinline, cold)) void not_logged(uint64_t at, uint32_t meta, uintptr_t pc)
{
    struct record r = { at, (uint32_t)pc, meta };
    struct hot *h = &simt_hot;

    if (!h->cur)
        host_touch(&r, 1u << REC_LG(meta));
    if (!h->cur || !h->events || watched(at, meta, pc))
        return;
    h->next = fill(h->next, at, meta, pc);
    if (h->next == h->end)
        log_end();
}

static inline __attribute__((always_inline)) void put(uint64_t at, uint32_t meta, uintptr_t pc)
{
    struct hot *h = &simt_hot;

    if (UNLIKELY(h->events <= 0)) {
        not_logged(at, meta, pc);
    } else {
        struct record *r = h->next = fill(h->next, at, meta, pc);
        if (UNLIKELY(r == h->end))
            log_end();
    }
}

static inline __attribute__((always_inline)) void record(uintptr_t a, uint32_t meta, uintptr_t pc)
{
    struct hot *h = &simt_hot;

    if (UNLIKELY(a - h->skip_lo < h->skip_size))
        return;
    put(a, meta, pc);
}

/* Records that are no access: only in a traced lane. */
static inline __attribute__((always_inline)) void event(uint64_t at, uint32_t meta, uintptr_t pc)
{
    if (simt_hot.events)
        put(at, meta, pc);
}

/* Polling in a lane that writes no log would never let the others run. */
static __attribute__((noinline, cold)) void poll_untraced(uintptr_t pc)
{
    static RT_LOCAL unsigned polls;

    if (simt_hot.cur && simt_hot.skip_size == UINTPTR_MAX && ++polls % 64 == 0)
        simt_spin(pc);
}

/* Blocks pass in order at global atomics and volatiles, so that results do not depend on the number of host threads. */
static inline void take_turn(uintptr_t a)
{
    struct worker *w = simt_worker;

    if (!parallel || !simt_hot.cur || w->has_turn || a - w->shared_lo < w->shared_size ||
        a - (uintptr_t)simt_hot.cur->stack < simt_config.stack)
        return;
    simt_take_turn();
}

/* The lane is about to look at a word as one looks at a flag. Where blocks take turns, another's may be the one that
 * raises it: the look is recorded after that. */
static inline void polls(uintptr_t a, uintptr_t pc)
{
    static RT_LOCAL unsigned again;
    struct fiber *f = simt_hot.cur;

    if (!f || !simt_hot.events || a - simt_hot.skip_lo < simt_hot.skip_size)
        return;
    if (UNLIKELY(seated) && f->poll_at == a && ++again % 64 == 0)
        simt_spin(pc);
    f->poll_at = a;
    f->poll_pc = pc;
    f->polled = simt_look;
}

/* Until 2017 the lanes of a warp went in step, and programs of that time add in volatile shared memory without
 * __syncwarp(): a race, but on most GPUs with the result that was meant. A lane lets the others come as far. Also
 * before a look at what its own atomic did: by then a GPU has the atomics of all the warp's lanes behind it. */
static inline void in_step(uintptr_t a, uintptr_t pc)
{
    struct fiber *f = simt_hot.cur;

    if (!f || !simt_hot.events || simt_config.seed ||
        (a - simt_worker->shared_lo >= simt_worker->shared_size && f->red_at != a))
        return;
    f->red_at = 0;
    f->pc = pc;
    simt_yield(LANE_READY);
}

#define SIZED(n, lg) \
    void __tsan_read##n(void *a); \
    void __tsan_write##n(void *a); \
    void __tsan_read_write##n(void *a); \
    void __tsan_unaligned_read##n(void *a); \
    void __tsan_unaligned_write##n(void *a); \
    void __tsan_unaligned_read_write##n(void *a); \
    void __tsan_volatile_read##n(void *a); \
    void __tsan_volatile_write##n(void *a); \
    void __tsan_unaligned_volatile_read##n(void *a); \
    void __tsan_unaligned_volatile_write##n(void *a); \
    HOOK void __tsan_read##n(void *a) { record((uintptr_t)a, REC_META(REC_READ, lg), HERE); } \
    HOOK void __tsan_write##n(void *a) { record((uintptr_t)a, REC_META(REC_WRITE, lg), HERE); } \
    HOOK void __tsan_unaligned_read##n(void *a) { record((uintptr_t)a, REC_META(REC_READ, lg), HERE); } \
    HOOK void __tsan_unaligned_write##n(void *a) { record((uintptr_t)a, REC_META(REC_WRITE, lg), HERE); } \
    HOOK void __tsan_read_write##n(void *a) \
    { \
        record((uintptr_t)a, REC_META(REC_READ, lg), HERE); \
        record((uintptr_t)a, REC_META(REC_WRITE, lg), HERE); \
    } \
    HOOK void __tsan_unaligned_read_write##n(void *a) \
    { \
        record((uintptr_t)a, REC_META(REC_READ, lg), HERE); \
        record((uintptr_t)a, REC_META(REC_WRITE, lg), HERE); \
    } \
    HOOK void __tsan_volatile_read##n(void *a) \
    { \
        in_step((uintptr_t)a, HERE); \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_READ, lg) | REC_VOLATILE, HERE); \
        if (UNLIKELY(simt_hot.skip_size == UINTPTR_MAX)) \
            poll_untraced(HERE); \
        take_turn((uintptr_t)a); \
    } \
    HOOK void __tsan_volatile_write##n(void *a) \
    { \
        in_step((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_WRITE, lg) | REC_VOLATILE | REC_RELAXED, HERE); \
        take_turn((uintptr_t)a); \
    } \
    HOOK void __tsan_unaligned_volatile_read##n(void *a) \
    { \
        record((uintptr_t)a, REC_META(REC_READ, lg) | REC_VOLATILE, HERE); \
    } \
    HOOK void __tsan_unaligned_volatile_write##n(void *a) \
    { \
        record((uintptr_t)a, REC_META(REC_WRITE, lg) | REC_VOLATILE | REC_RELAXED, HERE); \
    }
SIZED(1, 0)
SIZED(2, 1)
SIZED(4, 2)
SIZED(8, 3)
SIZED(16, 4)

/* Where the call that returns to pc went, if the call says so; else 0. */
static uintptr_t called(uintptr_t pc)
{
    int32_t to;

    memcpy(&to, (const uint8_t *)pc - sizeof to, sizeof to);
    return ((const uint8_t *)pc)[-5] == 0xe8 ? pc + (uintptr_t)to : 0;
}

int hook_of_16(uintptr_t pc)
{
    uintptr_t hook = called(pc);

    return hook == (uintptr_t)__tsan_read16 || hook == (uintptr_t)__tsan_write16;
}

void __tsan_read_range(void *a, size_t n);
void __tsan_write_range(void *a, size_t n);

/* Whether the copy at pc goes by aligned moves of 16 bytes; remembered, since a loop asks again. */
static int moved_by_16(uintptr_t pc, int op)
{
    static RT_LOCAL struct {
        uintptr_t pc;
        int yes;
    } known[64];
    unsigned k = (unsigned)(pc >> 2 & 63);

    if (known[k].pc != pc) {
        known[k].yes = (called(pc) == (uintptr_t)__tsan_read_range || called(pc) == (uintptr_t)__tsan_write_range) &&
                       moved_aligned(pc, op == REC_WRITE) == 1;
        known[k].pc = pc;
    }
    return known[k].yes;
}

/* Copies of structs and blocks: nvcc splits them by the type's alignment, which for most is that of 4 bytes. */
static void record_range(uintptr_t a, size_t n, int op, uintptr_t pc)
{
    unsigned lg = (a | n) & 3 ? (unsigned)__builtin_ctzll((a | n) & 3) : 2;

    if (!((a | n) & 15) && moved_by_16(pc, op))
        lg = 4;

    for (size_t i = 0; i < n; i += 1u << lg)
        record(a + i, REC_META(op, lg) | (op == REC_READ && (i || !simt_hot.cur) ? REC_REST : 0), pc);
}

/* gcc reports a large copy twice, as ranges and as the call that follows: the call's share is dropped. */
static RT_LOCAL struct {
    uintptr_t from, to;
    size_t n_from, n_to;
} reported;

void __tsan_read_range(void *a, size_t n)
{
    record_range((uintptr_t)a, n, REC_READ, HERE);
    reported.from = (uintptr_t)a;
    reported.n_from = n;
}
void __tsan_write_range(void *a, size_t n)
{
    record_range((uintptr_t)a, n, REC_WRITE, HERE);
    reported.to = (uintptr_t)a;
    reported.n_to = n;
}

static void record_copy(const void *to, const void *from, size_t n, uintptr_t pc)
{
    if (from && !(reported.from == (uintptr_t)from && reported.n_from == n))
        record_range((uintptr_t)from, n, REC_READ, pc);
    if (!(reported.to == (uintptr_t)to && reported.n_to == n))
        record_range((uintptr_t)to, n, REC_WRITE, pc);
    reported.from = reported.to = 0;
}

/* A copy or fill by the program's host code; the runtime's own are none. from NULL: a fill. */
static void host_block(const void *to, const void *from, size_t n, uintptr_t pc)
{
    struct record r = { .at = (uintptr_t)from, .pc = (uint32_t)pc, .meta = REC_META(REC_READ, 0) | REC_REST };
    uintptr_t of[] = { (uintptr_t)from, (uintptr_t)to };

    if (!n || pc >= guard_user_end())
        return;
    for (int writes = 0; writes < 2; writes++) {
        int seen = writes ? reported.to == of[1] && reported.n_to == n : reported.from == of[0] && reported.n_from == n;
        if (!of[writes] || seen || of[writes] - simt_hot.skip_lo < simt_hot.skip_size)
            continue;
        r.at = of[writes];
        r.meta = REC_META(writes ? REC_WRITE : REC_READ, 0) | REC_REST;
        host_touch(&r, n);
    }
    reported.from = reported.to = 0;
}

static inline void copied(const void *to, const void *from, size_t n, uintptr_t pc)
{
    if (simt_hot.cur)
        record_copy(to, from, n, pc);
    else if (simt_hot.skip_size != UINTPTR_MAX)
        host_block(to, from, n, pc);
}

/* -Wl,--wrap=memcpy,... sends every call here, the runtime's own included: those must not come from a lane
 * (rt_copy() in rt.h is not wrapped). */
void *__real_memcpy(void *, const void *, size_t) __attribute__((weak));
void *__real_memmove(void *, const void *, size_t) __attribute__((weak));
void *__real_memset(void *, int, size_t) __attribute__((weak));
void *__wrap_memcpy(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n);
void *__wrap_memset(void *to, int c, size_t n);
void *__wrap_memcpy(void *to, const void *from, size_t n)
{
    copied(to, from, n, HERE);
    return __real_memcpy(to, from, n);
}
void *__wrap_memmove(void *to, const void *from, size_t n)
{
    copied(to, from, n, HERE);
    return __real_memmove(to, from, n);
}
void *__wrap_memset(void *to, int c, size_t n)
{
    copied(to, NULL, n, HERE);
    return __real_memset(to, c, n);
}
/* clang calls these where gcc calls the plain ones. */
void *__tsan_memcpy(void *to, const void *from, size_t n);
void *__tsan_memmove(void *to, const void *from, size_t n);
void *__tsan_memset(void *to, int c, size_t n);
void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    copied(to, from, n, HERE);
    return rt_copy(to, from, n);
}
void *__tsan_memmove(void *to, const void *from, size_t n)
{
    copied(to, from, n, HERE);
    return __real_memmove ? __real_memmove(to, from, n) : memmove(to, from, n);
}
void *__tsan_memset(void *to, int c, size_t n)
{
    copied(to, NULL, n, HERE);
    return __real_memset ? __real_memset(to, c, n) : memset(to, c, n);
}

void __tsan_init(void);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_read(void **at);
void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);
void __sanitizer_cov_trace_pc(void);

void __tsan_init(void)
{
    trace_hooked = 1;
}
static __attribute__((noinline, cold)) void stack_overflow(uintptr_t pc)
{
    simt_hot.stack_limit = 0;
    error_addf("stack-overflow", pc, "The thread's stack of %zu bytes is used up: the recursion is too deep, or "
                                     "local arrays are too large.", simt_config.stack);
    simt_abandon(ERROR_LAUNCH_FAILURE);
}
HOOK void __tsan_func_entry(void *pc)
{
    struct hot *h = &simt_hot;

    (void)pc;
    h->depth = (h->depth + DEPTH_ONE) & REC_DEPTH_MASK;
    if (UNLIKELY((uintptr_t)__builtin_frame_address(0) < h->stack_limit))
        stack_overflow(HERE);
}
HOOK void __tsan_func_exit(void)
{
    simt_hot.depth = (simt_hot.depth - DEPTH_ONE) & REC_DEPTH_MASK;
}
void __tsan_vptr_update(void **at, void *value)
{
    (void)value;
    record((uintptr_t)at, REC_META(REC_WRITE, 3), HERE);
}
void __tsan_vptr_read(void **at)
{
    record((uintptr_t)at, REC_META(REC_READ, 3), HERE);
}
void __tsan_ignore_thread_begin(void)
{
}
void __tsan_ignore_thread_end(void)
{
}
HOOK void __sanitizer_cov_trace_pc(void)
{
    event(0, REC_META(REC_BB, 0), HERE);
}

/* ---- atomics ------------------------------------------------------------------------------------------- */

void simt_access(int op, int size_log2, const void *p, uintptr_t pc)
{
    uint32_t order = op & SIMT_VOLATILE ? REC_VOLATILE : 0;
    uint32_t less = (op & SIMT_RELAXED ? REC_RELAXED : 0) | (op & SIMT_OF_BLOCK ? REC_OF_BLOCK : 0);

    op &= ~(SIMT_VOLATILE | SIMT_RELAXED | SIMT_OF_BLOCK);
    if (op >= SIMT_ATOMIC || (order && op == SIMT_READ))
        polls((uintptr_t)p, pc);
    record((uintptr_t)p, REC_META(op, size_log2) | order | less, pc);
    if (op == SIMT_RED && simt_hot.cur)
        simt_hot.cur->red_at = (uintptr_t)p;
    if (op == SIMT_ATOMIC || op == SIMT_RED || order)
        take_turn((uintptr_t)p);
}

/* To the compiler it is pure, so that it goes where its result does. */
uint64_t simt_heard(uint64_t old, const void *p, uintptr_t pc)
{
    if (simt_hot.cur) {
        simt_hot.cur->red_at = 0;
        trace_sync_at(TRACE_HEARD, (uintptr_t)p, pc);
    }
    return old;
}

typedef unsigned __int128 u128;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* An atomic load or store is a load or store on the device too; what they order is marked as for volatile. */
#define RMW(bits, lg, name, value) \
    u##bits __tsan_atomic##bits##_##name(volatile u##bits *a, u##bits v, int order); \
    u##bits __tsan_atomic##bits##_##name(volatile u##bits *a, u##bits v, int order) \
    { \
        u##bits old, now; \
        (void)order; \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_ATOMIC, lg), HERE); \
        take_turn((uintptr_t)a); \
        do { \
            old = *a; \
            now = (value); \
        } while (!__sync_bool_compare_and_swap(a, old, now)); \
        return old; \
    }
#define ATOMICS(bits, lg) \
    u##bits __tsan_atomic##bits##_load(const volatile u##bits *a, int order); \
    void __tsan_atomic##bits##_store(volatile u##bits *a, u##bits v, int order); \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile u##bits *a, u##bits *want, u##bits v, int o, int fail); \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile u##bits *a, u##bits *want, u##bits v, int o, int fail); \
    u##bits __tsan_atomic##bits##_compare_exchange_val(volatile u##bits *a, u##bits want, u##bits v, int o, int fail); \
    u##bits __tsan_atomic##bits##_load(const volatile u##bits *a, int order) \
    { \
        (void)order; \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_READ, lg) | REC_VOLATILE, HERE); \
        if (UNLIKELY(simt_hot.skip_size == UINTPTR_MAX)) \
            poll_untraced(HERE); \
        take_turn((uintptr_t)a); \
        return bits == 128 ? __sync_val_compare_and_swap((volatile u##bits *)a, 0, 0) : *a; \
    } \
    void __tsan_atomic##bits##_store(volatile u##bits *a, u##bits v, int order) \
    { \
        u##bits old; \
        (void)order; \
        record((uintptr_t)a, REC_META(REC_WRITE, lg) | REC_VOLATILE, HERE); \
        take_turn((uintptr_t)a); \
        do \
            old = *a; \
        while (!__sync_bool_compare_and_swap(a, old, v)); \
    } \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile u##bits *a, u##bits *want, u##bits v, int o, int fail) \
    { \
        u##bits expected = *want, old; \
        (void)o, (void)fail; \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_ATOMIC, lg), HERE); \
        take_turn((uintptr_t)a); \
        old = __sync_val_compare_and_swap(a, expected, v); \
        if (old == expected) \
            return 1; \
        poll_untraced(HERE); \
        *want = old; \
        return 0; \
    } \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile u##bits *a, u##bits *want, u##bits v, int o, int fail) \
    { \
        u##bits expected = *want, old; \
        (void)o, (void)fail; \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_ATOMIC, lg), HERE); \
        take_turn((uintptr_t)a); \
        old = __sync_val_compare_and_swap(a, expected, v); \
        if (old == expected) \
            return 1; \
        poll_untraced(HERE); \
        *want = old; \
        return 0; \
    } \
    u##bits __tsan_atomic##bits##_compare_exchange_val(volatile u##bits *a, u##bits want, u##bits v, int o, int fail) \
    { \
        (void)o, (void)fail; \
        polls((uintptr_t)a, HERE); \
        record((uintptr_t)a, REC_META(REC_ATOMIC, lg), HERE); \
        take_turn((uintptr_t)a); \
        return __sync_val_compare_and_swap(a, want, v); \
    } \
    RMW(bits, lg, exchange, v) \
    RMW(bits, lg, fetch_add, (u##bits)(old + v)) \
    RMW(bits, lg, fetch_sub, (u##bits)(old - v)) \
    RMW(bits, lg, fetch_and, (u##bits)(old & v)) \
    RMW(bits, lg, fetch_or, (u##bits)(old | v)) \
    RMW(bits, lg, fetch_xor, (u##bits)(old ^ v)) \
    RMW(bits, lg, fetch_nand, (u##bits)~(old & v))
ATOMICS(8, 0)
ATOMICS(16, 1)
ATOMICS(32, 2)
ATOMICS(64, 3)
ATOMICS(128, 4)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    event(TRACE_FENCE_WIDE, REC_META(REC_SYNC, 0), HERE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- what the runtime reports -------------------------------------------------------------------------- */

void trace_sync(int kind, uintptr_t pc)
{
    event((unsigned)kind, REC_META(REC_SYNC, 0), pc);
}

void trace_sync_at(int kind, uintptr_t at, uintptr_t pc)
{
    event((unsigned)kind | (uint64_t)at << TRACE_AT, REC_META(REC_SYNC, 0), pc);
}

void trace_bulk(struct bulk *b, int what, uintptr_t pc)
{
    event((uintptr_t)b, REC_META(REC_ASYNC, BULK_LG) | (what ? REC_LANDED : 0), pc);
}

void trace_async(int what, const void *p, unsigned size, uintptr_t pc)
{
    uintptr_t a = (uintptr_t)p;
    unsigned lg = (a | size) & 15 ? (unsigned)__builtin_ctz((unsigned)(a | size) & 15) : 4;

    for (unsigned i = 0; i < size; i += 1u << lg)
        event(a + i, REC_META(REC_ASYNC, lg) | (what ? REC_LANDED : 0), pc);
}
