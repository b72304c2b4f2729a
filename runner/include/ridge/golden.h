/*
 * golden.h: a text that a submission wrote against the one expected. Blanks that nobody sees (at the ends of lines,
 * several in a row, empty lines) do not count; everything else does.
 */
#ifndef RIDGE_GOLDEN_H
#define RIDGE_GOLDEN_H

#include <ctype.h>

#include "ridge/oracle.h"

/* The next line of s[0..n) that is not empty, its blanks made single, in `ret`; NULL at the end, else what follows. */
static inline const char *ridge_line(const char *s, size_t n, char *ret, size_t cap)
{
    const char *end = s + n;
    size_t k = 0;
    while (s < end && *s && isspace((unsigned char)*s))
        s++;
    if (s == end || !*s)
        return NULL;
    for (; s < end && *s && *s != '\n'; s++) {
        int blank = isspace((unsigned char)*s);
        if (k + 1 < cap && !(blank && k && ret[k - 1] == ' '))
            ret[k++] = blank ? ' ' : *s;
    }
    while (k && ret[k - 1] == ' ')
        k--;
    ret[k] = 0;
    return s;
}

/* 1 when `got` (n bytes at most, hostile) says what `want` does; else 0 with the first line that differs in v. */
static inline int ridge_golden(struct ridge_verdict *v, const char *what, const char *got, size_t n, const char *want)
{
    char a[200], b[200];
    size_t left = strlen(want);
    for (int line = 1;; line++) {
        const char *g = ridge_line(got, n, a, sizeof a), *w = ridge_line(want, left, b, sizeof b);
        if (!g && !w)
            return 1;
        if (!g || !w || strcmp(a, b)) {
            v->pass = 0;
            snprintf(v->message, sizeof v->message, "%s, line %d: \"%s\", expected \"%s\"", what, line, g ? a : "",
                     w ? b : "");
            return 0;
        }
        n -= (size_t)(g - got);
        left -= (size_t)(w - want);
        got = g;
        want = w;
    }
}

#endif
