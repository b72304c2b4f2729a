/* Watching a folder for saves: inotify or polling, one comparison of what is there for both. */
#define _GNU_SOURCE
#include "watch.h"
#include "runner/base/clock.h"
#include "runner/base/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FILES = 4096, MORE = 8 };

struct watch {
    char *dir, *more[MORE]; /* more: NULL where there is none */
    int fd; /* inotify, or -1 */
    char how[128];
    uint64_t seen;     /* what the folder held when last looked at */
    int64_t settle_at; /* when a burst is over; 0: none under way */
    int64_t look_at;   /* next look when polling */
};

/* Vim probes with a file called 4913, Emacs locks with .#name, others leave name~ and #name#. */
static int is_source(const char *name)
{
    size_t n = strlen(name);
    const char *dot = strrchr(name, '.');
    if (name[0] == '.' || name[0] == '#' || name[n - 1] == '~' || strspn(name, "0123456789") == n)
        return 0;
    return !dot || (strcmp(dot, ".o") && strcmp(dot, ".so") && strcmp(dot, ".tmp") &&
                    strncmp(dot, ".sw", 3));
}

/* A sum, so that the order in which the folder is listed does not matter. */
static uint64_t look_at(const char *dir)
{
    uint64_t sum = 0;
    DIR *d = opendir(dir);
    if (!d)
        return 0;
    int left = MAX_FILES;
    for (struct dirent *e; left-- && (e = readdir(d));) {
        struct stat st;
        if (!is_source(e->d_name) || fstatat(dirfd(d), e->d_name, &st, 0) || !S_ISREG(st.st_mode))
            continue;
        uint64_t h = util_mix(UTIL_MIX, e->d_name, strlen(e->d_name));
        h = util_mix(h, &st.st_ino, sizeof st.st_ino);
        h = util_mix(h, &st.st_size, sizeof st.st_size);
        h = util_mix(h, &st.st_mtim.tv_sec, sizeof st.st_mtim.tv_sec);
        sum += util_mix(h, &st.st_mtim.tv_nsec, sizeof st.st_mtim.tv_nsec);
    }
    closedir(d);
    return sum;
}

static uint64_t look(const struct watch *w)
{
    uint64_t sum = look_at(w->dir);
    for (int k = 0; k < MORE && w->more[k]; k++)
        sum += look_at(w->more[k]);
    return sum;
}

/* File systems on which inotify_add_watch() succeeds and then never says a word. */
static const char *mute_filesystem(const char *dir)
{
    static const struct {
        unsigned long magic;
        const char *name;
    } mute[] = {{0x6969, "NFS"},
                {0xff534d42, "CIFS"},
                {0xfe534d42, "SMB"},
                {0x517b, "SMB"},
                {0x01021997, "9p (a Windows or virtual machine's disk)"},
                {0x65735546, "FUSE"},
                {0x5346414f, "AFS"},
                {0x6a656a63, "virtiofs"},
                {0x00c36400, "Ceph"},
                {0x786f4256, "a VirtualBox folder"}};
    struct statfs s;
    if (statfs(dir, &s))
        return NULL;
    for (size_t k = 0; k < sizeof mute / sizeof mute[0]; k++)
        if ((unsigned long)(uint32_t)s.f_type == mute[k].magic)
            return mute[k].name;
    return NULL;
}

static int listen_to(const struct watch *w, const char *dir)
{
    return inotify_add_watch(w->fd, dir, IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_DELETE | IN_CREATE |
                                             IN_ATTRIB | IN_ONLYDIR);
}

static void choose(struct watch *w)
{
    const char *mute = mute_filesystem(w->dir);
    const char *forced = getenv("RIDGE_WATCH"); /* "poll": containers that hide their host's disk */
    if (mute || (forced && !strcmp(forced, "poll"))) {
        snprintf(w->how, sizeof w->how, "polling: %s%s", mute ? mute : "asked for by RIDGE_WATCH",
                 mute ? " reports no saves" : "");
        return;
    }
    w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (w->fd >= 0 && listen_to(w, w->dir) >= 0) {
        snprintf(w->how, sizeof w->how, "inotify");
        return;
    }
    snprintf(w->how, sizeof w->how, "polling: inotify says %s", strerror(errno));
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
}

struct watch *watch_open(const char *dir, const char **how)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        *how = strerror(errno);
        return NULL;
    }
    close(fd);
    struct watch *w = calloc(1, sizeof *w);
    if (!w || !(w->dir = strdup(dir))) {
        free(w);
        *how = "out of memory";
        return NULL;
    }
    w->fd = -1;
    choose(w);
    w->seen = look(w);
    w->look_at = clock_ms(CLOCK_MONOTONIC) + WATCH_POLL_MS;
    *how = w->how;
    return w;
}

void watch_also(struct watch *w, const char *dir)
{
    int k = 0;
    while (k < MORE && w->more[k])
        k++;
    if (k == MORE || !(w->more[k] = strdup(dir)))
        return;
    if (w->fd >= 0 && (mute_filesystem(dir) || listen_to(w, dir) < 0)) {
        close(w->fd);
        w->fd = -1;
        snprintf(w->how, sizeof w->how, "polling: not every folder reports its saves");
    }
    w->seen = look(w);
}

void watch_close(struct watch *w)
{
    if (!w)
        return;
    for (int k = 0; k < MORE; k++)
        free(w->more[k]);
    if (w->fd >= 0)
        close(w->fd);
    free(w->dir);
    free(w);
}

int watch_fd(const struct watch *w)
{
    return w->fd;
}

int watch_due_ms(const struct watch *w)
{
    int64_t at = w->settle_at ? w->settle_at : w->fd < 0 ? w->look_at : 0;
    int64_t left = at - clock_ms(CLOCK_MONOTONIC);
    return !at ? -1 : left > 0 ? (int)left : 0;
}

static int drained(struct watch *w)
{
    char buf[8192];
    int any = 0;
    while (w->fd >= 0 && read(w->fd, buf, sizeof buf) > 0)
        any = 1;
    return any;
}

int watch_check(struct watch *w)
{
    int64_t now = clock_ms(CLOCK_MONOTONIC);
    int look_now =
        drained(w) || (w->fd < 0 && now >= w->look_at) || (w->settle_at && now >= w->settle_at);
    if (!look_now)
        return 0;
    w->look_at = now + WATCH_POLL_MS;
    uint64_t is = look(w);
    if (is != w->seen) {
        w->seen = is;
        w->settle_at = now + WATCH_QUIET_MS;
        return 0;
    }
    if (!w->settle_at || now < w->settle_at)
        return 0;
    w->settle_at = 0;
    return 1;
}

int watch_wait(struct watch *w, volatile int *stop)
{
    while (!*stop) {
        struct pollfd f = {w->fd, POLLIN, 0};
        int due = watch_due_ms(w);
        /* a signal between the test and the call would be missed: never sleep for long */
        poll(&f, w->fd >= 0, due < 0 || due > 250 ? 250 : due);
        if (watch_check(w))
            return 1;
    }
    return 0;
}
