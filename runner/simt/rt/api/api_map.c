/*
 * api_map.c: the driver's virtual memory management. Address space is reserved, memory is made, and mapped there.
 *
 * Memory is a shared mapping of the host, of which mremap() shows parts at the addresses in the device heap, so
 * that the same bytes can be seen in several places, and stay when they are unmapped. What cuMemSetAccess() opened
 * side by side in one reservation is one allocation for the checks: a copy may run from one mapping into the next,
 * and what runs past the last of them is out of bounds. A map of initialised bytes goes with the reservation, and
 * with memory while it is mapped nowhere; memory that is mapped twice is taken as initialised, and races through
 * two of its addresses are not seen.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "api.h"
#include "runner/simt/include/cuda.h"

enum { UNIT = 2 << 20 /* bytes: the granularity of an H100 */ };

struct memory { /* what cuMemCreate() makes */
    struct memory *next;
    char *at; /* the host's view */
    size_t size;
    int held, maps, known; /* handles; mappings; known: taken as initialised */
    uint8_t *written;      /* while it is mapped nowhere; NULL: nothing is */
};
struct mapping {
    struct mapping *next; /* by address */
    uintptr_t lo, hi;
    struct memory *of;
    int access;
    uintptr_t pc;
};
struct span { /* what cuMemAddressReserve() makes */
    struct span *next;
    uintptr_t lo, hi;
    struct mapping *maps;
    uint8_t *written; /* a bit a byte; NULL: nothing is traced */
    struct alloc **shown;
    size_t nshown;
};

static struct memory *memories;
static struct span *spaces;

#define REFUSE(...) api_bad((cudaError_t)CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)
#define DONE(e) return done((CUresult)(e))
#define BEGIN                                                        \
    do {                                                             \
        cudaError_t begun_ = api_begin(__func__, API_PC);            \
        if (begun_ != cudaSuccess)                                   \
            DONE(begun_);                                            \
    } while (0)

/* The runtime's last error is not the driver's. */
static CUresult done(CUresult e)
{
    api_end(cudaSuccess);
    return e;
}

static void *host_pages(size_t n, int flags)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static struct memory *memory_of(CUmemGenericAllocationHandle handle)
{
    struct memory *m = memories;
    while (m && (CUmemGenericAllocationHandle)(uintptr_t)m != handle)
        m = m->next;
    return m && m->held ? m : NULL;
}

static struct span *space_of(uintptr_t lo, size_t n)
{
    struct span *s = spaces;
    while (s && !(lo >= s->lo && lo < s->hi && n <= s->hi - lo))
        s = s->next;
    return s;
}

/* Nobody has a handle and nothing is mapped: the memory is gone. */
static void memory_settle(struct memory *m)
{
    struct memory **at = &memories;
    if (m->held || m->maps)
        return;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    munmap(m->at, m->size);
    if (m->written)
        munmap(m->written, m->size / 8);
    heap_discharge(m->size);
    rt_free(m);
}

/* ---- what the checks see ------------------------------------------------------------------------------- */

static void hide(struct span *s)
{
    while (s->nshown)
        heap_hide(s->shown[--s->nshown]);
}

/* One allocation for what is open side by side. */
static void show(struct span *s)
{
    size_t room = 0;
    hide(s);
    for (struct mapping *m = s->maps; m; m = m->next)
        room++;
    rt_free(s->shown);
    s->shown = rt_calloc(room + 1, sizeof *s->shown);
    for (struct mapping *m = s->maps, *last; m && s->shown; m = last->next) {
        for (last = m; last->next && last->access && last->next->access && last->next->lo == last->hi;)
            last = last->next;
        struct alloc *a = m->access ? heap_show(m->lo, last->hi - m->lo, m->pc,
                                                s->written ? s->written + (m->lo - s->lo) / 8 : NULL)
                                    : NULL;
        if (a)
            s->shown[s->nshown++] = a;
    }
}

static void written_all(struct memory *m)
{
    m->known = 1;
    for (struct span *s = spaces; s; s = s->next)
        for (struct mapping *p = s->maps; p; p = p->next)
            if (p->of == m && s->written)
                memset(s->written + (p->lo - s->lo) / 8, 0xff, (p->hi - p->lo) / 8);
}

