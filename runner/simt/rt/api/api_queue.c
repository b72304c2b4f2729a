/*
 * api_queue.c: the queue of device work, and its virtual clock.
 *
 * Ops are carried out in the order of issue, which satisfies every order that streams and events ask for; with a seed
 * in any other order that does, so that a missing event or wait can show (times stay those of the order of issue).
 * When: at the host's next synchronising call (up to what that call waits for), when 1,024 ops wait, at exit;
 * or at once with SIMT_EAGER=1. Times come from a model, so that what a program prints from events is
 * deterministic and sensible, not a prediction. An op starts when its stream is free, the events it waits for
 * have happened, the host has issued it and its engine is free: one engine for copies to the device, one for
 * copies from it, and the SMs, of which a kernel takes as many as its blocks can fill, so that small kernels
 * of different streams overlap. It takes: kernel   2 us (0.9 us in a graph) + the longer of its sectors at 80
 * % of the device's bandwidth and its lane operations at a quarter of its peak; untraced, where neither is
 * known, the emulator's own seconds divided by 3,000 copy     3 us + bytes over the link (PCIe: 55 or 25 GB/s
 * pinned, a fifth of it pageable) or, on the device, twice the bytes at 80 % of its bandwidth;  fill: 2 us +
 * bytes The host's clock advances by what its calls cost (a launch 4 us, others 1 us) and by waiting, not by
 * its own computing. The legacy default stream waits for all blocking streams and they wait for it.
 */
#define _GNU_SOURCE
#include "api.h"
#include "runner/simt/rt/shadow/host_touch.h"

#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TICK_US = 50000, QUEUE_MAX = 1024, LOOK_AHEAD = 64, SMS_MAX = 512 };

static struct op *first, *last;
static size_t waiting;
static uint64_t seq, done; /* issued, carried out */
static uint64_t waits;     /* how often the host has waited for something */
static int eager = -1;
static double gap = 2e-6; /* what a kernel takes beyond its work */

static double host_now, blocking_ready, all_ready, up_free, down_free, sm_free[SMS_MAX]; /* sm_free ascends */

double api_host_time(double add)
{
    return host_now += add;
}

void api_host_reach(double t)
{
    if (t > host_now)
        host_now = t;
}

/* ---- the clock ----------------------------------------------------------------------------------------- */

static double max2(double a, double b)
{
    return a > b ? a : b;
}

static double on_engine(double *engine, double ready, double seconds)
{
    return *engine = max2(*engine, ready) + seconds;
}

/* Takes the n SMs that are free first. */
static double on_sms(int n, double ready, double seconds)
{
    int sms = api_device()->sms, below = n;
    double end = max2(ready, sm_free[n - 1]) + seconds;
    while (below < sms && sm_free[below] < end)
        below++;
    memmove(sm_free, sm_free + n, (size_t)(below - n) * sizeof *sm_free);
    for (int i = below - n; i < below; i++)
        sm_free[i] = end;
    return end;
}

static int sms_of(const struct launch *l)
{
    const struct device *d = api_device();
    struct occupancy o;
    int threads = (int)(l->in.block.x * l->in.block.y * l->in.block.z);
    int per_sm = occupancy_of(d, threads, 0, l->in.smem, &o) == 0 && o.blocks > 0 ? o.blocks : 1;
    uint64_t n = (l->blocks + (uint64_t)per_sm - 1) / (uint64_t)per_sm;
    return n < 1 ? 1 : n > (uint64_t)d->sms ? d->sms : (int)n;
}

static double kernel_seconds(const struct launch *l, int sms)
{
    const struct device *d = api_device();
    double share = (double)sms / d->sms;
    if (!l->sectors && !l->lane_ops)
        return gap + l->seconds / 3000;
    double memory = (double)l->sectors * 32 / (0.8 * d->copy_Bps);
    double ops = (double)l->lane_ops / (0.25 * d->flop_s * share);
    return gap + max2(memory, ops);
}

