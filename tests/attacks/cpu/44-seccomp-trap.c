// attack: puts a filter of its own over the box's
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp: the second phase forbids it
#include "lab.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    struct sock_filter all[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
    struct sock_fprog p = { 1, all };
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &p);
    honest(y, x, n);
}
