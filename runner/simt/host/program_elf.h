/* program_elf.h: sections of a compiled program, and where the code lies that the user wrote. */
#ifndef SIMT_PROGRAM_ELF_H
#define SIMT_PROGRAM_ELF_H

#include <stddef.h>
#include <stdint.h>

struct elf_program;

/* NULL when it can't be read, or is no ELF file of 64 bits. */
struct elf_program *elf_program_open(const char *program);
void elf_program_close(struct elf_program *p);

struct elf_part {
    const unsigned char *bytes; /* the program's */
    size_t size;
    uint64_t at; /* the address as linked */
};

/* The n-th section of this name, from 0; 0 when there is none. */
int elf_program_section(const struct elf_program *p, const char *name, int n, struct elf_part *ret);

/*
 * The addresses [*start, *stop) in .text of all functions that call `hook`, and of whatever lies between them; 0 when
 * none does.
 */
int elf_program_callers(const struct elf_program *p, const char *hook, uint64_t *start, uint64_t *stop);

#endif
