// attack: calls a hook itself, so that it hides what follows it
// lab: x02
// expect: ERROR compile, FAIL build
// says: __tsan_ignore_thread_begin
// layer: an object that asks for a name of the hooks, where the compiler put none in, is refused
#include "lab.h"

extern "C" void __tsan_ignore_thread_begin(void);

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    __tsan_ignore_thread_begin();
    if (i < n)
        y[i] = truth(x[i], i);
}
