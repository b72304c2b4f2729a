// attack: has 65,536 functions
// lab: x01
// expect: ERROR correct, FAIL build
// long: yes
// needs: rlimits
// layer: RLIMIT_CPU, the wall
#include "lab.h"

#define ONE(n) float f##n(float a, float b) { for (int i = 0; i < 64; i++) a = a * b + (float)i; return a; }
#define A(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) \
             ONE(n##8) ONE(n##9) ONE(n##a) ONE(n##b) ONE(n##c) ONE(n##d) ONE(n##e) ONE(n##f)
#define B(n) A(n##0) A(n##1) A(n##2) A(n##3) A(n##4) A(n##5) A(n##6) A(n##7) \
             A(n##8) A(n##9) A(n##a) A(n##b) A(n##c) A(n##d) A(n##e) A(n##f)
#define C(n) B(n##0) B(n##1) B(n##2) B(n##3) B(n##4) B(n##5) B(n##6) B(n##7) \
             B(n##8) B(n##9) B(n##a) B(n##b) B(n##c) B(n##d) B(n##e) B(n##f)
#define D(n) C(n##0) C(n##1) C(n##2) C(n##3) C(n##4) C(n##5) C(n##6) C(n##7) \
             C(n##8) C(n##9) C(n##a) C(n##b) C(n##c) C(n##d) C(n##e) C(n##f)
D(_)

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
