/*
 * ctrace: exact, repeatable memory counters for a C lab, without a performance counter in sight.
 *
 * The learner's file is compiled with -fsanitize=thread, which puts a call before every load and store;
 * instead of ThreadSanitizer's runtime we link these hooks. Each access walks a model of these
 * caches: 64-byte lines, LRU, L1 48 KiB 12-way, L2 2 MiB 16-way, LLC 32 MiB 16-way, and a data TLB
 * of 64 entries backed by 1536. ridge-child maps buffers at fixed addresses and turns address-space
 * randomisation off, so two runs agree to the last miss. What the model leaves out: prefetchers, write buffers,
 * accesses made inside libc (memcpy, memset and memmove are wrapped), and loads from tables that nothing writes:
 * gcc puts a call before no access to a variable that is const, or static and never written, since no thread can
 * race for it, and no option of it asks for one. Through a pointer whose table gcc does not see they are counted.
 *
 * Threads share one model, one access at a time: their accesses are counted exactly, their misses depend on
 * who came first.
 *
 * A vector access is one access of 16, 32 or 64 bytes; memcpy counts one per 32 bytes moved.
 */
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>

#include "proto.h"

#define PC ((uintptr_t)__builtin_return_address(0))

enum { LINE_BITS = 6, PAGE_BITS = 12, SITES = 4096 };

struct level {
    uint32_t sets, ways;
    uint64_t *tag; /* sets × ways, of each set the last used first; 0: nothing is there, so a tag is stored plus 1 */
};

static struct level l1, l2, llc, tlb1, tlb2;
static struct proto_done total; /* of misses; the rest is the sites' */
static struct proto_line site[SITES];
static int on, busy;

extern const char __ehdr_start __attribute__((visibility("hidden")));

static void level_init(struct level *l, uint32_t sets, uint32_t ways)
{
    free(l->tag);
    *l = (struct level){ sets, ways, calloc((size_t)sets * ways, 8) };
}

/* Uses a block; 1 when the level held the block already. What was used before it moves back, the oldest out. */
static inline int touch(struct level *l, uint64_t block)
{
    uint64_t *way = l->tag + (size_t)(block & (l->sets - 1)) * l->ways, held = block + 1, moved = held;
    for (uint32_t w = 0; w < l->ways; w++) {
        uint64_t was = way[w];
        way[w] = moved;
        if (was == held)
            return 1;
        moved = was;
    }
    return 0;
}

static struct proto_line *site_of(uintptr_t pc)
{
    uint64_t off = (uint64_t)(pc - (uintptr_t)&__ehdr_start);
    uint32_t h = (uint32_t)(off * 0x9e3779b97f4a7c15u >> 52);
    for (uint32_t k = 0; k < SITES; k++, h = (h + 1) & (SITES - 1)) {
        if (site[h].pc == off)
            return &site[h];
        if (!site[h].pc) {
            site[h].pc = off;
            return &site[h];
        }
    }
    return &site[0];
}

static void access_lines(uintptr_t a, size_t n, struct proto_line *s)
{
    uint64_t first = a >> LINE_BITS, last = (a + n - 1) >> LINE_BITS;
    for (uint64_t b = first; b <= last; b++) {
        uint64_t page = b >> (PAGE_BITS - LINE_BITS);
        if (!touch(&tlb1, page) && !touch(&tlb2, page))
            total.dtlb_miss++;
        if (touch(&l1, b))
            continue;
        total.l1_miss++;
        s->l1_miss++;
        if (touch(&l2, b))
            continue;
        total.l2_miss++;
        s->l2_miss++;
        if (!touch(&llc, b))
            total.llc_miss++;
    }
}

