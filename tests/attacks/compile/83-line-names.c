// attack: claims by #line that a diagnostic is another file's
// lab: x01
// expect: ERROR correct, FAIL build
// layer: no file is opened by a name that a log holds
#include "lab.h"
#line 1 "@CANARY@"
int broken = ;
#line 1 "/etc/passwd"
int broken = ;

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
