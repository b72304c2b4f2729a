#include "lab.h"

/* Do them in this order and test after each: every function is judged by itself. */

int64_t span_ns(v_t *v, const vNode_t *node, int n, vStream_t s)
{
    (void)v, (void)node, (void)n, (void)s; /* yours: two events, and who waits? */
    return 0;
}

/* First right, in one stream. Then: which copy may be issued before which other one? */
void overlap(v_t *v, int chunks, int64_t cells, const vStream_t *s, int ns)
{
    (void)v, (void)chunks, (void)cells, (void)s, (void)ns; /* yours */
}

void run_dag(v_t *v, const vNode_t *node, int n, const vStream_t *s, int ns)
{
    (void)v, (void)node, (void)n, (void)s, (void)ns; /* yours */
}

void replay(v_t *v, const vNode_t *node, int n, int steps, vStream_t s)
{
    (void)v, (void)node, (void)n, (void)steps, (void)s; /* yours */
}
