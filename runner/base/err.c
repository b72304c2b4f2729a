/* err.c: see err.h. */
#include "err.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void err_full_stop(char *sentence, size_t room)
{
    size_t n = strlen(sentence);
    while (n && isspace((unsigned char)sentence[n - 1]))
        sentence[--n] = 0;
    if (!n || n + 2 > room || strchr(".!?:", sentence[n - 1]) || (n > 2 && !memcmp(sentence + n - 3, "…", 3)))
        return;
    sentence[n] = '.';
    sentence[n + 1] = 0;
}

int err_set(struct err *e, const char *fmt, ...)
{
    if (!e)
        return -1;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    err_full_stop(e->text, sizeof e->text);
    return -1;
}
