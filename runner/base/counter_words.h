/*
 * counter_words.h: what every counter is called in words, what it is counted in and who counts it: the one list for
 * `ridge simt`, `ridge profile`, the workbook's profile page and `ridge help counters`. A lab may have counters of its
 * own, which the list does not hold.
 */
#ifndef RUNNER_COUNTER_WORDS_H
#define RUNNER_COUNTER_WORDS_H

#include "runner/base/figure.h"

enum { COUNTER_WORDS_MOST = 31 }; /* columns of the longest words */

/* A part is a fraction of 1 and shown in percent. */
enum counter_unit { COUNTER_COUNT, COUNTER_RATIO, COUNTER_PART, COUNTER_BYTES, COUNTER_NS, COUNTER_US };

struct counter_word {
    const char *name, *words;
    enum counter_unit unit;
    const char *where; /* the sources that count it, with commas between */
};

extern const struct counter_word counter_list[]; /* by what they tell of; ends with a name that is NULL */

const struct counter_word *counter_find(const char *name); /* NULL: it is a lab's own */
const char *counter_words(const char *name);               /* its words, else its name */
const char *counter_unit_name(enum counter_unit u);        /* "", "a ratio", "%", "B", "ns", "µs" */
const char *counter_value(const char *name, double v, char ret[FIGURE]); /* "31,744" "98.4 %" "12.6 MB" "3.1 µs" */

#endif
