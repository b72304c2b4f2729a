/* intake_read.c: folders and archives, entry by entry. Runs in ridge-intake, in the box. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "intake.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/base/utf8.h"

static int64_t ms_of(const struct stat *st)
{
    return (int64_t)st->st_mtim.tv_sec * 1000 + st->st_mtim.tv_nsec / 1000000;
}

static void tell(struct intake_reader *r, const char *path, struct intake_entry e)
{
    char *clean = util_clean(path, strlen(path), 0);
    e.path = clean;
    r->entry(&e, r->data);
    free(clean);
}

/* Why bytes are no source text, or NULL. */
static const char *text_problem(const char *s, size_t n)
{
    if (n > INTAKE_FILE_BYTES)
        return "larger than 4 MiB";
    if (memchr(s, 0, n))
        return "not text: it holds a NUL byte";
    for (size_t k = 0, used; k < n; k += used)
        if (utf8_decode(s + k, n - k, &used) == 0xFFFD && (n - k < 3 || memcmp(s + k, "\xEF\xBF\xBD", 3)))
            return "The file is not UTF-8 text.";
    return NULL;
}

static void emit(struct intake_reader *r, const char *path, int64_t size, int64_t mtime, const char *refused)
{
    tell(r, path, (struct intake_entry){.size = size, .mtime = mtime, .refused = refused});
}

/* One file's bytes (s[n] is 0): taken as text, or only counted. */
static void add_bytes(struct intake_reader *r, const char *path, char *s, size_t n, int64_t mtime, bool inner)
{
    bool wanted = intake_wants(r->edit, path);
    const char *problem = wanted ? text_problem(s, n) : NULL;
    tell(r, path, (struct intake_entry){.size = (int64_t)n, .mtime = mtime, .text = wanted && !problem ? s : NULL,
                                        .refused = problem, .inner = inner});
}

/* Too much for one run, whoever it is from; the reader stops there. */
static const char *class_limit(struct intake_reader *r, int64_t size)
{
    if (++r->entries > INTAKE_CLASS_ENTRIES)
        return "There are more than 200,000 entries in all.";
    if ((r->bytes += size) > INTAKE_CLASS_BYTES)
        return "more than 4 GiB in all";
    return NULL;
}

/* ---- archives ------------------------------------------------------------------------------------------------ */

/* What came out of a submission's archive and of those in it, together. */
struct unpacked {
    int64_t size; /* as packed */
    int64_t entries, bytes;
};

enum level { OF_CLASS, OF_STUDENT, IN_STUDENTS }; /* whose archive it is: each opens those of the next */

struct packed {
    struct intake_reader *r;
    struct archive *a;
    const char *under;         /* "" or the folder that its entries are in */
    int64_t mtime;             /* -1: its entries' own */
    enum level level;
    struct unpacked *together; /* NULL: no submission's */
};

static struct archive *new_archive(void)
{
    struct archive *a = archive_read_new();
    if (!a || archive_read_support_format_zip_seekable(a) != ARCHIVE_OK ||
        archive_read_support_format_tar(a) != ARCHIVE_OK || archive_read_support_filter_gzip(a) != ARCHIVE_OK) {
        archive_read_free(a);
        return NULL;
    }
    return a;
}

static const char *kind_problem(struct archive_entry *e)
{
    if (archive_entry_hardlink(e) || archive_entry_symlink(e) || archive_entry_filetype(e) == AE_IFLNK)
        return "a link";
    if (archive_entry_filetype(e) != AE_IFREG && archive_entry_filetype(e) != AE_IFDIR)
        return "This is neither a file nor a folder.";
    return archive_entry_is_encrypted(e) ? "encrypted" : NULL;
}

/* What ends a submission's archive, however deep it was found; or NULL. */
static const char *too_much(const struct unpacked *u)
{
    if (u && u->entries > INTAKE_ENTRIES)
        return "There are more than 1000 entries.";
    if (u && u->bytes > INTAKE_BYTES)
        return "There are more than 16 MiB unpacked.";
    if (u && u->bytes > INTAKE_RATIO_FROM && u->bytes / INTAKE_RATIO > u->size)
        return "The archive unpacks to more than 100 times its size.";
    return NULL;
}

