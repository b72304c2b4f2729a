// attack: nests 200,000 parentheses
// lab: x01
// expect: PASS build, PASS correct
// or: ERROR correct, FAIL build
// layer: a compiler that falls over is a compile error, not ours
#include "lab.h"

#define A(x) ((((((((((x))))))))))
#define B(x) A(A(A(A(A(A(A(A(A(A(x))))))))))
#define C(x) B(B(B(B(B(B(B(B(B(B(x))))))))))

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n + C(C(C(0))));
}
