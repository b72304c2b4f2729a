/*
 * lib_mbarrier.c: PTX's mbarrier objects, under cuda::barrier, cuda::pipeline and the awbarrier primitives.
 *
 * A block's lanes share a host thread, but a barrier in global memory may be another block's too: every
 * change is one compare and swap. What arrives before a phase ends is ordered before what has waited for it;
 * the race checker takes it as it takes a named barrier, told apart by address.
 */
#include "runner/simt/include/simt/lib_abi.h"
#include "runner/simt/rt/rt.h"

/* Bits 0-19 arrivals pending, 20-39 arrivals a phase, 40-62 bytes pending plus TX_ZERO, 63 phase. */
enum { COUNT_BITS = 20, TX_AT = 40, PHASE_AT = 63 };
#define COUNT_MASK 0xfffffull
#define TX_MASK 0x7fffffull
#define TX_ZERO 0x400000ull

static unsigned trace_id(const uint64_t *b)
{
    return 16 + (unsigned)((uintptr_t)b / 8 % 47);
}

static uint64_t make(uint64_t pending, uint64_t expected, uint64_t tx, uint64_t phase)
{
    return pending | expected << COUNT_BITS | tx << TX_AT | phase << PHASE_AT;
}

void simt_mbarrier_init(uint64_t *b, unsigned count, uintptr_t pc)
{
    if (!count || count > COUNT_MASK)
        simt_error("api", pc, "a barrier counts 1 to %u arrivals, not %u", (unsigned)COUNT_MASK, count);
    __atomic_store_n(b, make(count, count, TX_ZERO, 0), __ATOMIC_SEQ_CST);
}

/* Takes `arrive` arrivals and adds `bytes` to what is pending; the word as it was. */
static uint64_t change(uint64_t *b, unsigned arrive, int drop, long bytes, uintptr_t pc)
{
    uint64_t was = __atomic_load_n(b, __ATOMIC_SEQ_CST), now;

    do {
        uint64_t pending = was & COUNT_MASK, expected = was >> COUNT_BITS & COUNT_MASK;
        uint64_t tx = (was >> TX_AT & TX_MASK) + (uint64_t)bytes, phase = was >> PHASE_AT;
        if (!expected) {
            simt_error("uninitialised", pc,
                       "this barrier was not initialised: init() or its constructor must have run, "
                       "and __syncthreads() after it");
            return was;
        }
        if (arrive > pending) {
            simt_error("api", pc,
                       "%u arrivals at a barrier where %llu are pending in this phase: more threads arrive "
                       "than it was initialised for",
                       arrive, (unsigned long long)pending);
            return was;
        }
        pending -= arrive;
        if (drop)
            expected -= arrive;
        if (!pending && tx == TX_ZERO) {
            pending = expected;
            phase ^= 1;
        }
        now = make(pending, expected, tx & TX_MASK, phase);
    } while (!__atomic_compare_exchange_n(b, &was, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return was;
}

unsigned simt_mbarrier_arrive(uint64_t *b, unsigned count, int drop, uintptr_t pc)
{
    trace_sync(TRACE_ARRIVE + (int)trace_id(b), pc);
    return (unsigned)(change(b, count, drop, 0, pc) >> PHASE_AT);
}

void simt_mbarrier_expect_tx(uint64_t *b, long bytes, uintptr_t pc)
{
    (void)change(b, 0, 0, bytes, pc);
}

int simt_mbarrier_test(uint64_t *b, unsigned phase, uintptr_t pc)
{
    if (__atomic_load_n(b, __ATOMIC_SEQ_CST) >> PHASE_AT == (phase & 1)) {
        simt_spin(pc);
        if (__atomic_load_n(b, __ATOMIC_SEQ_CST) >> PHASE_AT == (phase & 1))
            return 0;
    }
    trace_sync(TRACE_WAITED + (int)trace_id(b), pc);
    return 1;
}

void simt_mbarrier_wait(uint64_t *b, unsigned phase, uintptr_t pc)
{
    while (!simt_mbarrier_test(b, phase, pc))
        continue;
}

unsigned simt_mbarrier_pending(const uint64_t *b)
{
    return (unsigned)(__atomic_load_n(b, __ATOMIC_SEQ_CST) & COUNT_MASK);
}
