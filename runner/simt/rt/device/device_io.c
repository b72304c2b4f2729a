/*
 * device_io.c: what a kernel says and how it stops: printf, assert, trap, the clock.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/sched/sched.h"

/* The dynamic window lies beside the static __shared__ variables: in the executable's thread-local memory. An
 * `extern __shared__` at namespace scope is this name. */
enum { ALIGN_MOST = 1024, ALIGN_LEAST = 16 /* what nvcc gives an array that asks for less */ };
extern __thread char simt_dynamic[SMEM_MAX + ALIGN_MOST];
__thread char simt_dynamic[SMEM_MAX + ALIGN_MOST] __attribute__((aligned(ALIGN_MOST)));
static unsigned dynamic_align = ALIGN_LEAST;

int simt_dynamic_asks(unsigned align)
{
    if (align > dynamic_align)
        dynamic_align = align;
    return 1;
}

/* Aligned to what the program's declarations ask for and to no more, as it may be on a GPU. */
void *simt_dyn_smem(void) { return simt_dynamic + dynamic_align % ALIGN_MOST; }

int simt_on_device(void) { return simt_hot.cur != NULL; }

/* ---- output -------------------------------------------------------------------------------------------- */

static void output_add(struct output *o, const char *s, size_t n)
{
    if (n > o->room - o->n) {
        size_t room = 2 * (o->n + n) + 256;
        char *p = rt_malloc(room);
        if (!p)
            return;
        rt_copy(p, o->data, o->n);
        rt_free(o->data);
        o->data = p;
        o->room = room;
    }
    rt_copy(o->data + o->n, s, n);
    o->n += n;
}

/* The number of arguments that the format names: what printf returns on a device. */
static int conversions(const char *f)
{
    int n = 0;
    for (; *f; f++)
        if (*f == '%' && *++f != '%') {
            n++;
            if (!*f)
                break;
        }
    return n;
}

int simt_printf(const char *format, ...)
{
    va_list ap, again;
    int n;
    va_start(ap, format);
    if (!simt_self()) {
        n = vprintf(format, ap);
        va_end(ap);
        return n;
    }
    if (simt_stop)
        simt_abandon(simt_stop);
    char text[512], *at = text;
    va_copy(again, ap);
    n = vsnprintf(text, sizeof text, format, ap);
    if (n >= (int)sizeof text && (at = rt_malloc((size_t)n + 1)))
        vsnprintf(at, (size_t)n + 1, format, again);
    if (n > 0 && at)
        output_add(&simt_worker->sched->out, at, (size_t)n);
    if (at != text)
        rt_free(at);
    va_end(again);
    va_end(ap);
    return n < 0 ? -1 : conversions(format);
}

/* ---- assert and trap ----------------------------------------------------------------------------------- */

enum { ASSERT = 710, LAUNCH_FAILURE = 719 };

void simt_assert_fail(const char *expr, const char *file, unsigned line, const char *fn, uintptr_t pc)
{
    struct fiber *f = simt_self();
    if (!f) {
        fflush(stdout);
        fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, fn, expr);
        abort();
    }
    struct simt_dim3 b = simt_lane.bid, t = f->tid;
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
            fn, b.x, b.y, b.z, t.x, t.y, t.z, expr);
    lane_error("assert", pc, "assertion `%.300s` failed", expr);
    simt_worker->sched->error = ASSERT; /* the thread ends; the others of the block come to theirs */
    lane_exit();
}

/* What <assert.h> calls. */
void __assert_fail(const char *expr, const char *file, unsigned line, const char *fn)
{
    simt_assert_fail(expr, file, line, fn, (uintptr_t)__builtin_return_address(0));
}

void simt_trap(uintptr_t pc)
{
    if (!simt_self())
        abort();
    lane_error("trap", pc, "The thread executed a trap.");
    simt_abandon(LAUNCH_FAILURE);
    abort();
}

/* ---- time ---------------------------------------------------------------------------------------------- */

enum { CALL = 20, PATIENCE = 64, LONGEST = 1 << 20 };

/* Grows on each call. A lane that only watches the clock waits for a time: for it the clock runs faster. */
uint64_t simt_clock(void)
{
    static uint64_t host;
    if (!simt_self())
        return host += CALL;
    struct sched *s = simt_worker->sched;
    unsigned lane = simt_hot.cur->index;
    if (simt_stop)
        simt_abandon(simt_stop);
    if (s->clock_lane != lane) {
        s->clock_lane = lane;
        s->clock_step = 0;
    }
    uint64_t n = s->clock_step++;
    uint64_t step = n < PATIENCE ? CALL : n - PATIENCE < 16 ? (uint64_t)CALL << (n - PATIENCE) : LONGEST;
    return s->clock += step;
}

/* ---- order --------------------------------------------------------------------------------------------- */

void simt_grid_wait(uintptr_t pc)
{
    if (simt_hot.cur && simt_worker->tracing && simt_current.beside)
        trace_sync(TRACE_GRID, pc);
}

void simt_fence(int scope, uintptr_t pc)
{
    if (simt_hot.cur && simt_worker->tracing)
        trace_sync(scope ? TRACE_FENCE_WIDE : TRACE_FENCE, pc);
    if (scope)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    /* interrupts come when a fence is over: no signal would find a loop of them elsewhere */
    if (simt_hot.cur && simt_stop)
        simt_spin(pc);
}
