/* box_bwrap.c: starts bubblewrap, and lets a child into the namespaces that bubblewrap made. */
#define _GNU_SOURCE
#include "box_bwrap.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_layout.h"
#include "box_level.h"
#include "runner/base/programs.h"

enum { START_MS = 10000, FIXED = 40, WORDS = FIXED + 5 * (LAYOUT_MOUNTS + LAYOUT_LINKS) };
enum { OTHERS = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP };

const char *bwrap_program(void)
{
    static const char *const at[] = { "/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap" };
    const char *named = getenv("RIDGE_BWRAP");
    if (named && *named)
        return access(named, X_OK) ? NULL : named;
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++)
        if (!access(at[k], X_OK))
            return at[k];
    return NULL;
}

struct words {
    const char *v[WORDS];
    int n;
};

static void say(struct words *w, const char *a, const char *b, const char *c)
{
    const char *all[] = { a, b, c };
    for (int k = 0; k < 3 && all[k] && w->n < WORDS - 1; k++)
        w->v[w->n++] = all[k];
}

/* What is in sight through a place is there already, and so is the folder that a place lies in. */
static int is_taken(const struct layout *l, const char *path)
{
    for (int k = 0; k < l->n; k++)
        if (layout_is_under(path, l->at[k].path) || layout_is_under(l->at[k].path, path))
            return 1;
    return 0;
}

/* Folders on the way to a place are for its owner alone where bwrap makes them unasked. Kept until exec. */
static void say_parent(struct words *w, const char *path)
{
    size_t n = (size_t)(strrchr(path, '/') - path);
    char *parent = n ? strndup(path, n) : NULL;
    if (parent)
        say(w, "--dir", parent, NULL);
}

static void say_root(struct words *w, const struct layout *l, const char *hold)
{
    struct stat st;
    say(w, "--tmpfs", "/tmp", NULL);
    for (int k = 0; k < l->n; k++) {
        const char *path = l->at[k].path;
        if (stat(path, &st))
            continue;
        say_parent(w, path);
        say(w, layout_is_device(path) ? "--dev-bind" : l->at[k].rw ? "--bind" : "--ro-bind", path, path);
    }
    for (int k = 0; k < l->nlinks; k++)
        if (!is_taken(l, l->link[k].path)) {
            say_parent(w, l->link[k].path);
            say(w, "--symlink", l->link[k].target, l->link[k].path);
        }
    if (l->proc)
        say(w, "--proc", "/proc", NULL);
    say(w, "--ro-bind", hold, HOLD_PATH);
    say(w, "--remount-ro", "/", NULL);
}

static void say_all(struct words *w, const struct box *b, const struct layout *l, const char *program,
                    const char *hold)
{
    say(w, program, "--die-with-parent", "--as-pid-1");
    if (geteuid())
        say(w, "--unshare-user", NULL, NULL);
    say(w, "--unshare-pid", "--unshare-ipc", b->network ? NULL : "--unshare-net");
    say(w, "--unshare-uts", "--unshare-cgroup", NULL);
    say(w, "--cap-drop", "ALL", NULL);
    say(w, "--info-fd", "3", NULL);
    say_root(w, l, hold);
    say(w, "--", HOLD_PATH, NULL);
    w->v[w->n] = NULL;
}

/* A terminal's ^C is for us, not for it. */
static void become(const struct words *w, int said, int info, int ready, int life)
{
    char *none[] = { NULL };
    int from[] = { open("/dev/null", O_RDWR), said, said, info, ready, life }, n = sizeof from / sizeof from[0];
    setsid();
    box_default_signals();
    for (int k = 0; k < n; k++)
        if ((from[k] = fcntl(from[k], F_DUPFD, 64)) < 0)
            _exit(127);
    for (int k = 0; k < n; k++)
        if (dup2(from[k], k) < 0)
            _exit(127);
    syscall(SYS_close_range, n, ~0U, 0);
    execve(w->v[0], (char *const *)(size_t)w->v, none);
    dprintf(2, "%s\n", strerror(errno));
    _exit(127);
}

struct pipes {
    int said[2], info[2], ready[2];
};

static void shut(int end[2], int which)
{
    if (end[which] >= 0)
        close(end[which]);
    end[which] = -1;
}

static void shut_all(struct pipes *p, int which)
{
    shut(p->said, which);
    shut(p->info, which);
    shut(p->ready, which);
}

