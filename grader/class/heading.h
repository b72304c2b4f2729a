/*
 * heading.h: the columns of a table by what heads them, in the spellings of several systems and languages, or as a
 * person says ("key=Matrikel"). Pure.
 */
#ifndef RIDGE_GRADER_HEADING_H
#define RIDGE_GRADER_HEADING_H

#include <stdbool.h>

#include "csv.h"

enum { HEADING_NONE = -1 };

struct heading {
    const char *word;         /* what a person calls the column */
    const char *const *names; /* what may head it, best first: letters and digits in lower case; ends with NULL */
    bool filled;              /* only one with something in it will do */
    long at;                  /* the column, or HEADING_NONE */
};

void heading_find(const struct csv *c, struct heading *h, size_t n);

/* "WORD=HEADING", exactly as the file has it; -1 with a sentence that has the words, or the headings there are. */
int heading_say(const struct csv *c, const char *said, struct heading *h, size_t n, struct err *e);

void heading_list(const struct csv *c, struct text *to); /* all headings, commas between */

/* A cell without blanks in front; "" where the row or the column is none. */
const char *heading_cell(const struct csv *c, size_t row, long at);

/* Is nothing but blanks in it? Excel leaves such rows behind. */
bool heading_empty_row(const struct csv *c, size_t row);

#endif
