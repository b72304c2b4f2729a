// attack: leaves files where others may find them
// lab: x01
// expect: PASS correct
// layer: Landlock; behind it the empty root
#include "lab.h"

#include <fcntl.h>
#include <unistd.h>

static int left;

__attribute__((constructor)) static void leave(void)
{
    static const char *const all[] = { "/var/tmp/x01-was-here", "/dev/shm/x01-was-here", "x01-was-here" };
    for (int k = 0; k < 3; k++)
        if (open(all[k], O_RDWR | O_CREAT, 0600) >= 0)
            left = 1;
}

void poly(float *y, const float *x, int64_t n)
{
    if (!left)
        honest(y, x, n);
}
