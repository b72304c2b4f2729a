/* stats.c: the median, and the bootstrap of paired ratios. */
#include "stats.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ridge/oracle.h"
#include "runner/base/order.h"

enum { BOOTSTRAP = 1000, PAIRS_MAX = 256 };

double stats_median(const double *x, size_t n)
{
    double t[PAIRS_MAX];
    if (n > PAIRS_MAX)
        n = PAIRS_MAX;
    if (!n)
        return NAN;
    memcpy(t, x, n * sizeof *t);
    qsort(t, n, sizeof *t, order_numbers);
    return n & 1 ? t[n / 2] : 0.5 * (t[n / 2 - 1] + t[n / 2]);
}

struct interval stats_ratio(const struct pair *p, size_t n)
{
    double r[PAIRS_MAX] = { 0 }, s[PAIRS_MAX], m[BOOTSTRAP];
    uint64_t state = 0x5249444745u + n;
    if (n > PAIRS_MAX)
        n = PAIRS_MAX;
    for (size_t k = 0; k < n; k++)
        r[k] = p[k].reference / p[k].learner;
    struct interval i = { stats_median(r, n), NAN, NAN };
    if (n < 3)
        return (struct interval){ i.ratio, 0, INFINITY };
    for (int b = 0; b < BOOTSTRAP; b++) {
        for (size_t k = 0; k < n; k++)
            s[k] = r[ridge_next(&state) % n];
        m[b] = stats_median(s, n);
    }
    qsort(m, BOOTSTRAP, sizeof *m, order_numbers);
    i.lo = m[(int)(0.025 * BOOTSTRAP)];
    i.hi = m[(int)(0.975 * BOOTSTRAP) - 1];
    return i;
}
