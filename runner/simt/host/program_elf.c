/* program_elf.c: see program_elf.h. */
#include "program_elf.h"

#include <stdlib.h>
#include <string.h>

#include "runner/base/elf.h"
#include "runner/base/util.h"

struct elf_program {
    char *bytes;
    struct elf file;
};

struct elf_program *elf_program_open(const char *program)
{
    enum { MOST = 256 << 20 };
    struct err e = { "" };
    size_t n;
    struct elf_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->bytes = util_read_bytes(program, MOST, &n, &e);
    if (p->bytes && !elf_begin(&p->file, p->bytes, n))
        return p;
    elf_program_close(p);
    return NULL;
}

void elf_program_close(struct elf_program *p)
{
    if (p)
        free(p->bytes);
    free(p);
}

/* The n-th section of this name whose content lies in the file. */
static int find(const struct elf *f, const char *name, int n, Elf64_Shdr *ret)
{
    for (uint64_t k = 0; k < f->sections && !elf_head(f, k, ret); k++) {
        const char *called = elf_text(f, &f->names, ret->sh_name);
        if (called && !strcmp(called, name) && elf_content(f, ret) && n-- == 0)
            return 1;
    }
    return 0;
}

int elf_program_section(const struct elf_program *p, const char *name, int n, struct elf_part *ret)
{
    Elf64_Shdr s;
    if (!find(&p->file, name, n, &s))
        return 0;
    *ret = (struct elf_part){ elf_content(&p->file, &s), s.sh_size, s.sh_addr };
    return 1;
}

static uint64_t value_of(const struct elf *f, const Elf64_Shdr *table, const Elf64_Shdr *strings, const char *name)
{
    Elf64_Sym s;
    for (uint64_t k = 0; !elf_symbol(f, table, k, &s); k++) {
        const char *called = elf_text(f, strings, s.st_name);
        if (called && !strcmp(called, name))
            return s.st_value;
    }
    return 0;
}

/* The first and the last `call` of `to`; 0 when there is none. */
static int calls_of(const struct elf_part *text, uint64_t to, uint64_t *first, uint64_t *last)
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

int elf_program_callers(const struct elf_program *p, const char *hook, uint64_t *start, uint64_t *stop)
{
    const struct elf *f = &p->file;
    Elf64_Shdr table, strings;
    struct elf_part text;
    uint64_t first = 0, last = 0, to;
    Elf64_Sym s;
    if (!elf_program_section(p, ".text", 0, &text) || !find(f, ".symtab", 0, &table) ||
        elf_head(f, table.sh_link, &strings) || !(to = value_of(f, &table, &strings, hook)) ||
        !calls_of(&text, to, &first, &last))
        return 0;
    *start = text.at;
    *stop = text.at + text.size;
    for (uint64_t k = 0; !elf_symbol(f, &table, k, &s); k++) {
        if (ELF64_ST_TYPE(s.st_info) != STT_FUNC)
            continue;
        if (s.st_value > *start && s.st_value <= first)
            *start = s.st_value;
        if (s.st_value > last && s.st_value < *stop)
            *stop = s.st_value;
    }
    return 1;
}
