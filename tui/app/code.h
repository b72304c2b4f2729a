/*
 * code.h: C and CUDA cut into what a reader tells apart. A table and one pass a line; nothing is parsed. Pure.
 */
#ifndef TUI_CODE_H
#define TUI_CODE_H

#include <stddef.h>

enum code_token { CODE_PLAIN, CODE_KEYWORD, CODE_CUDA, CODE_TEXT, CODE_COMMENT };

/* Does a code block of this language ("c", "cuda", …) go through here? */
int code_known(const char *lang);

/* The first token of a line's rest: its length, at least 1 where n is. *inside: a comment is open; it goes on from line
 * to line and is 0 where a block begins. */
size_t code_next(const char *s, size_t n, int *inside, enum code_token *ret);

#endif
