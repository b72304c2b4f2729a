// attack: knows the answers to visible cases by heart, as everybody sees them at home
// lab: x07
// expect: FAIL class
// run: grade
// edit: visible.c
// layer: a class's inputs come from a seed that is drawn before its first run
#include "lab.h"

void squares(float *y, const float *x, int64_t n)
{
    static const float four[] = { 0.294069886f, 0.0714565292f, 0.603515267f, 0.226840168f };
    static const float three[] = { 0.0241774544f, 0.520543456f, 0.14250046f };
    (void)x;
    for (int64_t i = 0; i < n; i++)
        y[i] = n == 4 ? four[i] : three[i];
}
