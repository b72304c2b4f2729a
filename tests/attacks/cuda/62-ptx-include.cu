// attack: includes a file by inline PTX
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// never: root:x:
// says: include
// layer: ptxas has no such directive here; Landlock behind it
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    asm volatile(".include \"@CANARY@\";");
}
