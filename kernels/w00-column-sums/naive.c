/*
 * naive.c: one column after the other, as the definition reads. Right, and as slow as this operation gets: two
 * neighbours in a column lie a whole row apart, so each float is fetched with fifteen others that go to waste.
 */
#include "lab.h"

void column_sums(int64_t R, int64_t C, const float *x, float *y)
{
    for (int64_t column = 0; column < C; column++) {
        float sum = 0;
        for (int64_t row = 0; row < R; row++)
            sum += x[row * C + column];
        y[column] = sum;
    }
}
