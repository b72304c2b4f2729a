#ifndef T_RANKS_LAB_H
#define T_RANKS_LAB_H
#include <ridge/ranks.h>
void job(comm_t *c, float *mine, float *same, int64_t n);
#endif
