/*
 * heap_symbol.c: the program's __device__, __managed__ and __constant__ variables, from the symbol table of
 * its own executable: where each starts and ends, and its name. Templates of variables do not go where the
 * rewriter puts variables (GCC drops their section); what they make is known by its unique binding, and taken
 * as a
 * __device__ variable.
 */
#include "heap.h"

#include <stdlib.h>
#include <string.h>

#include "image.h"

/* The linker's names for the ends of the sections that the rewriter puts the variables in. */
extern char __start_simt_dev[] __attribute__((weak)), __stop_simt_dev[] __attribute__((weak));
extern char __start_simt_managed[] __attribute__((weak)), __stop_simt_managed[] __attribute__((weak));
extern char __start_simt_const[] __attribute__((weak)), __stop_simt_const[] __attribute__((weak));

enum { SECTIONS = 3 };
static struct section {
    char *lo, *hi;
    int kind, constant;
    const char *what;
} sections[SECTIONS];

static void find_sections(void)
{
    sections[0] =
        (struct section){__start_simt_dev, __stop_simt_dev, ALLOC_SYMBOL, 0, "a __device__ variable"};
    sections[1] = (struct section){__start_simt_managed, __stop_simt_managed, ALLOC_MANAGED, 0,
                                   "a __managed__ variable"};
    sections[2] =
        (struct section){__start_simt_const, __stop_simt_const, ALLOC_SYMBOL, 1, "a __constant__ variable"};
}

static void add(const struct section *s, char *p, size_t n, const char *name)
{
    struct alloc *a = heap_add(p, n, s->kind, 0, name);
    if (a)
        a->constant = (uint8_t)s->constant;
}

extern char __data_start[] __attribute__((weak)), _end[] __attribute__((weak));

static int of_template(const Elf64_Sym *y, const char *name)
{
    return ELF64_ST_BIND(y->st_info) == STB_GNU_UNIQUE && y->st_value >= (uintptr_t)__data_start &&
           y->st_value + y->st_size <= (uintptr_t)_end && strncmp(name, "_ZGV", 4) &&
           strncmp(name, "_ZNSt", 5) && strncmp(name, "_ZSt", 4);
}

static void add_symbol(const Elf64_Sym *y, const char *name, void *arg)
{
    (void)arg;
    char *p = (char *)y->st_value;
    if (ELF64_ST_TYPE(y->st_info) != STT_OBJECT || y->st_size == 0)
        return;
    for (int i = 0; i < SECTIONS; i++)
        if (p >= sections[i].lo && p + y->st_size <= sections[i].hi && !heap_find(y->st_value))
            add(&sections[i], p, y->st_size, strdup(name));
    if (of_template(y, name) && !heap_find(y->st_value))
        add(&sections[0], p, y->st_size, strdup(name));
}

void heap_symbols(void)
{
    find_sections();
    if (image_symbols(add_symbol, NULL))
        return;
    for (int i = 0; i < SECTIONS; i++) /* stripped: a section is one variable */
        if (sections[i].lo != sections[i].hi)
            add(&sections[i], sections[i].lo, (size_t)(sections[i].hi - sections[i].lo), sections[i].what);
}

struct alloc *heap_symbol(const void *p)
{
    struct alloc *a = heap_find((uintptr_t)p);
    return a && a->name && a->lo == (uintptr_t)p ? a : NULL;
}

void simt_host_pointer(const void *p, uintptr_t pc)
{
    const struct alloc *a = heap_find((uintptr_t)p);

    if (!simt_on_device() && a && a->name && a->kind == ALLOC_SYMBOL)
        error_addf("host-pointer", pc,
                   "The launch passes the address that host code has of %s, which is no device address: ask "
                   "cudaGetSymbolAddress(), or let the kernel name it.", a->name);
}

void simt_array_by_name(const void *array, uintptr_t pc)
{
    const struct alloc *a = heap_symbol(array);

    if (!simt_on_device() && a && a->kind == ALLOC_SYMBOL)
        error_addf("host-pointer", pc,
                   "The launch passes %s by its name, which in host code is no device address: ask "
                   "cudaGetSymbolAddress(), or let the kernel name it.", a->name);
}
