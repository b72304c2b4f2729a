/* cubin.c: vets a cubin, an ELF file of foreign bytes, before a GPU sees it. */
#include "cubin.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

enum { MACHINE_CUDA = 190, SYMBOLS = 1 << 20 };

struct image {
    const unsigned char *at;
    size_t n;
    Elf64_Ehdr head;
};

/* `n` bytes at `offset`, copied: nothing in the file needs to be aligned. */
static int take(const struct image *f, uint64_t offset, void *to, size_t n)
{
    if (offset > f->n || n > f->n - offset)
        return -1;
    memcpy(to, f->at + offset, n);
    return 0;
}

static int section(const struct image *f, unsigned k, Elf64_Shdr *ret)
{
    return take(f, f->head.e_shoff + (uint64_t)k * sizeof *ret, ret, sizeof *ret);
}

/* The name at `offset` of that string table, or NULL when it does not end there. */
static const char *name_in(const struct image *f, const Elf64_Shdr *table, uint32_t offset)
{
    if (table->sh_type != SHT_STRTAB || table->sh_offset > f->n || table->sh_size > f->n - table->sh_offset ||
        offset >= table->sh_size)
        return NULL;
    const char *s = (const char *)f->at + table->sh_offset + offset;
    return memchr(s, 0, table->sh_size - offset) ? s : NULL;
}

static int damaged(struct err *e)
{
    return err_set(e, "The cubin that nvcc wrote is damaged: it is no ELF file as CUDA writes them.");
}

static int open_image(struct image *f, struct err *e)
{
    const Elf64_Ehdr *h = &f->head;
    if (f->n > CUBIN_MAX)
        return err_set(e, "The cubin has more than %d MiB.", CUBIN_MAX >> 20);
    if (take(f, 0, &f->head, sizeof f->head) || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != MACHINE_CUDA || h->e_shentsize != sizeof(Elf64_Shdr) ||
        !h->e_shnum || h->e_shstrndx >= h->e_shnum)
        return damaged(e);
    return 0;
}

/* What a function of the device's library that is not in the file would do. */
static const char *refusal(const char *name)
{
    if (!strcmp(name, "malloc") || !strcmp(name, "free"))
        return "The device code allocates memory. Use the lab's buffers, which are all there is";
    if (!strncmp(name, "cudaCDP", 7) || !strncmp(name, "__cudaCDP", 9))
        return "A kernel launches a grid of its own. The runner launches what the lab names";
    return NULL;
}

static int too_large(uint64_t bytes, struct err *e)
{
    return err_set(e, "The __device__ variables take %llu bytes, and %d are allowed. Pass what a kernel needs in its "
                      "arguments.",
                   (unsigned long long)bytes, CUBIN_GLOBALS);
}

/* Is this section's content, by its name, what __device__ variables lie in? -1: it has no name. */
static int holds_globals(const struct image *f, const Elf64_Shdr *names, unsigned k)
{
    Elf64_Shdr s;
    const char *name = k >= f->head.e_shnum || section(f, k, &s) ? NULL : name_in(f, names, s.sh_name);
    return !name ? -1 : !strcmp(name, ".nv.global") || !strcmp(name, ".nv.global.init");
}

/* An undefined function by its name; a variable by its size: ptxas keeps only 32 bits of the section's. */
static int vet_symbol(const struct image *f, const Elf64_Shdr *names, const Elf64_Shdr *strings, const Elf64_Sym *y,
                      struct err *e)
{
    if (ELF64_ST_TYPE(y->st_info) == STT_OBJECT && y->st_size > CUBIN_GLOBALS && y->st_shndx < f->head.e_shnum &&
        holds_globals(f, names, y->st_shndx) == 1)
        return too_large(y->st_size, e);
    const char *name = y->st_shndx == SHN_UNDEF && y->st_name ? name_in(f, strings, y->st_name) : "";
    if (!name)
        return damaged(e);
    return refusal(name) ? err_set(e, "%s (%s)", refusal(name), name) : 0;
}

static int vet_symbols(const struct image *f, const Elf64_Shdr *names, const Elf64_Shdr *table, struct err *e)
{
    Elf64_Shdr strings;
    Elf64_Sym y;
    if (section(f, table->sh_link, &strings) || table->sh_entsize != sizeof y || table->sh_size / sizeof y > SYMBOLS)
        return damaged(e);
    for (uint64_t k = 0; k < table->sh_size / sizeof y; k++) {
        if (take(f, table->sh_offset + k * sizeof y, &y, sizeof y))
            return damaged(e);
        if (vet_symbol(f, names, &strings, &y, e))
            return -1;
    }
    return 0;
}

static int vet_sections(const struct image *f, const Elf64_Shdr *names, struct err *e)
{
    uint64_t globals = 0;
    Elf64_Shdr s;
    for (unsigned k = 1; k < f->head.e_shnum; k++) {
        int holds = holds_globals(f, names, k);
        if (holds < 0 || section(f, k, &s))
            return damaged(e);
        if (s.sh_type == SHT_SYMTAB && vet_symbols(f, names, &s, e))
            return -1;
        if (holds && (s.sh_size > CUBIN_GLOBALS || (globals += s.sh_size) > CUBIN_GLOBALS))
            return too_large(s.sh_size > CUBIN_GLOBALS ? s.sh_size : globals, e);
    }
    return 0;
}

int cubin_vet(const void *bytes, size_t n, struct err *e)
{
    struct image f = { .at = bytes, .n = n };
    Elf64_Shdr names;
    if (open_image(&f, e))
        return -1;
    if (section(&f, f.head.e_shstrndx, &names))
        return damaged(e);
    return vet_sections(&f, &names, e);
}
