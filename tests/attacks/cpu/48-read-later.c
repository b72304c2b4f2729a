// attack: reads files of the machine from its kernel, and has them in its last words
// lab: x01
// expect: PASS correct
// never: root:x:|nobody:
// layer: seccomp's second phase; behind it Landlock
#include "lab.h"

#include "show.h"

void poly(float *y, const float *x, int64_t n)
{
    show_all();
    honest(y, x, n);
}
