/* rewrite_ptx.h: the instruction table (rewrite_ptx.c) for the asm statements' reader (rewrite_asm.c). */
#ifndef SIMT_REWRITE_PTX_H
#define SIMT_REWRITE_PTX_H

#include "rewrite_internal.h"

struct ptx_op {
    char name[160]; /* of the function, after simt_ptx */
    int drop_last;  /* the last operand is a cache policy */
};

/* `suffix`: "", "p", "pack" or "unpack". 0, or -1: not emulated. */
int ptx_find(const char *op, size_t n, const char *suffix, struct ptx_op *ret);
int ptx_sreg(const char *name, size_t n);   /* of %name: whether the emulator has it */
const char *ptx_register(const char *type); /* C++ type of a .reg .type, or NULL */

#endif
