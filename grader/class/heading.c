/* heading.c: see heading.h. */
#include "heading.h"

#include <ctype.h>
#include <string.h>

/* A heading's letters and digits in lower case, those with marks as their plain letters: what is looked for needs no
 * others. */
static void fold(const char *s, char to[64])
{
    static const char *const marked[] = {"äa", "öo", "üu", "ée", "èe", "êe", "àa", "çc", NULL};
    size_t n = 0;
    while (*s && n < 63) {
        size_t k = 0;
        const char *at = NULL;
        for (; marked[k] && !at; k++)
            at = strncmp(marked[k], s, 2) ? NULL : marked[k];
        if (!at && !strncmp(s, "É", 2))
            at = "Ée";
        if (at || isalnum((unsigned char)*s))
            to[n++] = at ? at[2] : (char)tolower((unsigned char)*s);
        s += at ? 2 : 1;
    }
    to[n] = 0;
}

static bool any_cell(const struct csv *c, size_t column)
{
    for (size_t r = 1; r < csv_rows(c); r++)
        if (*csv_cell(c, r, column))
            return true;
    return false;
}

static long find(const struct csv *c, const struct heading *h)
{
    char heading[64];
    for (const char *const *name = h->names; *name; name++)
        for (size_t k = 0; k < csv_cells(c, 0); k++) {
            fold(csv_cell(c, 0, k), heading);
            if (!strcmp(heading, *name) && (!h->filled || any_cell(c, k)))
                return (long)k;
        }
    return HEADING_NONE;
}

void heading_find(const struct csv *c, struct heading *h, size_t n)
{
    for (size_t k = 0; k < n; k++)
        h[k].at = find(c, &h[k]);
}

static long headed(const struct csv *c, const char *heading)
{
    for (size_t k = 0; k < csv_cells(c, 0); k++)
        if (!strcmp(csv_cell(c, 0, k), heading))
            return (long)k;
    return HEADING_NONE;
}

void heading_list(const struct csv *c, struct text *to)
{
    for (size_t k = 0; k < csv_cells(c, 0); k++)
        text_addf(to, "%s%s", k ? ", " : "", csv_cell(c, 0, k));
}

int heading_say(const struct csv *c, const char *said, struct heading *h, size_t n, struct err *e)
{
    const char *is = strchr(said, '=');
    struct text words = {0}, all = {.cap = 600};
    for (size_t k = 0; k < n; k++) {
        text_addf(&words, "%s%s", !k ? "" : k + 1 < n ? ", " : " or ", h[k].word);
        if (!is || strlen(h[k].word) != (size_t)(is - said) || strncmp(said, h[k].word, (size_t)(is - said)))
            continue;
        text_finish(&words);
        h[k].at = headed(c, is + 1);
        if (h[k].at != HEADING_NONE)
            return 0;
        heading_list(c, &all);
        err_set(e, "No column is headed \"%s\". The columns are: %s.", is + 1, text_str(&all));
        text_finish(&all);
        return -1;
    }
    err_set(e,
            "The option --column takes %s, and a heading of the file, as in key=Matrikel; it does not take \"%s\".",
            text_str(&words), said);
    text_finish(&words);
    return -1;
}

const char *heading_cell(const struct csv *c, size_t row, long at)
{
    const char *s = at == HEADING_NONE ? "" : csv_cell(c, row, (size_t)at);
    return s + strspn(s, " ");
}

bool heading_empty_row(const struct csv *c, size_t row)
{
    for (size_t k = 0; k < csv_cells(c, row); k++)
        if (csv_cell(c, row, k)[strspn(csv_cell(c, row, k), " ")])
            return false;
    return true;
}