/* Pid 1 of the new namespace, as we see it, once it runs; else -1. */
static int await_hold(const struct pipes *p)
{
    struct pollfd f = { p->ready[0], POLLIN, 0 };
    char info[512];
    if (poll(&f, 1, START_MS) != 1 || read(p->ready[0], info, 1) != 1)
        return -1;
    ssize_t n = read(p->info[0], info, sizeof info - 1);
    info[n > 0 ? n : 0] = 0;
    const char *at = strstr(info, "\"child-pid\":");
    return at ? atoi(at + strlen("\"child-pid\":")) : -1;
}

/* The first line of bwrap, which has ended or is about to end. */
static void first_words(int fd, char *ret, size_t n)
{
    struct pollfd f = { fd, POLLIN, 0 };
    ssize_t k = poll(&f, 1, 1000) == 1 ? read(fd, ret, n - 1) : 0;
    ret[k > 0 ? k : 0] = 0;
    ret[strcspn(ret, "\n")] = 0;
    if (!strncmp(ret, "bwrap: ", 7))
        memmove(ret, ret + 7, strlen(ret) - 6);
    if (!*ret)
        snprintf(ret, n, "it does not start a program");
}

/* Namespaces of pid's. */
static int enter(int pid, int which)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0), rc = fd < 0 ? -1 : setns(fd, which), why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return rc;
}

static int start(const struct words *w, struct pipes *p, int life, int *pid, char *why, size_t n)
{
    if (pipe2(p->said, O_CLOEXEC) || pipe2(p->info, O_CLOEXEC) || pipe2(p->ready, O_CLOEXEC) ||
        (*pid = (int)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0)) < 0)
        return snprintf(why, n, "a process for it: %s", strerror(errno)), -1;
    if (*pid == 0)
        become(w, p->said[1], p->info[1], p->ready[1], life);
    shut_all(p, 1);
    int hold = await_hold(p);
    if (hold < 0)
        return first_words(p->said[0], why, n), -1;
    if (enter(hold, CLONE_NEWPID | (geteuid() ? CLONE_NEWUSER : 0)))
        return snprintf(why, n, "entering its namespaces: %s", strerror(errno)), -1;
    return 0;
}

int bwrap_part(const struct box *b, int life, int *pid, char *why, size_t n)
{
    static struct words w;
    struct pipes p = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
    struct layout l;
    const char *program = bwrap_program();
    *pid = 0;
    if (!program)
        return snprintf(why, n, "bubblewrap is not here"), -1;
    char *hold = programs_find("ridge-hold");
    int rc = access(hold, X_OK);
    if (rc) {
        snprintf(why, n, "%s is missing; is Ridge wholly built?", hold);
    } else {
        layout_make(&l, b);
        say_all(&w, b, &l, program, hold);
        rc = start(&w, &p, life, pid, why, n);
        shut_all(&p, 0);
        shut_all(&p, 1);
    }
    free(hold);
    return rc;
}

/* Of the memory in /tmp bwrap cannot say how many files it may hold, and its older versions not how large it is. */
static int limit_temp(const struct box *b)
{
    char how[64];
    layout_temp(b, how, sizeof how);
    if (!b->rw[0])
        return mount(NULL, "/tmp", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL);
    return chmod("/tmp", 01777) || mount(NULL, "/tmp", NULL, MS_REMOUNT | MS_NOSUID | MS_NODEV, how);
}

int bwrap_join(const struct box *b)
{
    if (enter(1, b->network ? OTHERS & ~CLONE_NEWNET : OTHERS))
        return box_fails("bubblewrap's namespaces");
    if (umount2(HOLD_PATH, MNT_DETACH) || unlink(HOLD_PATH) || limit_temp(b))
        return box_fails("a directory for temporary files");
    if (!access("/proc/self", F_OK) && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "subset=pid"))
        return box_fails("/proc"); /* over bwrap's, which shows the machine too */
    return chdir("/") ? box_fails("/") : 0;
}

void bwrap_advice(const char *refusal, const char *allow, char *ret, size_t n)
{
    const char *program = bwrap_program(), *old = strstr(refusal, "nknown option");
    const char *wish = getenv("RIDGE_BWRAP");
    struct stat st;
    if (!program)
        snprintf(ret, n, "bubblewrap is not here (%s): install it (apt install bubblewrap), or take --box native",
                 wish && *wish ? wish : "/usr/bin/bwrap");
    else if (old)
        snprintf(ret, n, "%s is too old (%s): install bubblewrap 0.4 or newer, or take --box native", program, refusal);
    else if (geteuid() && !stat(program, &st) && st.st_mode & S_ISUID)
        snprintf(ret, n,
                 "%s is setuid, and what root made nobody else may enter (%s): install one that is not, or take "
                 "--box native",
                 program, refusal);
    else
        snprintf(ret, n, "%s cannot make a box (%s): %s, or take --box native", program, refusal, allow);
}
