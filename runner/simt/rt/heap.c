/*
 * heap.c: device memory. A reservation of address space without access holds every device, managed and pinned
 * allocation, each alone in its 64 KiB granules and at least 1 MiB from the next, so that a wild access
 * faults. A table by granule, in two levels, finds the allocation of an address without a lock. What is freed
 * becomes inaccessible again and is remembered, oldest forgotten first. Memory that lies elsewhere (registered host
 * memory, __device__ variables) is kept in a sorted array that readers check with a sequence number.
 */
#define _GNU_SOURCE
#include "heap.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define GRANULE_LOG2 16
#define GRANULE (1ull << GRANULE_LOG2)
#define GAP (1ull << 20)
#define BELOW (1ull << 36) /* before the first allocation: 2^31 elements of 16 bytes, and more */
#define PAGE 4096ull
#define CHUNK_LOG2 30 /* a table of the second level covers this much */
#define CHUNK_SLOTS (1u << (CHUNK_LOG2 - GRANULE_LOG2))
#define HEAP_MAX (1ull << 42)
#define HEAP_AT 0x100000000000ull
enum { FREED_MAX = 16384, GUARDED_MAX = 20000 };
enum { POISONED = 16 << 20 /* bytes of an allocation: more than is looked at by mistake, and soon written */ };
#define OPEN_SPAN (1ull << 30)

uintptr_t simt_heap_lo, simt_heap_hi;
uintptr_t heap_watched_lo, heap_watched_hi;

struct node {
    struct alloc a; /* first: a struct alloc * is a struct node * */
    uintptr_t base; /* the first granule of the block */
    size_t span;    /* bytes of address space it owns, with the gap after it */
    struct node *prev, *next; /* in `live`, `freed` or `spare` */
    int open;       /* in a span that stays accessible */
};
struct list {
    struct node *first, *last;
    size_t n;
};

static struct node **table[HEAP_MAX >> CHUNK_LOG2]; /* by granule: live or freed; entries are atomic */
static struct list live, freed, spare;
static uintptr_t next_base;       /* address space from here on was never used */
static uintptr_t open_at, open_hi; /* accessible granules, for programs with very many allocations */
static size_t bytes_used, guarded;
static uint32_t colour;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Memory outside the reservation, sorted by address. */
static struct {
    struct alloc **v;
    size_t n, cap;
    uint32_t seq; /* odd while it changes */
} side;

static void list_push(struct list *l, struct node *n)
{
    n->prev = l->last;
    n->next = NULL;
    *(l->last ? &l->last->next : &l->first) = n;
    l->last = n;
    l->n++;
}

static void list_drop(struct list *l, struct node *n)
{
    *(n->prev ? &n->prev->next : &l->first) = n->next;
    *(n->next ? &n->next->prev : &l->last) = n->prev;
    l->n--;
}

