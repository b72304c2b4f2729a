/* export_archive.c: files as an archive, in memory: names in UTF-8 whatever the locale, no times. */
#define _GNU_SOURCE
#include "export.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static la_ssize_t on_write(struct archive *a, void *data, const void *bytes, size_t n)
{
    (void)a;
    text_add(data, bytes, n);
    return (la_ssize_t)n;
}

static int add(struct archive *a, const struct export_file *f)
{
    struct archive_entry *e = archive_entry_new();
    if (!e)
        return -1;
    archive_entry_set_pathname(e, f->name);
    archive_entry_set_filetype(e, AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_size(e, (la_int64_t)f->bytes.len);
    int rc = archive_write_header(a, e) == ARCHIVE_OK &&
                     archive_write_data(a, text_str(&f->bytes), f->bytes.len) == (la_ssize_t)f->bytes.len
                 ? 0
                 : -1;
    archive_entry_free(e);
    return rc;
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcasecmp(s + n - m, end);
}

/* The format that the ending asks for. */
static int set_format(struct archive *a, const char *as)
{
    bool packed = ends_with(as, ".tar.gz") || ends_with(as, ".tgz");
    if (ends_with(as, ".zip"))
        return archive_write_set_format_zip(a) || archive_write_set_options(a, "zip:hdrcharset=UTF-8");
    if (!packed && !ends_with(as, ".tar"))
        return -1;
    if (packed && (archive_write_add_filter_gzip(a) || archive_write_set_filter_option(a, "gzip", "timestamp", NULL)))
        return -1;
    return archive_write_set_format_pax_restricted(a);
}

static int write_all(struct archive *a, const char *as, const struct export_file *file, size_t n, struct text *to)
{
    archive_write_set_bytes_per_block(a, 0); /* a zip ends where it ends */
    if (set_format(a, as) != ARCHIVE_OK || archive_write_open(a, to, NULL, on_write, NULL) != ARCHIVE_OK)
        return -1;
    for (size_t k = 0; k < n; k++)
        if (add(a, &file[k]))
            return -1;
    return archive_write_close(a) == ARCHIVE_OK ? 0 : -1;
}

int export_archive(const char *as, const struct export_file *file, size_t n, struct text *to, struct err *e)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", 0), before = utf8 ? uselocale(utf8) : 0;
    struct archive *a = archive_write_new();
    int rc = a ? write_all(a, as, file, n, to) : -1;
    if (rc)
        err_set(e, "%s: no archive could be written: %s", as,
                a && archive_error_string(a) ? archive_error_string(a) : "no such kind, or no memory");
    archive_write_free(a);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return rc;
}
