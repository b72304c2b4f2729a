/*
 * temp.c: files that are half made, beside the ones that they become.
 *
 * Who makes one holds a lock on it, which ends with the process: what has none is left over from one that was killed,
 * and the next one that makes such a file takes it away.
 */
#include "internal.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIGITS = 8, FRESH_S = 10 }; /* FRESH_S: a file as young as that may have been made and not locked yet */

static const char *const beside[] = {"", "-journal", "-wal", "-shm"}; /* SQLite's own */

int db_make_temp(const char *path, const char *tag, char *out, size_t size, int *ret_lock)
{
    *ret_lock = -1;
    if (snprintf(out, size, "%s%s%08x", path, tag, (unsigned)randombytes_random()) >= (int)size)
        return ENAMETOOLONG;
    *ret_lock = open(out, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (*ret_lock < 0)
        return errno;
    flock(*ret_lock, LOCK_EX | LOCK_NB); /* where there are no locks, sweeping finds none either */
    return 0;
}

static void drop(int dir, const char *name)
{
    char path[PATH_MAX];

    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
        if (snprintf(path, sizeof path, "%s%s", name, beside[k]) < (int)sizeof path)
            unlinkat(dir, path, 0);
}

void db_drop_temp(const char *path, int lock)
{
    if (lock < 0)
        return;
    drop(AT_FDCWD, path);
    close(lock);
}

/* Is the name `part` (as "x.part-") with its digits, and nothing behind? */
static bool is_temp(const char *name, const char *part)
{
    const char *at = strstr(name, part), *digits = at ? at + strlen(part) : "";

    return strlen(digits) == DIGITS && strspn(digits, "0123456789abcdef") == DIGITS;
}

void db_sweep(const char *dir, const char *part)
{
    DIR *d = opendir(dir);
    struct dirent *e;
    struct stat st;

    while (d && (e = readdir(d))) {
        int fd =
            is_temp(e->d_name, part) ? openat(dirfd(d), e->d_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;

        if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_mtime < time(NULL) - FRESH_S &&
            flock(fd, LOCK_EX | LOCK_NB) == 0)
            drop(dirfd(d), e->d_name);
        if (fd >= 0)
            close(fd);
    }
    if (d)
        closedir(d);
}

void db_sweep_beside(const char *path, const char *part)
{
    char dir[PATH_MAX];

    if (snprintf(dir, sizeof dir, "%s", path) >= (int)sizeof dir || !strrchr(dir, '/'))
        return;
    *strrchr(dir, '/') = '\0';
    db_sweep(*dir ? dir : "/", part);
}
