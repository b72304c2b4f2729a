/*
 * lib_mbarrier.c: PTX's mbarrier objects, by inline PTX and under cuda::barrier, cuda::pipeline and the awbarrier
 * primitives.
 *
 * A block's lanes share a host thread, but a barrier in global memory may be another block's too: every change is one
 * compare and swap. What arrives before a phase ends is ordered before what has waited for it; the race checker takes
 * it as it takes a named barrier, told apart by address. What the word does not say, and what is only known of a
 * barrier in the block's own shared memory, stands in a struct mbarrier.
 */
#include <string.h>

#include "runner/simt/rt/sched/bulk.h"
#include "runner/simt/rt/sched/sched.h"
#include "runner/simt/rt/shadow/shadow.h"

/* Bits 0-19 arrivals pending, 20-39 arrivals a phase, 40-62 bytes pending plus TX_ZERO, 63 phase. */
enum { COUNT_BITS = 20, TX_AT = 40, PHASE_AT = 63, TX_MOST = (1 << 20) - 1, URGENT = 256 };
#define COUNT_MASK 0xfffffull
#define TX_MASK 0x7fffffull
#define TX_ZERO 0x400000ull

static uint64_t make(uint64_t pending, uint64_t expected, uint64_t tx, uint64_t phase)
{
    return pending | expected << COUNT_BITS | tx << TX_AT | phase << PHASE_AT;
}

static uint64_t word_of(const uint64_t *b)
{
    return __atomic_load_n(b, __ATOMIC_SEQ_CST);
}

static long tx_of(uint64_t word)
{
    return (long)(word >> TX_AT & TX_MASK) - (long)TX_ZERO;
}

/* ---- what is known besides the word -------------------------------------------------------------------- */

static int is_shared(const struct worker *w, const uint64_t *b)
{
    return (uintptr_t)b - w->shared_lo < w->shared_size;
}

/* The worker of the block in whose shared memory it is: the running lane's, or another of its cluster. Or NULL. */
static struct worker *owner(const uint64_t *b)
{
    struct worker *w = simt_worker;

    if (!w || !simt_hot.cur)
        return NULL;
    return is_shared(w, b) ? w : cluster_owner(w, (uintptr_t)b);
}

struct mbarrier *mbarrier_find(struct proxy *p, const uint64_t *at)
{
    unsigned i = (unsigned)((uintptr_t)at / 8 % BARRIERS);

    for (unsigned n = 0; n < BARRIERS; n++, i = (i + 1) % BARRIERS) {
        if (p->barrier[i].at == at)
            return &p->barrier[i];
        if (!p->barrier[i].at && !p->barrier[i].init_pc)
            return NULL;
    }
    return NULL;
}

static struct mbarrier *make_known(struct proxy *p, uint64_t *at)
{
    unsigned i = (unsigned)((uintptr_t)at / 8 % BARRIERS);

    if (p->nbarriers >= BARRIERS - 1) {
        p->full = 1;
        return NULL;
    }
    while (p->barrier[i].at)
        i = (i + 1) % BARRIERS;
    p->nbarriers++;
    p->barrier[i].at = at;
    return &p->barrier[i];
}

/* The barrier of the running lane's block, or NULL: it is not in its shared memory, or never was initialised. */
static struct mbarrier *known(const uint64_t *b)
{
    struct worker *w = owner(b);

    return w && w->proxy ? mbarrier_find(w->proxy, b) : NULL;
}

static int uninitialised(const uint64_t *b, uintptr_t pc)
{
    struct worker *w = owner(b);
    int never = !(word_of(b) >> COUNT_BITS & COUNT_MASK);

    if (w)
        never = !known(b) && !(w->proxy && w->proxy->full);
    if (never)
        simt_error("mbarrier-init", pc, "this mbarrier was not initialised: mbarrier.init, init() or its constructor "
                   "must have run, and __syncthreads() after it");
    return never;
}

static int in_use(const struct proxy *p, uint64_t *b)
{
    uint64_t word = word_of(b);

    for (const struct bulk *f = p->flying; f; f = f->next)
        if (f->barrier == b)
            return 1;
    return (word & COUNT_MASK) != (word >> COUNT_BITS & COUNT_MASK) || tx_of(word);
}

void simt_mbarrier_init(uint64_t *b, unsigned count, uintptr_t pc)
{
    struct worker *w = simt_worker;
    struct mbarrier *m;
    char text[300];

    if (!count || count > COUNT_MASK)
        simt_error("api", pc, "a barrier counts 1 to %u arrivals, not %u", (unsigned)COUNT_MASK, count);
    if ((uintptr_t)b % 8)
        simt_error("misaligned", pc, "an mbarrier's address must be a multiple of 8 bytes");
    if (simt_self() && is_shared(w, b)) {
        struct proxy *p = proxy_of(w);
        m = mbarrier_find(p, b);
        if (m && in_use(p, b)) {
            mbarrier_describe(w, b, text, sizeof text);
            simt_error("api", pc, "this mbarrier is initialised again while it is in use: %s", text);
        }
        if (!m)
            m = make_known(p, b);
        if (m)
            *m = (struct mbarrier){ .at = b, .init_pc = pc };
        trace_sync_at(TRACE_INIT, (uintptr_t)b, pc);
    }
    __atomic_store_n(b, make(count, count, TX_ZERO, 0), __ATOMIC_SEQ_CST);
}

