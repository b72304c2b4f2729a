/* student.c: cutting hidden cases out of a manifest, and what else a student's pack is without. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "student.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 200 };

bool student_keeps(const char *path)
{
    bool lab = !strncmp(path, "labs/", 5);
    bool drill = lab && strstr(path, "/drills/"); /* whose oracle would be in the clear */
    bool mutant = lab && strstr(path, "/mutants/");
    return strncmp(path, "kernels/", 8) && !mutant && !drill;
}

/* Behind "[[", "[==[" and what it holds; NULL: no long bracket begins at p. */
static const char *long_bracket(const char *p)
{
    size_t n = *p == '[' ? strspn(p + 1, "=") : 0;
    if (*p != '[' || p[1 + n] != '[')
        return NULL;
    char *close = util_path("]%.*s]", (int)n, p + 1);
    const char *end = strstr(p + 2 + n, close);
    end = end ? end + strlen(close) : p + strlen(p);
    free(close);
    return end;
}

/* Behind a comment or a text that begins at p, else NULL. */
static const char *skipped(const char *p)
{
    if (p[0] == '-' && p[1] == '-') {
        const char *end = long_bracket(p + 2);
        return end ? end : p + strcspn(p, "\n");
    }
    if (*p == '"' || *p == '\'') {
        const char *q = p + 1;
        while (*q && *q != *p && *q != '\n')
            q += *q == '\\' && q[1] ? 2 : 1;
        return q + (*q == *p);
    }
    return long_bracket(p);
}

/* Does "hidden = true" stand at p, behind the word that begins there? */
static bool says_hidden(const char *p)
{
    if (strncmp(p, "hidden", 6) || isalnum((unsigned char)p[6]) || p[6] == '_')
        return false;
    p += 6 + strspn(p + 6, " \t\n");
    if (*p != '=' || p[1] == '=')
        return false;
    p += 1 + strspn(p + 1, " \t\n");
    return !strncmp(p, "true", 4) && !isalnum((unsigned char)p[4]) && p[4] != '_';
}

/* Takes the table off that began at byte `at` of `to`, with the comma that follows in the source. */
static const char *cut(struct text *to, size_t at, const char *behind)
{
    to->len = at;
    to->s[at] = 0;
    const char *comma = behind + strspn(behind, " \t\n");
    return *comma == ',' || *comma == ';' ? comma + 1 : behind;
}

char *student_manifest(const char *lua, struct err *e)
{
    struct text to = { .cap = 4 << 20 };
    size_t begin[DEEP];
    bool hidden[DEEP] = { false };
    int deep = 0;
    for (const char *p = lua, *end; *p && deep >= 0 && deep < DEEP;) {
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        if (n) {
            hidden[deep ? deep - 1 : 0] |= deep && (p == lua || p[-1] != '.') && says_hidden(p);
            text_add(&to, p, n);
            p += n;
        } else if ((end = skipped(p))) {
            text_add(&to, p, (size_t)(end - p));
            p = end;
        } else if (*p == '{') {
            hidden[deep] = false;
            begin[deep++] = to.len;
            text_add(&to, p++, 1);
        } else if (*p == '}' && deep && hidden[deep - 1]) {
            p = cut(&to, begin[--deep], p + 1);
        } else {
            deep -= *p == '}';
            text_add(&to, p++, 1);
        }
    }
    if (!deep && !to.dropped)
        return to.s ? to.s : strdup("");
    text_finish(&to);
    err_set(e, "The braces of the manifest do not close.");
    return NULL;
}

static bool judges(const char *path, const char *lab)
{
    char *in[2] = { util_path("labs/%s/", lab), util_path("kernels/%s/", lab) };
    size_t n = strlen(path);
    bool text = n > 3 && !strcmp(path + n - 3, ".md");
    bool is = !text && student_keeps(path) && !strncmp(path, in[0], strlen(in[0]));
    is |= !strncmp(path, in[1], strlen(in[1]));
    free(in[0]);
    free(in[1]);
    return is;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void student_judged(const json_t *files, const char *lab, char hex[33])
{
    size_t n = 0;
    const char **paths = calloc(json_object_size(files) + 1, sizeof *paths), *path;
    const json_t *text;
    json_object_foreach((json_t *)(size_t)files, path, text)
        if (paths && judges(path, lab))
            paths[n++] = path;
    if (paths)
        qsort(paths, n, sizeof *paths, by_name);
    util_hash(hex, "ridge.judged/1", lab, NULL);
    for (size_t k = 0; k < n; k++) {
        char before[33];
        memcpy(before, hex, sizeof before);
        util_hash(hex, before, paths[k], json_string_value(json_object_get(files, paths[k])), NULL);
    }
    free(paths);
}
