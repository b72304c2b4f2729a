// attack: includes files of the machine
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// never: root:x:|daemon:
// says: /etc/passwd
// layer: Landlock; behind it the empty root
#include "lab.h"
#include "/etc/passwd"
#include "@CANARY@"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
}