/* ---- address space ------------------------------------------------------------------------------------- */

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags)
{
    BEGIN;
    (void)addr; /* a wish, which need not be granted */
    if (!ptr || !size || size % UNIT || flags || (alignment & (alignment - 1)))
        DONE(REFUSE("%zu bytes are asked for: a multiple of %d, an alignment that is a power of two and flags of 0 are "
                    "needed",
                    size, UNIT));
    struct span *s = rt_calloc(1, sizeof *s);
    uintptr_t at = s ? heap_space(size, alignment > UNIT ? alignment : UNIT) : 0;
    if (!at) {
        rt_free(s);
        DONE(api_bad((cudaError_t)CUDA_ERROR_OUT_OF_MEMORY, "no address space of %zu bytes is left", size));
    }
    *s = (struct span){.next = spaces, .lo = at, .hi = at + size};
    if (trace_hooked && simt_config.trace)
        s->written = host_pages(size / 8, MAP_PRIVATE);
    spaces = s;
    *ptr = at;
    DONE(CUDA_SUCCESS);
}

static void space_end(struct span *s)
{
    struct span **at = &spaces;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    if (s->written)
        munmap(s->written, (s->hi - s->lo) / 8);
    heap_space_free(s->lo, s->hi - s->lo);
    rt_free(s->shown);
    rt_free(s);
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
    BEGIN;
    struct span *s = space_of(ptr, size);
    if (!s || s->lo != ptr || s->hi - s->lo != size)
        DONE(REFUSE("%zu bytes at %p are no reservation of cuMemAddressReserve", size, (void *)(uintptr_t)ptr));
    if (s->maps)
        DONE(REFUSE("memory is still mapped at %p: cuMemUnmap comes first", (void *)s->maps->lo));
    space_end(s);
    DONE(CUDA_SUCCESS);
}

/* ---- memory -------------------------------------------------------------------------------------------- */

static int makes_sense(const CUmemAllocationProp *prop)
{
    return prop && prop->type == CU_MEM_ALLOCATION_TYPE_PINNED && prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE &&
           !prop->location.id;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    BEGIN;
    if (!granularity || !makes_sense(prop) || (unsigned)option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        DONE(REFUSE("the properties ask for other than pinned memory of device 0"));
    *granularity = UNIT;
    DONE(CUDA_SUCCESS);
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
                     unsigned long long flags)
{
    BEGIN;
    if (!handle || !size || size % UNIT || flags || !makes_sense(prop))
        DONE(REFUSE("%zu bytes are asked for: a multiple of %d of pinned memory of device 0, and flags of 0, are "
                    "needed",
                    size, UNIT));
    if (prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE)
        DONE(api_bad((cudaError_t)CUDA_ERROR_NOT_SUPPORTED, "memory that another process may import is not emulated"));
    if (heap_charge(size))
        DONE(api_bad((cudaError_t)CUDA_ERROR_OUT_OF_MEMORY, "%zu bytes are asked for, and %zu of %zu are in use", size,
                     heap_used(), heap_capacity()));
    struct memory *m = rt_calloc(1, sizeof *m);
    char *at = m ? host_pages(size, MAP_SHARED) : NULL;
    if (!at) {
        rt_free(m);
        heap_discharge(size);
        DONE(api_bad((cudaError_t)CUDA_ERROR_OUT_OF_MEMORY, "the host has no %zu bytes left", size));
    }
    *m = (struct memory){.next = memories, .at = at, .size = size, .held = 1};
    rt_poison(at, UNIT);
    memories = m;
    *handle = (uintptr_t)m;
    DONE(CUDA_SUCCESS);
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    BEGIN;
    struct memory *m = memory_of(handle);
    if (!m)
        DONE(REFUSE("%#llx is no handle of cuMemCreate, or was released already", handle));
    m->held--;
    memory_settle(m);
    DONE(CUDA_SUCCESS);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr)
{
    BEGIN;
    struct span *s = space_of((uintptr_t)addr, 1);
    struct mapping *p = s ? s->maps : NULL;
    while (p && !((uintptr_t)addr >= p->lo && (uintptr_t)addr < p->hi))
        p = p->next;
    if (!handle || !p)
        DONE(REFUSE("nothing is mapped at %p", addr));
    p->of->held++;
    *handle = (uintptr_t)p->of;
    DONE(CUDA_SUCCESS);
}

/* ---- mappings ------------------------------------------------------------------------------------------ */

static void written_save(const struct span *s, const struct mapping *p)
{
    struct memory *m = p->of;
    size_t n = (p->hi - p->lo) / 8;
    if (!s->written)
        return;
    if (!m->written)
        m->written = host_pages(m->size / 8, MAP_PRIVATE);
    if (m->written)
        memcpy(m->written, s->written + (p->lo - s->lo) / 8, n);
}

static void written_load(const struct span *s, const struct mapping *p)
{
    size_t n = (p->hi - p->lo) / 8;
    uint8_t *to = s->written ? s->written + (p->lo - s->lo) / 8 : NULL;
    if (!to)
        return;
    if (p->of->written)
        memcpy(to, p->of->written, n);
    else
        memset(to, 0, n);
    if (p->of->known)
        memset(to, 0xff, n);
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    BEGIN;
    struct memory *m = memory_of(handle);
    struct span *s = space_of(ptr, size);
    struct mapping **at = s ? &s->maps : NULL, *p;
    if (!m)
        DONE(REFUSE("%#llx is no handle of cuMemCreate", handle));
    if (!s || !size || ptr % UNIT || size % UNIT || offset || flags || size > m->size)
        DONE(REFUSE("%zu bytes at %p: a part of a reservation, in multiples of %d, with an offset and flags of 0, "
                    "and no more than the %zu bytes of the memory, is needed",
                    size, (void *)(uintptr_t)ptr, UNIT, m->size));
    while (*at && (*at)->hi <= ptr)
        at = &(*at)->next;
    if (*at && (*at)->lo < ptr + size)
        DONE(REFUSE("memory is mapped at %p already", (void *)(*at)->lo));
    device_sync();
    p = rt_calloc(1, sizeof *p);
    if (!p || mremap(m->at, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)(uintptr_t)ptr) == MAP_FAILED) {
        rt_free(p);
        DONE(CUDA_ERROR_OUT_OF_MEMORY);
    }
    mprotect((void *)(uintptr_t)ptr, size, PROT_NONE);
    *p = (struct mapping){.next = *at, .lo = ptr, .hi = ptr + size, .of = m, .pc = api_call.pc};
    *at = p;
    written_load(s, p);
    if (++m->maps > 1)
        written_all(m);
    DONE(CUDA_SUCCESS);
}

