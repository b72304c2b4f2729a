#include "lab.h"

void job(comm_t *c, float *mine, float *same, int64_t n)
{
    comm_all_reduce(c, mine, same, n, COMM_F32, COMM_SUM);
}
