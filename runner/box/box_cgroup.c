/* box_cgroup.c: finds the delegated cgroup, divides it, and makes and removes one cgroup a box. */
#define _GNU_SOURCE
#include "box_cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "runner/base/util.h"

#define LEAF "ridge-own"   /* where our own processes are */
#define PREFIX "ridge-box-" /* of the boxes' */

/* Older C headers lack the name, and the last word of the arguments. */
#define INTO_CGROUP 0x200000000ULL
struct clone3_args {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};

enum { OTHERWISE_MiB = 4096, TASKS = 256, TRIES = 50 };

static int top = -1; /* the directory that we divide */
static char refusal[400];

int box_cgroup_find(const char *self, const char *mounts, char *ret, size_t n)
{
    char root[PATH_MAX], at[PATH_MAX];
    const char *own = strncmp(self, "0::", 3) ? strstr(self, "\n0::") : self;
    if (!own)
        return -1;
    own += strcspn(own, ":") + 2;
    int len = (int)strcspn(own, "\n");
    for (const char *line = mounts; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *type = strstr(line, " - cgroup2 ");
        if (!type || type > line + strcspn(line, "\n") || sscanf(line, "%*s %*s %*s %4095s %4095s", root, at) != 2)
            continue;
        size_t skip = strcmp(root, "/") ? strlen(root) : 0; /* a part of the tree is mounted */
        if (skip && (strncmp(own, root, skip) || (own[skip] != '/' && own[skip] != '\n' && own[skip])))
            continue;
        int rest = len - (int)skip;
        while (rest > 0 && own[skip + (size_t)rest - 1] == '/')
            rest--;
        return snprintf(ret, n, "%s%.*s", at, rest, own + skip) < (int)n ? 0 : -1;
    }
    return -1;
}

static int has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = text; (s = strstr(s, word)); s += n)
        if ((s == text || s[-1] == ' ') && (!s[n] || s[n] == ' ' || s[n] == '\n'))
            return 1;
    return 0;
}

const char *box_cgroup_missing(const char *controllers)
{
    int memory = has_word(controllers, "memory"), pids = has_word(controllers, "pids");
    return memory && pids ? NULL : memory ? "pids" : pids ? "memory" : "memory and pids";
}

/* Each command makes a shell, or moves the one that is there: what is started from it is L3, wherever ridge lies. */

/* Where there is no systemd to hand one out: the lines that do. $$ is the shell that they are typed in. */
static void words_without_systemd(const struct box_delegation *d, char *ret, size_t n)
{
    if (d->root && !d->writable)
        snprintf(ret, n, "%s cannot be written: give the container a cgroup namespace and a writable /sys/fs/cgroup",
                 d->dir);
    else if (d->ours && d->missing)
        snprintf(ret, n, "%s has no controller for %s: write +memory +pids to cgroup.subtree_control of the one above",
                 d->dir, d->missing);
    else
        snprintf(ret, n,
                 "no cgroup is delegated to us (%s is not ours): sudo sh -c \"cd /sys/fs/cgroup && echo "
                 "+memory +pids >cgroup.subtree_control && mkdir -p ridge/" LEAF
                 " && cd ridge && chown %u . cgroup.procs "
                 "cgroup.subtree_control " LEAF " " LEAF "/cgroup.procs && echo $$ >" LEAF "/cgroup.procs\"",
                 d->dir, geteuid());
}

void box_cgroup_words(const struct box_delegation *d, char *ret, size_t n)
{
    ret[0] = 0;
    if (d->v1 && (!d->dir || d->missing))
        snprintf(ret, n, "cgroup v1 has the controllers for %s here: boot Linux with cgroup_no_v1=all "
                 "systemd.unified_cgroup_hierarchy=1", d->missing ? d->missing : "memory and pids");
    else if (!d->dir)
        snprintf(ret, n, "no cgroup v2 is mounted: mount -t cgroup2 cgroup2 /sys/fs/cgroup");
    else if (d->ours && d->writable && !d->missing)
        return;
    else if (!d->systemd)
        words_without_systemd(d, ret, n);
    else if (d->ours && d->missing)
        snprintf(ret, n, "who delegated %s has no %s: systemctl edit user@.service, where [Service] has "
                 "Delegate=memory pids", d->dir, d->missing);
    else
        snprintf(ret, n, "no cgroup is delegated to us (%s%s): systemd-run%s --scope -p Delegate=yes $SHELL",
                 d->missing ? "no controller for " : d->dir, d->missing ? d->missing : " is another's",
                 d->root ? "" : " --user");
}

