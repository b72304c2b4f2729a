// attack: puts a transport of its own before the one that has the clock, through the runtime's own function
// lab: x05
// run: bench
// expect: ERROR correct, FAIL build
// says: ridge_ranks_
// layer: an object that asks for a name of the ranks' runtime is refused
#include "lab.h"

#include <ridge/ranks_transport.h>

static struct ranks_transport mine;
static void (*compute)(int, double, const char *);

static void less(int stream, double seconds, const char *what)
{
    compute(stream, seconds / 100, what);
}

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    struct ranks_collective k = { .kind = RANKS_BARRIER };
    int stream, id;
    mine = *ridge_ranks_begin(c, &k, &stream, &id);
    compute = mine.compute;
    mine.compute = less;
    ridge_ranks_attach(&mine, comm_rank(c), comm_size(c));
    work(y, x, n);
    comm_all_reduce(c, y, y, n, COMM_F32, COMM_SUM);
}
