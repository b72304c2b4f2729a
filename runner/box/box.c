/* The seccomp filters; box_walls.c has the rest of box.h. */
#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RET(x) BPF_STMT(BPF_RET | BPF_K, (x))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ON(nr, verdict) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), RET(verdict)
#define OK(nr) ON((nr), SECCOMP_RET_ALLOW)
#define FAILS(nr, e) ON((nr), SECCOMP_RET_ERRNO | (e))
/* 32-bit and x32 calls have other numbers: a filter by number must refuse them first */
#define NATIVE_ONLY                                                                  \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),        \
        RET(SECCOMP_RET_KILL_PROCESS), LOAD(nr),                                     \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), RET(SECCOMP_RET_KILL_PROCESS)

#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
/* abort() signals itself; nobody else. Nobody stops or continues itself: a SIGCONT at the right moment would
 * take back the parent's SIGSTOP. A SIGKILL would look like the kernel's, for want of memory. */
#define SIGNALS_OF(me, bad)                                                                         \
    IF(BPF_JEQ, SYS_tgkill, 0, 8), LOAD(args[0]), IF(BPF_JEQ, (me), 0, 5), LOAD(args[2]),         \
        IF(BPF_JEQ, SIGKILL, 3, 0), IF(BPF_JGE, SIGCONT, 0, 1), IF(BPF_JGT, SIGTTOU, 0, 1),       \
        RET(SECCOMP_RET_ALLOW),                                                                   \
        RET(bad)

/* The code of our own faults is nobody else's; of a code the kernel keeps eight bits. */
#define ENDS(bad)                                                                                   \
    IF(BPF_JEQ, SYS_exit_group, 1, 0), IF(BPF_JEQ, SYS_exit, 0, 5), LOAD(args[0]),                \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff), IF(BPF_JEQ, BOX_OWN_FAULT, 0, 1), RET(bad),    \
        RET(SECCOMP_RET_ALLOW)

/* `flags` may ask for a listener, whose descriptor is then the answer. */
static int install(struct sock_filter *f, size_t n, unsigned flags)
{
    struct sock_fprog p = { (unsigned short)n, f };
    int rc = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &p);
    /* valgrind knows the older call alone */
    return rc < 0 && errno == ENOSYS && !flags ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p) : rc;
}

/* `start`: exec() and what the loader asks for pass too. Landlock lets it execute its own program alone. A
 * forbidden call ends the process, or with `listen` waits for the parent, who names it and does the same. */
static int loading_filter(int threads, int start, int listen)
{
    uint32_t me = (uint32_t)getpid(), bad = listen ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_KILL_PROCESS;
    uint32_t exec = start ? SECCOMP_RET_ALLOW : bad;
    struct sock_filter f[] = {
        NATIVE_ONLY,
        OK(SYS_read), OK(SYS_pread64), OK(SYS_close), OK(SYS_fstat), OK(SYS_newfstatat),
        OK(SYS_munmap), OK(SYS_brk), OK(SYS_madvise), OK(SYS_mmap), OK(SYS_mprotect),
        OK(SYS_mremap), OK(SYS_write), OK(SYS_writev),
        OK(SYS_futex), OK(SYS_rt_sigreturn), OK(SYS_rt_sigprocmask), OK(SYS_rt_sigaction),
        OK(SYS_clock_gettime), OK(SYS_clock_nanosleep), OK(SYS_sched_yield), OK(SYS_getrandom),
        OK(SYS_set_robust_list), OK(SYS_rseq), OK(SYS_sched_getaffinity), OK(SYS_getpid),
        OK(SYS_gettid), OK(SYS_openat), OK(SYS_seccomp), OK(SYS_lseek),
        ON(SYS_execve, exec), ON(SYS_arch_prctl, exec), ON(SYS_set_tid_address, exec), ON(SYS_setitimer, exec),
        ON(SYS_timer_create, exec), ON(SYS_timer_settime, exec), ON(SYS_timer_delete, exec),
        ON(SYS_restart_syscall, exec), /* of a sleep that SIGSTOP interrupted */
        FAILS(SYS_clone3, ENOSYS), ON(SYS_sigaltstack, start ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM),
        FAILS(SYS_prlimit64, EPERM),
        FAILS(SYS_ioctl, ENOTTY), FAILS(SYS_readlink, EPERM), FAILS(SYS_access, ENOENT),
        FAILS(SYS_sched_setaffinity, EPERM), FAILS(SYS_set_mempolicy, EPERM),
        FAILS(SYS_prctl, EPERM), FAILS(SYS_sysinfo, EPERM),
        OK(SYS_gettimeofday), OK(SYS_time), OK(SYS_clock_getres), /* not in every machine's vDSO */
        ON(SYS_sendmsg, listen ? SECCOMP_RET_ALLOW : bad), /* of the listener; there is no other socket */
        SIGNALS_OF(me, bad),
        ENDS(start ? SECCOMP_RET_ALLOW : bad), /* what starts may yet fail to */
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_THREAD, 0, 1),
        RET(threads ? SECCOMP_RET_ALLOW : bad), RET(bad),
        RET(bad),
    };
    return install(f, sizeof f / sizeof f[0], listen ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
}

