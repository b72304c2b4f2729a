#include "lab.h"

/* The largest magnitudes of all channels in one pass over the rows, then s, then a second pass. What of a channel that
 * is zero everywhere? */
void smooth(float *X, float *W, float alpha, float *s, float *room, int m, int n, int k)
{
    (void)X, (void)W, (void)alpha, (void)room, (void)m, (void)n;
    for (int j = 0; j < k; j++)
        s[j] = 1; /* yours */
}
