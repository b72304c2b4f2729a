/*
 * csv.h: comma-separated values, read strictly (RFC 4180) and kept as they were, so that a file can be written
 * back byte by byte with some cells changed.
 *
 * The separator is a comma, a semicolon or a tab: whichever the first line has most of outside quotes. A UTF-8
 * byte order mark is allowed; lines end in LF, CRLF or CR. What is not a table gets an error that names the line:
 * a quote inside a bare cell, text behind a closing quote, a quote that is never closed, NUL, bytes that are no
 * UTF-8. Rows may have different lengths and an empty line is a row of one empty cell: the caller judges those.
 */
#ifndef RIDGE_GRADER_CSV_H
#define RIDGE_GRADER_CSV_H

#include <stddef.h>

#include "runner/base/util.h"

enum { CSV_MAX_BYTES = 16 << 20, CSV_MAX_ROWS = 100000, CSV_MAX_CELLS = 1024 };

struct csv;

/* A new table, or NULL with a sentence in `e`. `text` need not outlive the call. csv_free() the table. */
struct csv *csv_parse(const char *text, size_t n, struct err *e);
void csv_free(struct csv *c); /* accepts NULL */

size_t csv_rows(const struct csv *c);
size_t csv_cells(const struct csv *c, size_t row);

/* What a cell says, without its quotes; "" where there is none. */
const char *csv_cell(const struct csv *c, size_t row, size_t cell);

/* The bytes of a cell as they stand in the file, quotes and all; not terminated. */
const char *csv_raw(const struct csv *c, size_t row, size_t cell, size_t *ret_n);

size_t csv_line(const struct csv *c, size_t row); /* where a row begins; the first line is 1 */
char csv_separator(const struct csv *c);
/* What stands before the first row, *ret_n bytes: a byte order mark, Excel's line "sep=;", or nothing. */
const char *csv_preface(const struct csv *c, size_t *ret_n);
int csv_bom(const struct csv *c);                       /* does the file begin with a byte order mark? */
const char *csv_ending(const struct csv *c, size_t row); /* "\n", "\r\n", "\r", or "" at the end of the file */

/* Appends a cell to `to`, in quotes when it needs them: the separator, a quote, a line's end, or space around. */
void csv_write_cell(struct text *to, const char *cell, char separator);

#endif
