/* names.c: see names.h. The bytes come from a compiler that a stranger's source drove: nothing in them is believed. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "runner/base/elf.h"

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

static const char *in_table(const struct elf *f, const Elf64_Shdr *symbols, const Elf64_Shdr *strings,
                            int instrumented, const char *const *more, size_t nmore)
{
    for (uint64_t k = 0; k < elf_symbols(symbols); k++) {
        Elf64_Sym s;
        if (elf_symbol(f, symbols, k, &s))
            return "";
        const char *name = elf_text(f, strings, s.st_name);
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
    struct elf f;
    if (elf_begin(&f, object, n))
        return "";
    for (uint64_t k = 0; k < f.sections; k++) {
        Elf64_Shdr s, strings;
        if (elf_head(&f, k, &s))
            return "";
        const char *head = elf_text(&f, &f.names, s.sh_name);
        if (!head || !strncmp(head, early, strlen(early)))
            return head ? head : "";
        if (s.sh_type != SHT_SYMTAB)
            continue;
        if (elf_head(&f, s.sh_link, &strings))
            return "";
        const char *name = in_table(&f, &s, &strings, instrumented, more, nmore);
        if (name)
            return name;
    }
    return NULL;
}