static int put(int dir, const char *name, const char *text)
{
    int fd = openat(dir, name, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = write(fd, text, strlen(text));
    int why = errno;
    close(fd);
    errno = why;
    return n < 0 ? -1 : 0;
}

static int put_number(int dir, const char *name, long long v)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", v);
    return put(dir, name, text);
}

static int is_marked(const char *dir)
{
    static const char *const marks[] = { "user.delegate", "trusted.delegate" };
    char v = 0;
    for (int k = 0; k < 2; k++)
        if (getxattr(dir, marks[k], &v, 1) == 1 && v == '1')
            return 1;
    return 0;
}

int box_cgroup_delegates(const char *unit)
{
    static const char *const no[] = { "no", "false", "0", "off", "n", "f" };
    int rc = 0;
    for (const char *line = unit; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, "Delegate=", 9))
            continue;
        size_t n = strcspn(line + 9, "\n");
        rc = 1; /* the names of controllers are a yes */
        for (size_t k = 0; k < sizeof no / sizeof no[0]; k++)
            rc &= n != strlen(no[k]) || strncasecmp(line + 9, no[k], n) != 0;
    }
    return rc;
}

/* What systemd-run --user has started: a user's manager, to whom all above it is delegated, writes no attribute. */
static int is_users_unit(const char *dir)
{
    char path[PATH_MAX], above[64];
    snprintf(above, sizeof above, "/user@%u.service/", geteuid());
    if (!geteuid() || !strstr(dir, above))
        return 0;
    snprintf(path, sizeof path, "/run/user/%u/systemd/transient/%.255s", geteuid(), strrchr(dir, '/') + 1);
    char *unit = util_read_kernel(AT_FDCWD, path);
    int rc = unit && box_cgroup_delegates(unit);
    free(unit);
    return rc;
}

static int is_boundary(const char *dir)
{
    struct stat at, above;
    char up[PATH_MAX];
    snprintf(up, sizeof up, "%.4000s/..", dir);
    return geteuid() && !stat(dir, &at) && at.st_uid == geteuid() && !stat(up, &above) && above.st_uid != at.st_uid;
}

/* All that are in it move to the leaf: they may be having children meanwhile. */
static int empty(int leaf)
{
    for (int k = 0; k < TRIES; k++) {
        char *list = util_read_kernel(top, "cgroup.procs"), *save = NULL;
        int some = 0, failed = !list;
        for (char *s = list ? strtok_r(list, "\n", &save) : NULL; s; s = strtok_r(NULL, "\n", &save)) {
            some = 1;
            failed |= !strcmp(s, "0") || (put(leaf, "cgroup.procs", s) && errno != ESRCH);
        }
        free(list);
        if (!some || failed)
            return failed ? -1 : 0;
    }
    errno = EBUSY;
    return -1;
}

static int divided(void)
{
    char *on = util_read_kernel(top, "cgroup.subtree_control");
    int rc = on && !box_cgroup_missing(on);
    free(on);
    return rc;
}

