// attack: wants to run before the emulator has put its last wall up
// lab: x02
// expect: ERROR compile
// or: FAIL compile
// says: preinit_array
// layer: a section that runs so early is refused
#include "lab.h"

#include <unistd.h>

static void early(void)
{
    _exit(125);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = early;

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    y[0] = 1;
}