/* Counts so many entries and bytes; what ends the whole archive, or NULL. */
static const char *bomb(struct packed *p, int64_t entries, int64_t size)
{
    if (p->together) {
        p->together->entries += entries;
        p->together->bytes += size;
    }
    const char *stop = too_much(p->together);
    return stop ? stop : class_limit(p->r, size);
}

/* At most INTAKE_BYTES + 1 of an entry; s[n] is 0. NULL when it cannot be read or there is no memory. */
static char *entry_bytes(struct archive *a, size_t *ret_n)
{
    size_t room = 1 << 16, n = 0;
    char *s = malloc(room + 1);
    for (la_ssize_t k = 1; s && k && n <= INTAKE_BYTES; n += (size_t)k) {
        if (n == room) {
            char *more = realloc(s, (room *= 2) + 1);
            if (!more)
                free(s);
            s = more;
        }
        k = s ? archive_read_data(a, s + n, room - n) : 0;
        if (k < 0) {
            free(s);
            return NULL;
        }
    }
    if (s)
        s[n] = 0;
    *ret_n = n;
    return s;
}

static int read_packed(struct packed *p, const void *bytes, size_t n, struct err *e);

/* An archive found in another: its own entries first, then itself. What ends the one that it is in, or NULL. */
static const char *one_inner(struct packed *p, const char *path, const char *s, size_t n, int64_t mtime)
{
    struct unpacked own = {.size = (int64_t)n};
    struct packed inner = {.r = p->r, .under = path, .mtime = mtime, .level = p->level + 1,
                           .together = p->together ? p->together : &own};
    struct err e = {""};
    int rc = read_packed(&inner, s, n, &e);
    const char *stop = too_much(p->together);
    if (!stop)
        emit(p->r, path, (int64_t)n, mtime, rc ? e.text : NULL);
    return stop;
}

/* The bytes that were read of a file in an archive; NULL: none could be. */
static const char *one_packed_bytes(struct packed *p, const char *path, char *s, size_t n, int64_t mtime)
{
    bool inner = p->level == IN_STUDENTS;
    if (!s || n > INTAKE_BYTES)
        tell(p->r, path, (struct intake_entry){.mtime = mtime, .refused = s ? "larger than 16 MiB" : "damaged",
                                               .inner = inner});
    else if (!inner && intake_is_archive(path))
        return one_inner(p, path, s, n, mtime);
    else
        add_bytes(p->r, path, s, n, mtime, inner);
    return NULL;
}

static const char *one_packed_file(struct packed *p, struct archive_entry *e, const char *path, int64_t mtime)
{
    int64_t said = archive_entry_size_is_set(e) ? archive_entry_size(e) : 0;
    bool inner = p->level == IN_STUDENTS, read = intake_wants(p->r->edit, path) || (!inner && intake_is_archive(path));
    size_t n = 0;
    const char *stop = bomb(p, 1, said);
    if (stop)
        return stop;
    if (!read || said > INTAKE_BYTES) {
        tell(p->r, path, (struct intake_entry){.size = said, .mtime = mtime, .inner = inner,
                                               .refused = said > INTAKE_BYTES ? "larger than 16 MiB" : NULL});
        return NULL;
    }
    char *s = entry_bytes(p->a, &n);
    /* a header may say less than comes */
    stop = s && (int64_t)n > said ? bomb(p, 0, (int64_t)n - said) : NULL;
    if (!stop)
        stop = one_packed_bytes(p, path, s, n, mtime);
    free(s);
    return stop;
}

/* A folder says something where a class has one for each: it may be empty. */
static const char *one_packed_folder(struct packed *p, char *path, int64_t mtime)
{
    const char *stop = bomb(p, 1, 0);
    for (size_t n = strlen(path); n && path[n - 1] == '/'; n--)
        path[n - 1] = 0;
    char *folder = util_path("%s/", path);
    if (!stop && p->level == OF_CLASS && *path)
        emit(p->r, folder, 0, mtime, NULL);
    free(folder);
    return stop;
}

