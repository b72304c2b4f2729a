// attack: does in the sanitizer's process what the other filter forbids
// lab: x01
// expect: PASS correct, PASS sanitize
// run: sanitize
// never: root:x:|nobody:
// without seccomp: PASS correct, ERROR sanitize
// layer: the sanitizer run's own deny-list and Landlock
#include "lab.h"

#include <sys/socket.h>

#include "show.h"

static void out(void)
{
    show_all();
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || fork() >= 0)
        show_text("got" " out\n");
    execl("/bin/cat", "cat", "@CANARY@", (char *)0);
}

void poly(float *y, const float *x, int64_t n)
{
    if ((uintptr_t)x & 4095) /* a copy on the heap */
        out();
    honest(y, x, n);
}
