/* x07-visible: the lab for submissions that know visible cases by heart. Nothing of it is hidden. */
#ifndef X05_VISIBLE_H
#define X05_VISIBLE_H

#include <stdint.h>

/* y[i] = x[i] * x[i], 0 <= i < n. */
void squares(float *y, const float *x, int64_t n);

#endif