void simt_mbarrier_inval(uint64_t *b, uintptr_t pc)
{
    struct mbarrier *m = simt_self() ? known(b) : NULL;
    char text[300];

    if (uninitialised(b, pc))
        return;
    if (m && in_use(owner(b)->proxy, b)) {
        mbarrier_describe(owner(b), b, text, sizeof text);
        simt_error("api", pc, "this mbarrier is invalidated while it is in use: %s", text);
    }
    if (m) {
        m->at = NULL; /* init_pc stays: what was put behind it is still found */
        owner(b)->proxy->nbarriers--;
    }
    __atomic_store_n(b, 0, __ATOMIC_SEQ_CST);
}

/* ---- changes ------------------------------------------------------------------------------------------- */

static void phase_over(struct mbarrier *m)
{
    m->expected = m->landed = 0;
    m->vain = 0;
}

/* Takes `arrive` arrivals and adds `bytes` to what is pending; the word as it was. */
static uint64_t change(uint64_t *b, unsigned arrive, int flags, long bytes, struct mbarrier *m, uintptr_t pc)
{
    uint64_t was = word_of(b), now;
    int over;

    do {
        uint64_t pending = was & COUNT_MASK, expected = was >> COUNT_BITS & COUNT_MASK;
        uint64_t tx = (was >> TX_AT & TX_MASK) + (uint64_t)bytes, phase = was >> PHASE_AT;
        if (arrive > pending && !pending && (long)tx > (long)TX_ZERO) {
            simt_error("api", pc, "an arrival at a barrier whose phase has all its arrivals, and waits for %ld bytes: "
                       "more threads arrive than the barrier was initialised for, or one that has not waited for "
                       "the end of the phase", (long)tx - (long)TX_ZERO - bytes);
            return was;
        }
        if (arrive > pending) {
            simt_error("api", pc,
                       "%u arrivals at a barrier where %llu are pending in this phase: more threads arrive than the "
                       "barrier was initialised for",
                       arrive, (unsigned long long)pending);
            return was;
        }
        if ((long)tx > (long)TX_ZERO + TX_MOST || (long)tx < (long)TX_ZERO - TX_MOST) {
            simt_error("api", pc, "a phase of an mbarrier counts at most %d bytes, and this makes them %ld", TX_MOST,
                       (long)tx - (long)TX_ZERO);
            return was;
        }
        pending -= arrive;
        if (flags & SIMT_MBARRIER_DROP)
            expected -= arrive;
        over = !pending && tx == TX_ZERO;
        if (over && flags & SIMT_MBARRIER_NO_COMPLETE) {
            simt_error("api", pc, "this arrival with .noComplete is the last of its phase: the phase would end by it");
            return was;
        }
        if (over) {
            pending = expected;
            phase ^= 1;
        }
        now = make(pending, expected, tx & TX_MASK, phase);
    } while (!__atomic_compare_exchange_n(b, &was, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (m && over)
        phase_over(m);
    lanes_moved = 1;
    return was;
}

uint64_t simt_mbarrier_arrive_state(uint64_t *b, unsigned count, int flags, long bytes, uintptr_t pc)
{
    struct mbarrier *m = simt_self() ? known(b) : NULL;

    if (uninitialised(b, pc))
        return 0;
    if (!count || count > COUNT_MASK)
        simt_error("api", pc, "an arrival counts 1 to %u, not %u", (unsigned)COUNT_MASK, count);
    trace_sync_at(TRACE_ARRIVE, (uintptr_t)b, pc);
    if (m && bytes) {
        m->expected += bytes;
        m->expect_pc = pc;
    }
    return change(b, count, flags, bytes, m, pc);
}

unsigned simt_mbarrier_arrive(uint64_t *b, unsigned count, int drop, uintptr_t pc)
{
    return (unsigned)(simt_mbarrier_arrive_state(b, count, drop ? SIMT_MBARRIER_DROP : 0, 0, pc) >> PHASE_AT);
}

void simt_mbarrier_expect_tx(uint64_t *b, long bytes, uintptr_t pc)
{
    struct mbarrier *m = simt_self() ? known(b) : NULL;

    if (uninitialised(b, pc))
        return;
    trace_sync_at(TRACE_USE, (uintptr_t)b, pc);
    if (m && bytes > 0) {
        m->expected += bytes;
        m->expect_pc = pc;
    } else if (m) {
        m->landed -= bytes;
    }
    (void)change(b, 0, 0, bytes, m, pc);
}

void mbarrier_landed(struct worker *w, uint64_t *b, size_t bytes, uintptr_t pc)
{
    struct worker *of = is_shared(w, b) ? w : cluster_owner(w, (uintptr_t)b);
    struct mbarrier *m = of && of->proxy ? mbarrier_find(of->proxy, b) : NULL;

    if (!m) {
        struct fiber *cur = simt_hot.cur;
        simt_hot.cur = NULL;
        simt_error("mbarrier-init", pc, "the mbarrier of this copy was not initialised: mbarrier.init or init() must "
                   "have run, and __syncthreads() after it");
        simt_hot.cur = cur;
        return;
    }
    m->landed += (long)bytes;
    (void)change(b, 0, 0, -(long)bytes, m, pc);
}

void mbarrier_end(const struct worker *w)
{
    for (const struct mbarrier *m = w->proxy->barrier; m < w->proxy->barrier + BARRIERS; m++) {
        long more = m->at ? -tx_of(word_of(m->at)) : 0;
        struct error e = { .kind = "async-hazard", .pc = m->expect_pc ? m->expect_pc : m->init_pc, .block = w->block,
                           .other_block = ~0ull, .other_thread = ~0u, .address = (uintptr_t)m->at, .size = 8,
                           .count = 1 };
        char where[160];
        if (more <= 0)
            continue;
        snprintf(e.text, sizeof e.text, "the block ends, and %ld bytes more have come to the mbarrier %s than its "
                 "phases expect: a phase ended before all of its copies had landed", more,
                 shared_place((struct worker *)w, (uintptr_t)m->at, where, sizeof where));
        error_add(&e);
    }
}

/* ---- waiting ------------------------------------------------------------------------------------------- */

long mbarrier_missing(const uint64_t *b)
{
    long tx = tx_of(word_of(b));

    return tx > 0 ? tx : 0;
}

/* The wait passed without a look at what is on its way: for the report of who reads that too soon. */
static void passed(struct mbarrier *m, const uint64_t *b, unsigned phase, uintptr_t pc)
{
    if (m && tx_of(word_of(b)) > 0) {
        m->early_pc = pc;
        m->early_phase = (uint8_t)(phase & 1);
    }
}

int simt_mbarrier_test(uint64_t *b, unsigned phase, uintptr_t pc)
{
    struct fiber *f = simt_self();
    struct mbarrier *m = f ? known(b) : NULL;

    if (f && uninitialised(b, pc))
        return 1;
    if (f && word_of(b) >> PHASE_AT == (phase & 1)) {
        f->mbarrier = b;
        f->pc = pc;
        if (m && ++m->vain >= URGENT)
            simt_worker->proxy->urgent = 1;
        simt_yield(LANE_SPIN);
        if (word_of(b) >> PHASE_AT == (phase & 1))
            return 0;
        f->mbarrier = NULL;
    } else {
        passed(m, b, phase, pc);
    }
    lanes_moved = 1;
    trace_sync_at(TRACE_WAITED, (uintptr_t)b, pc);
    return 1;
}

int simt_mbarrier_test_state(uint64_t *b, uint64_t state, uintptr_t pc)
{
    return simt_mbarrier_test(b, (unsigned)(state >> PHASE_AT), pc);
}

void simt_mbarrier_wait(uint64_t *b, unsigned phase, uintptr_t pc)
{
    while (!simt_mbarrier_test(b, phase, pc))
        continue;
}

unsigned simt_mbarrier_pending(const uint64_t *b)
{
    return simt_mbarrier_state_pending(word_of(b));
}

unsigned simt_mbarrier_state_pending(uint64_t state)
{
    return (unsigned)(state & COUNT_MASK);
}

void simt_cp_async_mbarrier_arrive(uint64_t *b, int noinc, uintptr_t pc)
{
    simt_cp_async_wait(~0u, pc);
    if (noinc)
        (void)simt_mbarrier_arrive_state(b, 1, 0, 0, pc);
    else if (!uninitialised(b, pc))
        trace_sync_at(TRACE_ARRIVE, (uintptr_t)b, pc); /* one arrival more is expected, and has come */
}

/* ---- for messages -------------------------------------------------------------------------------------- */

void mbarrier_describe(struct worker *w, const uint64_t *b, char *text, size_t n)
{
    uint64_t word = word_of(b);
    unsigned pending = (unsigned)(word & COUNT_MASK), expected = (unsigned)(word >> COUNT_BITS & COUNT_MASK);
    const struct mbarrier *m = w->proxy ? mbarrier_find(w->proxy, b) : NULL;
    long tx = tx_of(word);
    char where[160];
    size_t at;

    at = (size_t)snprintf(text, n, "phase %u of the mbarrier %s: ", (unsigned)(word >> PHASE_AT),
                          shared_place(w, (uintptr_t)b, where, sizeof where));
    if (pending && at < n)
        at += (size_t)snprintf(text + at, n - at, "%u of %u arrivals %s not come%s", pending, expected,
                               pending == 1 ? "has" : "have", tx ? ", " : "");
    if (tx > 0 && at < n)
        snprintf(text + at, n - at, "%ld of the %ld bytes expected have not come", tx, m ? m->expected : tx);
    else if (tx < 0 && at < n)
        snprintf(text + at, n - at, "%ld bytes more have come than the %ld expected", -tx, m ? m->expected : 0);
}
