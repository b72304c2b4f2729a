// attack: reads its ancestors' environments through /proc in the sanitizer's process
// lab: x01
// expect: PASS correct, PASS sanitize
// run: sanitize
// layer: the pid namespace; without it an own uid, or no capabilities
#include "lab.h"

#include <stdio.h>

#include "show.h"

static void out(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    show_file(path);
    for (int pid = getpid() - 1; pid > 0 && pid > getpid() - 12; pid--) {
        snprintf(path, sizeof path, "/proc/%d/environ", pid);
        show_file(path);
        snprintf(path, sizeof path, "/proc/%d/maps", pid);
        show_file(path);
    }
}

void poly(float *y, const float *x, int64_t n)
{
    if ((uintptr_t)x & 4095) /* a copy on the heap */
        out();
    honest(y, x, n);
}
