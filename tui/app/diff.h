/*
 * diff.h: two texts as lines kept, taken away and added: Myers's greedy algorithm (An O(ND) Difference Algorithm and
 * Its Variations, Algorithmica 1986). Pure.
 */
#ifndef TUI_DIFF_H
#define TUI_DIFF_H

#include <stddef.h>

struct diff_line {
    char sign;        /* ' ' in both, '-' in the first only, '+' in the second only */
    const char *text; /* in one of the two texts; no newline, no NUL behind it */
    size_t len;
    int first, second; /* the line's number in each text, from 1; 0 where the text has no such line */
};

struct diff {
    struct diff_line *line;
    size_t n, added, removed;
};

/*
 * The shortest script from `a` to `b`, which must outlive it. Beyond some thousands of changes what lies between the
 * first and the last of them is taken as changed throughout. -1: out of memory.
 */
int diff_texts(const char *a, size_t na, const char *b, size_t nb, struct diff *ret);
void diff_free(struct diff *d); /* a zeroed one is fine */

/* Is line k worth showing: a change, or within `context` lines of one? */
int diff_near(const struct diff *d, size_t k, size_t context);

#endif
