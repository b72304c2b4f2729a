/* The listener of a filtered process, the forbidden call that waits at it, and that call's name. */
#define _GNU_SOURCE
#include "box.h"

#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int box_call(int listener)
{
    struct pollfd f = { listener, POLLIN, 0 };
    union {
        struct seccomp_notif n;
        char room[256]; /* a later kernel's may be larger */
    } u;
    memset(&u, 0, sizeof u);
    if (listener < 0 || poll(&f, 1, 0) != 1 || !(f.revents & POLLIN) || ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &u.n))
        return -1;
    return u.n.data.nr;
}

/* The listener comes before anything of the submission's is loaded; our end of the socket has no other use. */
static void take_listener(int *socket, int *listener)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } c;
    char one;
    struct iovec v = { &one, 1 };
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof c };
    if (*socket < 0 || recvmsg(*socket, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0)
        return;
    if (m.msg_controllen >= sizeof c.head && c.head.cmsg_type == SCM_RIGHTS)
        memcpy(listener, CMSG_DATA(&c.head), sizeof *listener);
    close(*socket);
    *socket = -1;
}

int box_forbidden(int *socket, int *listener)
{
    take_listener(socket, listener);
    return box_call(*listener);
}

#define CALL(name) [SYS_##name] = #name
static const char *const names[] = {
    CALL(read), CALL(write), CALL(open), CALL(close), CALL(stat), CALL(fstat), CALL(lstat), CALL(poll), CALL(lseek),
    CALL(mmap), CALL(mprotect), CALL(munmap), CALL(brk), CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(ioctl),
    CALL(pread64), CALL(pwrite64), CALL(readv), CALL(writev), CALL(access), CALL(pipe), CALL(select), CALL(mremap),
    CALL(msync), CALL(mincore), CALL(madvise), CALL(shmget), CALL(shmat), CALL(shmctl), CALL(dup), CALL(dup2),
    CALL(pause), CALL(nanosleep), CALL(getitimer), CALL(alarm), CALL(setitimer), CALL(sendfile), CALL(socket),
    CALL(connect), CALL(accept), CALL(sendto), CALL(recvfrom), CALL(sendmsg), CALL(recvmsg), CALL(shutdown),
    CALL(bind), CALL(listen), CALL(getsockname), CALL(getpeername), CALL(socketpair), CALL(setsockopt),
    CALL(getsockopt), CALL(clone), CALL(fork), CALL(vfork), CALL(execve), CALL(wait4), CALL(kill), CALL(uname),
    CALL(semget), CALL(semop), CALL(semctl), CALL(shmdt), CALL(msgget), CALL(msgsnd), CALL(msgrcv), CALL(msgctl),
    CALL(fcntl), CALL(flock), CALL(fsync), CALL(fdatasync), CALL(truncate), CALL(ftruncate), CALL(getdents),
    CALL(getcwd), CALL(chdir), CALL(fchdir), CALL(rename), CALL(mkdir), CALL(rmdir), CALL(creat), CALL(link),
    CALL(unlink), CALL(symlink), CALL(readlink), CALL(chmod), CALL(fchmod), CALL(chown), CALL(fchown), CALL(lchown),
    CALL(umask), CALL(getrlimit), CALL(getrusage), CALL(sysinfo), CALL(times), CALL(ptrace), CALL(getuid),
    CALL(syslog), CALL(getgid), CALL(setuid), CALL(setgid), CALL(geteuid), CALL(getegid), CALL(setpgid),
    CALL(getppid), CALL(getpgrp), CALL(setsid), CALL(setreuid), CALL(setregid), CALL(getgroups), CALL(setgroups),
    CALL(setresuid), CALL(setresgid), CALL(getpgid), CALL(capget), CALL(capset), CALL(rt_sigpending),
    CALL(rt_sigtimedwait), CALL(rt_sigqueueinfo), CALL(rt_sigsuspend), CALL(sigaltstack), CALL(utime), CALL(mknod),
    CALL(personality), CALL(statfs), CALL(fstatfs), CALL(getpriority), CALL(setpriority), CALL(sched_setparam),
    CALL(sched_setscheduler), CALL(mlock), CALL(munlock), CALL(mlockall), CALL(munlockall), CALL(pivot_root),
    CALL(prctl), CALL(arch_prctl), CALL(setrlimit), CALL(chroot), CALL(sync), CALL(acct), CALL(settimeofday),
    CALL(mount), CALL(umount2), CALL(swapon), CALL(swapoff), CALL(reboot), CALL(sethostname), CALL(setdomainname),
    CALL(iopl), CALL(ioperm), CALL(init_module), CALL(delete_module), CALL(quotactl), CALL(setxattr), CALL(getxattr),
    CALL(listxattr), CALL(tkill), CALL(futex), CALL(sched_setaffinity), CALL(io_setup), CALL(io_submit),
    CALL(remap_file_pages), CALL(getdents64), CALL(timer_create), CALL(timer_settime), CALL(timer_delete),
    CALL(clock_settime), CALL(epoll_wait), CALL(epoll_ctl), CALL(tgkill), CALL(utimes), CALL(mbind),
    CALL(set_mempolicy), CALL(get_mempolicy), CALL(mq_open), CALL(kexec_load), CALL(waitid), CALL(add_key),
    CALL(request_key), CALL(keyctl), CALL(inotify_init), CALL(openat), CALL(mkdirat), CALL(mknodat), CALL(fchownat),
    CALL(unlinkat), CALL(renameat), CALL(linkat), CALL(symlinkat), CALL(readlinkat), CALL(fchmodat), CALL(faccessat),
    CALL(pselect6), CALL(ppoll), CALL(unshare), CALL(splice), CALL(tee), CALL(sync_file_range), CALL(vmsplice),
    CALL(move_pages), CALL(utimensat), CALL(epoll_pwait), CALL(signalfd), CALL(timerfd_create), CALL(eventfd),
    CALL(fallocate), CALL(timerfd_settime), CALL(accept4), CALL(signalfd4), CALL(eventfd2), CALL(epoll_create1),
    CALL(dup3), CALL(pipe2), CALL(inotify_init1), CALL(preadv), CALL(pwritev), CALL(rt_tgsigqueueinfo),
    CALL(perf_event_open), CALL(prlimit64), CALL(open_by_handle_at), CALL(setns), CALL(sendmmsg),
    CALL(process_vm_readv), CALL(process_vm_writev), CALL(kcmp), CALL(finit_module), CALL(sched_setattr),
    CALL(sched_getattr), CALL(renameat2), CALL(seccomp), CALL(memfd_create), CALL(bpf), CALL(execveat),
    CALL(userfaultfd), CALL(membarrier), CALL(mlock2), CALL(copy_file_range), CALL(statx), CALL(pkey_mprotect),
    CALL(pidfd_send_signal), CALL(io_uring_setup), CALL(io_uring_enter), CALL(open_tree), CALL(move_mount),
    CALL(fsopen), CALL(pidfd_open), CALL(clone3), CALL(close_range), CALL(openat2), CALL(pidfd_getfd),
    CALL(faccessat2), CALL(process_madvise),
};
#undef CALL

const char *box_call_name(int nr)
{
    static char number[32];
    if (nr >= 0 && nr < (int)(sizeof names / sizeof names[0]) && names[nr])
        return names[nr];
    snprintf(number, sizeof number, "system call %d", nr);
    return number;
}

/* Nobody writes clone() in C: it is what these come to. */
static bool makes_another(int nr)
{
    return nr == SYS_clone || nr == SYS_clone3 || nr == SYS_fork || nr == SYS_vfork;
}

const char *box_called(int nr)
{
    static char said[160];
    if (makes_another(nr))
        snprintf(said, sizeof said,
                 "started a process or a thread, as fork(), system() and pthread_create() do: %s() is a system call "
                 "that "
                 "a lab may not make", box_call_name(nr));
    else if (nr == SYS_exit_group || nr == SYS_exit)
        snprintf(said, sizeof said, "ended with exit code %d, by which Ridge's own faults are told", BOX_OWN_FAULT);
    else if (nr == SYS_tgkill)
        snprintf(said, sizeof said, "signalled itself, as raise() does: tgkill() is a system call that a lab may make "
                 "for abort() alone");
    else
        snprintf(said, sizeof said, "called %s(), a system call that a lab may not make", box_call_name(nr));
    return said;
}
