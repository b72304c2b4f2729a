/* leaf.h: one page of a book, and the order that they stand in. For the files of this folder alone. */
#ifndef TUI_BOOK_LEAF_H
#define TUI_BOOK_LEAF_H

#include <stdbool.h>

#include "book.h"
#include "runner/base/util.h"

enum leaf_kind { LEAF_PART, LEAF_STEP, LEAF_WEEK, LEAF_LAB, LEAF_CARD, LEAF_GLOSSARY };

struct leaf {
    enum leaf_kind kind;
    int depth;        /* in the contents: 0 is outermost */
    char *id;         /* of curriculum.h: "w01-roofline", "w07", "cards/qat"; of a part or step its number */
    char *name;       /* the file's, without its ending */
    char *title;
    const json_t *of; /* of a part or step: its row; borrowed */
};

struct book {
    struct leaf *leaf;
    size_t n;
    bool of_a_track;
    char *title, *name; /* name: "ridge", "ridge-part-4", "ridge-gpu" */
};

/* The page that a lab, card or week has in this book; NULL: it has none. */
const struct leaf *leaf_of(const struct book *b, const char *id);

enum leaf_form { LEAF_HTML, LEAF_EPUB };

/* The k-th page as a document. -1: app->error says what could not be loaded. */
int leaf_page(struct app *a, const struct book *b, size_t k, enum leaf_form form, struct text *to);

/* From the doctype to <body>, and the end; the style that both forms share. */
void leaf_begin(const char *title, enum leaf_form form, struct text *to);
void leaf_end(struct text *to);
extern const char leaf_style[];

/* The contents as nested lists with links. */
void leaf_contents(const struct book *b, enum leaf_form form, struct text *to);

const char *leaf_ending(enum leaf_form form); /* ".html" */

#endif
