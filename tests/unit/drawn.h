/*
 * drawn.h: which rows of a table that is long by nature a run takes. Where RIDGE_DRAW=WORD is set, as ./check sets it to
 * the commit, every third, and the word draws which one begins; otherwise all.
 */
#ifndef TESTS_DRAWN_H
#define TESTS_DRAWN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* What the word makes of itself; 0 where all rows are taken. */
static inline unsigned drawn_hash(void)
{
    const char *word = getenv("RIDGE_DRAW");
    unsigned hash = 2166136261u;
    for (const char *s = word; s && *s; s++)
        hash = (hash ^ (unsigned char)*s) * 16777619u;
    return word && *word ? hash | 1u : 0;
}

static inline bool drawn(size_t row)
{
    const unsigned hash = drawn_hash();
    return !hash || row % 3 == (hash >> 8) % 3;
}

#endif
