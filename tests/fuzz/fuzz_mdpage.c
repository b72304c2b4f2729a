/*
 * Any bytes as Markdown: the page's body must be markup that closes what it opens, with no tag, attribute or character
 * that mdpage.c does not write.
 * sources: curriculum/load/mdpage.c curriculum/load/mdparse.c runner/base/utf8.c runner/base/util.c
 * sources: runner/base/memory.c runner/base/err.c -lmd4c -lsodium -ljansson
 */
#include "fuzz.h"

#include "curriculum/load/mdpage.h"

#include <string.h>

enum { DEPTH = 4096, TAG = 16 };

static const char *const known[] = { "p", "em", "strong", "del", "br/", "hr/", "h1", "h2", "h3", "h4", "h5", "h6", "a",
    "code", "pre", "div", "table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "blockquote", "details",
    "summary" };

static bool is_known(const char *name)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k], name))
            return true;
    return false;
}

/* What is open stands on a stack. */
static void check(const char *s)
{
    static char open[DEPTH][TAG];
    size_t depth = 0;
    for (; *s; s++) {
        MUST((unsigned char)*s >= 0x20 || *s == '\n' || *s == '\t');
        MUST(*s != '>');
        if (*s != '<')
            continue;
        bool closes = s[1] == '/';
        size_t n = strcspn(s + 1 + closes, " >"), end = strcspn(s, ">");
        char name[TAG];
        MUST(n < TAG && s[end] == '>' && !memchr(s + 1, '<', end - 1));
        memcpy(name, s + 1 + closes, n);
        name[n] = 0;
        MUST(is_known(name));
        if (closes)
            MUST(depth && !strcmp(open[--depth], name));
        else if (s[end - 1] != '/' && depth < DEPTH)
            strcpy(open[depth++], name);
        s += end;
    }
    MUST(depth == 0);
}

static bool leads(const char *link, bool code, char *ret, size_t n, void *data)
{
    (void)data;
    if (!code || *link == 'x')
        return false;
    return snprintf(ret, n, "%s", link) < (int)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct text to = { 0 }, answers = { 0 }, title = { 0 };
    struct mdpage p = { .shift = data[0] & 3, .untitled = data[0] & 4, .leads = data[0] & 8 ? leads : NULL,
                        .answers = data[0] & 16 ? &answers : NULL, .title = data[0] & 32 ? &title : NULL };
    if (!mdpage_add(&p, (const char *)data + 1, size - 1, &to)) {
        check(text_str(&to));
        check(text_str(&answers));
        check(text_str(&title));
    }
    text_finish(&to);
    text_finish(&answers);
    text_finish(&title);
    return 0;
}
