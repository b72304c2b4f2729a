// attack: computes on seven streams at once, as if a rank were seven
// lab: x05
// run: bench
// expect: PASS correct, PASS perf
// ratio: 1.01
// layer: the hub has a rank compute for one of its streams at a time
#include "lab.h"

struct part {
    float *y;
    const float *x;
    int64_t n;
};

static void one(void *of)
{
    const struct part *p = of;
    work(p->y, p->x, p->n);
}

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    struct part part[COMM_MAX_STREAMS];
    stream_t *s[COMM_MAX_STREAMS];
    for (int k = 0; k < COMM_MAX_STREAMS; k++) {
        int64_t from = n * k / COMM_MAX_STREAMS, to = n * (k + 1) / COMM_MAX_STREAMS;
        part[k] = (struct part){ y + from, x + from, to - from };
        s[k] = comm_stream();
        stream_run(s[k], one, &part[k]);
    }
    for (int k = 0; k < COMM_MAX_STREAMS; k++)
        stream_sync(s[k]);
    comm_all_reduce(c, y, y, n, COMM_F32, COMM_SUM);
}
