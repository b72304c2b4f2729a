/* order.h: what qsort() is given to bring numbers or texts into rising order. Headers of libc are all that it needs. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <string.h>

/* Of two doubles. */
static inline int order_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of two char pointers, by the bytes of their texts. */
static inline int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#endif
