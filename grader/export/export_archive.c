/*
 * export_archive.c: files as an archive, in memory: names in UTF-8 whatever the locale, no times. libarchive is loaded
 * at the first archive, since the ten libraries behind it would have to be bound at every start of ridge.
 */
#define _GNU_SOURCE
#include "export.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define CALLS(X) \
    X(entry_new) X(entry_free) X(entry_set_pathname) X(entry_set_filetype) X(entry_set_perm) X(entry_set_size) \
    X(error_string) X(write_new) X(write_free) X(write_open) X(write_close) X(write_header) X(write_data) \
    X(write_add_filter_gzip) X(write_set_bytes_per_block) X(write_set_filter_option) \
    X(write_set_format_pax_restricted) X(write_set_format_zip) X(write_set_options)

static struct {
#define X(name) __typeof__(archive_##name) *name;
    CALLS(X)
#undef X
} lib;

static bool load(void)
{
    static const struct {
        const char *name;
        size_t at;
    } calls[] = {
#define X(name) { "archive_" #name, offsetof(__typeof__(lib), name) },
        CALLS(X)
#undef X
    };
    static bool loaded;
    void *so = loaded ? NULL : dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL); /* of every 3.x */
    bool all = so != NULL;
    for (size_t k = 0; all && k < sizeof calls / sizeof *calls; k++) {
        void *call = dlsym(so, calls[k].name);
        all = call != NULL;
        memcpy((char *)&lib + calls[k].at, &call, sizeof call);
    }
    loaded = loaded || all;
    return loaded;
}

static la_ssize_t on_write(struct archive *a, void *data, const void *bytes, size_t n)
{
    (void)a;
    text_add(data, bytes, n);
    return (la_ssize_t)n;
}

static int add(struct archive *a, const struct export_file *f)
{
    struct archive_entry *e = lib.entry_new();
    if (!e)
        return -1;
    lib.entry_set_pathname(e, f->name);
    lib.entry_set_filetype(e, AE_IFREG);
    lib.entry_set_perm(e, 0644);
    lib.entry_set_size(e, (la_int64_t)f->bytes.len);
    int rc = lib.write_header(a, e) == ARCHIVE_OK &&
                     lib.write_data(a, text_str(&f->bytes), f->bytes.len) == (la_ssize_t)f->bytes.len
                 ? 0
                 : -1;
    lib.entry_free(e);
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
        return lib.write_set_format_zip(a) || lib.write_set_options(a, "zip:hdrcharset=UTF-8");
    if (!packed && !ends_with(as, ".tar"))
        return -1;
    if (packed && (lib.write_add_filter_gzip(a) || lib.write_set_filter_option(a, "gzip", "timestamp", NULL)))
        return -1;
    return lib.write_set_format_pax_restricted(a);
}

static int write_all(struct archive *a, const char *as, const struct export_file *file, size_t n, struct text *to)
{
    lib.write_set_bytes_per_block(a, 0); /* a zip ends where it ends */
    if (set_format(a, as) != ARCHIVE_OK || lib.write_open(a, to, NULL, on_write, NULL) != ARCHIVE_OK)
        return -1;
    for (size_t k = 0; k < n; k++)
        if (add(a, &file[k]))
            return -1;
    return lib.write_close(a) == ARCHIVE_OK ? 0 : -1;
}

int export_archive(const char *as, const struct export_file *file, size_t n, struct text *to, struct err *e)
{
    if (!load()) {
        err_set(e, "%s: no archive could be written: libarchive.so.13 is missing. Install libarchive 3.", as);
        return -1;
    }
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", 0), before = utf8 ? uselocale(utf8) : 0;
    struct archive *a = lib.write_new();
    int rc = a ? write_all(a, as, file, n, to) : -1;
    if (rc)
        err_set(e, "%s: no archive could be written: %s", as,
                a && lib.error_string(a) ? lib.error_string(a) : "no such kind, or no memory");
    lib.write_free(a);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return rc;
}
