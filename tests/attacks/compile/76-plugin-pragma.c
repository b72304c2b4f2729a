// attack: loads a plugin into the compiler by pragma and attribute
// lab: x01
// expect: PASS correct
// layer: gcc takes no plugin from a source
#include "lab.h"

#pragma GCC plugin "evil"
#pragma GCC optimize("-fplugin=evil")

__attribute__((optimize("-wrapper", "sh,-c,id"))) void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
