/* image.c: the symbol table of the program's own executable, which is not PIE: its addresses are final. */
#include "image.h"

#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int within(size_t n, uint64_t offset, uint64_t size)
{
    return offset <= n && size <= n - offset;
}

/* The section of that type, or NULL: none, or the file is damaged. */
static const Elf64_Shdr *section_of(const char *image, size_t n, unsigned type)
{
    const Elf64_Ehdr *h = (const void *)image;
    if (n < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        !within(n, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr)))
        return NULL;
    const Elf64_Shdr *sh = (const void *)(image + h->e_shoff);
    for (unsigned i = 0; i < h->e_shnum; i++)
        if (sh[i].sh_type == type && sh[i].sh_link < h->e_shnum && within(n, sh[i].sh_offset, sh[i].sh_size))
            return &sh[i];
    return NULL;
}

static size_t read_symbols(const char *image, size_t n,
                           void (*each)(const Elf64_Sym *, const char *, void *), void *arg)
{
    const Elf64_Shdr *tab = section_of(image, n, SHT_SYMTAB);
    if (!tab)
        return 0;
    const Elf64_Shdr *str = (const Elf64_Shdr *)(image + ((const Elf64_Ehdr *)image)->e_shoff) + tab->sh_link;
    if (!within(n, str->sh_offset, str->sh_size))
        return 0;
    const Elf64_Sym *y = (const void *)(image + tab->sh_offset);
    size_t count = tab->sh_size / sizeof *y;
    for (size_t i = 0; i < count; i++)
        if (y[i].st_name && y[i].st_name < str->sh_size)
            each(&y[i], image + str->sh_offset + y[i].st_name, arg);
    return count;
}

size_t image_symbols(void (*each)(const Elf64_Sym *, const char *, void *), void *arg)
{
    struct stat st;
    size_t count = 0;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0 && getauxval(AT_EXECFN)) /* a sandbox without /proc */
        fd = open((const char *)getauxval(AT_EXECFN), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        char *image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (image != MAP_FAILED) {
            count = read_symbols(image, (size_t)st.st_size, each, arg);
            munmap(image, (size_t)st.st_size);
        }
    }
    close(fd);
    return count;
}
