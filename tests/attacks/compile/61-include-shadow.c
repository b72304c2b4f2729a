// attack: includes files of the machine, to read them in the error message
// lab: x01
// expect: ERROR correct, FAIL build
// never: root:x:|root:[*!$]|daemon:
// layer: Landlock; behind it the empty root
#include "lab.h"
#include "/etc/passwd"
#include "/etc/shadow"
#include "@CANARY@"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
