/*
 * heap_device.c: malloc, free and new of a lane: the kernel heap, one allocation of cudaLimitMallocHeapSize
 * bytes. Blocks of up to 2 KiB come in powers of two from pages of their own, larger ones in whole pages;
 * each has at least 16 bytes behind it that belong to nobody. A freed block is used again last, so that a use
 * after free is seen. In traced code accesses are checked some time after they happened: what a block of
 * threads frees stays allocated until that block has ended. Host code that calls malloc gets the C library's.
 */
#define _GNU_SOURCE
#include "heap.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#undef malloc
#undef free

enum { PAGE_LOG2 = 12, PAGE = 1 << PAGE_LOG2, CLASSES = 8, SMALL_MAX = 2048, SLACK = 16, WORKERS = 64 };

struct block {
    struct alloc a; /* first */
    struct block *next; /* of its class, freed */
    uint32_t size, page;
};
struct arena {
    uintptr_t lo;
    size_t npages, used; /* pages handed out so far */
    struct block **page; /* the blocks in it; a later page of a large block names the same one */
    struct { struct block *first, *last; } freed[CLASSES + 1]; /* the last: large */
    struct alloc *whole;
    struct {
        struct block *first;
        uint64_t threads, launch;
    } dying[WORKERS]; /* by worker; of that block of threads */
};
static struct arena heap;
static size_t limit = 8 << 20;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The C library's, also where the linker routes malloc to this file. */
void *__real_malloc(size_t n) __attribute__((weak));
void *__real_calloc(size_t n, size_t size) __attribute__((weak));
void *__real_realloc(void *p, size_t n) __attribute__((weak));
void __real_free(void *p) __attribute__((weak));
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

void *rt_malloc(size_t n)
{
    return __real_malloc ? __real_malloc(n) : malloc(n);
}

void rt_free(void *p)
{
    if (__real_free)
        __real_free(p);
    else
        free(p);
}

void *rt_calloc(size_t n, size_t size)
{
    return __real_calloc ? __real_calloc(n, size) : calloc(n, size);
}

static int start(void)
{
    if (heap.lo)
        return 0;
    void *p = heap_alloc(limit, ALLOC_DEVICE, 0);
    struct block **page = p ? rt_calloc(limit >> PAGE_LOG2, sizeof *page) : NULL;
    if (!page)
        return -1;
    heap.whole = heap_find((uintptr_t)p);
    heap.whole->name = "the kernel heap";
    heap.npages = limit >> PAGE_LOG2;
    heap.page = page;
    heap.lo = (uintptr_t)p;
    __atomic_store_n(&heap.whole->arena, &heap, __ATOMIC_RELEASE);
    return 0;
}

static int class_of(size_t n)
{
    int c = 0;
    while (c < CLASSES && (16u << c) < n)
        c++;
    return c;
}

static void push_freed(int c, struct block *b)
{
    b->next = NULL;
    *(heap.freed[c].last ? &heap.freed[c].last->next : &heap.freed[c].first) = b;
    heap.freed[c].last = b;
}

/* A freed block of at least `size` bytes. */
static struct block *pop_freed(int c, size_t size)
{
    struct block **at = &heap.freed[c].first, *before = NULL, *b;
    while ((b = *at) && b->size < size) {
        before = b;
        at = &b->next;
    }
    if (!b)
        return NULL;
    *at = b->next;
    if (heap.freed[c].last == b)
        heap.freed[c].last = before;
    return b;
}

/* A page of small blocks, all pushed as free; or one large block. */
static struct block *fresh(int c, size_t size)
{
    size_t pages = c < CLASSES ? 1 : (size + PAGE - 1) >> PAGE_LOG2;
    size_t n = c < CLASSES ? PAGE / size : 1;
    if (pages > heap.npages - heap.used)
        return NULL;
    struct block *b = rt_calloc(n, sizeof *b);
    if (!b)
        return NULL;
    uint32_t first = (uint32_t)heap.used;
    for (size_t i = 0; i < n; i++) {
        b[i].size = (uint32_t)(c < CLASSES ? size : pages * PAGE);
        b[i].page = first;
        b[i].a.lo = b[i].a.hi = heap.lo + ((uintptr_t)first << PAGE_LOG2) + i * size;
        push_freed(c, &b[i]);
    }
    for (size_t i = 0; i < pages; i++)
        __atomic_store_n(&heap.page[first + i], b, __ATOMIC_RELEASE);
    heap.used += pages;
    return b;
}

