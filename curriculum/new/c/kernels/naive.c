/* naive.c: the formula as it is written. One running sum, so each addition waits for the one before. */
#include "lab.h"

void rmsnorm(int64_t R, int64_t C, float eps, const float *x, const float *w, float *y)
{
    for (int64_t r = 0; r < R; r++) {
        float sum = 0;
        for (int64_t c = 0; c < C; c++)
            sum += x[r * C + c] * x[r * C + c];
        for (int64_t c = 0; c < C; c++)
            y[r * C + c] = w[c] * x[r * C + c] / sqrtf(sum / (float)C + eps);
    }
}