/* The root of all cgroups alone may have both processes and a part that is divided. */
static int divide(const char **what)
{
    int leaf = -1, root = faccessat(top, "cgroup.type", F_OK, 0);
    for (int k = 0; k < TRIES && !divided(); k++) {
        *what = "a leaf for our own processes";
        if (!root && leaf < 0 && ((mkdirat(top, LEAF, 0755) && errno != EEXIST) ||
                                  (leaf = openat(top, LEAF, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0 || empty(leaf)))
            break;
        *what = "cgroup.subtree_control";
        if (!root && empty(leaf))
            break;
        if (put(top, "cgroup.subtree_control", "+memory +pids") && errno != EBUSY)
            break;
    }
    int why = errno;
    if (leaf >= 0)
        close(leaf);
    errno = why;
    return divided() ? 0 : -1;
}

int box_cgroup_MiB(const struct box *b)
{
    return b->all_MiB ? b->all_MiB : b->as_MiB ? b->as_MiB : b->data_MiB ? b->data_MiB : OTHERWISE_MiB;
}

static int limit(const struct box *b, int dir)
{
    int rc = put_number(dir, "memory.max", (long long)box_cgroup_MiB(b) << 20) ||
             put(dir, "memory.oom.group", b->parts ? "0" : "1") ||
             put_number(dir, "pids.max", b->tasks ? b->tasks : TASKS + sysconf(_SC_NPROCESSORS_ONLN));
    if (!rc && put(dir, "memory.swap.max", "0") && errno != ENOENT)
        rc = 1; /* there is no such file where the kernel knows no swap */
    return rc ? -1 : 0;
}

int box_cgroup_make(const struct box *b, struct box_cgroup *ret)
{
    static unsigned count;
    for (int k = 0; k < 3; k++) {
        uint32_t any = 0;
        util_random(&any, sizeof any);
        snprintf(ret->name, sizeof ret->name, PREFIX "%d-%08x-%u", (int)getpid(), any, count++);
        if (mkdirat(top, ret->name, 0755))
            break;
        ret->fd = openat(top, ret->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (ret->fd >= 0 && !flock(ret->fd, LOCK_EX | LOCK_NB) && !limit(b, ret->fd))
            return 0;
        int why = errno; /* ENOENT, EWOULDBLOCK: somebody who swept saw it before it was locked */
        box_cgroup_remove(ret);
        errno = why;
        if (why != ENOENT && why != ENODEV && why != EWOULDBLOCK)
            break;
    }
    ret->name[0] = 0;
    return -1;
}

pid_t box_cgroup_fork(const struct box_cgroup *c, int sibling)
{
    struct clone3_args a = { .flags = INTO_CGROUP | (sibling ? CLONE_PARENT : 0), .cgroup = (uint64_t)c->fd,
                             .exit_signal = sibling ? 0 : SIGCHLD }; /* a sibling has ours */
    return (pid_t)syscall(SYS_clone3, &a, sizeof a);
}

static long counted(const char *events, const char *name)
{
    size_t n = strlen(name);
    for (const char *s = events; *s; s += strcspn(s, "\n"), s += *s == '\n')
        if (!strncmp(s, name, n) && s[n] == ' ')
            return atol(s + n);
    return 0;
}

enum box_memory box_cgroup_memory(const struct box_cgroup *c)
{
    char *events = c->name[0] ? util_read_kernel(c->fd, "memory.events") : NULL;
    enum box_memory rc = !events || !counted(events, "oom_kill") ? MEMORY_FINE
                         : counted(events, "oom")                ? MEMORY_OF_BOX
                                                                 : MEMORY_OF_MACHINE;
    free(events);
    return rc;
}

/* The box's processes have been killed in another way before; here those of an owner that is gone are killed. */
void box_cgroup_remove(struct box_cgroup *c)
{
    struct timespec nap = { 0, 1000000 };
    if (!c->name[0])
        return;
    for (int k = 0; k < TRIES && unlinkat(top, c->name, AT_REMOVEDIR) && errno == EBUSY; k++) {
        put(c->fd, "cgroup.kill", "1");
        nanosleep(&nap, NULL);
    }
    if (c->fd >= 0)
        close(c->fd);
    c->name[0] = 0;
}

static void sweep(void)
{
    struct dirent *f;
    int fd = openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    while (d && (f = readdir(d))) {
        struct box_cgroup c = { "", -1 };
        if (strncmp(f->d_name, PREFIX, strlen(PREFIX)) || strlen(f->d_name) >= sizeof c.name)
            continue;
        c.fd = openat(top, f->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (c.fd >= 0 && flock(c.fd, LOCK_EX | LOCK_NB)) {
            close(c.fd);
            continue;
        }
        memcpy(c.name, f->d_name, strlen(f->d_name) + 1);
        box_cgroup_remove(&c);
    }
    if (d)
        closedir(d);
}

/* Where the kernel has no limit for it and the machine has some. */
static int swap_escapes(int dir)
{
    char *swaps = util_read_kernel(AT_FDCWD, "/proc/swaps"), *line = swaps ? strchr(swaps, '\n') : NULL;
    int some = line && line[1];
    free(swaps);
    return some && faccessat(dir, "memory.swap.max", F_OK, 0);
}

/* A box with a process that ends at once. */
static int works(void)
{
    struct box b = { .tasks = 1 };
    struct box_cgroup c;
    int st = -1, escapes = 0;
    pid_t pid = -1;
    if (!box_cgroup_make(&b, &c)) {
        escapes = swap_escapes(c.fd);
        pid = box_cgroup_fork(&c, 0);
        if (pid == 0)
            _exit(0);
        int why = errno;
        while (pid > 0 && waitpid(pid, &st, 0) < 0 && errno == EINTR)
            ;
        box_cgroup_remove(&c);
        errno = why;
    }
    if (pid < 0)
        snprintf(refusal, sizeof refusal, "no process starts in a cgroup (%s): boot Linux 5.7 or later, outside a "
                 "container that filters clone3", strerror(errno));
    else if (escapes)
        snprintf(refusal, sizeof refusal, "swap is not counted here: sudo swapoff -a, or boot without swapaccount=0");
    return !refusal[0];
}

static int take(const char *dir)
{
    const char *what = "open";
    top = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (top < 0 || divide(&what)) {
        snprintf(refusal, sizeof refusal, "%.200s cannot be divided (%s, %s): start ridge in a cgroup of its own", dir,
                 what, strerror(errno));
        return 0;
    }
    sweep();
    return works();
}

/* Of the leaf that we have moved to, the one above it. */
static void above_leaf(char *dir)
{
    char *last = strrchr(dir, '/');
    if (last && !strcmp(last + 1, LEAF))
        *last = 0;
}

static int found(void)
{
    char dir[PATH_MAX] = "", path[PATH_MAX + 32];
    char *self = util_read_kernel(AT_FDCWD, "/proc/self/cgroup");
    char *mounts = util_read_kernel(AT_FDCWD, "/proc/self/mountinfo");
    int here = self && mounts && !box_cgroup_find(self, mounts, dir, sizeof dir);
    above_leaf(dir);
    snprintf(path, sizeof path, "%s/cgroup.controllers", dir);
    char *controllers = here ? util_read_kernel(AT_FDCWD, path) : NULL;
    snprintf(path, sizeof path, "%s/cgroup.procs", dir);
    struct box_delegation d = { .dir = here ? dir : NULL, .missing = box_cgroup_missing(controllers ? controllers : ""),
                                .v1 = self && (strstr(self, ":memory:") || strstr(self, ":pids:")),
                                .writable = !access(dir, W_OK) && !access(path, W_OK), .root = !geteuid(),
                                .systemd = !access("/run/systemd/system", F_OK) };
    d.ours = here && (is_marked(dir) || is_users_unit(dir) || is_boundary(dir) || (d.root && !d.systemd));
    box_cgroup_words(&d, refusal, sizeof refusal);
    free(self);
    free(mounts);
    free(controllers);
    return !refusal[0] && take(dir);
}

int box_cgroups(void)
{
    static enum { UNKNOWN, YES, NO } state;
    if (state == UNKNOWN) {
        if (box_without("cgroup"))
            snprintf(refusal, sizeof refusal, "RIDGE_BOX_WITHOUT takes cgroup away: unset it");
        state = !refusal[0] && found() ? YES : NO;
    }
    return state == YES;
}

const char *box_cgroup_refusal(void)
{
    return refusal;
}