static inline void record(uintptr_t a, size_t n, int store, uintptr_t pc)
{
    if (!on || !n)
        return;
    int alone = __libc_single_threaded;
    while (!alone && __atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
        sched_yield();
    struct proto_line *s = site_of(pc);
    if (store)
        s->stores++;
    else
        s->loads++;
    s->bytes += n;
    access_lines(a, n, s);
    if (!alone)
        __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static void bulk(uintptr_t a, size_t n, int store, uintptr_t pc)
{
    for (size_t k = 0; k < n; k += 32)
        record(a + k, n - k < 32 ? n - k : 32, store, pc);
}

#define HOOKS(n)                                                              \
    void __tsan_read##n(void *a) { record((uintptr_t)a, n, 0, PC); }           \
    void __tsan_write##n(void *a) { record((uintptr_t)a, n, 1, PC); }          \
    void __tsan_unaligned_read##n(void *a) { record((uintptr_t)a, n, 0, PC); } \
    void __tsan_unaligned_write##n(void *a) { record((uintptr_t)a, n, 1, PC); } \
    void __tsan_volatile_read##n(void *a) { record((uintptr_t)a, n, 0, PC); }  \
    void __tsan_volatile_write##n(void *a) { record((uintptr_t)a, n, 1, PC); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(void *a, size_t n)
{
    if (n <= 64)
        record((uintptr_t)a, n, 0, PC);
    else
        bulk((uintptr_t)a, n, 0, PC);
}

void __tsan_write_range(void *a, size_t n)
{
    if (n <= 64)
        record((uintptr_t)a, n, 1, PC);
    else
        bulk((uintptr_t)a, n, 1, PC);
}

void __tsan_func_entry(void *pc)
{
    (void)pc;
}

void __tsan_func_exit(void)
{
}

void __tsan_init(void)
{
}

void *__real_memcpy(void *d, const void *s, size_t n);
void *__real_memmove(void *d, const void *s, size_t n);
void *__real_memset(void *d, int c, size_t n);

void *__wrap_memcpy(void *d, const void *s, size_t n)
{
    bulk((uintptr_t)s, n, 0, PC);
    bulk((uintptr_t)d, n, 1, PC);
    return __real_memcpy(d, s, n);
}

void *__wrap_memmove(void *d, const void *s, size_t n)
{
    bulk((uintptr_t)s, n, 0, PC);
    bulk((uintptr_t)d, n, 1, PC);
    return __real_memmove(d, s, n);
}

void *__wrap_memset(void *d, int c, size_t n)
{
    bulk((uintptr_t)d, n, 1, PC);
    return __real_memset(d, c, n);
}

/* C11 and __atomic builtins in the learner's file. A read-modify-write is one store. */
#define RMW(bits, T, name, builtin)                                     \
    T __tsan_atomic##bits##_##name(volatile T *a, T v, int mo)           \
    {                                                                   \
        (void)mo;                                                       \
        record((uintptr_t)a, bits / 8, 1, PC);                          \
        return builtin(a, v, __ATOMIC_SEQ_CST);                         \
    }
#define CAS(bits, T, strength)                                                                            \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *a, T *c, T v, int mo, int fmo)        \
    {                                                                                                     \
        (void)mo;                                                                                         \
        (void)fmo;                                                                                        \
        record((uintptr_t)a, bits / 8, 1, PC);                                                            \
        return __atomic_compare_exchange_n(a, c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
    }
#define ATOMICS(bits, T)                                          \
    T __tsan_atomic##bits##_load(const volatile T *a, int mo)      \
    {                                                             \
        (void)mo;                                                 \
        record((uintptr_t)a, bits / 8, 0, PC);                    \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);              \
    }                                                             \
    void __tsan_atomic##bits##_store(volatile T *a, T v, int mo)   \
    {                                                             \
        (void)mo;                                                 \
        record((uintptr_t)a, bits / 8, 1, PC);                    \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                 \
    }                                                             \
    RMW(bits, T, exchange, __atomic_exchange_n)                   \
    RMW(bits, T, fetch_add, __atomic_fetch_add)                   \
    RMW(bits, T, fetch_sub, __atomic_fetch_sub)                   \
    RMW(bits, T, fetch_and, __atomic_fetch_and)                   \
    RMW(bits, T, fetch_or, __atomic_fetch_or)                     \
    RMW(bits, T, fetch_xor, __atomic_fetch_xor)                   \
    RMW(bits, T, fetch_nand, __atomic_fetch_nand)                 \
    CAS(bits, T, strong)                                          \
    CAS(bits, T, weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_signal_fence(int mo)
{
    (void)mo;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_thread_fence(int mo)
{
    (void)mo;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void ctrace_start(void)
{
    level_init(&l1, 64, 12);
    level_init(&l2, 2048, 16);
    level_init(&llc, 32768, 16);
    level_init(&tlb1, 16, 4);
    level_init(&tlb2, 128, 12);
    memset(&total, 0, sizeof total);
    memset(site, 0, sizeof site);
    on = l1.tag && l2.tag && llc.tag && tlb1.tag && tlb2.tag;
}

static int by_cost(const void *a, const void *b)
{
    const struct proto_line *x = a, *y = b;
    uint64_t cx = x->l1_miss * 64 + x->bytes, cy = y->l1_miss * 64 + y->bytes;
    return (cy > cx) - (cy < cx);
}

void ctrace_stop(struct proto_done *out)
{
    on = 0;
    out->loads = out->stores = out->bytes = 0;
    for (uint32_t k = 0; k < SITES; k++) {
        out->loads += site[k].loads;
        out->stores += site[k].stores;
        out->bytes += site[k].bytes;
    }
    out->l1_miss = total.l1_miss;
    out->l2_miss = total.l2_miss;
    out->llc_miss = total.llc_miss;
    out->dtlb_miss = total.dtlb_miss;
    qsort(site, SITES, sizeof site[0], by_cost);
    uint32_t n = 0;
    while (n < CTRACE_LINES && n < SITES && site[n].bytes) {
        out->line[n] = site[n];
        n++;
    }
    out->nlines = n;
}
