/* elf.c: see elf.h. */
#include "elf.h"

#include <string.h>

static int holds(const struct elf *f, uint64_t offset, uint64_t n)
{
    return offset <= f->n && n <= f->n - offset;
}

/* The k-th of equal parts of `size` bytes, of which the first is at `from`. */
static int take(const struct elf *f, uint64_t from, uint64_t k, void *to, size_t size)
{
    if (from > f->n || k >= (f->n - from) / size)
        return -1;
    memcpy(to, f->at + from + k * size, size);
    return 0;
}

/* More sections than the file's head can say are said by section 0. */
static int count(struct elf *f, uint64_t *names)
{
    Elf64_Shdr first;
    f->sections = f->head.e_shnum;
    *names = f->head.e_shstrndx;
    if (f->sections && *names != SHN_XINDEX)
        return 0;
    if (take(f, f->head.e_shoff, 0, &first, sizeof first))
        return -1;
    if (!f->sections)
        f->sections = first.sh_size;
    if (*names == SHN_XINDEX)
        *names = first.sh_link;
    return 0;
}

int elf_begin(struct elf *f, const void *bytes, size_t n)
{
    uint64_t names;
    *f = (struct elf){ .at = bytes, .n = n };
    if (take(f, 0, 0, &f->head, sizeof f->head) || memcmp(f->head.e_ident, ELFMAG, SELFMAG) ||
        f->head.e_ident[EI_CLASS] != ELFCLASS64 || f->head.e_shentsize != sizeof(Elf64_Shdr) ||
        !f->head.e_shoff || count(f, &names))
        return -1;
    return elf_head(f, names, &f->names);
}

int elf_head(const struct elf *f, uint64_t k, Elf64_Shdr *ret)
{
    return k < f->sections ? take(f, f->head.e_shoff, k, ret, sizeof *ret) : -1;
}

const unsigned char *elf_content(const struct elf *f, const Elf64_Shdr *s)
{
    return s->sh_type != SHT_NOBITS && holds(f, s->sh_offset, s->sh_size) ? f->at + s->sh_offset : NULL;
}

const char *elf_text(const struct elf *f, const Elf64_Shdr *table, uint64_t offset)
{
    const unsigned char *texts = table->sh_type == SHT_STRTAB ? elf_content(f, table) : NULL;
    return texts && offset < table->sh_size && memchr(texts + offset, 0, table->sh_size - offset)
               ? (const char *)texts + offset
               : NULL;
}

uint64_t elf_symbols(const Elf64_Shdr *table)
{
    return table->sh_size / sizeof(Elf64_Sym);
}

int elf_symbol(const struct elf *f, const Elf64_Shdr *table, uint64_t k, Elf64_Sym *ret)
{
    return k < elf_symbols(table) ? take(f, table->sh_offset, k, ret, sizeof *ret) : -1;
}
