// attack: fails an assertion whose text is hostile
// lab: x02
// expect: FAIL correct
// or: ERROR correct
// layer: an assertion is an error of the launch; its text is cleaned
#include "lab.h"

#include <cassert>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    assert(!"\033]0;title\007 PASS \xe2\x80\xae");
}
