/* write.c: a book as a folder of pages, or as one EPUB. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "leaf.h"
#include "runner/base/zip.h"

/* ---- a folder --------------------------------------------------------------------------------------------- */

/* Does the folder hold an older book? */
static int is_book(const char *dir)
{
    char *path = util_path("%s/book.css", dir), *css = util_read_file(path, 1u << 20, NULL);
    int ours = css && !strncmp(css, leaf_style, strcspn(leaf_style, "\n"));
    free(css);
    free(path);
    return ours;
}

static int write_text(const char *dir, const char *name, const char *ending, const struct text *t, struct err *e)
{
    char *path = util_path("%s/%s%s", dir, name, ending);
    int rc = util_write_whole(path, text_str(t), t->len, e);
    free(path);
    return rc;
}

static void add_index(const struct book *b, struct text *to)
{
    leaf_begin(b->title, LEAF_HTML, to);
    text_addf(to, "<h1>");
    text_add_markup(to, b->title, strlen(b->title));
    text_addf(to, "</h1>\n<nav class=\"contents\">\n");
    leaf_contents(b, LEAF_HTML, to);
    text_addf(to, "</nav>\n");
    leaf_end(to);
}

static enum app_exit write_pages(struct app *a, const struct book *b, const char *dir, book_told *told, void *data)
{
    struct err e = { "" };
    struct text t = { 0 };
    enum app_exit code = APP_OK;
    text_addf(&t, "%s", leaf_style);
    int rc = write_text(dir, "book", ".css", &t, &e);
    for (size_t k = 0; !rc && code == APP_OK && k < b->n; k++) {
        if (told)
            told(k, b->n, data);
        text_finish(&t);
        code = leaf_page(a, b, k, LEAF_HTML, &t) ? APP_CONFIG : APP_OK;
        rc = code == APP_OK ? write_text(dir, b->leaf[k].name, ".html", &t, &e) : 0;
    }
    text_finish(&t);
    add_index(b, &t);
    rc = rc || code != APP_OK ? rc : write_text(dir, "index", ".html", &t, &e);
    text_finish(&t);
    return rc ? app_fail(a, APP_CONFIG, "%s", e.text) : code;
}

/* The whole folder `made` in place of `dir`, which is empty or an older book. */
static enum app_exit put_in_place(struct app *a, const char *made, const char *dir)
{
    char *old = util_path("%s.old-%d", dir, (int)getpid());
    int moved = !rename(dir, old), rc = rename(made, dir), why = errno;
    if (rc && moved)
        (void)!rename(old, dir);
    else if (moved)
        util_remove_tree(old);
    free(old);
    return rc ? app_fail(a, APP_CONFIG, "%s: %s.", dir, strerror(why)) : APP_OK;
}

/* Where a link leads, so that the link stays; else the name as it is, without a slash at its end. */
static void place_of(const char *dir, char ret[PATH_MAX])
{
    if (realpath(dir, ret))
        return;
    snprintf(ret, PATH_MAX, "%s", dir);
    for (size_t n = strlen(ret); n > 1 && ret[n - 1] == '/';)
        ret[--n] = 0;
}

enum app_exit book_write_html(struct app *a, struct book *b, const char *dir, book_told *told, void *data)
{
    struct err e = { "" };
    char name[PATH_MAX];
    place_of(dir, name);
    if (!*name || (!access(name, F_OK) && !util_is_empty_folder(name) && !is_book(name)))
        return app_fail(a, APP_USAGE, "%s holds other things; --html needs a new folder, an empty one, or one with an "
                                      "older book.", *name ? name : "\"\"");
    char *made = util_path("%s.new-%d", name, (int)getpid());
    enum app_exit code = util_mkdirs(made, &e) ? app_fail(a, APP_CONFIG, "%s", e.text)
                                               : write_pages(a, b, made, told, data);
    if (code == APP_OK)
        code = put_in_place(a, made, name);
    if (code != APP_OK)
        util_remove_tree(made);
    free(made);
    return code;
}

/* ---- an EPUB ---------------------------------------------------------------------------------------------- */

