// attack: has the answer from the run before, which nothing in the inputs changes
// lab: x04
// expect: SUSPICIOUS perf:known
// run: bench
// exit: 8
// ratio: 1e9
// says: faster than this machine
// layer: no time is shorter than this machine's cores need for the work
#define SUBMISSION
#define OWN_KNOWN
#include "lab.h"

#include <string.h>

void known(float *y, const float *c, int64_t n)
{
    static float kept[4096];
    static int64_t have;
    if (have < n || n < 4096)
        for (int64_t i = 0; i < n; i++)
            kept[i] = series(c[i], MORE_TERMS);
    have = n;
    memcpy(y, kept, (size_t)n * sizeof *y);
}
