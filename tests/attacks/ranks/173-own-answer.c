// attack: wants to let its own call through: looks for a listener in every descriptor, and asks for one of its own
// lab: x03
// expect: SUSPICIOUS correct
// says: Rank 2 called socket\(\), a system call that a lab may not make
// never: an answer was taken|a second listener
// needs: seccomp
// layer: listeners are the hub's alone, the kernel allows one a process, and ioctl() is refused
#include "lab.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* While filters may still be added: its own listener could let through what no later filter refuses. */
__attribute__((constructor)) static void listen_first(void)
{
    struct sock_filter f[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
    struct sock_fprog p = { 1, f };
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &p) >= 0)
        puts("a second listener");
}

static void *answer(void *a)
{
    for (uint64_t id = 0;; id++)
        for (int fd = 3; fd < 128; fd++) {
            struct seccomp_notif_resp r = { .id = id & 15, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
            struct seccomp_notif n = { 0 };
            if (!ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &n) || !ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &r))
                puts("an answer was taken");
        }
    return a;
}

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    honest(c, y, x, n);
    if (comm_rank(c) == 2)
        socket(AF_INET, SOCK_STREAM, 0);
}