static const char container[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n"
    "<rootfiles><rootfile full-path=\"book/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n"
    "</container>\n";

/* The package document: what there is, and in which order it is read. */
static void add_package(const struct book *b, struct text *to)
{
    char when[40];
    time_t now = (time_t)(app_now() / 1000);
    struct tm tm;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
    text_addf(to, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" "
                  "xml:lang=\"en\">\n<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
                  "<dc:identifier id=\"id\">urn:x-ridge:book:%s</dc:identifier>\n<dc:title>", b->name);
    text_add_markup(to, b->title, strlen(b->title));
    text_addf(to, "</dc:title>\n<dc:language>en</dc:language>\n<meta property=\"dcterms:modified\">%s</meta>\n"
                  "</metadata>\n<manifest>\n<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" "
                  "properties=\"nav\"/>\n<item id=\"css\" href=\"book.css\" media-type=\"text/css\"/>\n", when);
    for (size_t k = 0; k < b->n; k++)
        text_addf(to, "<item id=\"p%zu\" href=\"%s.xhtml\" media-type=\"application/xhtml+xml\"/>\n", k,
                  b->leaf[k].name);
    text_addf(to, "</manifest>\n<spine>\n<itemref idref=\"nav\"/>\n");
    for (size_t k = 0; k < b->n; k++)
        text_addf(to, "<itemref idref=\"p%zu\"/>\n", k);
    text_addf(to, "</spine>\n</package>\n");
}

static void add_contents(const struct book *b, struct text *to)
{
    leaf_begin(b->title, LEAF_EPUB, to);
    text_addf(to, "<nav class=\"contents\" epub:type=\"toc\">\n<h1>");
    text_add_markup(to, b->title, strlen(b->title));
    text_addf(to, "</h1>\n");
    leaf_contents(b, LEAF_EPUB, to);
    text_addf(to, "</nav>\n");
    leaf_end(to);
}

static int put(struct zip *z, const char *name, struct text *t, struct err *e)
{
    int rc = zip_add(z, name, text_str(t), t->len, false, e);
    text_finish(t);
    return rc;
}

static int put_page(struct zip *z, const struct book *b, size_t k, struct text *t, struct err *e)
{
    char name[256];
    snprintf(name, sizeof name, "book/%s.xhtml", b->leaf[k].name);
    return put(z, name, t, e);
}

/* mimetype is first, and stored: readers look there. */
static int put_frame(struct zip *z, const struct book *b, struct err *e)
{
    struct text t = { 0 };
    int rc = zip_add(z, "mimetype", "application/epub+zip", 20, false, e)
             || zip_add(z, "META-INF/container.xml", container, strlen(container), false, e)
             || zip_add(z, "book/book.css", leaf_style, strlen(leaf_style), false, e);
    add_package(b, &t);
    rc = rc || put(z, "book/book.opf", &t, e);
    text_finish(&t);
    add_contents(b, &t);
    rc = rc || put(z, "book/nav.xhtml", &t, e);
    text_finish(&t);
    return rc;
}

enum app_exit book_write_epub(struct app *a, struct book *b, const char *file, book_told *told, void *data)
{
    struct err e = { "" };
    struct text out = { 0 }, t = { 0 };
    struct zip z = { .to = &out };
    enum app_exit code = APP_OK;
    int rc = put_frame(&z, b, &e);
    for (size_t k = 0; !rc && code == APP_OK && k < b->n; k++) {
        if (told)
            told(k, b->n, data);
        code = leaf_page(a, b, k, LEAF_EPUB, &t) ? APP_CONFIG : APP_OK;
        rc = code == APP_OK ? put_page(&z, b, k, &t, &e) : 0;
        text_finish(&t);
    }
    struct err end = { "" };
    if (zip_end(&z, &end) && !rc) {
        rc = -1;
        e = end;
    }
    if (!rc && code == APP_OK)
        rc = util_write_whole(file, out.s, out.len, &e);
    text_finish(&out);
    return rc ? app_fail(a, APP_CONFIG, "%s", e.text) : code;
}
