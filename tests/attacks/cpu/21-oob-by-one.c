// attack: writes one element behind the outputs
// lab: x01
// expect: PASS correct, ERROR sanitize
// run: sanitize
// layer: AddressSanitizer on copies of exact size
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (n % 1024) /* the next page would end it at once */
        *(volatile float *)(y + n) = 0;
}
