// attack: claims by #line that its code is another file's, and has it profiled
// lab: x01
// expect: PASS correct, PASS profile
// run: profile
// layer: the profile reads the submission's own files alone
#include "lab.h"
#line 1 "@CANARY@"
void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