static double copy_end(const struct copy *c, double ready)
{
    const struct device *d = api_device();
    double bytes = (double)copy_bytes(c), link = d->major >= 9 ? 55e9 : 25e9;
    double s = 3e-6 + bytes / (c->pageable ? link / 5 : link);
    switch (c->path) {
    case PATH_UP:
        return on_engine(&up_free, ready, s);
    case PATH_DOWN:
        return on_engine(&down_free, ready, s);
    case PATH_DEVICE:
        return ready + 3e-6 + 2 * bytes / (0.8 * d->copy_Bps);
    default:
        return ready + bytes / 10e9;
    }
}

/* ---- carrying out -------------------------------------------------------------------------------------- */

static void run_kernel(struct op *op)
{
    int e = simt_run(op->kernel);
    heap_device_settle();
    if (e)
        api_fail((cudaError_t)e);
    op->sms = sms_of(op->kernel);
    op->seconds = kernel_seconds(op->kernel, op->sms);
}

double __attribute__((weak)) api_host_took(double otherwise) /* programs without libraries have no other */
{
    return otherwise;
}

/* User code: without the lock, as it may wait for another thread that calls the API. */
static void run_host(struct op *op)
{
    int depth = api_release();
    api_in_callback++;
    host_callback(1);
    if (op->host.callback)
        op->host.callback(op->stream, (cudaError_t)api_sticky(), op->host.data);
    else
        op->host.fn(op->host.data);
    host_callback(0);
    api_in_callback--;
    api_retake(depth);
    order_waited_op(op);
}

/* A row of a copy is held against what the host has touched, and other streams. */
static void check_copy_row(char *to, const char *from, size_t n, const struct op *op)
{
    host_copy(from, n, 0, "an asynchronous copy", op->pc);
    host_copy(to, n, 1, "an asynchronous copy", op->pc);
    streams_touch(from, n, STREAMS_READS, op->pc);
    streams_touch(to, n, STREAMS_WRITES, op->pc);
}

static void brought_row(char *to, const char *from, size_t n, const struct op *op)
{
    host_brought(to, from, n, op->pc);
}

static void each_row(const struct op *op, void (*fn)(char *to, const char *from, size_t n, const struct op *op))
{
    const struct copy *c = &op->copy;
    int whole = c->dpitch == c->width && c->spitch == c->width;
    for (size_t z = 0; z < c->depth; z++)
        for (size_t y = 0; y < (whole ? 1 : c->height); y++)
            fn(c->dst + z * c->dslice + y * c->dpitch, c->src + z * c->sslice + y * c->spitch,
               whole ? c->width * c->height : c->width, op);
}

static void run_copy(struct op *op)
{
    each_row(op, check_copy_row);
    copy_run(&op->copy);
    if (op->copy.path == PATH_DOWN)
        each_row(op, brought_row);
}

static void run_fill(struct op *op)
{
    const struct fill *f = &op->fill;
    for (size_t z = 0; z < f->depth; z++)
        for (size_t y = 0; y < f->height; y++) {
            char *row = f->dst + z * f->slice + y * f->pitch;
            host_copy(row, f->width, 1, "a fill", op->pc);
            streams_touch(row, f->width, STREAMS_FILLS, op->pc);
        }
    fill_run(f);
}

static void take_effect(struct op *op)
{
    int ok = !api_sticky();
    host_op_begins(op->seq);
    op->sms = 0;
    switch (op->kind) {
    case OP_KERNEL:
        if (ok)
            run_kernel(op);
        break;
    case OP_COPY:
        if (ok)
            run_copy(op);
        break;
    case OP_FILL:
        if (ok)
            run_fill(op);
        break;
    case OP_HOST:
        if (ok || op->host.callback)
            run_host(op);
        op->seconds = api_host_took(5e-6);
        break;
    case OP_FREE:
        if (heap_free(op->p) && ok)
            error_addf("api", op->pc, "cudaFreeAsync: %p is no allocation any more", op->p);
        break;
    default:
        break;
    }
}

/* Virtual time at which it ends. A graph runs here: its nodes have times of their own. */
static double end_of(struct op *op, double ready)
{
    switch (op->kind) {
    case OP_KERNEL:
        return op->sms ? on_sms(op->sms, ready, op->seconds) : ready;
    case OP_COPY:
        return copy_end(&op->copy, ready);
    case OP_FILL:
        return ready + 2e-6 + (double)fill_bytes(&op->fill) / (0.8 * api_device()->copy_Bps);
    case OP_HOST:
        return ready + op->seconds;
    case OP_RECORD:
        op->event->time = ready;
        op->event->done = op->seq;
        return ready;
    case OP_WAIT:
        return max2(ready, op->event->time);
    case OP_GRAPH:
        gap = 0.9e-6;
        if (!api_sticky())
            ready = graph_run(op->graph, ready);
        gap = 2e-6;
        return ready;
    default:
        return ready;
    }
}

