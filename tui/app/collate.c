/* collate.c: names in the order of a class list. */
#include "collate.h"

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wctype.h>

#include "runner/base/utf8.h"

static bool has_an_order(void)
{
    const char *locale = setlocale(LC_COLLATE, NULL);
    return locale && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0 && strncmp(locale, "C.", 2) != 0;
}

/* The next letter of *s without its accent and in lower case, behind combining marks; 0 at the end. */
static uint32_t next_letter(const char **s)
{
    while (**s) {
        size_t used;
        uint32_t c = utf8_without_marks(utf8_decode(*s, strlen(*s), &used));
        *s += used;
        if (c)
            return (uint32_t)towlower((wint_t)c);
    }
    return 0;
}

int collate_names(const char *a, const char *b)
{
    const char *p = a, *q = b;
    bool ordered = has_an_order();
    int d = ordered ? strcoll(a, b) : 0;
    for (uint32_t x = 1; !ordered && !d && x;) {
        x = next_letter(&p);
        uint32_t y = next_letter(&q);
        d = (x > y) - (x < y);
    }
    return d ? d : strcmp(a, b);
}
