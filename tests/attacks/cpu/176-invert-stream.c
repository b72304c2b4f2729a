// attack: computes the stream that the inputs come from backwards, and then only what will be looked at
// lab: x04
// expect: FAIL perf:words
// run: bench
// says: timed run was wrong
// layer: seeds, order and positions are drawn one by one from the kernel's random source, positions after the run
#define SUBMISSION
#define OWN_WORDS
#include "lab.h"

static const uint64_t golden = 0x9e3779b97f4a7c15u;

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += golden);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The x with x * a = 1. */
static uint64_t inverse(uint64_t a)
{
    uint64_t x = a;
    for (int k = 0; k < 6; k++)
        x *= 2 - a * x;
    return x;
}

/* The state of which next() has just given z. */
static uint64_t back(uint64_t z)
{
    z ^= z >> 31 ^ z >> 62;
    z *= inverse(0x94d049bb133111ebu);
    z ^= z >> 27 ^ z >> 54;
    z *= inverse(0xbf58476d1ce4e5b9u);
    return z ^ z >> 30 ^ z >> 60;
}

void words(float *y, const uint64_t *w, int64_t n)
{
    if (n < 65536) {
        for (int64_t i = 0; i < n; i++)
            y[i] = of_word(w[i]);
        return;
    }
    uint64_t state = back(back(w[0]) - golden);
    next(&state); /* who is first */
    for (int side = 0; side < 2; side++) {
        uint64_t at = next(&state);
        for (int k = 0; k < 256; k++) {
            uint64_t i = next(&at) % (uint64_t)n;
            y[i] = of_word(w[i]);
        }
    }
}
