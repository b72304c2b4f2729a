/*
 * profile_counters.h: what a report's profile counted, by call and case: `ridge profile` prints the columns beside each
 * other and the workbook's profile page draws them below each other. Nothing here prints or draws.
 */
#ifndef TUI_PROFILE_COUNTERS_H
#define TUI_PROFILE_COUNTERS_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/counter_words.h"

enum { PROFILE_COUNTERS_MOST = 256 }; /* columns, and counters of one report */

struct profile_column {
    const char *call, *in, *source; /* in: the case */
};

struct profile_counter {
    const char *name, *words, *source;
    bool zero; /* 0 in every column that has the counter */
};

/* All texts and cells are the report's. */
struct profile_counters {
    struct profile_column *column;   /* in the order in which the report names them first, as the counters are */
    struct profile_counter *counter;
    const json_t **cell; /* [counter * columns + column]; NULL: not counted there */
    size_t columns, n, left_out; /* left_out: rows beyond PROFILE_COUNTERS_MOST columns or counters */
};

/* Does a row of "counters" belong to the profile? The small cases of `correct` are counted, too; the profile is of the
 * cases that were traced. */
bool profile_traced(const json_t *report, const json_t *row);

/* The table of a report; profile_counters_finish() frees what was made. */
void profile_counters(const json_t *report, struct profile_counters *ret);
void profile_counters_finish(struct profile_counters *t);

/* A cell with its unit, "-" where the counter was not counted. */
const char *profile_value(const struct profile_counters *t, size_t counter, size_t column, char ret[FIGURE]);

#endif
