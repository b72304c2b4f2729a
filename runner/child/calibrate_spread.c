/* calibrate_spread.c: see calibrate.h. */
#include "calibrate.h"

#include <stdlib.h>

#include "runner/base/order.h"

json_t *calibrate_spread(double *rate, size_t n)
{
    qsort(rate, n, sizeof *rate, order_numbers);
    return json_pack("{s:f s:f s:f}", "median", rate[n / 2], "low", rate[0], "high", rate[n - 1]);
}
