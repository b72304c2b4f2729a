// attack: writes no index where each has to be -1
// lab: x09
// expect: FAIL correct
// run: cuda
// says: expected -1, never written
// layer: unwritten integers are no likely answers
#include "lab.h"

extern "C" __global__ void none(int n, int *at)
{
}