static const char *one_packed(struct packed *p, struct archive_entry *e)
{
    const char *name = archive_entry_pathname(e), *why = name ? NULL : "The name of the entry cannot be read.";
    while (name && name[0] == '.' && name[1] == '/')
        name += 2 + strspn(name + 2, "/");
    if (name && (!*name || !strcmp(name, ".") || intake_passed_over(name)))
        return class_limit(p->r, 0);
    int64_t mtime = p->mtime >= 0 ? p->mtime : (int64_t)archive_entry_mtime(e) * 1000;
    char *path = util_path("%s%s%s", p->under, *p->under ? "/" : "", name ? name : "?");
    if (!why)
        why = intake_path_problem(name);
    if (!why)
        why = *p->under ? intake_path_problem(path) : NULL;
    if (!why)
        why = kind_problem(e);
    const char *stop = NULL;
    if (why) {
        stop = bomb(p, 1, 0);
        if (!stop)
            tell(p->r, path, (struct intake_entry){.mtime = mtime, .refused = why, .inner = p->level == IN_STUDENTS});
    } else if (archive_entry_filetype(e) == AE_IFDIR) {
        stop = one_packed_folder(p, path, mtime);
    } else {
        stop = one_packed_file(p, e, path, mtime);
    }
    free(path);
    return stop;
}

/* All entries of an archive that was opened; 0, or -1 with the reason why the rest is not to be had. */
static int all_packed(struct packed *p, struct err *e)
{
    struct archive_entry *entry;
    int rc = ARCHIVE_OK;
    const char *stop = NULL;
    while (!stop && (rc = archive_read_next_header(p->a, &entry)) != ARCHIVE_EOF) {
        if (rc < ARCHIVE_WARN)
            return err_set(e, "The file is damaged, or it is no zip or tar archive.");
        stop = one_packed(p, entry);
    }
    return stop ? err_set(e, "%s", stop) : 0;
}

static int read_packed(struct packed *p, const void *bytes, size_t n, struct err *e)
{
    p->a = new_archive();
    int rc = !p->a || archive_read_open_memory(p->a, bytes, n) != ARCHIVE_OK
           ? err_set(e, "The file is damaged, or it is no zip or tar archive.") : all_packed(p, e);
    archive_read_free(p->a);
    return rc;
}

int intake_read_packed(struct intake_reader *r, const void *bytes, size_t n, const char *path, int64_t mtime,
                       struct err *e)
{
    struct unpacked together = {.size = (int64_t)n};
    struct packed p = {.r = r, .under = path, .mtime = mtime, .level = OF_STUDENT, .together = &together};
    return read_packed(&p, bytes, n, e);
}

int intake_read_archive(struct intake_reader *r, const char *path, struct err *e)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &st))
        return err_set(e, "%s", strerror(errno));
    struct unpacked together = {.size = st.st_size};
    struct packed p = {.r = r, .under = "", .mtime = r->single ? ms_of(&st) : -1,
                       .level = r->single ? OF_STUDENT : OF_CLASS, .together = r->single ? &together : NULL};
    int rc = -1;
    if (!S_ISREG(st.st_mode))
        err_set(e, "This is neither a file nor a folder.");
    else if (!(p.a = new_archive()) || archive_read_open_fd(p.a, fd, 1 << 16) != ARCHIVE_OK)
        err_set(e, "The file is damaged, or it is no zip or tar archive.");
    else
        rc = all_packed(&p, e);
    archive_read_free(p.a);
    close(fd);
    return rc;
}

/* ---- folders ------------------------------------------------------------------------------------------------- */

