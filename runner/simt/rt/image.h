/* image.h: the symbol table of the program's own executable. */
#ifndef SIMT_IMAGE_H
#define SIMT_IMAGE_H

#include <elf.h>
#include <stddef.h>

/* Calls `each` for every named symbol. Returns how many there are; 0: the executable is stripped. `name` and
 * `y` last until it returns. */
size_t image_symbols(void (*each)(const Elf64_Sym *y, const char *name, void *arg), void *arg);

#endif
