/*
 * toy.h: what the job trains. Number k after a step depends on itself, on the random generator, on the document that
 * the loader gives and on the scale, and on nothing of how the numbers are shared out.
 */
#ifndef W25_TOY_H
#define W25_TOY_H

#include <stdint.h>
#include <string.h>

static inline uint64_t toy_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double toy_begin(int64_t k)
{
    return (double)(toy_mix((uint64_t)k + 1) >> 11) * 0x1p-53;
}

static inline double toy_number(double x, int64_t k, uint64_t rng, int64_t document, double scale)
{
    uint64_t g = toy_mix(rng ^ toy_mix((uint64_t)(k + 131 * document)));
    return x - .01 * ((double)(g >> 11) * 0x1p-53 - .5 + .1 * x) * scale;
}

static inline void toy_step(int64_t *step, uint64_t *rng, int64_t *document, double *scale)
{
    *rng = toy_mix(*rng + 0x9e3779b97f4a7c15u);
    *document += 1 + (int64_t)(*rng % 3);
    *scale = *rng % 7 ? *scale * 1.125 : *scale / 2;
    ++*step;
}

/* A sample of a linear model: m inputs from -1 to 1, and what the true weights make of them. The error is rounded, so
 * that sums of losses and of gradients are exact. */
static inline double toy_sample(int64_t number, uint64_t seed, int64_t m, const double *weights, double *grad)
{
    uint64_t own = toy_mix(seed + 0x9e3779b97f4a7c15u * (uint64_t)(number + 1));
    double error = 0;
    for (int64_t k = 0; k < m; k++)
        error += ((double)(toy_mix(own + (uint64_t)k) % 17) - 8) / 8 * (weights[k] - ((double)(k * 7 % 11) - 5) / 4);
    error = (double)(int64_t)(error * 65536) / 65536;
    for (int64_t k = 0; k < m; k++)
        grad[k] += ((double)(toy_mix(own + (uint64_t)k) % 17) - 8) / 8 * error;
    return error * error / 2;
}

static inline void toy_update(double *weight, double *momentum, double gradient)
{
    *momentum = .875 * *momentum + gradient;
    *weight -= *momentum / 64;
}

/* Sums of these over all numbers tell two states apart; the order does not matter. */
static inline uint64_t toy_sign(double x, int64_t k)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return toy_mix(bits + toy_mix((uint64_t)k));
}

static inline uint64_t toy_sign_extra(int64_t step, uint64_t rng, int64_t document, double scale)
{
    return toy_mix(rng ^ toy_sign(scale, step) ^ toy_mix((uint64_t)document));
}

#endif
