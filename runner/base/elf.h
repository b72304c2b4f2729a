/*
 * elf.h: the heads of an ELF file of 64 bits whose bytes are foreign. Every offset is held against the file's size, and
 * what is read is copied: nothing in the file needs to be aligned, and no loop over it is longer than the file.
 * Source: System V ABI, "Object Files" (sections with numbers from SHN_LORESERVE on: section 0).
 */
#ifndef BASE_ELF_H
#define BASE_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

/* Filled by elf_begin(); the bytes stay the caller's, and have to outlive it. */
struct elf {
    const unsigned char *at;
    size_t n;
    Elf64_Ehdr head;
    uint64_t sections;
    Elf64_Shdr names; /* the table of the sections' names */
};

/* -1: no such file, or its table of sections or of their names does not lie in it. */
int elf_begin(struct elf *f, const void *bytes, size_t n);

/* The head of section k; -1: there is none. What it says of its content is not believed yet. */
int elf_head(const struct elf *f, uint64_t k, Elf64_Shdr *ret);

/* The content of a section; NULL when it does not lie in the file, as that of SHT_NOBITS never does. */
const unsigned char *elf_content(const struct elf *f, const Elf64_Shdr *s);

/* The text at `offset` of a table of texts; NULL when it does not end there. */
const char *elf_text(const struct elf *f, const Elf64_Shdr *table, uint64_t offset);

/* How many symbols a table has, and the k-th of them; -1: it does not lie in the file. */
uint64_t elf_symbols(const Elf64_Shdr *table);
int elf_symbol(const struct elf *f, const Elf64_Shdr *table, uint64_t k, Elf64_Sym *ret);

#endif
