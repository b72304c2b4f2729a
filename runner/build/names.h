/*
 * names.h: the names that a compiled submission asks the linker for. A submission's object is linked with the runtime
 * that counts its accesses or keeps its ranks' time, and is loaded beside a sanitizer's; a linker joins whatever bears
 * the name. No lab needs such a name, so an object that has one is refused, however the source spelled it (pasted
 * together, as an asm label, weak).
 *
 * What is not found here: machine code that looks for an address by itself. grader/PROMISES.md says what that may do.
 */
#ifndef BUILD_NAMES_H
#define BUILD_NAMES_H

#include <stddef.h>

/*
 * A section that runs before the runtime's own beginning (.preinit_array) is refused likewise, by its name.
 *
 * The first such name of an ELF object of n bytes, which points into them; NULL: there is none. `instrumented`: the
 * compiler put calls of a sanitizer's runtime in, which no build without one has. `more`: names to be refused besides,
 * sorted as by strcmp(), nmore of them. Bytes that are no object of this machine's have the name "".
 */
const char *names_forbidden(const void *object, size_t n, int instrumented, const char *const *more, size_t nmore);

/* The sentence of a compiler's log about such a name. */
#define NAMES_REFUSED \
    "%s: error: `%s' belongs to the sanitizers, the loader or Ridge's own runtime: a lab's code does without\n"

#endif