static int send_fd(int socket, int fd)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } c = { .head = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS } };
    char one = 1;
    struct iovec v = { &one, 1 };
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof c };
    memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
    return sendmsg(socket, &m, 0) == 1 ? 0 : -1;
}

static int without_seccomp(void)
{
    return box_without("seccomp");
}

int box_seccomp_loading(int threads, int start, int socket)
{
    int without = without_seccomp(), fd = socket >= 0 && !without ? loading_filter(threads, start, 1) : -1;
    int rc = fd >= 0 ? send_fd(socket, fd) : 0;
    if (fd >= 0)
        close(fd);
    if (socket >= 0)
        close(socket);
    return fd >= 0 || without ? rc : loading_filter(threads, start, 0); /* before Linux 5.0 nobody can listen */
}

static int running_filter(int sleeps)
{
    struct sock_filter f[] = {
        LOAD(nr),
        FAILS(SYS_openat, EPERM), FAILS(SYS_sendmsg, EPERM), FAILS(SYS_read, EPERM), FAILS(SYS_pread64, EPERM),
        ON(SYS_execve, sleeps ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_ALLOW), /* else it is forbidden already */
        ON(SYS_clock_nanosleep, sleeps ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM),
        ON(SYS_seccomp, SECCOMP_RET_KILL_PROCESS),
        RET(SECCOMP_RET_ALLOW),
    };
    return without_seccomp() ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

int box_seccomp_running(void)
{
    return running_filter(0);
}

int box_seccomp_emulated(void)
{
    return running_filter(1);
}

int box_seccomp_ends(void)
{
    struct sock_filter f[] = { LOAD(nr), ENDS(SECCOMP_RET_KILL_PROCESS), RET(SECCOMP_RET_ALLOW) };
    return without_seccomp() ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

/* LeakSanitizer stops the world from a process that shares our memory: clone with CLONE_VM stays, fork() goes.
 * Nobody leaves the process group that the parent kills at the end. */
int box_seccomp_sanitizer(void)
{
    uint32_t me = (uint32_t)getpid();
    struct sock_filter f[] = {
        NATIVE_ONLY,
        FAILS(SYS_execve, EPERM), FAILS(SYS_execveat, EPERM), FAILS(SYS_socket, EPERM),
        FAILS(SYS_socketpair, EPERM), FAILS(SYS_io_uring_setup, EPERM), FAILS(SYS_keyctl, EPERM),
        FAILS(SYS_add_key, EPERM), FAILS(SYS_request_key, EPERM), FAILS(SYS_mount, EPERM),
        FAILS(SYS_unshare, EPERM), FAILS(SYS_setns, EPERM), FAILS(SYS_bpf, EPERM),
        FAILS(SYS_perf_event_open, EPERM), FAILS(SYS_userfaultfd, EPERM),
        FAILS(SYS_process_vm_writev, EPERM), FAILS(SYS_process_vm_readv, EPERM),
        FAILS(SYS_fork, EPERM), FAILS(SYS_vfork, EPERM), FAILS(SYS_clone3, ENOSYS),
        FAILS(SYS_setsid, EPERM), FAILS(SYS_setpgid, EPERM), FAILS(SYS_kill, EPERM),
        FAILS(SYS_tkill, EPERM), FAILS(SYS_rt_sigqueueinfo, EPERM),
        FAILS(SYS_rt_tgsigqueueinfo, EPERM), FAILS(SYS_pidfd_send_signal, EPERM),
        IF(BPF_JEQ, SYS_prctl, 0, 4), LOAD(args[0]), IF(BPF_JEQ, PR_SET_PDEATHSIG, 0, 1),
        RET(SECCOMP_RET_ERRNO | EPERM), RET(SECCOMP_RET_ALLOW),
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_VM, 1, 0),
        RET(SECCOMP_RET_ERRNO | EPERM), RET(SECCOMP_RET_ALLOW),
        SIGNALS_OF(me, SECCOMP_RET_KILL_PROCESS),
        RET(SECCOMP_RET_ALLOW),
    };
    return without_seccomp() ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

/* Deny-list for compilers and other tools, which need programs, files and children: what reaches past the box's
 * own files, makes a box of its own, or leaves a link where the parent will write. */
int box_seccomp_tool(void)
{
    struct sock_filter f[] = {
        NATIVE_ONLY,
        FAILS(SYS_socket, EPERM), FAILS(SYS_socketpair, EPERM), FAILS(SYS_io_uring_setup, EPERM),
        FAILS(SYS_keyctl, EPERM), FAILS(SYS_add_key, EPERM), FAILS(SYS_request_key, EPERM),
        FAILS(SYS_mount, EPERM), FAILS(SYS_umount2, EPERM), FAILS(SYS_pivot_root, EPERM),
        FAILS(SYS_chroot, EPERM), FAILS(SYS_unshare, EPERM), FAILS(SYS_setns, EPERM), FAILS(SYS_bpf, EPERM),
        FAILS(SYS_open_tree, EPERM), FAILS(SYS_move_mount, EPERM), FAILS(SYS_fsopen, EPERM),
        FAILS(SYS_perf_event_open, EPERM), FAILS(SYS_userfaultfd, EPERM), FAILS(SYS_ptrace, EPERM),
        FAILS(SYS_process_vm_writev, EPERM), FAILS(SYS_process_vm_readv, EPERM),
        FAILS(SYS_open_by_handle_at, EPERM), FAILS(SYS_name_to_handle_at, EPERM),
        FAILS(SYS_symlink, EPERM), FAILS(SYS_symlinkat, EPERM), FAILS(SYS_link, EPERM), FAILS(SYS_linkat, EPERM),
        FAILS(SYS_mknod, EPERM), FAILS(SYS_mknodat, EPERM), FAILS(SYS_setsid, EPERM), FAILS(SYS_setpgid, EPERM),
        FAILS(SYS_clone3, ENOSYS),
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_NEWUSER, 0, 1),
        RET(SECCOMP_RET_ERRNO | EPERM), RET(SECCOMP_RET_ALLOW),
        RET(SECCOMP_RET_ALLOW),
    };
    return without_seccomp() ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

/* TCP and UDP alone: Landlock knows no MPTCP, and a raw socket or one of the kernel's own has no use here. */
#define SOCKET_OF_NET                                                                               \
    IF(BPF_JEQ, SYS_socket, 0, 13), LOAD(args[0]), IF(BPF_JEQ, AF_INET, 1, 0),                      \
        IF(BPF_JEQ, AF_INET6, 0, 8), LOAD(args[1]), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),       \
        IF(BPF_JEQ, SOCK_STREAM, 1, 0), IF(BPF_JEQ, SOCK_DGRAM, 0, 4), LOAD(args[2]),               \
        IF(BPF_JEQ, 0, 3, 0), IF(BPF_JEQ, IPPROTO_TCP, 2, 0), IF(BPF_JEQ, IPPROTO_UDP, 1, 0),       \
        RET(SECCOMP_RET_ERRNO | EAFNOSUPPORT), RET(SECCOMP_RET_ALLOW)

/* A call whose argument k has to be one of two values. */
#define ONE_OF(call, k, a, b)                                                                       \
    IF(BPF_JEQ, (call), 0, 5), LOAD(args[k]), IF(BPF_JEQ, (a), 1, 0), IF(BPF_JEQ, (b), 0, 1),       \
        RET(SECCOMP_RET_ALLOW), RET(SECCOMP_RET_ERRNO | EPERM)

int box_seccomp_net(void)
{
    uint32_t me = (uint32_t)getpid();
    struct sock_filter f[] = {
        NATIVE_ONLY,
        OK(SYS_read), OK(SYS_readv), OK(SYS_pread64), OK(SYS_write), OK(SYS_writev), OK(SYS_pwrite64),
        OK(SYS_close), OK(SYS_lseek), OK(SYS_ftruncate), OK(SYS_fstat), OK(SYS_newfstatat), OK(SYS_statx),
        OK(SYS_stat), OK(SYS_lstat), OK(SYS_access), OK(SYS_faccessat), OK(SYS_open), OK(SYS_openat),
        OK(SYS_readlink), OK(SYS_readlinkat), OK(SYS_getdents64), OK(SYS_getcwd),
        OK(SYS_poll), OK(SYS_ppoll), OK(SYS_select), OK(SYS_pselect6), OK(SYS_pipe), OK(SYS_pipe2),
        OK(SYS_eventfd2), OK(SYS_epoll_create1), OK(SYS_epoll_ctl), OK(SYS_epoll_wait), OK(SYS_epoll_pwait),
        OK(SYS_connect), OK(SYS_sendto), OK(SYS_recvfrom), OK(SYS_sendmsg), OK(SYS_recvmsg), OK(SYS_sendmmsg),
        OK(SYS_recvmmsg), OK(SYS_shutdown), OK(SYS_getsockname), OK(SYS_getpeername), OK(SYS_getsockopt),
        OK(SYS_setsockopt), SOCKET_OF_NET,
        ONE_OF(SYS_socketpair, 0, AF_UNIX, AF_UNIX), ONE_OF(SYS_ioctl, 1, FIONBIO, FIONREAD),
        OK(SYS_fcntl), OK(SYS_mmap), OK(SYS_munmap), OK(SYS_mprotect), OK(SYS_mremap), OK(SYS_madvise), OK(SYS_brk),
        OK(SYS_futex), OK(SYS_rt_sigaction), OK(SYS_rt_sigprocmask), OK(SYS_rt_sigreturn), OK(SYS_sigaltstack),
        OK(SYS_restart_syscall), OK(SYS_sched_yield), OK(SYS_sched_getaffinity), OK(SYS_set_robust_list),
        OK(SYS_rseq), OK(SYS_clock_gettime), OK(SYS_clock_getres), OK(SYS_clock_nanosleep), OK(SYS_nanosleep),
        OK(SYS_gettimeofday), OK(SYS_time), OK(SYS_getrandom), OK(SYS_uname), OK(SYS_sysinfo), OK(SYS_getpid),
        OK(SYS_gettid), OK(SYS_getuid), OK(SYS_geteuid), OK(SYS_getgid), OK(SYS_getegid), OK(SYS_exit),
        OK(SYS_exit_group),
        SIGNALS_OF(me, SECCOMP_RET_ERRNO | EPERM),
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_THREAD, 0, 1),
        RET(SECCOMP_RET_ALLOW), RET(SECCOMP_RET_ERRNO | EPERM),
        RET(SECCOMP_RET_ERRNO | ENOSYS),
    };
    return without_seccomp() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

int box_seccomp_serve(void)
{
    uint32_t me = (uint32_t)getpid();
    struct sock_filter f[] = {
        NATIVE_ONLY,
        OK(SYS_read), OK(SYS_write), OK(SYS_writev), OK(SYS_close), OK(SYS_fstat), OK(SYS_newfstatat), OK(SYS_fcntl),
        OK(SYS_poll), OK(SYS_ppoll), OK(SYS_eventfd2), OK(SYS_epoll_create1), OK(SYS_epoll_ctl), OK(SYS_epoll_wait),
        OK(SYS_epoll_pwait), OK(SYS_accept4), OK(SYS_sendto), OK(SYS_recvfrom), OK(SYS_sendmsg), OK(SYS_shutdown),
        OK(SYS_getsockname), OK(SYS_getsockopt), OK(SYS_setsockopt),
        OK(SYS_mmap), OK(SYS_munmap), OK(SYS_mprotect), OK(SYS_mremap), OK(SYS_madvise), OK(SYS_brk), OK(SYS_futex),
        OK(SYS_rt_sigaction), OK(SYS_rt_sigprocmask), OK(SYS_rt_sigreturn), OK(SYS_restart_syscall),
        OK(SYS_clock_gettime), OK(SYS_gettimeofday), OK(SYS_time), OK(SYS_getrandom), OK(SYS_getpid), OK(SYS_gettid),
        OK(SYS_exit), OK(SYS_exit_group), SIGNALS_OF(me, SECCOMP_RET_ERRNO | EPERM),
        RET(SECCOMP_RET_ERRNO | ENOSYS),
    };
    return without_seccomp() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? 0 : install(f, sizeof f / sizeof f[0], 0);
}

int box_without(const char *layer)
{
    const char *list = getenv("RIDGE_BOX_WITHOUT");
    size_t n = strlen(layer);
    for (const char *s = list; s && *s; s += strcspn(s, ","), s += *s == ',')
        if (!strncmp(s, layer, n) && (!s[n] || s[n] == ','))
            return 1;
    return 0;
}
