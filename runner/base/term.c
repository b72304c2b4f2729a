/* term.c: see term.h. */
#include "term.h"

#include "utf8.h"

int term_char(const char *s, uint32_t *c, size_t *used)
{
    size_t n = 1;
    while (n < 4 && s[n - 1] && s[n])
        n++;
    *c = utf8_decode(s, n, used);
    if (utf8_is_unsafe(*c))
        return -1;
    int w = utf8_width(*c);
    return w < 0 ? -1 : w;
}

size_t term_escape(const char *s)
{
    size_t n = 1;
    if (*s != 27)
        return 0;
    if (s[1] == '[') {
        for (n = 2; s[n] && ((unsigned char)s[n] < 0x40 || (unsigned char)s[n] > 0x7e); n++)
            ;
        return s[n] ? n + 1 : n;
    }
    if (s[1] == ']') {
        for (n = 2; s[n] && s[n] != 7 && s[n] != 27; n++)
            ;
        return s[n] == 7 ? n + 1 : s[n] == 27 && s[n + 1] == '\\' ? n + 2 : n;
    }
    return s[1] ? 2 : 1;
}

int term_width(const char *s)
{
    int width = 0;
    uint32_t c;
    for (size_t used; *s; s += used) {
        int w = term_char(s, &c, &used);
        if (*s == 27) {
            used = term_escape(s);
            w = 0;
        }
        width += w > 0 ? w : 0;
    }
    return width;
}

size_t term_break(const char *s, int width, size_t *next)
{
    size_t at = 0, blank = 0, used;
    int column = 0;
    uint32_t c;
    if (!*s)
        return *next = 0;
    for (; s[at] && s[at] != '\n'; at += used) {
        int w = term_char(s + at, &c, &used);
        if (s[at] == 27) {
            used = term_escape(s + at);
            continue;
        }
        if (c == ' ')
            blank = at;
        if (w > 0 && column + w > width && at > 0) {
            if (c == ' ')
                break;
            if (blank)
                at = blank;
            break;
        }
        column += w > 0 ? w : 0;
    }
    *next = at;
    while (s[*next] == ' ')
        ++*next;
    if (s[*next] == '\n')
        ++*next;
    while (at > 0 && s[at - 1] == ' ')
        at--;
    return at;
}
