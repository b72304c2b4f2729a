#include "lab.h"

void none(comm_t *c, int64_t n, int32_t *part, int32_t *whole)
{
    (void)c;
    for (int64_t k = 0; k < n; k++)
        part[k] = whole[k] = -1;
}
