/*
 * Ownership at run time, the straightforward way: the reference, but for one function. The arena looks for
 * the next aligned address one byte at a time, with a division for each, and clears what it hands out,
 * as calloc does: every block is written twice, once here and once by whoever asked for it.
 */
#define arena_alloc ref_arena_alloc
#include "ref.c"
#undef arena_alloc

void *arena_alloc(arena_t *a, size_t n, size_t align);

void *arena_alloc(arena_t *a, size_t n, size_t align)
{
    size_t at = a->used;
    if (align == 0 || (align & (align - 1)))
        return NULL;
    while (at < a->size && (uintptr_t)(a->base + at) % align)
        at++;
    if (n > a->size - at)
        return NULL;
    for (size_t k = 0; k < n; k++)
        a->base[at + k] = 0;
    a->used = at + n;
    return a->base + at;
}