static struct block *block_of(const struct arena *h, uintptr_t a)
{
    size_t i = (a - h->lo) >> PAGE_LOG2;
    struct block *b = i < h->npages ? __atomic_load_n(&h->page[i], __ATOMIC_ACQUIRE) : NULL;
    if (b && b->size <= SMALL_MAX)
        b += ((a - h->lo) & (PAGE - 1)) / b->size;
    return b;
}

static void die(struct block *b)
{
    __atomic_store_n(&b->a.live, 0, __ATOMIC_RELEASE);
    b->a.leaving = 0;
    b->a.written = NULL;
    push_freed(b->size <= SMALL_MAX ? class_of(b->size) : CLASSES, b);
}

static void settle(int worker)
{
    while (heap.dying[worker].first) {
        struct block *b = heap.dying[worker].first;
        heap.dying[worker].first = b->next;
        die(b);
    }
}

void heap_device_settle(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < WORKERS; i++)
        settle(i);
    pthread_mutex_unlock(&lock);
}

/* Frees what earlier blocks of threads of this worker left, and with `all` of this one too. */
static void settle_mine(int all)
{
    const struct worker *w = simt_worker;
    int i = w ? w->id % WORKERS : 0;
    if (all || !w || heap.dying[i].threads != w->block || heap.dying[i].launch != simt_current.seq)
        settle(i);
    heap.dying[i].threads = w ? w->block : 0;
    heap.dying[i].launch = simt_current.seq;
}

