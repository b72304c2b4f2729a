/* program_elf.c: an ELF file is not to be believed, so every offset is held against the file's size. */
#include "program_elf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"

struct elf_program {
    char *bytes;
    size_t size;
    Elf64_Ehdr head;
    Elf64_Shdr names; /* the section of the sections' names */
};

static int holds(const struct elf_program *p, uint64_t at, uint64_t n)
{
    return at <= p->size && n <= p->size - at;
}

static int header(const struct elf_program *p, int k, Elf64_Shdr *ret)
{
    uint64_t at = p->head.e_shoff + (uint64_t)k * sizeof *ret;
    if (p->head.e_shoff > p->size || !holds(p, at, sizeof *ret))
        return 0;
    memcpy(ret, p->bytes + at, sizeof *ret);
    return ret->sh_type == SHT_NOBITS || holds(p, ret->sh_offset, ret->sh_size);
}

struct elf_program *elf_open(const char *program)
{
    enum { MOST = 256 << 20 };
    struct err e = { "" };
    struct elf_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->bytes = util_read_bytes(program, MOST, &p->size, &e);
    if (p->bytes && p->size >= sizeof p->head) {
        memcpy(&p->head, p->bytes, sizeof p->head);
        if (!memcmp(p->head.e_ident, ELFMAG, SELFMAG) && p->head.e_ident[EI_CLASS] == ELFCLASS64 &&
            p->head.e_shentsize == sizeof p->names && header(p, p->head.e_shstrndx, &p->names) &&
            p->names.sh_type == SHT_STRTAB)
            return p;
    }
    elf_close(p);
    return NULL;
}

void elf_close(struct elf_program *p)
{
    if (p)
        free(p->bytes);
    free(p);
}

static int is_called(const struct elf_program *p, const Elf64_Shdr *strings, uint32_t at, const char *name)
{
    size_t n = strlen(name) + 1;
    return at < strings->sh_size && n <= strings->sh_size - at &&
           !memcmp(p->bytes + strings->sh_offset + at, name, n);
}

int elf_section(const struct elf_program *p, const char *name, int n, struct elf_section *ret)
{
    Elf64_Shdr s;
    for (int k = 0; k < p->head.e_shnum; k++)
        if (header(p, k, &s) && s.sh_type != SHT_NOBITS && is_called(p, &p->names, s.sh_name, name) && n-- == 0) {
            *ret = (struct elf_section){ (const unsigned char *)p->bytes + s.sh_offset, s.sh_size, s.sh_addr };
            return 1;
        }
    return 0;
}

/* The k-th symbol, or 0. */
static int symbol(const struct elf_section *table, size_t k, Elf64_Sym *ret)
{
    if (k >= table->size / sizeof *ret)
        return 0;
    memcpy(ret, table->bytes + k * sizeof *ret, sizeof *ret);
    return 1;
}

static uint64_t value_of(const struct elf_section *table, const struct elf_section *strings, const char *name)
{
    Elf64_Sym s;
    size_t n = strlen(name) + 1;
    for (size_t k = 0; symbol(table, k, &s); k++)
        if (s.st_name < strings->size && n <= strings->size - s.st_name &&
            !memcmp(strings->bytes + s.st_name, name, n))
            return s.st_value;
    return 0;
}

/* The first and the last `call` of `to`; 0 when there is none. */
static int calls_of(const struct elf_section *text, uint64_t to, uint64_t *first, uint64_t *last)
{
    enum { CALL = 0xe8, LONG = 5 };
    int found = 0;
    for (size_t k = 0; k + LONG <= text->size; k++) {
        int32_t by;
        if (text->bytes[k] != CALL)
            continue;
        memcpy(&by, text->bytes + k + 1, sizeof by);
        if (text->at + k + LONG + (uint64_t)(int64_t)by != to)
            continue;
        if (!found++)
            *first = text->at + k;
        *last = text->at + k;
    }
    return found;
}

int elf_callers(const struct elf_program *p, const char *hook, uint64_t *start, uint64_t *stop)
{
    struct elf_section text, table, strings;
    uint64_t first = 0, last = 0, to;
    Elf64_Sym s;
    if (!elf_section(p, ".text", 0, &text) || !elf_section(p, ".symtab", 0, &table) ||
        !elf_section(p, ".strtab", 0, &strings) || !(to = value_of(&table, &strings, hook)) ||
        !calls_of(&text, to, &first, &last))
        return 0;
    *start = text.at;
    *stop = text.at + text.size;
    for (size_t k = 0; symbol(&table, k, &s); k++) {
        if (ELF64_ST_TYPE(s.st_info) != STT_FUNC)
            continue;
        if (s.st_value > *start && s.st_value <= first)
            *start = s.st_value;
        if (s.st_value > last && s.st_value < *stop)
            *stop = s.st_value;
    }
    return 1;
}
