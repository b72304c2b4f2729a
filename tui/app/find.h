/* find.h: words in one text, as somebody types them into a search. */
#ifndef APP_FIND_H
#define APP_FIND_H

#include <stddef.h>

/* Where `text` holds `needle`, at or after `from`; -1: nowhere. Letters match both cases unless `needle` has a
 * capital. */
long find_text(const char *text, const char *needle, size_t from);

/* How well the letters of `typed` are found in `text`, in their order; 0: they are not all there. Words' beginnings and
 * letters side by side count more. */
int find_fuzzy(const char *text, const char *typed);

#endif