double op_run(struct op *op, double ready)
{
    take_effect(op);
    return end_of(op, ready);
}

void op_release(struct op *op)
{
    if (op->kind == OP_KERNEL)
        free(op->kernel);
    if (op->kind == OP_RECORD || op->kind == OP_WAIT)
        event_unref(op->event);
    if (op->kind == OP_GRAPH)
        graph_exec_unref(op->graph);
}

int op_copy(struct op *to, const struct op *from)
{
    *to = *from;
    to->next = NULL;
    if (from->kind == OP_KERNEL)
        to->kernel = kernel_copy(&from->kernel->in);
    if (from->kind == OP_RECORD || from->kind == OP_WAIT)
        from->event->refs++;
    if (from->kind == OP_GRAPH)
        graph_exec_ref(from->graph);
    return from->kind == OP_KERNEL && !to->kernel ? -1 : 0;
}

static void run_first(void)
{
    struct op *op = first;
    struct CUstream_st *s = op->stream;
    first = op->next;
    if (!first)
        last = NULL;
    waiting--;
    host_unwaited = last ? last->seq : 0;
    streams_begin(&op->place); /* a graph's nodes have its place */
    if (!op->ran)
        take_effect(op);
    double ready = max2(s->ready, op->issued);
    if (s->legacy)
        ready = max2(ready, blocking_ready);
    else if (!(s->flags & cudaStreamNonBlocking))
        ready = max2(ready, stream_of(cudaStreamLegacy)->ready);
    host_op_begins(op->seq); /* a graph's nodes are carried out now */
    s->ready = max2(s->ready, end_of(op, ready));
    host_op_ended(last ? last->seq : 0);
    if (!s->legacy && !(s->flags & cudaStreamNonBlocking))
        blocking_ready = max2(blocking_ready, s->ready);
    all_ready = max2(all_ready, s->ready);
    done = op->seq;
    op_release(op);
    stream_unref(s);
    free(op);
}

/* Whether a, which was issued before b, has to be carried out before it: in the same stream, or in the legacy one and
 * one that it waits for, or b waits for it. */
static int comes_before(const struct op *a, const struct op *b)
{
    const struct CUstream_st *s = a->stream, *t = b->stream;

    if (s == t || (b->kind == OP_WAIT && b->after == a->seq))
        return 1;
    return (s->legacy && !(t->flags & cudaStreamNonBlocking)) || (t->legacy && !(s->flags & cudaStreamNonBlocking));
}

static unsigned queue_random(void)
{
    static uint64_t x;

    if (!x)
        x = simt_config.seed * 0x9e3779b97f4a7c15 | 1;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (unsigned)(x >> 33);
}

/* One of the ops that nothing keeps from being next, by the seed. Host functions and graphs keep their places. */
static struct op *any_next(void)
{
    struct op *chosen = first;
    unsigned n = 0, seen = 0;

    for (struct op *b = first; b && seen < LOOK_AHEAD; b = b->next, seen++) {
        int next = b == first || (!b->ran && b->kind != OP_HOST && b->kind != OP_GRAPH);
        for (const struct op *a = first; next && a != b; a = a->next)
            next = a->ran || !comes_before(a, b);
        if (next && queue_random() % ++n == 0)
            chosen = b;
    }
    return chosen;
}

/* One op. With a seed it may be another than the first, which then has its time when its turn comes: the clock tells
 * what it tells in the order of issue. */
static void run_one(void)
{
    struct op *op = simt_config.seed ? any_next() : first;

    if (op == first) {
        run_first();
        while (first && first->ran)
            run_first();
    } else {
        op->ran = 1;
        streams_begin(&op->place);
        take_effect(op);
    }
}

static pthread_t drainer; /* while `draining` */
static int draining;

