/*
 * heap_symbol.c: the program's __device__, __managed__ and __constant__ variables, from the symbol table of its
 * own executable: where each starts and ends, and its name.
 */
#include "heap.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The linker's names for the ends of the sections that the rewriter puts the variables in. */
extern char __start_simt_dev[] __attribute__((weak)), __stop_simt_dev[] __attribute__((weak));
extern char __start_simt_managed[] __attribute__((weak)), __stop_simt_managed[] __attribute__((weak));
extern char __start_simt_const[] __attribute__((weak)), __stop_simt_const[] __attribute__((weak));

static struct {
    char *lo, *hi;
    int kind;
    const char *what;
} sections[3];

static void find_sections(void)
{
    sections[0].lo = __start_simt_dev, sections[0].hi = __stop_simt_dev;
    sections[0].kind = ALLOC_SYMBOL, sections[0].what = "a __device__ variable";
    sections[1].lo = __start_simt_managed, sections[1].hi = __stop_simt_managed;
    sections[1].kind = ALLOC_MANAGED, sections[1].what = "a __managed__ variable";
    sections[2].lo = __start_simt_const, sections[2].hi = __stop_simt_const;
    sections[2].kind = ALLOC_SYMBOL, sections[2].what = "a __constant__ variable";
}

static void add(int s, char *p, size_t n, const char *name)
{
    struct alloc *a = heap_add(p, n, sections[s].kind, 0, name);
    if (a)
        a->constant = s == 2;
}

static void add_symbol(const Elf64_Sym *y, const char *names, size_t names_size)
{
    if (ELF64_ST_TYPE(y->st_info) != STT_OBJECT || y->st_size == 0 || y->st_name >= names_size)
        return;
    char *p = (char *)y->st_value; /* a non-PIE executable: its addresses are final */
    for (int s = 0; s < 3; s++)
        if (p >= sections[s].lo && p + y->st_size <= sections[s].hi) {
            struct alloc *there = heap_find((uintptr_t)p);
            if (!there) /* an alias names the same bytes again */
                add(s, p, y->st_size, strdup(names + y->st_name));
        }
}

/* The symbols of an executable image of n bytes. Returns how many it had. */
static size_t read_symbols(const char *image, size_t n)
{
    const Elf64_Ehdr *h = (const void *)image;
    if (n < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        h->e_shoff > n || (n - h->e_shoff) / sizeof(Elf64_Shdr) < h->e_shnum)
        return 0;
    const Elf64_Shdr *sh = (const void *)(image + h->e_shoff);
    for (unsigned i = 0; i < h->e_shnum; i++) {
        if (sh[i].sh_type != SHT_SYMTAB || sh[i].sh_link >= h->e_shnum)
            continue;
        const Elf64_Shdr *str = &sh[sh[i].sh_link];
        if (sh[i].sh_offset > n || sh[i].sh_size > n - sh[i].sh_offset || str->sh_offset > n ||
            str->sh_size > n - str->sh_offset)
            return 0;
        const Elf64_Sym *y = (const void *)(image + sh[i].sh_offset);
        size_t count = sh[i].sh_size / sizeof *y;
        for (size_t k = 0; k < count; k++)
            add_symbol(&y[k], image + str->sh_offset, str->sh_size);
        return count;
    }
    return 0;
}

void heap_symbols(void)
{
    struct stat st;
    size_t count = 0;
    find_sections();
    if (sections[0].lo == sections[0].hi && sections[1].lo == sections[1].hi && sections[2].lo == sections[2].hi)
        return;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
        char *image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (image != MAP_FAILED) {
            count = read_symbols(image, (size_t)st.st_size);
            munmap(image, (size_t)st.st_size);
        }
    }
    if (fd >= 0)
        close(fd);
    if (count)
        return;
    for (int s = 0; s < 3; s++) /* stripped: a section is one variable */
        if (sections[s].lo != sections[s].hi)
            add(s, sections[s].lo, (size_t)(sections[s].hi - sections[s].lo), sections[s].what);
}

struct alloc *heap_symbol(const void *p)
{
    struct alloc *a = heap_find((uintptr_t)p);
    return a && a->name && a->lo == (uintptr_t)p ? a : NULL;
}
