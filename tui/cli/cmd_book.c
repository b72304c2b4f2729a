/* book: the course for a tablet or for print. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tui/book/book.h"

/* A line that is written over; only where somebody looks. */
static void tell_page(size_t k, size_t n, void *data)
{
    (void)data;
    fprintf(stderr, "\rpage %zu of %zu", k + 1, n);
    if (k + 1 == n)
        fprintf(stderr, "\r%*s\r", 40, "");
}

/* --html has its value after "=" alone, as elsewhere; here the word behind it is meant as well. */
static enum app_exit take_folder(struct cli *c)
{
    if (c->opt.html && !*c->opt.html && c->nargs == 1)
        c->opt.html = c->args[0];
    else if (c->nargs)
        return app_fail(&c->app, APP_USAGE, "\"%.80s\" belongs to nothing: --html DIR for pages, --epub FILE for one "
                                            "file.", c->args[0]);
    if (c->opt.html && !*c->opt.html)
        return app_fail(&c->app, APP_USAGE, "Name the folder: --html DIR.");
    return APP_OK;
}

static enum app_exit check(struct cli *c)
{
    if (take_folder(c) != APP_OK)
        return APP_USAGE;
    if (!c->opt.html && !c->opt.epub)
        return app_fail(&c->app, APP_USAGE, "Name what to write: --html DIR for pages, --epub FILE for one file.");
    if (c->opt.part && c->opt.track)
        return app_fail(&c->app, APP_USAGE, "A part is of the year, a track has its own order: give one of --part and "
                                            "--track.");
    return APP_OK;
}

static int say_written(struct cli *c, const struct book *b)
{
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:i s:s? s:s?}", "schema", "ridge.book/1", "title", book_title(b), "pages",
                                  (int)book_pages(b), "html", c->opt.html, "epub", c->opt.epub));
    if (c->opt.html)
        printf("%s: %zu pages; begin with %s/index.html.\n", book_title(b), book_pages(b), c->opt.html);
    if (c->opt.epub)
        printf("%s: %zu pages in %s.\n", book_title(b), book_pages(b), c->opt.epub);
    return APP_OK;
}

int cmd_book(struct cli *c)
{
    const struct book_scope scope = { .part = (int)c->opt.part, .track = c->opt.track };
    book_told *told = isatty(STDERR_FILENO) ? tell_page : NULL;
    enum app_exit code = check(c);
    struct book *b = code == APP_OK ? book_plan(&c->app, &scope) : NULL;
    if (!b)
        return cli_fail(c, code == APP_OK ? APP_USAGE : code);
    if (c->opt.html)
        code = book_write_html(&c->app, b, c->opt.html, told, NULL);
    if (code == APP_OK && c->opt.epub)
        code = book_write_epub(&c->app, b, c->opt.epub, told, NULL);
    int rc = code == APP_OK ? say_written(c, b) : cli_fail(c, code);
    book_free(b);
    return rc;
}
