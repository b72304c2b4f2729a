#include "lab.h"

void none(comm_t *c, int64_t n, int32_t *part, int32_t *whole)
{
    (void)c, (void)n, (void)part, (void)whole;
}
