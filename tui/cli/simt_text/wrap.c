/* wrap.c: colours, widths and folded lines of a report. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"
#include "text_internal.h"

const char *text_color(const struct simt_style *s, const char *name)
{
    static const struct {
        const char *name, *code;
    } t[] = {{"red", "\033[31m"}, {"green", "\033[32m"}, {"yellow", "\033[33m"}, {"cyan", "\033[36m"},
             {"dim", "\033[2m"},  {"bold", "\033[1m"},   {"off", "\033[0m"}};
    for (size_t k = 0; s->colour && k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k].name, name))
            return t[k].code;
    return "";
}

int text_columns(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

/* In ASCII, where the terminal has nothing else. */
static char *plain(char *text)
{
    struct text t = {0};
    for (size_t at = 0, n = strlen(text), used; at < n; at += used) {
        uint32_t c = utf8_decode(text + at, n - at, &used);
        if (c < 0x80)
            text_add(&t, text + at, 1);
        else
            text_addf(&t, "%s", utf8_to_ascii(c));
    }
    free(text);
    text = strdup(text_str(&t));
    text_finish(&t);
    return text;
}

void text_wrap(const struct simt_style *s, int first, int indent, const char *fmt, ...)
{
    char *text = NULL, *save = NULL;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&text, fmt, ap), at = first;
    va_end(ap);
    if (n < 0 || (!s->utf8 && !(text = plain(text))))
        return;
    if (indent > s->width / 4)
        indent = 1;
    if (at > s->width / 4)
        at = indent;
    fprintf(s->to, "%*s", at, "");
    int fresh = 1;
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        int wide = text_columns(w);
        if (!fresh && at + 1 + wide > s->width) {
            fprintf(s->to, "\n%*s", indent, "");
            at = indent;
            fresh = 1;
        }
        fprintf(s->to, "%s%s", fresh ? "" : " ", w);
        at += wide + !fresh;
        fresh = 0;
    }
    fprintf(s->to, "\n");
    free(text);
}