/* One step down, along no link and onto no other file system, whatever is exchanged meanwhile. */
static int open_below(int dir, const char *name, int flags)
{
    struct open_how how = {.flags = (uint64_t)(flags | O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, dir, name, &how, sizeof how);
}

static const char *stat_problem(const struct stat *st)
{
    if (S_ISLNK(st->st_mode))
        return "a link";
    if (!S_ISREG(st->st_mode))
        return "This is neither a file nor a folder.";
    if (st->st_nlink != 1)
        return "a hard link";
    return st->st_size > INTAKE_BYTES ? "larger than 16 MiB" : NULL;
}

/* The bytes of a file that was stat'ed as `st`; NULL when it changed meanwhile or cannot be read. */
static char *file_bytes(int fd, const struct stat *st)
{
    size_t n = (size_t)st->st_size, got = 0;
    char *s = malloc(n + 1), beyond;
    while (s && got < n) {
        ssize_t k = read(fd, s + got, n - got);
        if (k <= 0 && !(k < 0 && errno == EINTR))
            break;
        got += k > 0 ? (size_t)k : 0;
    }
    if (s && (got < n || read(fd, &beyond, 1) != 0)) {
        free(s);
        return NULL;
    }
    if (s)
        s[n] = 0;
    return s;
}

static void one_file(struct intake_reader *r, int dir, const char *name, const char *path)
{
    struct stat st;
    int fd = open_below(dir, name, 0);
    const char *why = fd < 0 || fstat(fd, &st) ? strerror(errno) : stat_problem(&st);
    bool read = intake_wants(r->edit, path) || intake_is_archive(path);
    if (why || !read) {
        emit(r, path, fd < 0 ? 0 : st.st_size, fd < 0 ? 0 : ms_of(&st), why);
    } else {
        struct err e = {""};
        char *s = file_bytes(fd, &st);
        size_t n = (size_t)st.st_size;
        if (!s)
            emit(r, path, 0, ms_of(&st), "The file changed while it was read.");
        else if (intake_is_archive(path))
            emit(r, path, st.st_size, ms_of(&st), intake_read_packed(r, s, n, path, ms_of(&st), &e) ? e.text : NULL);
        else
            add_bytes(r, path, s, n, ms_of(&st), false);
        free(s);
    }
    if (fd >= 0)
        close(fd);
}

static int one_folder(struct intake_reader *r, int fd, const char *under, int depth, struct err *e);

static int one_name(struct intake_reader *r, int dir, const char *name, const char *under, int depth, struct err *e)
{
    struct stat st = {0};
    char *path = util_path("%s%s%s", under, *under ? "/" : "", name);
    const char *why = intake_path_problem(path), *stop = class_limit(r, 0);
    int rc = stop ? err_set(e, "%s", stop) : 0, sub;
    if (!why && fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
        why = strerror(errno);
    if (!why && !S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))
        why = stat_problem(&st);
    if (rc || why) {
        if (!rc)
            emit(r, path, 0, ms_of(&st), why);
    } else if (S_ISDIR(st.st_mode)) {
        sub = open_below(dir, name, O_DIRECTORY);
        if (sub < 0)
            emit(r, path, 0, ms_of(&st), strerror(errno));
        else
            rc = one_folder(r, sub, path, depth + 1, e);
    } else {
        one_file(r, dir, name, path);
    }
    free(path);
    return rc;
}

static void empty_folder(struct intake_reader *r, int fd, const char *under)
{
    struct stat st = {0};
    char *path = util_path("%s/", under);
    if (!fstat(fd, &st))
        emit(r, path, 0, ms_of(&st), NULL);
    free(path);
}

/* Names first, sorted: what is read does not depend on the file system's order, and no folder's cursor stays open. */
static int one_folder(struct intake_reader *r, int fd, const char *under, int depth, struct err *e)
{
    struct dirent **list = NULL;
    int rc = 0;
    int n = depth > INTAKE_DEPTH + 3 ? 0 : scandirat(fd, ".", &list, NULL, alphasort);
    if (n < 0)
        emit(r, under, 0, 0, strerror(errno));
    bool empty = n >= 0;
    for (int k = 0; k < n; k++) {
        const char *name = list[k]->d_name;
        bool counts = strcmp(name, ".") && strcmp(name, "..") && !intake_passed_over(name);
        if (counts && !rc)
            rc = one_name(r, fd, name, under, depth, e);
        empty &= !counts;
        free(list[k]);
    }
    free(list);
    if (empty && depth && !r->single)
        empty_folder(r, fd, under);
    close(fd);
    return rc;
}

int intake_read_folder(struct intake_reader *r, const char *path, struct err *e)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? err_set(e, "%s", strerror(errno)) : one_folder(r, fd, "", 0, e);
}
