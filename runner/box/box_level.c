/* box_level.c: tries once in each process what this machine's boxes can have, and says why not more. */
#define _GNU_SOURCE
#include "box_level.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_bwrap.h"
#include "box_cgroup.h"
#include "children.h"
#include "runner/base/util.h"

enum { UNKNOWN, YES, NO };

static int namespaces = UNKNOWN;
static char refusal[200]; /* why there are none */
static int begun;         /* the box was made, and its child refused it */
static const char *needed;

void box_level_needs(const char *path)
{
    needed = path;
}

static int child_tries(const struct box *b)
{
    if (box_enter(b))
        return 1;
    if (!needed || !access(needed, R_OK | X_OK))
        return 0;
    dprintf(2, "sandbox: %s is for root's eyes, and the box has a uid of its own: chmod -R go+rX it", needed);
    return 1;
}

/* A box like a run's, with nothing in it. */
static int try_namespaces(void)
{
    int p[2], st = -1;
    if (pipe2(p, O_CLOEXEC))
        return 0;
    struct box b = { .ro = { "/usr/lib", needed }, .fds = { -1 }, .out_fd = p[1], .in_fd = -1, .cpu = -1, .tool = 1 };
    b.apart = box_closed(&b);
    pid_t pid = children_fork(&b);
    if (pid == 0)
        _exit(child_tries(&b));
    int why = errno;
    close(p[1]);
    if (pid < 0) {
        snprintf(refusal, sizeof refusal, "%s", *children_failed_at() ? children_failed_at() : strerror(why));
    } else {
        begun = 1;
        ssize_t n = read(p[0], refusal, sizeof refusal - 1);
        refusal[n > 0 ? n : 0] = 0;
        refusal[strcspn(refusal, "\n")] = 0;
        children_reap(pid, &st, NULL);
    }
    close(p[0]);
    return st == 0;
}

int box_namespaces(void)
{
    if (namespaces == UNKNOWN)
        namespaces = !box_without("ns") && try_namespaces() ? YES : NO;
    return namespaces == YES;
}

pid_t box_fork(struct box *b)
{
    b->apart = box_closed(b) && box_namespaces();
    return children_fork(b);
}

static int setting(const char *path)
{
    char *s = util_read_kernel(AT_FDCWD, path);
    int v = s && *s ? s[0] - '0' : -1;
    free(s);
    return v;
}

static const char *how_to_allow(void)
{
    if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1)
        return "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    if (setting("/proc/sys/kernel/unprivileged_userns_clone") == 0)
        return "sudo sysctl kernel.unprivileged_userns_clone=1";
    if (setting("/proc/sys/user/max_user_namespaces") == 0)
        return "sudo sysctl user.max_user_namespaces=65536";
    return "run outside this container, or give it --security-opt seccomp=unconfined --cap-add SYS_ADMIN";
}

static int seccomp_is_there(void)
{
    unsigned action = SECCOMP_RET_KILL_PROCESS;
    return !syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
}

static const char *taken_away(void)
{
    static const char *const layers[] = { "rlimits", "seccomp", "landlock" };
    for (size_t k = 0; k < sizeof layers / sizeof layers[0]; k++)
        if (box_without(layers[k]))
            return layers[k];
    return NULL;
}

static int is_L1(int driver, char *why, size_t n)
{
    const char *without = taken_away();
    if (driver)
        snprintf(why, n, "the GPU's driver needs its device nodes, and a process without a seccomp filter");
    else if (without)
        snprintf(why, n, "RIDGE_BOX_WITHOUT takes %s away: unset it", without);
    else if (!box_landlock_abi())
        snprintf(why, n, "this kernel has no Landlock: boot Linux 5.13 or later with lsm=landlock,…");
    else if (!seccomp_is_there())
        snprintf(why, n, "seccomp is refused here: boot a kernel with CONFIG_SECCOMP_FILTER, outside a container");
    else
        return 1;
    return 0;
}

static int is_L2(char *why, size_t n)
{
    if (box_without("ns"))
        snprintf(why, n, "RIDGE_BOX_WITHOUT takes ns away: unset it");
    else if (!box_namespaces() && begun && strchr(refusal, '/'))
        snprintf(why, n, "%s", refusal);
    else if (!box_namespaces() && box_by_bwrap())
        bwrap_advice(refusal, how_to_allow(), why, n);
    else if (!box_namespaces())
        snprintf(why, n, "namespaces are refused (%s): %s", refusal, how_to_allow());
    else
        return 1;
    return 0;
}

void box_level(int driver, struct box_level *ret)
{
    *ret = (struct box_level){ 0, "" };
    if (!is_L1(driver, ret->why, sizeof ret->why))
        return;
    ret->level = 1;
    if (!is_L2(ret->why, sizeof ret->why))
        return;
    static const char not_ours[] = "whether this machine is for one class alone, its operator knows and ridge doesn't";
    ret->level = box_cgroups() ? 3 : 2;
    snprintf(ret->why, sizeof ret->why, "%s", ret->level == 3 ? not_ours : box_cgroup_refusal());
}

int box_unmet(struct err *e)
{
    char why[400];
    if (!box_is_one(box_name()))
        err_set(e, "RIDGE_BOX is \"%.16s\": native and bwrap are boxes", box_name());
    else if (box_by_bwrap() && !is_L2(why, sizeof why))
        err_set(e, "%s", why);
    else
        return 0;
    return 1;
}

int box_level_parse(const char *text)
{
    return text[0] == 'L' && text[1] >= '0' && text[1] <= '3' && !text[2] ? text[1] - '0' : -1;
}
