#include "lab.h"

/* Which part of the buffer does a rank have to send to other nodes, if its neighbours in the node send the rest? */
void ring_nodes(comm_t *c, int node, int64_t n, const float *x, float *sum)
{
    (void)c, (void)node, (void)n, (void)x, (void)sum; /* yours */
}
