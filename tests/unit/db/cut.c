/* cut.c: see cut.h. The program's own symbols go before those of the C library, for libraries as well. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FILE_OFFSET_BITS /* else open is another name of open64, and both are called */
#include "cut.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static enum cut armed;
static int left;
static bool fired;

void cut_arm(enum cut how, int n)
{
    armed = how;
    left = n;
    fired = false;
}

bool cut_fired(void)
{
    return fired;
}

/* Has this one to fail? errno is set then. `grows`: it needs room on the disk. */
static bool fails(bool grows)
{
    bool now = armed && left-- == 0, on = armed && left < 0;

    fired |= now;
    if (now && armed == CUT_KILL)
        raise(SIGKILL);
    errno = armed == CUT_FULL ? ENOSPC : EIO;
    return (now && armed == CUT_EIO) || (on && grows && armed == CUT_FULL);
}

/* How much of a write is done; -1 with errno. */
static ssize_t taken(size_t n)
{
    bool now = armed == CUT_EINTR && left == 0;

    if (fails(true) || now) {
        errno = now ? EINTR : errno;
        return -1;
    }
    return armed == CUT_SHORT && left < 0 && n > 1 ? (ssize_t)(n / 2) : (ssize_t)n;
}

ssize_t write(int fd, const void *p, size_t n)
{
    ssize_t m = fd > 2 ? taken(n) : (ssize_t)n;

    return m < 0 ? -1 : syscall(SYS_write, fd, p, m);
}

ssize_t pwrite64(int fd, const void *p, size_t n, off64_t at)
{
    ssize_t m = taken(n);

    return m < 0 ? -1 : syscall(SYS_pwrite64, fd, p, m, at);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    return pwrite64(fd, p, n, at);
}

static int open_at(const char *path, int flags, mode_t mode)
{
    if ((flags & O_CREAT) && fails(true))
        return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list ap;                                                                                \
        va_start(ap, flags);                                                                       \
        mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;                                    \
        va_end(ap);                                                                                \
        return open_at(path, flags, mode);                                                         \
    }
OPEN(open)
OPEN(open64)

int mkostemp64(char *name, int flags)
{
    static unsigned n;
    char *end = name;

    while (*end)
        end++;
    snprintf(end - 6, 7, "%06x", (unsigned)getpid() % 0x10000u * 256 + n++ % 256);
    return open_at(name, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
}

int mkostemp(char *name, int flags)
{
    return mkostemp64(name, flags);
}

int fsync(int fd)
{
    return fails(false) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails(false) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int fchmod(int fd, mode_t mode)
{
    return fails(false) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int rename(const char *from, const char *to)
{
    return fails(true) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int link(const char *from, const char *to)
{
    return fails(true) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path)
{
    return fails(false) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
