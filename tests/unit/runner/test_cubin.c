/* Cubins made byte by byte: what a kernel lab's may not have, and files that lie about themselves. */
#include <criterion/criterion.h>
#include <elf.h>
#include <string.h>

#include "runner/build/cubin.h"

enum { NAMES = 1, SYMBOLS = 2, STRINGS = 3, GLOBALS = 4, SECTIONS = 5, SIZE = 2048 };

struct cubin {
    unsigned char at[SIZE];
    Elf64_Ehdr head;
    Elf64_Shdr section[SECTIONS];
    Elf64_Sym symbol[3];
};

static const char names[] = "\0.shstrtab\0.symtab\0.strtab\0.nv.global";

/* One undefined function and so many bytes of globals. */
static struct cubin make(const char *function, uint64_t globals)
{
    struct cubin c = { .head = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB },
                                 .e_machine = 190,
                                 .e_shoff = 64,
                                 .e_shentsize = sizeof(Elf64_Shdr),
                                 .e_shnum = SECTIONS,
                                 .e_shstrndx = NAMES } };
    c.section[NAMES] = (Elf64_Shdr){ .sh_name = 1, .sh_type = SHT_STRTAB, .sh_offset = 512, .sh_size = sizeof names };
    c.section[SYMBOLS] = (Elf64_Shdr){ .sh_name = 11,
                                       .sh_type = SHT_SYMTAB,
                                       .sh_offset = 600,
                                       .sh_size = sizeof c.symbol,
                                       .sh_link = STRINGS,
                                       .sh_entsize = sizeof(Elf64_Sym) };
    c.section[STRINGS] =
        (Elf64_Shdr){ .sh_name = 19, .sh_type = SHT_STRTAB, .sh_offset = 800, .sh_size = strlen(function) + 2 };
    c.section[GLOBALS] = (Elf64_Shdr){ .sh_name = 27, .sh_type = SHT_NOBITS, .sh_offset = 1000, .sh_size = globals };
    c.symbol[1] = (Elf64_Sym){ .st_name = 1, .st_shndx = SHN_UNDEF };
    c.symbol[2] = (Elf64_Sym){ .st_name = 1, .st_shndx = GLOBALS }; /* one of its own by any name is its own */
    memcpy(c.at + 801, function, strlen(function));
    return c;
}

static int vet(struct cubin *c, size_t n, struct err *e)
{
    memcpy(c->at, &c->head, sizeof c->head);
    memcpy(c->at + 64, c->section, sizeof c->section);
    memcpy(c->at + 512, names, sizeof names);
    memcpy(c->at + 600, c->symbol, sizeof c->symbol);
    return cubin_vet(c->at, n, e);
}

Test(cubin, what_outlives_a_launch_is_refused)
{
    static const struct {
        const char *function;
        uint64_t globals;
        const char *says; /* NULL: it may pass */
    } rows[] = { { "", 0, NULL },
                 { "vprintf", CUBIN_GLOBALS, NULL },
                 { "__assertfail", 4, NULL },
                 { "mallocate", 0, NULL },
                 { "malloc", 0, "allocates" },
                 { "free", 0, "allocates" },
                 { "cudaCDP2LaunchDeviceV2", 0, "launches" },
                 { "__cudaCDP2LaunchDeviceV2", 0, "launches" },
                 { "", CUBIN_GLOBALS + 1, "1048577 bytes" },
                 { "", UINT64_MAX, "18446744073709551615 bytes" } };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct err e = { "" };
        struct cubin c = make(rows[k].function, rows[k].globals);
        int rc = vet(&c, SIZE, &e);
        cr_expect_eq(rc, rows[k].says ? -1 : 0, "row %zu: %s", k, e.text);
        cr_expect(!rows[k].says || strstr(e.text, rows[k].says), "row %zu: %s", k, e.text);
    }
}

Test(cubin, a_variable_is_as_large_as_its_symbol_says)
{
    struct err e = { "" };
    struct cubin c = make("big", 0); /* ptxas wraps the section's size at 4 GiB */
    c.symbol[2].st_info = ELF64_ST_INFO(STB_LOCAL, STT_OBJECT);
    c.symbol[2].st_size = (uint64_t)64 << 30;
    cr_expect_eq(vet(&c, SIZE, &e), -1);
    cr_expect(strstr(e.text, "68719476736 bytes"), "%s", e.text);
}

#define LIE(field, value)                                                      \
    do {                                                                       \
        struct err e = { "" };                                                 \
        struct cubin c = make("vprintf", 4);                                   \
        c.field = (value);                                                     \
        cr_expect_eq(vet(&c, SIZE, &e), -1, #field " = " #value);              \
        cr_expect(strstr(e.text, "damaged"), "%s", e.text);                    \
    } while (0)

Test(cubin, a_file_that_lies_is_damaged)
{
    LIE(head.e_ident[0], 0);
    LIE(head.e_machine, EM_X86_64);
    LIE(head.e_shnum, 0);
    LIE(head.e_shentsize, 1);
    LIE(head.e_shstrndx, SECTIONS);
    LIE(head.e_shoff, UINT64_MAX - 8);
    LIE(head.e_shnum, 60000);
    LIE(section[NAMES].sh_size, UINT64_MAX);
    LIE(section[NAMES].sh_offset, SIZE);
    LIE(section[NAMES].sh_type, SHT_PROGBITS);
    LIE(section[SYMBOLS].sh_name, 4000);
    LIE(section[SYMBOLS].sh_link, 99);
    LIE(section[SYMBOLS].sh_entsize, 0);
    LIE(section[SYMBOLS].sh_offset, UINT64_MAX - 30);
    LIE(section[SYMBOLS].sh_size, (uint64_t)1 << 40);
    LIE(section[STRINGS].sh_size, 4);
    LIE(symbol[1].st_name, 77);
    struct err e = { "" };
    struct cubin c = make("", 0);
    for (size_t n = 0; n < 64 + sizeof c.section; n++)
        cr_expect_eq(vet(&c, n, &e), -1, "%zu bytes", n);
}
