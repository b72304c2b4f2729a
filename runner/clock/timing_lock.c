/* timing_lock.c: flock() on a file that is named after the machine. */
#define _GNU_SOURCE
#include "timing_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "runner/base/util.h"

int timing_lock_take(const char *folder)
{
    char host[HOST_NAME];
    util_host(host);
    char *path = util_path("%s/timing-%s.lock", folder, host);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600), rc = 0;
    free(path);
    while (fd >= 0 && (rc = flock(fd, LOCK_EX)) && errno == EINTR)
        ;
    if (fd >= 0 && rc) {
        close(fd);
        fd = -1;
    }
    return fd;
}

void timing_lock_release(int lock)
{
    if (lock < 0)
        return;
    flock(lock, LOCK_UN); /* closing alone would not do: a child forked meanwhile may hold the descriptor, too */
    close(lock);
}
