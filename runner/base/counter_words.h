/*
 * counter_words.h: the dictionary of counters: one row for each thing that a profile tells, with words, unit,
 * meaning, metric in Nsight Compute and the sources that count it. Tables, sentences, `ridge help counters` and
 * the list of metrics that ncu is asked for come from these rows. A lab may count things of its own: its manifest has
 * their words (`counters`), each report of the lab brings them along, and the dictionary does not hold them.
 */
#ifndef RUNNER_COUNTER_WORDS_H
#define RUNNER_COUNTER_WORDS_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/figure.h"

enum { COUNTER_WORDS_MOST = 31, COUNTER_HEAD_MOST = 9 }; /* columns of the longest words, of the longest head */

/* A part is a fraction of 1 and shown in per cent; a COUNTER_PERCENT is stored as per cent. */
enum counter_unit {
    COUNTER_COUNT,
    COUNTER_RATIO,
    COUNTER_PART,
    COUNTER_PERCENT,
    COUNTER_BYTES,
    COUNTER_NS,
    COUNTER_US
};

enum counter_section {
    COUNTERS_GLOBAL,
    COUNTERS_SHARED,
    COUNTERS_CONSTANT,
    COUNTERS_COPIES,
    COUNTERS_WARPS,
    COUNTERS_ARITHMETIC,
    COUNTERS_OCCUPANCY,
    COUNTERS_ERRORS,
    COUNTERS_STALLS,
    COUNTERS_HOST,
    COUNTERS_RANKS,
    COUNTER_SECTIONS
};

/* How a counter is made of metrics: of one, of the sum or the quotient of two, or as one's part, in per cent,
 * of the sum of all metrics with this operation. */
enum counter_op { COUNTER_PLAIN, COUNTER_SUM, COUNTER_QUOTIENT, COUNTER_SHARE };

struct counter_word {
    const char *name, *words; /* "sh_conf", as gates and --json call it; "wavefronts by bank conflicts" */
    enum counter_unit unit;
    enum counter_section section;
    const char *where;   /* the sources that count it, with commas between */
    const char *means;   /* one sentence */
    const char *head;    /* of the counter's column in tables by line; NULL: no table by line has the counter */
    const char *formula; /* from other counters, in C's notation; NULL: the counter is counted itself */
    struct {
        const char *a, *b; /* exact names of metrics; a NULL: Nsight Compute has no such metric; b: see op */
        enum counter_op op;
        double scale; /* times the metric; 0: 1 */
    } ncu;
    const char *column; /* the exact head of the column on Nsight Compute's source page, or NULL */
};

extern const struct counter_word counter_list[]; /* by section; ends with a name that is NULL */

/* The row of a counter; NULL: a lab alone counts it. "ptx:TEXT" is one row for every text. */
const struct counter_word *counter_find(const char *name);
const char *counter_words(const char *name); /* the dictionary's words, else the name */

/* The words of a counter in a report, whose "counter_words" has those of what its lab alone counts. Lives as long as
 * both. */
const char *counter_words_in(const json_t *report, const char *name);
const char *counter_section_title(enum counter_section s);
const char *counter_unit_name(enum counter_unit u); /* "", "a ratio", "%", "B", "ns", "µs" */
bool counter_from(const struct counter_word *c, const char *source);

/* "31,744" "98.4 %" "12.6 MB" "3.1 µs"; without a row in the dictionary a plain number. */
const char *counter_value(const char *name, double v, char ret[FIGURE]);

/* Nsight Compute's name of the counter: "METRIC", "METRIC + METRIC", …; "" where Nsight Compute has none. */
enum { COUNTER_METRIC = 200 };
const char *counter_metric(const struct counter_word *c, char ret[COUNTER_METRIC]);

/* {name: words} of all counters, for Lua. You own the reference. */
json_t *counter_dictionary(void);

#endif
