/* rewrite_edit.c: changes of a source's text: noted while the tokens are read, applied when all have been. */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

char *rw_text(struct text *t)
{
    char *s = t->s ? t->s : strdup("");
    *t = (struct text){ 0 };
    return s;
}

void edit_add(struct source *s, const struct unit *u, uint32_t at, uint32_t end, char *text)
{
    if (!text)
        abort();
    s->edits = rw_grow(s->edits, s->nedits, &s->edits_room, sizeof *s->edits);
    s->edits[s->nedits] = (struct edit){ at, end, (uint32_t)s->nedits, 0, text, u && u->define };
    s->nedits++;
}

void add_tokens(struct text *to, const struct source *s, const struct unit *u, int32_t from, int32_t end)
{
    for (int32_t i = from; i < end; i++) {
        if (i > from && u->t[i - 1].end != u->t[i].at)
            text_add(to, " ", 1);
        const char *p = s->s + u->t[i].at, *stop = s->s + u->t[i].end;
        if (u->t[i].kind != T_STRING && u->t[i].kind != T_CHAR) { /* strings and characters may hold a spliced line */
            text_add(to, p, (size_t)(stop - p));
            continue;
        }
        for (; p < stop; p++) {
            size_t skip = p[0] == '\\' && p[1] == '\n'                   ? 2
                          : p[0] == '\\' && p[1] == '\r' && p[2] == '\n' ? 3
                                                                         : 0;
            if (skip)
                p += skip - 1;
            else if (*p == '\n')
                text_add(to, "\\n", 2);
            else
                text_add(to, p, 1);
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Newlines of what an edit removes come back after it, so that every line stays where it was. */
static void keep_newlines(struct text *to, const struct source *s, const struct edit *e)
{
    for (uint32_t k = e->at; k < e->end; k++)
        if (s->s[k] == '\n')
            text_addf(to, e->define ? "\\\n" : "\n");
}

void apply_edits(struct text *to, struct source *s, uint32_t at)
{
    if (s->nedits)
        qsort(s->edits, s->nedits, sizeof *s->edits, by_place);
    for (size_t k = 0; k < s->nedits; k++) {
        struct edit *e = &s->edits[k];
        e->out = 0;
        if (e->at < at)
            continue; /* inside one that was made already */
        text_add(to, s->s + at, e->at - at);
        e->out = to->len + 1;
        text_add(to, e->text, strlen(e->text));
        keep_newlines(to, s, e);
        at = e->end;
    }
    text_add(to, s->s + at, s->n - at);
}
