/*
 * box_root.c: namespaces, and a root in which nothing exists but what the box names.
 *
 * A box begins in two steps (children.c makes the processes): box_part() in the one whose children are to live
 * apart, box_root() in such a child. Where we are root the child becomes a uid of its own, and needs no user
 * namespace: one that was made by root would leave it the host's uid 0. Elsewhere it keeps the learner's uid inside
 * a user namespace. Paths keep their names, so that messages and Landlock's rules stay true.
 */
#define _GNU_SOURCE
#include "box_bwrap.h"
#include "box_layout.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Older C libraries lack the names. */
enum { TREE_CLONE = 1, MOVE_EMPTY_PATH = 4, READ_ONLY = 1, NO_SUID = 2, NO_DEV = 4 };

static int write_map(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = write(fd, text, strlen(text)), why = errno;
    close(fd);
    errno = (int)why;
    return n < 0 ? -1 : 0;
}

/* We stay who we are, with no other id in sight. */
static int user_namespace(const char **what)
{
    char uid[48], gid[48];
    snprintf(uid, sizeof uid, "%u %u 1", geteuid(), geteuid());
    snprintf(gid, sizeof gid, "%u %u 1", getegid(), getegid());
    *what = "a user namespace";
    if (unshare(CLONE_NEWUSER))
        return -1;
    *what = "the user namespace's map";
    prctl(PR_SET_DUMPABLE, 1); /* /proc/self is root's otherwise */
    int rc = write_map("/proc/self/setgroups", "deny") || write_map("/proc/self/uid_map", uid) ||
             write_map("/proc/self/gid_map", gid);
    int why = errno;
    prctl(PR_SET_DUMPABLE, 0);
    errno = why;
    return rc ? -1 : 0;
}

int box_part(const char **what)
{
    if (geteuid() && user_namespace(what))
        return -1;
    *what = "a pid namespace";
    return unshare(CLONE_NEWPID);
}

/* Copies of the mounts, while all of the host is still in sight. */
static void open_trees(struct layout *l)
{
    for (int k = 0; k < l->n; k++)
        l->at[k].tree = (int)syscall(SYS_open_tree, AT_FDCWD, l->at[k].path, TREE_CLONE | AT_RECURSIVE | O_CLOEXEC);
}

static int make_parents(char *path)
{
    for (char *s = path + 1; (s = strchr(s, '/')); *s++ = '/') {
        *s = 0;
        if (mkdir(path, 0755) && errno != EEXIST && errno != EROFS)
            return -1;
    }
    return 0;
}

/* `base`: where the new root lies as yet. */
static int attach(const struct place *p, const char *base)
{
    char to[4096];
    struct stat st;
    struct {
        uint64_t set, clear, propagation, userns;
    } a = { NO_SUID | (p->rw ? 0 : READ_ONLY) | (layout_is_device(p->path) ? 0 : NO_DEV), 0, 0, 0 };
    if (fstat(p->tree, &st) || snprintf(to, sizeof to, "%s%s", base, p->path) >= (int)sizeof to || make_parents(to))
        return -1;
    if (S_ISDIR(st.st_mode))
        mkdir(to, 0755);
    else
        close(open(to, O_CREAT | O_RDONLY | O_CLOEXEC, 0644));
    return syscall(SYS_mount_setattr, p->tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &a, sizeof a) ||
                   syscall(SYS_move_mount, p->tree, "", AT_FDCWD, to, MOVE_EMPTY_PATH)
               ? -1
               : 0;
}

/* A link within a tree that is mounted is there with the tree, and is passed over. */
static int make_links(const struct layout *l, const char *base)
{
    char to[PATH_MAX];
    for (int k = 0; k < l->nlinks; k++)
        if (snprintf(to, sizeof to, "%s%s", base, l->link[k].path) >= (int)sizeof to || make_parents(to) ||
            (symlink(l->link[k].target, to) && errno != EEXIST && errno != EROFS))
            return -1;
    return 0;
}

/* Tools have temporary files: in memory, so that no more than so much of them is there. */
static int temp_dir(const struct box *b, const char *at)
{
    char how[64] = "mode=1777,";
    layout_temp(b, how + strlen(how), sizeof how - strlen(how));
    return mkdir(at, 0755) || (b->rw[0] && mount("tmp", at, "tmpfs", MS_NOSUID | MS_NODEV, how)) ? -1 : 0;
}

static int build_root(const struct box *b, struct layout *l)
{
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return box_fails("private mounts");
    layout_make(l, b);
    open_trees(l);
    if (mount("box", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m,nr_inodes=1024"))
        return box_fails("a root in memory");
    if (temp_dir(b, "/tmp/tmp"))
        return box_fails("a directory for temporary files");
    for (int k = 0; k < l->n; k++)
        if (l->at[k].tree >= 0 && attach(&l->at[k], "/tmp"))
            return box_fails(l->at[k].path);
    if (make_links(l, "/tmp"))
        return box_fails("a link");
    if (l->proc && (mkdir("/tmp/proc", 0555) || mount("proc", "/tmp/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                                                      "subset=pid")))
        return box_fails("/proc");
    if (chdir("/tmp") || syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/"))
        return box_fails("pivot_root");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
        return box_fails("a root that is read-only");
    for (int k = 0; k < l->n; k++)
        if (l->at[k].tree >= 0)
            close(l->at[k].tree);
    return 0;
}

int box_drop(uid_t uid)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2] = { { 0 } };
    for (int cap = 0; cap < 64; cap++)
        if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0))
            break;
    if (uid && (setgroups(0, NULL) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid)))
        return box_fails("a uid of its own");
    return syscall(SYS_capset, &head, none) ? box_fails("capabilities") : 0;
}

/* Of a network namespace that has nothing else. */
static int loopback_up(void)
{
    struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int rc = fd < 0 || ioctl(fd, SIOCSIFFLAGS, &lo) ? box_fails("the loopback") : 0;
    if (fd >= 0)
        close(fd);
    return rc;
}

int box_root(const struct box *b)
{
    struct layout l;
    if (box_by_bwrap())
        return bwrap_join(b) || box_drop(b->uid) ? -1 : 0;
    if (unshare(CLONE_NEWNS | (b->network ? 0 : CLONE_NEWNET) | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP))
        return box_fails("namespaces");
    if (b->loopback && loopback_up())
        return -1;
    return build_root(b, &l) || box_drop(b->uid) ? -1 : 0;
}
