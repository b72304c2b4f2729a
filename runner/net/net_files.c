/* net_files.c: FILE.part, FILE.part.tag and what becomes of them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static char *beside(const json_t *job, const char *end)
{
    return util_path("%s%s", util_str(job, "file", ""), end);
}

static int open_regular(const char *path, int flags, struct err *e)
{
    struct stat st;
    int fd = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0644);
    if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode))
        return fd;
    err_set(e, "%s: %s", path, fd < 0 ? strerror(errno) : "This is no file");
    if (fd >= 0)
        close(fd);
    return -1;
}

static void read_tag(const json_t *job, char ret_tag[NET_TAG])
{
    char *path = beside(job, ".part.tag"), *tag = util_read_file(path, NET_TAG - 1, NULL);
    snprintf(ret_tag, NET_TAG, "%s", tag && !strpbrk(tag, "\r\n") ? tag : "");
    free(tag);
    free(path);
}

int net_file_open(const json_t *job, char ret_tag[NET_TAG], struct err *e)
{
    bool comes = !strcmp(util_str(job, "op", ""), "get");
    char *path = beside(job, comes ? ".part" : "");
    int fd = open_regular(path, comes ? O_WRONLY | O_CREAT : O_RDONLY, e);
    *ret_tag = 0;
    if (comes && fd >= 0)
        read_tag(job, ret_tag);
    free(path);
    return fd;
}

void net_file_tag(const json_t *job, const char *tag)
{
    char *path = beside(job, ".part.tag");
    if (*tag && strlen(tag) < NET_TAG && !strpbrk(tag, "\r\n"))
        util_write_file(path, tag, strlen(tag), NULL);
    else
        unlink(path); /* a server that names no version: from the beginning next time */
    free(path);
}

void net_file_drop(const json_t *job)
{
    char *part = beside(job, ".part"), *tag = beside(job, ".part.tag");
    unlink(part);
    unlink(tag);
    free(part);
    free(tag);
}

void net_file_leave(const json_t *job)
{
    struct stat st;
    char *part = beside(job, ".part");
    if (!lstat(part, &st) && !st.st_size)
        net_file_drop(job);
    free(part);
}

static bool begins_as_said(const json_t *job, int fd)
{
    const char *want = util_str(job, "begins", "");
    char is_there[32];
    size_t n = strlen(want);
    return n <= sizeof is_there && pread(fd, is_there, n, 0) == (ssize_t)n && !memcmp(is_there, want, n);
}

static int is_what_was_meant(const json_t *job, int fd, struct err *e)
{
    const char *want = util_str(job, "sha256", "");
    json_int_t max = json_integer_value(json_object_get(job, "max"));
    struct stat st;
    char hex[65];
    if (fstat(fd, &st) || st.st_size > max)
        return err_set(e, "More than %.0f MB came.", (double)max / 1e6);
    if (!begins_as_said(job, fd))
        return err_set(e, "What came is no file of the kind that was asked for; it may be a page to log in.");
    if (*want && (util_sha256(fd, hex) || strcasecmp(hex, want)))
        return err_set(e, "The SHA-256 of what came is %s and should be %s. Nothing was kept.", hex, want);
    return 0;
}

static int name_it(const json_t *job, int fd, const char *part, int64_t modified, struct err *e)
{
    const char *file = util_str(job, "file", "");
    struct timespec t[2] = { { .tv_nsec = UTIME_NOW }, { .tv_sec = modified / 1000 } };
    if ((modified > 0 && futimens(fd, t)) || fsync(fd) || rename(part, file))
        return err_set(e, "%s: %s", file, strerror(errno));
    net_file_drop(job); /* the tag */
    return 0;
}

int net_file_keep(const json_t *job, int64_t modified, const char **kind, struct err *e)
{
    char *part = beside(job, ".part");
    int fd = open_regular(part, O_RDWR, e), rc = fd < 0 ? -1 : 0;
    *kind = "disk";
    if (!rc && (rc = is_what_was_meant(job, fd, e))) {
        *kind = "checksum";
        net_file_drop(job);
    }
    rc = rc ? rc : name_it(job, fd, part, modified, e);
    if (fd >= 0)
        close(fd);
    free(part);
    return rc;
}
