/*
 * sources.h: a submission's files in the two forms that they travel in: {"NAME": text} for the runner and from an
 * intake, struct db_file for the workbook. Copies neither way more than it must; reads and writes nothing.
 */
#ifndef TUI_SOURCES_H
#define TUI_SOURCES_H

#include <jansson.h>
#include <stddef.h>

#include "db/db.h"

/* The first DB_MAX_FILES texts as rows, and how many; the rows point into `files`, which has to outlive them. */
size_t sources_rows(const json_t *files, struct db_file ret[DB_MAX_FILES]);

/* A new object. A file that is no UTF-8 text is left out: no lab has such a file. */
json_t *sources_json(const struct db_file *files, size_t n);

#endif
