/*
 * book.h: weeks, lessons, cards and exercises as a book for a tablet or for print: a folder of pages or one EPUB. Pages
 * are static: no script, nothing fetched, light and dark by the reader's choice. Figures are computed as on the screen;
 * questions have numbers of their own, so that the book answers none that the workbook asks.
 *
 * A book has one curriculum and lives no longer than it.
 */
#ifndef TUI_BOOK_H
#define TUI_BOOK_H

#include <stddef.h>

#include "tui/app/app.h"

struct book_scope {
    int part;          /* 1 to 6; 0: all */
    const char *track; /* an id; NULL or the year: by weeks. Not with a part */
};

struct book;

/* What stands in it and in which order, without its texts. NULL with a sentence in a->error: no such part or track. */
struct book *book_plan(struct app *a, const struct book_scope *s);
void book_free(struct book *b); /* accepts NULL */

size_t book_pages(const struct book *b);
const char *book_title(const struct book *b);

/* Called before each page: the k-th of n. */
typedef void book_told(size_t k, size_t n, void *data);

/* `dir` is new, empty, or an older book, which is replaced when this one is whole. */
enum app_exit book_write_html(struct app *a, struct book *b, const char *dir, book_told *told, void *data);

/* EPUB 3.3, as the W3C's recommendation says; the file is whole or not there. */
enum app_exit book_write_epub(struct app *a, struct book *b, const char *file, book_told *told, void *data);

#endif
