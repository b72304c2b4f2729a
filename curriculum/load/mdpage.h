/*
 * mdpage.h: Markdown -> the body of a page that is both HTML and XHTML, for a browser or an EPUB.
 *
 * Nothing of the text becomes markup: tags in it are shown as they are typed, control characters and bidirectional
 * overrides as \xNN. A heading has an id, which mdpage_id() gives for "Section" or "Section/Subheading".
 */
#ifndef RIDGE_MDPAGE_H
#define RIDGE_MDPAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "runner/base/util.h"

struct mdpage {
    int shift; /* "# " becomes h1 with 0, h2 with 1; a page's own title is left out with `untitled` */
    bool untitled;
    /* Where a link or a `name` in code leads: an address as it is to stand there, in ret, whose length n is; false: it
     * leads nowhere, and only its text is shown. NULL: nothing leads anywhere but https. */
    bool (*leads)(const char *link, bool code, char *ret, size_t n, void *data);
    void *data;
    /* Answers to exercises (quotes that begin with "Answer") are added here, and a link to each stands in its place;
     * NULL: they are folded where they stand. */
    struct text *answers;
    int nanswers;       /* how many there are so far */
    struct text *title; /* the title that was left out; NULL: nobody wants it */
};

/* -1: no memory. */
int mdpage_add(struct mdpage *p, const char *text, size_t size, struct text *to);

/* "Mechanism/The ring is optimal" -> "mechanism--the-ring-is-optimal". */
void mdpage_id(const char *heading, char *ret, size_t n);

#endif
