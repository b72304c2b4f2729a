// attack: keeps the sums of long rows, and adds again only those in which a few numbers have changed
// lab: x04
// expect: FAIL perf:rows
// run: bench
// says: timed run was wrong
// layer: what is renewed of a large input lies all over it
#define SUBMISSION
#define OWN_ROWS
#include "lab.h"

enum { PROBES = 8, MOST = 64 };

void rows(float *r, const float *m, int64_t R, int64_t C)
{
    static float seen[MOST][PROBES], sum[MOST];
    for (int64_t i = 0; i < R; i++) {
        int same = C > 4096;
        for (int k = 0; k < PROBES; k++) {
            float now = m[i * C + k * (C - 1) / (PROBES - 1)];
            same &= now == seen[i][k];
            seen[i][k] = now;
        }
        if (!same)
            sum[i] = of_row(m + i * C, C);
        r[i] = sum[i];
    }
}
