/* find.c: see find.h. */
#define _GNU_SOURCE
#include "find.h"

#include <ctype.h>
#include <string.h>

long find_text(const char *text, const char *needle, size_t from)
{
    int exact = 0;
    size_t len = strlen(needle);
    for (size_t k = 0; k < len; k++)
        exact |= isupper((unsigned char)needle[k]) != 0;
    if (!len || from > strlen(text))
        return -1;
    const char *p = exact ? strstr(text + from, needle) : strcasestr(text + from, needle);
    return p ? p - text : -1;
}

/* From one place on, taking the first that fits each time. */
static int fuzzy_from(const char *text, size_t at, const char *typed)
{
    int score = 0, run = 0;
    size_t k = at;
    for (; *typed; typed++, k++) {
        if (*typed == ' ') { /* between words: what follows may stand anywhere later */
            run = 0;
            k--;
            continue;
        }
        size_t was = k;
        while (text[k] && tolower((unsigned char)text[k]) != tolower((unsigned char)*typed))
            k++;
        if (!text[k])
            return 0;
        run = k == was ? run + 1 : 1;
        score +=
            2 * run + (k == 0 || !isalnum((unsigned char)text[k - 1]) ? 8 : 0) - (k - was > 8 ? 8 : (int)(k - was));
    }
    return score > 0 ? score + 1 : 1;
}

int find_fuzzy(const char *text, const char *typed)
{
    int best = *typed ? 0 : 1;
    for (size_t at = 0; *typed && text[at]; at++)
        if (tolower((unsigned char)text[at]) == tolower((unsigned char)*typed)) {
            int score = fuzzy_from(text, at, typed);
            best = score > best ? score : best;
        }
    return best;
}
