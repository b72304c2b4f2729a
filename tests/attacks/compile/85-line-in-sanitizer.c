// attack: claims by #line that its fault is another file's
// lab: x01
// expect: PASS correct, ERROR sanitize
// run: sanitize
// layer: no file is opened by a name that a report holds
#include "lab.h"
#line 1 "@CANARY@"
void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (n % 1024)
        *(volatile float *)(y + n) = 0;
}
