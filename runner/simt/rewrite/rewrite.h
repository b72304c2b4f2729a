/*
 * rewrite.h: CUDA C++ as C++ that the emulator's headers (include/) compile.
 *
 * It works on the text before preprocessing, token by token: launches, __shared__ and __device__ variables
 * and inline PTX become plain C++; everything else, comments and strings too, stays where it is, and no line
 * moves. The user's headers (#include "x" and what -I finds) are rewritten into a mirror directory, when they
 * or what they include have need of it; the others are named by their absolute path.
 */
#ifndef SIMT_REWRITE_H
#define SIMT_REWRITE_H

#include <stddef.h>

struct err;
struct simt_rewrite;

struct simt_rewrite_options {
    const char *const *include_dirs; /* the user's -I, in order */
    size_t ninclude_dirs;
    const char *own_include; /* the emulator's headers: a name found there is never the user's; may be NULL */
    const char *mirror; /* an existing directory for rewritten headers; NULL: includes stay as they are */
    /* Folders, up to a NULL, below which a stranger's includes are looked for: this program may read more than the
     * compiler's box shows. What lies elsewhere stays as it is written, and is the box's to refuse. NULL: anywhere. */
    const char *const *within;
};

/* NULL when there is no memory. The options' strings are copied. */
struct simt_rewrite *simt_rewrite_create(const struct simt_rewrite_options *o);
void simt_rewrite_free(struct simt_rewrite *r);

/* Rewrites `in` to `out`, which begins with a #line of `in` as named here, and its headers to the mirror.
 * Call it for every source of a program: a header is rewritten once. 0, or -1 and a sentence in e. */
int simt_rewrite_file(struct simt_rewrite *r, const char *in, const char *out, struct err *e);

/* Every file read so far (sources and headers of the user), for a build's key. Owned by r. */
const char *const *simt_rewrite_files(const struct simt_rewrite *r, size_t *ret_n);

/* The same on memory, without files: the text rewritten, with as many newlines. NULL: no memory. You own it.
 */
char *simt_rewrite_text(const char *text, size_t n, size_t *ret_n);

#endif
