/*
 * kept.h: where runs of a unit test keep objects of Ridge's own. With RIDGE_TEST_CACHE, as ./check sets it, that is one
 * folder for all tests; a test that looks at what is kept unsets it.
 */
#ifndef TESTS_KEPT_H
#define TESTS_KEPT_H
#include <stdio.h>
#include <stdlib.h>

static inline void kept_place(const char *scratch, char *ret, size_t n)
{
    const char *all = getenv("RIDGE_TEST_CACHE");
    if (all && *all)
        snprintf(ret, n, "%s/unit", all);
    else
        snprintf(ret, n, "%s/cache", scratch);
}

#endif
