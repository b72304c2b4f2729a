/* names.c: see names.h. The bytes come from a compiler that a stranger's source drove: nothing in them is believed. */
#include "names.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct object {
    const unsigned char *at;
    size_t n;
};

/* `size` bytes at `offset`, copied: nothing in the file needs to be aligned. */
static int take(const struct object *o, uint64_t offset, void *to, size_t size)
{
    if (offset > o->n || size > o->n - offset)
        return -1;
    memcpy(to, o->at + offset, size);
    return 0;
}

static int begins(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strncmp(name, *list, strlen(*list)))
            return 1;
    return 0;
}

/* What a compiler writes itself in a build with a sanitizer, or with the emulator's hooks. */
static int of_compiler(const char *name)
{
    static const char *const calls[] = { "__asan_", "__tsan_", "__ubsan_", "__sanitizer_cov_", NULL };
    static const char *const interface[] = { "__asan_poison_memory", "__asan_unpoison_memory", "__asan_default_",
                                             "__asan_address_is", "__asan_region_is", "__asan_get_", "__asan_set_",
                                             "__asan_on_error", "__asan_describe", "__asan_locate", "__asan_report_p",
                                             "__asan_update", "__asan_print", "__tsan_ignore", "__ubsan_default_",
                                             "__ubsan_on_", "__ubsan_get_", NULL };
    return begins(name, calls) && !begins(name, interface);
}

/* `used`: the object does not define it itself. */
static int refused(const char *name, int used, int instrumented)
{
    static const char *const anywhere[] = { "__asan_", "__tsan_", "__ubsan_", "__lsan_", "__sanitizer_", "__hwasan_",
                                            "__msan_", "__interceptor_", "ctrace_start", "ctrace_stop", NULL };
    static const char *const elsewhere[] = { "ridge_ranks_", "ridge_exports", "ridge_call_", "__wrap_", "__real_",
                                             "dlopen", "dlmopen", "dlsym", "dlvsym", "__libc_dl", NULL };
    if (begins(name, anywhere))
        return !(instrumented && of_compiler(name));
    return used && begins(name, elsewhere);
}

static int by_name(const void *key, const void *element)
{
    return strcmp(key, *(const char *const *)element);
}

/* The name at `offset` of a string table; NULL when it does not end there. */
static const char *name_in(const struct object *o, const Elf64_Shdr *table, uint32_t offset)
{
    if (table->sh_offset > o->n || table->sh_size > o->n - table->sh_offset || offset >= table->sh_size)
        return NULL;
    const char *s = (const char *)o->at + table->sh_offset + offset;
    return memchr(s, 0, table->sh_size - offset) ? s : NULL;
}

static const char *in_table(const struct object *o, const Elf64_Shdr *symbols, const Elf64_Shdr *strings,
                            int instrumented, const char *const *more, size_t nmore)
{
    for (uint64_t k = 0; k < symbols->sh_size / sizeof(Elf64_Sym); k++) {
        Elf64_Sym s;
        if (take(o, symbols->sh_offset + k * sizeof s, &s, sizeof s))
            return "";
        const char *name = name_in(o, strings, s.st_name);
        int used = s.st_shndx == SHN_UNDEF;
        if (!name)
            return "";
        if (ELF64_ST_BIND(s.st_info) != STB_LOCAL &&
            (refused(name, used, instrumented) || (used && nmore && bsearch(name, more, nmore, sizeof *more, by_name))))
            return name;
    }
    return NULL;
}

const char *names_forbidden(const void *object, size_t n, int instrumented, const char *const *more, size_t nmore)
{
    static const char early[] = ".preinit_array";
    const struct object o = { object, n };
    Elf64_Ehdr h;
    if (take(&o, 0, &h, sizeof h) || memcmp(h.e_ident, ELFMAG, SELFMAG) || h.e_ident[EI_CLASS] != ELFCLASS64 ||
        h.e_shentsize != sizeof(Elf64_Shdr))
        return "";
    Elf64_Shdr s, strings;
    uint64_t sections = h.e_shnum;
    if (!sections && !take(&o, h.e_shoff, &s, sizeof s)) /* more than the head can say */
        sections = s.sh_size;
    Elf64_Shdr heads;
    uint64_t at = h.e_shstrndx;
    if (at == SHN_XINDEX && !take(&o, h.e_shoff, &s, sizeof s))
        at = s.sh_link;
    if (at >= sections || take(&o, h.e_shoff + at * sizeof heads, &heads, sizeof heads))
        return "";
    for (uint64_t k = 0; k < sections; k++) {
        if (take(&o, h.e_shoff + k * sizeof s, &s, sizeof s))
            return "";
        const char *head = name_in(&o, &heads, s.sh_name);
        if (!head || !strncmp(head, early, strlen(early)))
            return head ? head : "";
        if (s.sh_type != SHT_SYMTAB)
            continue;
        if (s.sh_link >= sections || take(&o, h.e_shoff + s.sh_link * sizeof s, &strings, sizeof strings))
            return "";
        const char *name = in_table(&o, &s, &strings, instrumented, more, nmore);
        if (name)
            return name;
    }
    return NULL;
}
