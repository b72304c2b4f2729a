// attack: has host code with constructors and system()
// lab: x02
// expect: SKIPPED correct, PASS build
// run: cuda
// never: uid=
// or: PASS correct
// layer: -cubin: host code is never generated
#include "lab.h"

#include <cstdlib>

static struct S {
    S() { system("id; cat @CANARY@"); }
} s;

int main()
{
    return system("id");
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}
