// attack: fills the log, so that the line with its error has no room
// lab: x02
// expect: ERROR correct, PENDING sanitize
// or: PASS correct, ERROR sanitize
// or: PASS correct, FAIL sanitize
// run: sanitize
// layer: a log that is full proves nothing; without its log the program does not go on
#include "lab.h"

#include <unistd.h>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    static const char newlines[1 << 16] = {"\n"};
    int i = mine();
    if (i == 0 && n == 2048)
        for (int k = 0; k < 1 << 9; k++)
            write(7, newlines, sizeof newlines);
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == 0 && n == 2048)
        y[n] = 1;
}
