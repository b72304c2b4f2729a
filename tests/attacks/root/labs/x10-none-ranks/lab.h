/* x10-none-ranks: the lab of several ranks that writing nothing is tried on. */
#ifndef X10_NONE_RANKS_H
#define X10_NONE_RANKS_H

#include <ridge/ranks.h>

/* part[k] = whole[k] = -1, k < n: a part for each rank, the same whole for all. */
void none(comm_t *c, int64_t n, int32_t *part, int32_t *whole);

#endif
