/*
 * toy.h: what part C learns. Tokens come from eight clusters, and each cluster has a linear map of its own to its
 * target: one linear layer cannot learn them all, eight experts can. The gate begins with a push towards expert 0.
 */
#ifndef W22_TOY_H
#define W22_TOY_H

#include <math.h>
#include <stdint.h>

enum { TOY_T = 128, TOY_D = 16, TOY_O = 8, TOY_CLUSTERS = 8 };

struct toy {
    uint64_t state;
    float centre[TOY_CLUSTERS][TOY_D], map[TOY_CLUSTERS][TOY_D][TOY_O];
};

static inline double toy_uniform(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline float toy_normal(uint64_t *state)
{
    double a = toy_uniform(state), b = toy_uniform(state);
    return (float)(sqrt(-2 * log(1 - a)) * cos(6.283185307179586 * b));
}

static inline void toy_begin(struct toy *t, uint64_t seed, int E, float *Wg, float *We)
{
    t->state = seed * 1000003u;
    for (int c = 0; c < TOY_CLUSTERS; c++)
        for (int i = 0; i < TOY_D; i++) {
            t->centre[c][i] = i ? toy_normal(&t->state) : 1;
            for (int q = 0; q < TOY_O; q++)
                t->map[c][i][q] = toy_normal(&t->state) / 4;
        }
    for (int i = 0; i < TOY_D * E; i++)
        Wg[i] = .02f * toy_normal(&t->state);
    for (int i = 0; i < E * TOY_D * TOY_O; i++)
        We[i] = .05f * toy_normal(&t->state);
    Wg[0] += 2; /* the first number of every token is 1 */
}

static inline void toy_batch(struct toy *t, int T, float *x, float *target)
{
    for (; T > 0; T--, x += TOY_D, target += TOY_O) {
        int c = (int)(toy_uniform(&t->state) * TOY_CLUSTERS);
        for (int i = 0; i < TOY_D; i++)
            x[i] = i ? t->centre[c][i] + .3f * toy_normal(&t->state) : 1;
        for (int q = 0; q < TOY_O; q++) {
            double sum = 0;
            for (int i = 0; i < TOY_D; i++)
                sum += (double)x[i] * t->map[c][i][q];
            target[q] = (float)sum;
        }
    }
}

#endif
