/*
 * serve.c: yours. lab.h says what it must do, and has the model in six lines.
 *
 * Begin with one request at a time and one byte at a time: products with the weights, a cache of keys
 * and values by position, the functions of lab.h for the rest. That is the baseline; profile it. Then
 * one change at a time: prompts in one pass, all seats in one pass, guesses, fewer bits.
 */
#include "lab.h"

/* y[o] = W[o] . x: the upper 16 bits of floats, and the sum in float. */
static void linear(float *y, const float *x, const bf16 *W, int in, int out)
{
    (void)x, (void)W, (void)in;
    memset(y, 0, (size_t)out * sizeof *y);
}

/* Which byte is likeliest after this one? Keys and values of `pos` tokens are in the caches. */
static int forward(const lm_model *m, int byte, int pos)
{
    float logits[256];
    (void)byte, (void)pos;
    linear(logits, NULL, m->embed, m->s.d, m->s.V);
    return lm_best(logits, m->s.V);
}

void serve(const lm_model *target, const lm_model *draft, int seats, door_t *d)
{
    req_t r;
    (void)draft, (void)seats;
    while (door_next(d, &r) == DOOR_ONE)
        for (int t = 0; t < r.want; t++)
            door_say(d, r.id, forward(target, r.text[r.n - 1], r.n - 1 + t));
}
