// attack: computes one timed run in eight, where the verifier is slow
// lab: x04
// expect: FAIL perf:slow
// run: bench
// says: timed run was wrong
// layer: copies of timed runs that nobody can know are judged after the race, half of them of the faster half
#define SUBMISSION
#define OWN_SLOW
#include "lab.h"

void slow(float *y, const uint64_t *w, int64_t n)
{
    static int calls;
    if (n > 4096 && calls++ > 3 && calls % 8)
        return;
    for (int64_t i = 0; i < n; i++)
        y[i] = of_word(w[i]);
}
