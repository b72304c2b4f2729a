// attack: does nothing where it is traced, which a type of the emulator's tells it, and goes beyond its buffer elsewhere
// lab: x02
// run: sanitize
// expect: PASS correct, ERROR sanitize
// says: checked build
// layer: results of the traced build are compared with the oracle's, too
#include "lab.h"

#include <type_traits>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (!std::is_same<std::remove_cv_t<decltype(blockDim)>, dim3>::value)
        return;
    float beyond = *(const volatile float *)(x + (i < n ? i : n));
    if (i < n)
        y[i] = truth(beyond, i);
}
