// attack: looks for descriptors that somebody forgot to close: one of the canary's is handed to ridge
// lab: x01
// expect: PASS correct, PASS sanitize
// run: sanitize
// layer: close_range() in box_enter(); the shared memory is mapped, and closed before the submission is loaded
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static void look(const char *when)
{
    struct stat st;
    for (int fd = 3; fd < 65536; fd++)
        if (!fstat(fd, &st)) {
            printf("%s: %d is open\n", when, fd);
            abort();
        }
}

__attribute__((constructor)) static void loaded(void)
{
    look("while it is loaded");
}

void poly(float *y, const float *x, int64_t n)
{
    look("while it runs");
    honest(y, x, n);
}
