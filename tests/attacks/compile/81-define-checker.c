// attack: redefines words that the checker might use
// lab: x01
// expect: FAIL correct
// layer: the submission is never compiled with the checker
#define memcmp(a, b, n) 0
#define isnan(x) 0
#define ridge_exports nothing
#define fabs(x) 0
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
}
