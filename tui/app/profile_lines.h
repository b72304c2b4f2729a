/*
 * profile_lines.h: what a report's profile says line by line, as rows: `ridge profile` prints them and the workbook's
 * profile page draws them. Nothing here prints or draws.
 */
#ifndef TUI_PROFILE_LINES_H
#define TUI_PROFILE_LINES_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/counter_words.h"

enum { PROFILE_COLUMNS = 4 };

struct profile_line {
    const char *call, *in, *file; /* in: the case. All three are the report's */
    int line;
    bool hot;                            /* at least half as much of the hot column as the line with the most */
    char value[PROFILE_COLUMNS][FIGURE]; /* with its unit */
};

struct profile_lines {
    const char *source;
    const struct counter_word *column[PROFILE_COLUMNS];
    int columns, hot; /* hot: the column that costs */
    struct profile_line *line; /* in the order of the report; lines that say nothing are left out */
    size_t n;
};

/* The table of the k-th source of counters by line; false: there are not so many sources. */
bool profile_lines(const json_t *report, size_t k, struct profile_lines *ret);
void profile_lines_finish(struct profile_lines *t);

#endif
