// attack: brings a table of calls of its own
// lab: x01
// expect: ERROR correct, FAIL build
// says: multiple definition
// layer: a link error: the table is the lab's
#include "lab.h"

struct row {
    const char *name;
    void (*call)(const void *f);
};

static void nothing(const void *f)
{
    (void)f;
}

const struct row ridge_exports[] = { { "poly", nothing }, { 0, 0 } };

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