static void *device_malloc(size_t n, uintptr_t pc)
{
    void *p = NULL;
    if (n == 0 || n > limit)
        return NULL;
    pthread_mutex_lock(&lock);
    int c = class_of(n + SLACK);
    size_t size = c < CLASSES ? 16u << c : n + SLACK;
    if (start() == 0) {
        settle_mine(0);
        struct block *b = pop_freed(c, size);
        if (!b && fresh(c, size))
            b = pop_freed(c, size);
        if (!b) { /* better a late check that misses than no memory */
            settle_mine(1);
            b = pop_freed(c, size);
        }
        if (b) {
            b->a.hi = b->a.lo + n;
            b->a.kind = ALLOC_DEVICE;
            b->a.pc = pc;
            rt_poison((void *)b->a.lo, n);
            b->a.arena = &heap; /* tells tracing that blocks come and go in it */
            if (heap.whole->written) { /* blocks start at multiples of 16 bytes: at whole bytes of the map */
                b->a.written = heap.whole->written + (b->a.lo - heap.whole->lo) / 8;
                rt_fill(b->a.written, 0, (n + 7) / 8);
            }
            __atomic_store_n(&b->a.live, 1, __ATOMIC_RELEASE);
            p = (void *)b->a.lo;
        }
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static void device_free(void *p, uintptr_t pc)
{
    if (!p)
        return;
    pthread_mutex_lock(&lock);
    struct block *b = heap.lo && (uintptr_t)p >= heap.lo ? block_of(&heap, (uintptr_t)p) : NULL;
    int ok = b && b->a.live && !b->a.leaving && b->a.lo == (uintptr_t)p;
    settle_mine(0);
    if (ok && simt_worker && simt_worker->tracing) {
        int i = simt_worker->id % WORKERS;
        b->a.leaving = 1;
        b->next = heap.dying[i].first;
        heap.dying[i].first = b;
    } else if (ok) {
        die(b);
    }
    pthread_mutex_unlock(&lock);
    if (!ok)
        error_addf("illegal-address", pc, "free(%p) in a kernel: malloc() in a kernel did not return that "
                                          "pointer%s", p,
                   b && b->a.lo == (uintptr_t)p ? ", or the pointer has been freed already" : "");
}

/* ---- for heap.c and the API ---------------------------------------------------------------------------- */

struct alloc *heap_arena_find(struct arena *h, uintptr_t a)
{
    struct block *b = block_of(h, a);
    return b && b->a.live && a >= b->a.lo && a < b->a.hi ? &b->a : NULL;
}

const struct alloc *heap_arena_near(struct arena *h, uintptr_t a)
{
    struct block *b = block_of(h, a);
    return b && (b->a.live || b->a.hi > b->a.lo) ? &b->a : NULL;
}

void heap_arena_each(struct arena *h, void (*fn)(struct alloc *, void *), void *arg)
{
    for (size_t i = 0; i < h->used; i++) {
        struct block *b = h->page[i];
        size_t n = b->size <= SMALL_MAX ? PAGE / b->size : 1;
        for (size_t k = 0; b->page == i && k < n; k++)
            if (b[k].a.live)
                fn(&b[k].a, arg);
    }
}

int heap_device_limit(size_t bytes)
{
    if (heap.lo)
        return -1;
    limit = bytes < PAGE ? PAGE : (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    return 0;
}

size_t heap_device_size(void)
{
    return limit;
}

void heap_device_reset(void)
{
    if (!heap.lo)
        return;
    for (size_t i = 0; i < heap.used; i++)
        if (heap.page[i]->page == i)
            rt_free(heap.page[i]);
    rt_free(heap.page);
    heap.whole->arena = NULL;
    heap_free((void *)heap.lo);
    memset(&heap, 0, sizeof heap);
    limit = 8 << 20;
}

/* ---- what programs call -------------------------------------------------------------------------------- */

#define PC ((uintptr_t)__builtin_return_address(0))

void *__wrap_malloc(size_t n)
{
    return simt_hot.cur ? device_malloc(n, PC) : rt_malloc(n);
}

void __wrap_free(void *p)
{
    if (simt_hot.cur)
        device_free(p, PC);
    else
        rt_free(p);
}

void *__wrap_calloc(size_t n, size_t size)
{
    if (!simt_hot.cur)
        return rt_calloc(n, size);
    if (size && n > SIZE_MAX / size)
        return NULL;
    void *p = device_malloc(n * size, PC);
    if (p) {
        rt_fill(p, 0, n * size);
        heap_written(p, n * size);
    }
    return p;
}

void *__wrap_realloc(void *p, size_t n)
{
    if (!simt_hot.cur)
        return __real_realloc ? __real_realloc(p, n) : realloc(p, n);
    struct alloc *a = p ? heap_find((uintptr_t)p) : NULL;
    void *q = device_malloc(n, PC);
    if (q && a) {
        size_t had = a->hi - a->lo;
        rt_copy(q, p, had < n ? had : n);
        heap_written(q, had < n ? had : n);
        device_free(p, PC);
    }
    return q;
}

/* new and delete. Weak: a program may bring its own. */
#define NEW(symbol)                                                                                  \
    void *symbol(size_t n);                                                                          \
    void *__attribute__((weak)) symbol(size_t n)                                                     \
    {                                                                                                \
        static void *(*next)(size_t);                                                                \
        if (simt_hot.cur)                                                                            \
            return device_malloc(n ? n : 1, PC);                                                     \
        if (!next) /* the C++ library's throws when there is no memory */                            \
            next = (void *(*)(size_t))dlsym(RTLD_NEXT, #symbol);                                     \
        return next ? next(n) : rt_malloc(n);                                                        \
    }
#define DELETE(symbol, ...)                                                                          \
    void symbol(void *p, ##__VA_ARGS__);                                                             \
    void __attribute__((weak)) symbol(void *p, ##__VA_ARGS__)                                        \
    {                                                                                                \
        if (simt_hot.cur)                                                                            \
            device_free(p, PC);                                                                      \
        else                                                                                         \
            rt_free(p);                                                                              \
    }
NEW(_Znwm)
NEW(_Znam)
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm, size_t size __attribute__((unused)))
DELETE(_ZdaPvm, size_t size __attribute__((unused)))
