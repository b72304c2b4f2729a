/*
 * x08-none: the lab that writing nothing is tried on, also in code that is written.
 */
#ifndef X08_NONE_H
#define X08_NONE_H

#include <stdint.h>

enum { CODE = 1024 };

/* at[k] = -1, k < n. */
#ifdef __cplusplus
extern "C"
#endif
void none(int64_t n, int32_t *at);

/* Writes C that defines program(), and CUDA that defines the kernel program_cu() for one block of 32: both do as
 * none(), n <= 32. */
#ifndef __cplusplus
void emit(uint8_t *code, uint8_t *cu);
void program(int64_t n, int32_t *at);
#endif

#endif