static void *reserve(uintptr_t at, size_t n, int prot)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
    void *p = mmap((void *)at, n, prot, flags, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void no_room(const char *use)
{
    fprintf(stderr, "simt: no address space %s; raise the limit (ulimit -v)\n", use);
    exit(2);
}

void *rt_reserve(size_t n, const char *use)
{
    void *p = reserve(0, n, PROT_READ | PROT_WRITE);
    if (!p)
        no_room(use);
    return p;
}

void rt_growing(struct growing *g, size_t n, const char *use)
{
    *g = (struct growing){ .at = reserve(0, n, PROT_NONE), .size = n, .use = use };
    if (!g->at)
        no_room(use);
    rt_grow(g);
}

void rt_grow(struct growing *g)
{
    size_t open = g->open ? 2 * g->open : 1 << 16;
    open = open < g->size ? open : g->size;
    if (mprotect(g->at, open, PROT_READ | PROT_WRITE))
        no_room(g->use);
    g->open = open;
}

void heap_start(void)
{
    static int done;
    if (__atomic_exchange_n(&done, 1, __ATOMIC_ACQ_REL))
        return;
    struct rlimit r;
    size_t want = HEAP_MAX;
    /* Half of a limited address space: the shadows, stacks and the program itself need the rest. */
    if (getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur != RLIM_INFINITY && r.rlim_cur / 2 < want)
        want = r.rlim_cur / 2 & ~(GAP - 1);
    for (; want >= 64 * GAP; want /= 2) {
        uintptr_t p = (uintptr_t)reserve(HEAP_AT, want, PROT_NONE);
        if (!p)
            p = (uintptr_t)reserve(0, want + GAP, PROT_NONE);
        if (p) {
            simt_heap_lo = (p + GAP - 1) & ~(GAP - 1);
            simt_heap_hi = simt_heap_lo + want;
            break;
        }
    }
    if (!simt_heap_lo) {
        fputs("simt: cannot reserve address space for device memory; raise the limit (ulimit -v)\n", stderr);
        exit(2);
    }
    /* An index that overflowed its 32 bits and became negative lies before its array, and not in other memory. */
    next_base = simt_heap_lo + (want / 8 < BELOW ? want / 8 & ~(GAP - 1) : BELOW);
    heap_symbols();
}

/* ---- lookup -------------------------------------------------------------------------------------------- */

static struct node *slot(uintptr_t a)
{
    size_t i = (a - simt_heap_lo) >> GRANULE_LOG2;
    struct node **chunk = __atomic_load_n(&table[i / CHUNK_SLOTS], __ATOMIC_ACQUIRE);
    return chunk ? __atomic_load_n(&chunk[i % CHUNK_SLOTS], __ATOMIC_ACQUIRE) : NULL;
}

/* The last entry of `side` that starts at or before a, or NULL. */
static struct alloc *side_floor(uintptr_t a)
{
    for (;;) {
        uint32_t seq = __atomic_load_n(&side.seq, __ATOMIC_ACQUIRE);
        /* n before v: the array is then at least as large as n says. */
        size_t lo = 0, hi = __atomic_load_n(&side.n, __ATOMIC_ACQUIRE);
        struct alloc **v = __atomic_load_n(&side.v, __ATOMIC_ACQUIRE), *found = NULL;
        while (!(seq & 1) && lo < hi) {
            size_t mid = (lo + hi) / 2;
            struct alloc *m = __atomic_load_n(&v[mid], __ATOMIC_ACQUIRE);
            if (m->lo <= a) {
                found = m;
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (!(seq & 1) && seq == __atomic_load_n(&side.seq, __ATOMIC_RELAXED))
            return found;
    }
}

struct alloc *heap_find(uintptr_t a)
{
    if (a - simt_heap_lo < simt_heap_hi - simt_heap_lo) {
        struct node *n = slot(a);
        if (!n)
            return NULL;
        if (n->a.arena)
            return heap_arena_find(n->a.arena, a);
        int is_live = __atomic_load_n(&n->a.live, __ATOMIC_ACQUIRE);
        return is_live && a >= n->a.lo && a < n->a.hi ? &n->a : NULL;
    }
    struct alloc *s = side_floor(a);
    return s && a < s->hi ? s : NULL;
}

/* < 0: bytes before it; else bytes past its end (0: just past) or, inside, past its start. */
static long distance_to(const struct alloc *n, uintptr_t a)
{
    return a < n->lo ? -(long)(n->lo - a) : a >= n->hi ? (long)(a - n->hi) : (long)(a - n->lo);
}

static void nearer(const struct alloc *n, uintptr_t a, const struct alloc **best, unsigned long *least)
{
    int inside = a >= n->lo && a < n->hi;
    unsigned long d = inside ? 0 : (unsigned long)labs(distance_to(n, a)) + (a >= n->hi);
    /* A live neighbour is more telling than a freed one, unless a lies inside the freed one. */
    if (!n->live && !inside)
        d += 4 * GAP;
    if (!*best || d < *least) {
        *best = n;
        *least = d;
    }
}

const struct alloc *heap_near(uintptr_t a, int *was_freed, long *distance)
{
    const struct alloc *best = NULL;
    unsigned long least = 0;
    pthread_mutex_lock(&lock);
    if (a - simt_heap_lo < simt_heap_hi - simt_heap_lo) {
        struct node *at = slot(a);
        if (at && at->a.arena) {
            const struct alloc *in = heap_arena_near(at->a.arena, a);
            if (in)
                nearer(in, a, &best, &least);
        }
        for (struct node *n = live.first; n; n = n->next)
            if (!n->a.arena)
                nearer(&n->a, a, &best, &least);
        for (struct node *n = freed.first; n; n = n->next)
            nearer(&n->a, a, &best, &least);
    }
    if (!best)
        for (size_t i = 0; i < side.n; i++)
            nearer(side.v[i], a, &best, &least);
    pthread_mutex_unlock(&lock);
    if (best) {
        *was_freed = !best->live;
        *distance = distance_to(best, a);
    }
    return best;
}

void heap_each(void (*fn)(struct alloc *, void *), void *arg)
{
    for (struct node *n = live.first, *next; n; n = next) {
        next = n->next;
        if (n->a.arena)
            heap_arena_each(n->a.arena, fn, arg);
        else
            fn(&n->a, arg);
    }
    for (size_t i = 0; i < side.n; i++)
        fn(side.v[i], arg);
}

/* ---- memory outside the reservation -------------------------------------------------------------------- */

enum { RETIRED = 1024 };
static struct alloc *retired[RETIRED];
static size_t nretired;

static void side_set(size_t i, struct alloc *a)
{
    __atomic_store_n(&side.v[i], a, __ATOMIC_RELEASE);
}

static int side_grow(void)
{
    if (side.n < side.cap)
        return 0;
    size_t cap = side.cap ? 2 * side.cap : 64;
    struct alloc **v = rt_malloc(cap * sizeof(struct alloc *));
    if (!v)
        return -1;
    for (size_t i = 0; i < side.n; i++)
        v[i] = side.v[i];
    __atomic_store_n(&side.v, v, __ATOMIC_RELEASE); /* the old array stays: a reader may be in it */
    side.cap = cap;
    return 0;
}

struct alloc *heap_add(void *p, size_t n, int kind, uintptr_t pc, const char *name)
{
    struct alloc *a = rt_calloc(1, sizeof *a);
    if (!a)
        return NULL;
    uintptr_t lo = (uintptr_t)p;
    *a = (struct alloc){.lo = lo, .hi = lo + n, .kind = kind, .pc = pc, .name = name, .live = 1};
    pthread_mutex_lock(&lock);
    __atomic_add_fetch(&side.seq, 1, __ATOMIC_ACQ_REL);
    int bad = side_grow();
    if (!bad) {
        size_t i = side.n;
        for (; i && side.v[i - 1]->lo > a->lo; i--)
            side_set(i, side.v[i - 1]);
        side_set(i, a);
        __atomic_store_n(&side.n, side.n + 1, __ATOMIC_RELEASE);
    }
    __atomic_add_fetch(&side.seq, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    if (kind == ALLOC_MANAGED || kind == ALLOC_PINNED)
        heap_watch(lo, lo + n);
    if (bad)
        rt_free(a);
    return bad ? NULL : a;
}

void heap_watch(uintptr_t lo, uintptr_t hi)
{
    if (!heap_watched_lo || lo < heap_watched_lo)
        heap_watched_lo = lo;
    if (hi > heap_watched_hi)
        heap_watched_hi = hi;
}

static struct alloc *side_take(uintptr_t lo)
{
    struct alloc *a = NULL;
    pthread_mutex_lock(&lock);
    __atomic_add_fetch(&side.seq, 1, __ATOMIC_ACQ_REL);
    for (size_t i = 0; i < side.n; i++) {
        if (!a && side.v[i]->lo == lo && side.v[i]->kind == ALLOC_PINNED)
            a = side.v[i];
        if (a && i + 1 < side.n)
            side_set(i, side.v[i + 1]);
    }
    __atomic_store_n(&side.n, side.n - (a != NULL), __ATOMIC_RELEASE);
    __atomic_add_fetch(&side.seq, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return a;
}

int heap_remove(void *p)
{
    struct alloc *a = side_take((uintptr_t)p);
    if (!a)
        return -1;
    heap_shadow_free(a);
    __atomic_store_n(&a->live, 0, __ATOMIC_RELEASE);
    pthread_mutex_lock(&lock);
    rt_free(retired[nretired % RETIRED]); /* not this one: a lane may still hold it */
    retired[nretired++ % RETIRED] = a;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* ---- allocation ---------------------------------------------------------------------------------------- */

/* -1: no memory for the table. */
static int table_set(struct node *n, struct node *value)
{
    size_t i = (n->base - simt_heap_lo) >> GRANULE_LOG2;
    size_t e = (n->a.hi - simt_heap_lo + GRANULE - 1) >> GRANULE_LOG2;
    for (; i < e; i++) {
        struct node ***chunk = &table[i / CHUNK_SLOTS];
        if (!*chunk) {
            struct node **c = reserve(0, CHUNK_SLOTS * sizeof(struct node *), PROT_READ | PROT_WRITE);
            if (!c)
                return -1;
            __atomic_store_n(chunk, c, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&(*chunk)[i % CHUNK_SLOTS], value, __ATOMIC_RELEASE);
    }
    return 0;
}

/* Forgets the freed allocation that was freed first: its address space may be used again. */
static void forget_oldest(void)
{
    struct node *n = freed.first;
    list_drop(&freed, n);
    table_set(n, NULL);
    list_push(&spare, n);
}

static struct node *take_spare(size_t span, int any)
{
    int tries = any ? INT32_MAX : 64;
    for (struct node *n = spare.first; n && tries--; n = n->next)
        if (n->span == span || (any && n->span > span)) {
            list_drop(&spare, n);
            return n;
        }
    return NULL;
}

/* Address space of `span` bytes, or NULL. */
static struct node *take_span(size_t span, int open)
{
    struct node *n = open ? NULL : take_spare(span, 0);
    if (n)
        return n;
    uintptr_t *at = open ? &open_at : &next_base;
    if (span > (open ? open_hi : simt_heap_hi) - *at) {
        while (freed.first)
            forget_oldest();
        return open ? NULL : take_spare(span, 1);
    }
    n = rt_calloc(1, sizeof *n);
    if (n) {
        n->base = *at;
        n->span = span;
        *at += span;
    }
    return n;
}

/* Room for n bytes: whole pages of the host's, or at an offset that spreads allocations over its cache sets. */
static struct node *place(size_t n, int pages)
{
    size_t offset = pages ? 0 : colour++ * 29 % 120 * 512;
    size_t size = (offset + n + GRANULE - 1) & ~(GRANULE - 1);
    size_t gap = size < GAP ? GAP : size < 64 * GAP ? (size + GRANULE - 1) & ~(GRANULE - 1) : 64 * GAP;
    int open = guarded >= GUARDED_MAX && size <= 16 * GRANULE;
    if (open && size > open_hi - open_at) { /* each guarded one costs two of the kernel's 65,530 mappings */
        if (next_base + OPEN_SPAN > simt_heap_hi ||
            mprotect((void *)next_base, OPEN_SPAN, PROT_READ | PROT_WRITE))
            return NULL;
        open_at = next_base;
        open_hi = next_base += OPEN_SPAN;
    }
    struct node *nd = take_span(open ? size : size + gap, open);
    if (!nd)
        return NULL;
    nd->open = open;
    nd->a = (struct alloc){.lo = nd->base + offset, .hi = nd->base + offset + n, .live = 1};
    return nd;
}

static int make_accessible(struct node *n)
{
    uintptr_t lo = n->a.lo & ~(PAGE - 1), hi = (n->a.hi + PAGE - 1) & ~(PAGE - 1);
    if (n->open)
        return 0;
    if (mprotect((void *)lo, hi - lo, PROT_READ | PROT_WRITE))
        return -1;
    if (hi - lo >= 4 * GAP)
        madvise((void *)lo, hi - lo, MADV_HUGEPAGE);
    guarded++;
    return 0;
}

static void make_inaccessible(struct node *n)
{
    uintptr_t lo = n->a.lo & ~(PAGE - 1), hi = (n->a.hi + PAGE - 1) & ~(PAGE - 1);
    if (n->open) {
        madvise((void *)lo, hi - lo, MADV_DONTNEED);
        return;
    }
    /* Mapped anew, not mprotected: the kernel joins it with the gaps around it. */
    mmap((void *)lo, hi - lo, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    guarded--;
}

void *heap_alloc(size_t n, int kind, uintptr_t pc)
{
    if (n == 0 || n > simt_heap_hi - simt_heap_lo)
        return NULL;
    int pinned = kind == ALLOC_PINNED;
    pthread_mutex_lock(&lock);
    struct node *nd = pinned || bytes_used + n <= heap_capacity() ? place(n, pinned) : NULL;
    if (nd && (table_set(nd, NULL) || make_accessible(nd))) {
        list_push(&spare, nd);
        nd = NULL;
    }
    if (nd) {
        nd->a.kind = kind;
        nd->a.pc = pc;
        if (kind == ALLOC_DEVICE && trace_hooked &&
            simt_config.trace) /* managed: the host writes it unseen */
            nd->a.written = reserve(0, (n + 7) / 8, PROT_READ | PROT_WRITE);
        if (kind == ALLOC_DEVICE)
            rt_poison((void *)nd->a.lo, n < POISONED ? n : POISONED);
        nd->a.owned = (uint8_t)pinned;
        bytes_used += pinned ? 0 : n;
        list_push(&live, nd);
        table_set(nd, nd);
    }
    pthread_mutex_unlock(&lock);
    return nd ? (void *)nd->a.lo : NULL;
}

int heap_free(void *p)
{
    uintptr_t a = (uintptr_t)p;
    if (a - simt_heap_lo >= simt_heap_hi - simt_heap_lo)
        return -1;
    pthread_mutex_lock(&lock);
    struct node *n = slot(a);
    int ok = n && n->a.live && n->a.lo == a && !n->a.arena && !n->a.mapped;
    if (ok) {
        __atomic_store_n(&n->a.live, 0, __ATOMIC_RELEASE);
        heap_shadow_free(&n->a);
        make_inaccessible(n);
        bytes_used -= n->a.kind == ALLOC_PINNED ? 0 : n->a.hi - n->a.lo;
        list_drop(&live, n);
        list_push(&freed, n);
        if (freed.n > FREED_MAX)
            forget_oldest();
    }
    pthread_mutex_unlock(&lock);
    return ok ? 0 : -1;
}

int heap_freeing(void *p)
{
    struct alloc *a = heap_find((uintptr_t)p);
    return !a || a->leaving++;
}

void __attribute__((weak)) heap_shadow_free(struct alloc *a)
{
    if (a->written)
        munmap(a->written, (a->hi - a->lo + 7) / 8);
    a->written = NULL;
}

size_t heap_used(void)
{
    return bytes_used;
}

size_t heap_capacity(void)
{
    size_t room = (simt_heap_hi - simt_heap_lo) / 2, has = api_device()->global_bytes;
    return room < has ? room : has;
}

void heap_free_all(void)
{
    heap_device_reset();
    for (struct node *n = live.first, *next; n; n = next) {
        next = n->next;
        if (n->a.kind != ALLOC_PINNED)
            heap_free((void *)n->a.lo);
    }
}

/* ---- mapped memory ------------------------------------------------------------------------------------- */

uintptr_t heap_space(size_t n, size_t align)
{
    uintptr_t at = 0;
    pthread_mutex_lock(&lock);
    uintptr_t next = (next_base + align - 1) & ~(align - 1);
    if (next >= next_base && next <= simt_heap_hi && n <= simt_heap_hi - next && GAP <= simt_heap_hi - next - n) {
        at = next;
        next_base = next + n + GAP;
    }
    pthread_mutex_unlock(&lock);
    return at;
}

void heap_space_free(uintptr_t at, size_t n)
{
    struct node *nd = rt_calloc(1, sizeof *nd);
    if (!nd)
        return;
    nd->base = at;
    nd->span = n + GAP;
    pthread_mutex_lock(&lock);
    list_push(&spare, nd);
    pthread_mutex_unlock(&lock);
}

int heap_charge(size_t n)
{
    pthread_mutex_lock(&lock);
    int ok = n <= heap_capacity() && bytes_used <= heap_capacity() - n;
    bytes_used += ok ? n : 0;
    pthread_mutex_unlock(&lock);
    return ok ? 0 : -1;
}

void heap_discharge(size_t n)
{
    pthread_mutex_lock(&lock);
    bytes_used -= n;
    pthread_mutex_unlock(&lock);
}

struct alloc *heap_show(uintptr_t at, size_t n, uintptr_t pc, uint8_t *written)
{
    struct node *nd = rt_calloc(1, sizeof *nd);
    if (!nd)
        return NULL;
    nd->base = at;
    nd->a = (struct alloc){.lo = at, .hi = at + n, .kind = ALLOC_DEVICE, .pc = pc, .live = 1, .mapped = 1,
                           .written = written};
    pthread_mutex_lock(&lock);
    int bad = table_set(nd, nd);
    if (!bad)
        list_push(&live, nd);
    pthread_mutex_unlock(&lock);
    if (bad)
        rt_free(nd);
    return bad ? NULL : &nd->a;
}

void heap_hide(struct alloc *a)
{
    struct node *n = (struct node *)a;
    pthread_mutex_lock(&lock);
    __atomic_store_n(&a->live, 0, __ATOMIC_RELEASE);
    a->written = NULL;
    heap_shadow_free(a);
    table_set(n, NULL);
    list_drop(&live, n);
    rt_free(retired[nretired % RETIRED]); /* not this one, as in heap_remove() */
    retired[nretired++ % RETIRED] = a;
    pthread_mutex_unlock(&lock);
}

/* ---- initialised bytes --------------------------------------------------------------------------------- */

void heap_written(const void *p, size_t n)
{
    struct alloc *a = n ? heap_find((uintptr_t)p) : NULL;
    if (!a || !a->written)
        return;
    size_t i = (uintptr_t)p - a->lo, e = i + n < a->hi - a->lo ? i + n : a->hi - a->lo;
    for (; i < e && i & 7; i++)
        a->written[i >> 3] |= (uint8_t)(1u << (i & 7));
    rt_fill(a->written + (i >> 3), 0xff, (e - i) >> 3);
    for (i += (e - i) & ~7ull; i < e; i++)
        a->written[i >> 3] |= (uint8_t)(1u << (i & 7));
}