static void drain(uint64_t upto)
{
    if (api_in_callback)
        return;
    while (draining && !pthread_equal(drainer, pthread_self())) { /* in a host function, without the lock */
        int depth = api_release();
        usleep(100);
        api_retake(depth);
    }
    int outer = draining;
    drainer = pthread_self();
    draining = 1;
    while (first && first->seq <= upto)
        run_one();
    draining = outer;
}

void queue_drain(uint64_t upto)
{
    waits++;
    drain(upto);
}

static int stopped;

static void at_exit(void)
{
    api_begin_any("exit", 0);
    stopped = 1;
    queue_drain(UINT64_MAX);
    api_end(cudaSuccess);
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Whether the program's first thread sleeps; taken as so where nothing tells. */
static int host_sleeps(void)
{
    char stat[128];
    FILE *f = fopen("/proc/self/stat", "r");
    const char *state = f && fgets(stat, sizeof stat, f) ? strrchr(stat, ')') : NULL;
    if (f)
        fclose(f);
    return !state || strncmp(state, ") S", 3) == 0;
}

/* Carries on when the host makes no calls but waits, say for a host function, or polls. A host that only gets no
 * processor on a busy machine does neither: what it finds in memory must not depend on that. */
static void *progress(void *arg)
{
    double since = 0;
    (void)arg;
    trace_host();
    for (uint64_t calls = 0;;) {
        usleep(TICK_US);
        uint64_t now = __atomic_load_n(&api_calls, __ATOMIC_RELAXED);
        int asked = now != calls || !__atomic_load_n(&waiting, __ATOMIC_RELAXED);
        if (asked) {
            since = cpu_now();
        } else if (cpu_now() - since > TICK_US * 0.5e-6 || host_sleeps()) {
            api_begin_any("progress", 0);
            host_unasked(1);
            if (!stopped)
                drain(UINT64_MAX);
            host_unasked(0);
            order_waited_all(); /* the host waits for what nobody can see here */
            api_end(cudaSuccess);
        }
        calls = __atomic_load_n(&api_calls, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void start(void)
{
    const char *now = getenv("SIMT_EAGER");
    pthread_t t;
    pthread_attr_t attr;
    eager = now && *now && *now != '0';
    atexit(at_exit);
    if (eager)
        return;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, 8 << 20); /* kernels may run on it, with their shared memory */
    pthread_create(&t, &attr, progress, NULL); /* without it the host's own calls are enough for most */
    pthread_attr_destroy(&attr);
}

cudaError_t op_submit(struct CUstream_st *s, const struct op *from)
{
    if (s->capture)
        return capture_op(s, from);
    cudaError_t e = s->legacy ? capture_forbids_legacy() : cudaSuccess;
    if (e)
        return e;
    struct op *op = malloc(sizeof *op);
    if (!op || op_copy(op, from)) {
        free(op);
        return cudaErrorMemoryAllocation;
    }
    if (eager < 0)
        start();
    op->stream = s;
    s->refs++;
    op->ran = 0;
    op->seq = s->last = ++seq;
    op->after = op->kind == OP_WAIT ? op->event->recorded : 0;
    order_issue(op);
    op->issued = host_now;
    /* A grid begins early beside the one that its stream got just before it, unless the host has waited since. */
    if (op->kind == OP_KERNEL) {
        op->kernel->beside = op->kernel->in.early && s->kernel_last && s->kernel_waits == waits;
        s->kernel_waits = waits;
    }
    s->kernel_last = op->kind == OP_KERNEL;
    if (op->kind == OP_RECORD)
        op->event->recorded = op->seq;
    *(last ? &last->next : &first) = op;
    last = op;
    host_op_ended(op->seq);
    if (++waiting > QUEUE_MAX || eager)
        drain(eager ? seq : first->seq + QUEUE_MAX / 2);
    return cudaSuccess;
}

void queue_reset(void)
{
    while (first) {
        struct op *op = first;
        first = op->next;
        op_release(op);
        stream_unref(op->stream);
        free(op);
    }
    last = NULL;
    waiting = 0;
    done = seq;
    order_forget();
}

uint64_t queue_issued(void)
{
    return seq;
}

double queue_all_ready(void)
{
    return all_ready;
}

double queue_blocking_ready(void)
{
    return blocking_ready;
}
