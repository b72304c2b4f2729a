/* cubin.c: vets a cubin, an ELF file of foreign bytes, before a GPU sees it. */
#include "cubin.h"

#include <string.h>

#include "runner/base/elf.h"

enum { MACHINE_CUDA = 190, SYMBOLS = 1 << 20 };

static int damaged(struct err *e)
{
    return err_set(e, "The cubin that nvcc wrote is damaged: it is no ELF file as CUDA writes them.");
}

static int open_image(struct elf *f, const void *bytes, size_t n, struct err *e)
{
    if (n > CUBIN_MAX)
        return err_set(e, "The cubin has more than %d MiB.", CUBIN_MAX >> 20);
    return elf_begin(f, bytes, n) || f->head.e_machine != MACHINE_CUDA ? damaged(e) : 0;
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
static int holds_globals(const struct elf *f, unsigned k)
{
    Elf64_Shdr s;
    const char *name = elf_head(f, k, &s) ? NULL : elf_text(f, &f->names, s.sh_name);
    return !name ? -1 : !strcmp(name, ".nv.global") || !strcmp(name, ".nv.global.init");
}

/* An undefined function by its name; a variable by its size: ptxas keeps only 32 bits of the section's. */
static int vet_symbol(const struct elf *f, const Elf64_Shdr *strings, const Elf64_Sym *y, struct err *e)
{
    if (ELF64_ST_TYPE(y->st_info) == STT_OBJECT && y->st_size > CUBIN_GLOBALS && holds_globals(f, y->st_shndx) == 1)
        return too_large(y->st_size, e);
    const char *name = y->st_shndx == SHN_UNDEF && y->st_name ? elf_text(f, strings, y->st_name) : "";
    if (!name)
        return damaged(e);
    return refusal(name) ? err_set(e, "%s (%s)", refusal(name), name) : 0;
}

static int vet_symbols(const struct elf *f, const Elf64_Shdr *table, struct err *e)
{
    Elf64_Shdr strings;
    Elf64_Sym y;
    if (elf_head(f, table->sh_link, &strings) || table->sh_entsize != sizeof y || elf_symbols(table) > SYMBOLS)
        return damaged(e);
    for (uint64_t k = 0; k < elf_symbols(table); k++) {
        if (elf_symbol(f, table, k, &y))
            return damaged(e);
        if (vet_symbol(f, &strings, &y, e))
            return -1;
    }
    return 0;
}

static int vet_sections(const struct elf *f, struct err *e)
{
    uint64_t globals = 0;
    Elf64_Shdr s;
    for (unsigned k = 1; k < f->sections; k++) {
        int holds = holds_globals(f, k);
        if (holds < 0 || elf_head(f, k, &s))
            return damaged(e);
        if (s.sh_type == SHT_SYMTAB && vet_symbols(f, &s, e))
            return -1;
        if (holds && (s.sh_size > CUBIN_GLOBALS || (globals += s.sh_size) > CUBIN_GLOBALS))
            return too_large(s.sh_size > CUBIN_GLOBALS ? s.sh_size : globals, e);
    }
    return 0;
}

int cubin_vet(const void *bytes, size_t n, struct err *e)
{
    struct elf f;
    return open_image(&f, bytes, n, e) || vet_sections(&f, e) ? -1 : 0;
}
