/* slips.c: how many slips of the fingers lie between two words. */
#include "slips.h"

#include <string.h>

/* Optimal string alignment: a swap of neighbours is one slip of the fingers, not two. */
int slips_between(const char *a, const char *b)
{
    enum { MOST = 24 };
    int d[MOST + 1][MOST + 1], m = (int)strlen(a), n = (int)strlen(b);
    if (m > MOST || n > MOST)
        return MOST;
    for (int i = 0; i <= m; i++)
        for (int k = 0; k <= n; k++) {
            if (!i || !k) {
                d[i][k] = i + k;
                continue;
            }
            int best = d[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            best = d[i - 1][k] + 1 < best ? d[i - 1][k] + 1 : best;
            best = d[i][k - 1] + 1 < best ? d[i][k - 1] + 1 : best;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] && d[i - 2][k - 2] + 1 < best)
                best = d[i - 2][k - 2] + 1;
            d[i][k] = best;
        }
    return d[m][n];
}