/* The first mapping of [lo, hi), which whole mappings must fill, or NULL. */
static struct mapping **filled(struct span *s, uintptr_t lo, uintptr_t hi)
{
    struct mapping **at = &s->maps, *p;
    while (*at && (*at)->lo < lo)
        at = &(*at)->next;
    for (p = *at; p && p->lo == lo && p->hi < hi; p = p->next)
        lo = p->hi;
    return p && p->lo == lo && p->hi == hi ? at : NULL;
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
    BEGIN;
    struct span *s = size ? space_of(ptr, size) : NULL;
    struct mapping **at = s ? filled(s, ptr, ptr + size) : NULL;
    if (!at)
        DONE(REFUSE("%zu bytes at %p are not one or more whole mappings", size, (void *)(uintptr_t)ptr));
    device_sync();
    hide(s);
    mmap((void *)(uintptr_t)ptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    for (struct mapping *p; (p = *at) && p->lo < ptr + size;) {
        *at = p->next;
        written_save(s, p);
        p->of->maps--;
        memory_settle(p->of);
        rt_free(p);
    }
    show(s);
    DONE(api_see());
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    BEGIN;
    struct span *s = size ? space_of(ptr, size) : NULL;
    struct mapping **at = s ? filled(s, ptr, ptr + size) : NULL;
    if (!at)
        DONE(REFUSE("%zu bytes at %p are not one or more whole mappings", size, (void *)(uintptr_t)ptr));
    if (!desc || count != 1 || desc->location.type != CU_MEM_LOCATION_TYPE_DEVICE || desc->location.id ||
        (desc->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && desc->flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
         desc->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE))
        DONE(REFUSE("access is given to device 0 alone, none, to read, or to read and write"));
    device_sync();
    mprotect((void *)(uintptr_t)ptr, size,
             desc->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE
             : desc->flags == CU_MEM_ACCESS_FLAGS_PROT_READ    ? PROT_READ
                                                               : PROT_NONE);
    for (struct mapping *p = *at; p && p->lo < ptr + size; p = p->next)
        p->access = desc->flags;
    show(s);
    DONE(api_see());
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
{
    BEGIN;
    struct span *s = space_of(ptr, 1);
    struct mapping *p = s ? s->maps : NULL;
    while (p && !(ptr >= p->lo && ptr < p->hi))
        p = p->next;
    if (!flags || !location || !p)
        DONE(REFUSE("nothing is mapped at %p", (void *)(uintptr_t)ptr));
    *flags = (unsigned long long)p->access;
    DONE(CUDA_SUCCESS);
}

void map_reset(void)
{
    while (spaces) {
        struct span *s = spaces;
        hide(s);
        mmap((void *)s->lo, s->hi - s->lo, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        for (struct mapping *p; (p = s->maps);) {
            s->maps = p->next;
            p->of->maps--;
            rt_free(p);
        }
        space_end(s);
    }
    for (struct memory *m; (m = memories);) {
        m->held = 0;
        memory_settle(m);
    }
}
