/* heap.h: what heap.c, heap_device.c, heap_symbol.c and the API share. */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include "rt.h"

/* memset for code that may run in a lane: as rt_copy(). */
static inline void rt_fill(void *to, int value, size_t n)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
}

/* Fills memory whose content is undefined: of every 16 bits a NaN as half and bfloat16, of 32 as float, of 64 as
 * double; as integers 32763, 2147188731 and as large a one. */
static inline void rt_poison(void *to, size_t n)
{
    size_t words = n / 8;

    __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0x7ffb7ffb7ffb7ffbull) : "memory");
    for (size_t k = 0; k < (n & 7); k++)
        ((uint8_t *)to)[k] = k & 1 ? 0x7f : 0xfb;
}

/* Memory outside the reservation: a variable, pinned or registered host memory. NULL: no memory. */
struct alloc *heap_add(void *p, size_t n, int kind, uintptr_t pc, const char *name);
int heap_remove(void *p); /* forgets memory that heap_add() made known; -1: nobody made `p` known */
int heap_freeing(void *p); /* a cudaFreeAsync of `p` is on its way; not 0: another one was already */
size_t heap_used(void);
size_t heap_capacity(void);
void heap_free_all(void); /* for cudaDeviceReset */

/* Virtual memory management: here address space and what may be seen of it, in api_map.c the memory behind. */
uintptr_t heap_space(size_t n, size_t align);   /* of the caller's until given back, without access; 0: none is left */
void heap_space_free(uintptr_t at, size_t n);
int heap_charge(size_t n);                      /* n bytes are in use that lie nowhere yet; -1: there is no room */
void heap_discharge(size_t n);
/* Makes [at, at + n) of heap_space() known as device memory, or NULL; `written` stays the caller's. */
struct alloc *heap_show(uintptr_t at, size_t n, uintptr_t pc, uint8_t *written);
void heap_hide(struct alloc *a);                /* forgets what heap_show() made known */

void heap_symbols(void); /* heap_symbol.c: makes the program's device variables known */
struct alloc *heap_symbol(const void *p); /* the variable that starts at p, or NULL */

/* heap_device.c: the blocks of the kernel heap, which is one allocation of the device heap. */
struct alloc *heap_arena_find(struct arena *h, uintptr_t a);
const struct alloc *heap_arena_near(struct arena *h, uintptr_t a);
void heap_arena_each(struct arena *h, void (*fn)(struct alloc *, void *), void *arg);
int heap_device_limit(size_t bytes); /* cudaLimitMallocHeapSize; -1: the kernel heap is in use */
size_t heap_device_size(void);
void heap_device_settle(void); /* no kernel runs: what kernels freed is free */
void heap_device_reset(void);

#endif
