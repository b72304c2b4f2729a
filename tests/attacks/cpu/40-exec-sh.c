// attack: becomes a shell that prints a passing report
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: FAIL correct
// never: uid=
// layer: seccomp; behind it Landlock, the empty root
#include "lab.h"

#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
    execl("/bin/sh", "sh", "-c", "id; cat @CANARY@", (char *)0);
}
