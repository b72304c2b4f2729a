/*
 * host_touch.c: managed and pinned memory that host code reads or writes while work that it has issued before still
 * waits in the queue: nothing has waited for that work, so a kernel or an asynchronous copy that writes there, or reads
 * what the host has written, does it at the same time.
 *
 * Touches are kept as ranges of one place in the program, and held against what is then carried out. None is told of
 * a program that hands over by flags: where the host uses an atomic or a volatile there, or the device one on what the
 * host wrote, all that was kept is forgotten; and of work that goes on while the host sleeps or is busy (progress() of
 * api_queue.c) a single word is none to tell of, as the host may be watching it.
 * Not seen: what libraries read and write, work that no call has waited for but that has been carried out already.
 */
#include <pthread.h>
#include <stdio.h>

#include "host_touch.h"

enum { TOUCHES = 128, WORD = 8 };
struct touch {
    uintptr_t lo, hi, pc;
    uint64_t seq; /* of the last op that waited */
    int write;
};

volatile uint64_t host_unwaited;
static RT_LOCAL int in_callback;
static uint64_t running; /* seq of the op that is being carried out */
static int unasked;      /* no call of the host's waits for it */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct touch touches[TOUCHES];
static unsigned ntouches;

static void forget(void) { __atomic_store_n(&ntouches, 0, __ATOMIC_RELAXED); }

void host_callback(int inside) { in_callback = inside; }

void host_unasked(int on) { unasked = on; }

void host_op_begins(uint64_t seq) { running = seq; }

void host_op_ended(uint64_t last)
{
    host_unwaited = last;
    if (!last && __atomic_load_n(&ntouches, __ATOMIC_RELAXED)) {
        pthread_mutex_lock(&lock);
        forget();
        pthread_mutex_unlock(&lock);
    }
}

/* Whether the touch lies beside, or in, one that is kept. */
static int joined(const struct touch *n)
{
    for (struct touch *t = touches; t < touches + ntouches; t++) {
        if (t->pc != n->pc || t->write != n->write || t->seq != n->seq || n->lo > t->hi || n->hi < t->lo)
            continue;
        t->lo = n->lo < t->lo ? n->lo : t->lo;
        t->hi = n->hi > t->hi ? n->hi : t->hi;
        return 1;
    }
    return 0;
}

void host_touches(struct alloc *a, const struct record *r, size_t size)
{
    unsigned op = REC_OP(r->meta);
    struct touch n = { .lo = r->at, .hi = r->at + size, .pc = r->pc, .write = op == REC_WRITE };

    if (op > REC_WRITE || r->meta & REC_VOLATILE)
        order_flagged();
    if (in_callback || op > REC_RED || !host_unwaited)
        return;
    pthread_mutex_lock(&lock);
    n.seq = host_unwaited;
    if (op > REC_WRITE || r->meta & REC_VOLATILE) {
        forget();
    } else if (n.seq && !joined(&n) && ntouches < TOUCHES) {
        touches[ntouches] = n;
        __atomic_store_n(&ntouches, ntouches + 1, __ATOMIC_RELAXED);
        a->touched = 1;
    }
    pthread_mutex_unlock(&lock);
}

static const char *what_of(const struct alloc *a)
{
    return a->kind == ALLOC_PINNED ? "pinned" : "managed";
}

static void tell(const struct touch *t, const struct alloc *a, uintptr_t at, unsigned size, uintptr_t pc,
                 const char *does)
{
    struct error e = { .kind = "race", .pc = t->pc, .other_pc = pc, .block = ~0ull, .other_block = ~0ull, .thread = ~0u,
                       .other_thread = ~0u, .address = at, .size = size, .count = 1 };

    char of[160];
    if (a->name)
        snprintf(of, sizeof of, "%s", a->name);
    else
        snprintf(of, sizeof of, "an allocation of %zu bytes of %s memory", (size_t)(a->hi - a->lo), what_of(a));
    snprintf(e.text, sizeof e.text, "Host code %s byte %zu of %s, which %s, and has not waited for it: call "
             "cudaDeviceSynchronize() or cudaStreamSynchronize() first.", t->write ? "writes" : "reads",
             (size_t)(at - a->lo), of, does);
    error_add(&e);
}

static int watched(const struct touch *t) { return unasked && t->hi - t->lo <= WORD; }

/* Whether what is carried out was issued before the host touched [at, at + n) so that the two are a race. */
static int races(const struct touch *t, uintptr_t at, size_t n, int writes)
{
    return t->seq >= running && at < t->hi && at + n > t->lo && (writes || t->write);
}

/* 0: the lanes of the row hand over by what they touch there. */
static int met(const struct op_tally *s, const struct alloc *a, const struct lane_row *r, const struct touch *t)
{
    unsigned size = 1u << s->lg;

    for (unsigned i = 0; i < r->n; i++) {
        uintptr_t at = row_at(r, i), from = at > t->lo ? at : t->lo;
        if (!races(t, at, size, s->op != REC_READ))
            continue;
        if (t->write && (s->op > REC_WRITE || r->meta & REC_VOLATILE))
            return 0;
        if (watched(t))
            return 1;
        tell(t, a, from, size, r->pc, s->op == REC_READ ? "a kernel launched before reads" :
                                                          "a kernel launched before writes");
        break;
    }
    return 1;
}

void host_row(const struct op_tally *s, const struct alloc *a, const struct lane_row *r)
{
    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < ntouches; k++)
        if (!met(s, a, r, &touches[k]))
            forget();
    pthread_mutex_unlock(&lock);
}

void host_copy(const void *p, size_t n, int writes, const char *what, uintptr_t pc)
{
    uintptr_t at = (uintptr_t)p;
    const struct alloc *a = __atomic_load_n(&ntouches, __ATOMIC_RELAXED) ? heap_find(at) : NULL;

    char does[64];

    if (!a || !a->touched)
        return;
    snprintf(does, sizeof does, "%s issued before %s", what, writes ? "writes" : "reads");
    pthread_mutex_lock(&lock);
    for (const struct touch *t = touches; t < touches + ntouches; t++)
        if (races(t, at, n, writes) && !watched(t))
            tell(t, a, at > t->lo ? at : t->lo, 1, pc, does);
    pthread_mutex_unlock(&lock);
}
