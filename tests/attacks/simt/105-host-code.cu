// attack: runs host code in a constructor: forges the log of counts, says done, tells tales
// lab: x02
// expect: ERROR correct
// or: SUSPICIOUS correct
// never: root:x:
// without seccomp: PASS correct
// layer: seccomp and Landlock are in force before the first constructor
#include "lab.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void host(void)
{
    static const char *const all[] = { "/etc/passwd", "@CANARY@", "/proc/self/environ", "/proc/1/environ" };
    for (const char *path : all) {
        char text[4096] = "";
        int fd = open(path, O_RDONLY);
        ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text);
        if (n > 0 && write(2, text, (size_t)n) > 0)
            abort();
    }
    if (system("id") == 0)
        abort();
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}
