/* build_link.c: what the linker says, for the one who wrote the source: which functions are missing, and where what
 * nobody defines is used. Paths of a run's folder and of the cache say nothing to him. */
#define _GNU_SOURCE
#include "build_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

/* What the learner's functions are called by is ours. */
static int is_ours(const char *line, const char *in)
{
    return !strncmp(in, "ridge_", 6) || strstr(line, "ridge-trampoline") || strstr(line, "ridge-harness");
}

/* Between ` and ' behind `at`. */
static void quoted(const char *at, char *ret, size_t n)
{
    const char *from = strchr(at, '`');
    snprintf(ret, n, "%.*s", from ? (int)strcspn(from + 1, "'\n") : 0, from ? from + 1 : "");
}

/* "/a/b/src/roofline.c:20:" at the end of what stands before `at`: "roofline.c:20"; an object is no place. */
static void place(const char *line, const char *at, char *ret, size_t n)
{
    while (at > line && (at[-1] == ' ' || at[-1] == ':'))
        at--;
    const char *from = at;
    while (from > line && from[-1] != '/' && from[-1] != ' ')
        from--;
    snprintf(ret, n, "%.*s", (int)(at - from), from);
    char *section = strstr(ret, ":(.");
    if (section)
        *section = 0;
}

/* Every word without its folders, and without the program's name in front. */
static void shortened(struct text *to, const char *line)
{
    const char *colon = strstr(line, "ld: ");
    if (colon && strcspn(line, " ") == (size_t)(colon + 3 - line))
        line = colon + strlen("ld: ");
    while (*line) {
        size_t n = strcspn(line, " "), from = n;
        while (from && line[from - 1] != '/')
            from--;
        from = n && (line[0] == '/' || line[0] == '.') ? from : 0;
        text_add(to, line + from, n - from);
        size_t blanks = strspn(line + n, " ");
        text_add(to, line + n, blanks);
        line += n + blanks;
    }
    text_add(to, "\n", 1);
}

static int first_time(struct text *seen, const char *name)
{
    char key[300];
    snprintf(key, sizeof key, "\n%.250s\n", name);
    if (strstr(text_str(seen), key))
        return 0;
    text_addf(seen, "%s", key);
    return 1;
}

struct linked {
    struct text missing, used, other, seen;
    char in[256];
};

static void undefined(struct linked *l, const char *line, const char *at)
{
    char name[256], where[256];
    quoted(at, name, sizeof name);
    place(line, at, where, sizeof where);
    if (!first_time(&l->seen, name))
        return;
    if (is_ours(line, l->in))
        text_addf(&l->missing, "%s%s", l->missing.len ? ", " : "", name);
    else
        text_addf(&l->used, "%s%serror: undefined reference to `%s'%s%s: nothing defines it\n", where,
                  *where ? ": " : "", name, *l->in ? " in " : "", l->in);
}

static void one_line(struct linked *l, const char *line)
{
    static const char *const noise[] = { "collect2:", "linker command failed", "more undefined references",
                                         "first defined here" };
    const char *at = strstr(line, "undefined reference to "), *fn = strstr(line, "in function `");
    const char *twice = strstr(line, "multiple definition of ");
    char name[256], where[256];
    for (size_t k = 0; !at && !twice && k < sizeof noise / sizeof noise[0]; k++)
        if (strstr(line, noise[k]))
            return;
    if (at) {
        undefined(l, line, at);
    } else if (fn) {
        quoted(fn, l->in, sizeof l->in);
    } else if (twice) {
        quoted(twice, name, sizeof name);
        place(line, twice, where, sizeof where);
        text_addf(&l->used, "%s%serror: multiple definition of `%s': keep one, or make it static\n", where,
                  *where ? ": " : "", name);
    } else if (*line) {
        shortened(&l->other, line);
    }
}

static void name_files(struct text *to, const json_t *edit)
{
    size_t k;
    const json_t *f;
    json_array_foreach(edit, k, f)
        text_addf(to, "%s%s", k ? " and " : "", json_string_value(f));
}

/* Where the header declares `name`; its end where the name does not stand in it. */
static size_t declared_at(const char *header, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = header; (at = strstr(at, name)); at += n)
        if ((at == header || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) && at[n + strspn(at + n, " ")] == '(')
            return (size_t)(at - header);
    return strlen(header);
}

/* The linker names functions in the order in which our objects call them: "c, a, b" becomes the header's "a, b, c",
 * since hints begin with the first. */
static void as_declared(struct text *missing, const char *header)
{
    enum { MOST = 64 };
    char *names = strdup(text_str(missing)), *name[MOST], *rest = NULL;
    size_t n = 0;
    for (char *s = strtok_r(names, ", ", &rest); s; s = strtok_r(NULL, ", ", &rest)) {
        size_t k = n++;
        if (k == MOST) {
            free(names);
            return;
        }
        for (; k && declared_at(header, name[k - 1]) > declared_at(header, s); k--)
            name[k] = name[k - 1];
        name[k] = s;
    }
    missing->len = 0;
    for (size_t k = 0; k < n; k++)
        text_addf(missing, "%s%s", k ? ", " : "", name[k]);
    free(names);
}

void link_words(struct text *log, size_t from, const json_t *edit, const char *header)
{
    struct linked l = { .missing = { .cap = 4096 }, .used = { .cap = 16384 }, .other = { .cap = 16384 },
                        .seen = { .cap = 16384 } };
    char *said = strdup(text_str(log) + from), line[LINE];
    log->len = from;
    if (log->s)
        log->s[from] = 0;
    for (const char *s = said; said && *s;) {
        size_t n = strcspn(s, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, s);
        one_line(&l, line);
        s += n + (s[n] == '\n');
    }
    if (l.missing.len) {
        as_declared(&l.missing, header);
        name_files(log, edit);
        text_addf(log, " %s no %s: declared in lab.h\n", json_array_size(edit) > 1 ? "define" : "defines",
                  text_str(&l.missing));
    }
    text_addf(log, "%s%s", text_str(&l.used), text_str(&l.other));
    text_finish(&l.missing);
    text_finish(&l.used);
    text_finish(&l.other);
    text_finish(&l.seen);
    free(said);
}
