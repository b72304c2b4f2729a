/*
 * cli_table.h: rows in columns as wide as what stands in them. On a terminal that is too narrow the columns that may
 * narrow do, and their text goes on under itself; then the columns of the highest rank are left out, as the workbook
 * does (columns.h). In a pipe a row is a line and nothing is left out.
 */
#ifndef TUI_CLI_TABLE_H
#define TUI_CLI_TABLE_H

#include "cli.h"

struct cli_table_column {
    const char *head; /* NULL in all columns: there is no line of heads, nor is there one without rows */
    int rank;         /* 0: the column is always there */
    bool right;
    int least;  /* the text may be folded down to this width, as that of the last column always is; 0: never */
    bool under; /* of the last column: where it has no room beside the others, it stands under them */
    bool whole; /* a word that is wider than the column is not cut: an address */
};

struct cli_table; /* begun, filled row by row from the left, and printed, which frees the table */

struct cli_table *cli_table_new(const struct cli_table_column *columns, size_t n, int indent);
/* Adds the next cell; style: a colour of cli_color(), NULL: none. Foreign text is made harmless, and one line. */
void cli_table_cell(struct cli_table *t, const char *style, const char *text);
void cli_table_cellf(struct cli_table *t, const char *style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a line across all columns, between two rows. */
void cli_table_line(struct cli_table *t, const char *style, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void cli_table_status(struct cli_table *t, const char *status); /* the status's sign and word, in its colour */
void cli_table_number(struct cli_table *t, const json_t *row, const char *key); /* row[key], "-" where there is none */
void cli_table_print(const struct cli *c, struct cli_table *t); /* frees it */

#endif
