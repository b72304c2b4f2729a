/*
 * zip.h: a zip whose files are stored as they are: what other systems take where they take no tar. The same files make
 * the same bytes. Nothing here reads a zip: archives of others are read in the box, by ridge-intake.
 */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "util.h"

/* Zeroed is empty; `to` is yours and may have a cap. */
struct zip {
    struct text *to;
    struct text index; /* the directory at the zip's end, so far */
    size_t files;
};

/* One more file. `runs`: it may be executed. -1 with a sentence: a name that a zip cannot have (empty, absolute, with
 * "..", longer than 200 bytes), more than 60,000 files, or more bytes than a zip without extensions holds. */
int zip_add(struct zip *z, const char *name, const void *bytes, size_t n, bool runs, struct err *e);

/* Writes the directory, and frees what the zip held. -1 with a sentence when `to` dropped bytes. */
int zip_end(struct zip *z, struct err *e);

#endif
