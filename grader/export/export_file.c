/* export_file.c: a file that is whole or not there, through a power cut too. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "export.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A name may have 255 bytes, and others write around it. */
enum { NAME_BYTES = 200, NAME_KEPT = 150 };

static int write_all(int fd, const char *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = write(fd, bytes + done, n - done);
        if (k < 0 && errno != EINTR)
            return -1;
        done += k > 0 ? (size_t)k : 0;
    }
    return fsync(fd);
}

/* What a rename changed is in the folder. */
static int flush_folder(const char *path)
{
    char *folder = util_path("%s", path), *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0)
        close(fd);
    free(folder);
    return rc;
}

int export_write(const char *path, const char *bytes, size_t n, struct err *e)
{
    char *beside = util_path("%s.XXXXXX", path);
    mode_t mask = umask(077);
    int fd = mkostemp(beside, O_CLOEXEC), rc = -1;
    umask(mask);
    if (fd >= 0) {
        rc = write_all(fd, bytes, n) || fchmod(fd, 0666 & ~mask) ? -1 : 0;
        rc = close(fd) || rc ? -1 : 0;
        rc = rc || rename(beside, path) ? -1 : 0;
        if (rc) {
            int why = errno;
            unlink(beside);
            errno = why;
        }
    }
    if (rc || flush_folder(path))
        rc = err_set(e, "%s: %s", path, strerror(errno));
    free(beside);
    return rc;
}

char *export_file_name(const char *key)
{
    struct text t = { 0 };
    for (const char *p = key; *p; p++) {
        bool plain = isascii((unsigned char)*p) &&
                     (isalnum((unsigned char)*p) || strchr("-_", *p) || (*p == '.' && p > key));
        text_addf(&t, plain ? "%c" : "%%%02X", (unsigned char)*p);
    }
    if (t.len > NAME_BYTES) {
        char hash[33], *name;
        util_hash(hash, key, NULL);
        name = util_path("%.*s-%s", NAME_KEPT, t.s, hash);
        text_finish(&t);
        return name;
    }
    return t.s ? t.s : util_path("%%");
}
