/* lane.c: see lane.h. */
#define _GNU_SOURCE
#include "lane.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "runner/base/util.h"

int lane_enter(const char *folder)
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

void lane_leave(int lane)
{
    if (lane < 0)
        return;
    flock(lane, LOCK_UN); /* a process that was forked meanwhile may have the descriptor, too */
    close(lane);
}
