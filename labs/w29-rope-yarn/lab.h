/*
 * lab.h: the interface of w29-rope-yarn. Skeleton, references and harness all include this one file.
 *
 * A head of width d, even and at least 4, is d/2 pairs of channels. Pair i turns by inv[i] radians a token; at position
 * 0 nothing is turned. A model was trained on texts of `trained` tokens, and is to read texts `s` times as long.
 */
#ifndef W29_ROPE_YARN_H
#define W29_ROPE_YARN_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum rope_mode { ROPE_NONE, ROPE_PI, ROPE_NTK, ROPE_YARN, ROPE_LLAMA3 };

/* Turns that a pair made in training: at most so few and its frequency is divided by s, at least so many and it
 * stays. */
enum { YARN_FEW = 1, YARN_MANY = 32, LLAMA3_FEW = 1, LLAMA3_MANY = 4 };

/* inv[i], i < d/2, relatively within 1e-12; s >= 1. With t = base^(-2i/d), and r = trained * t / (2 pi) turns:
 *   NONE    t
 *   PI      t / s
 *   NTK     the same power of another base, base * s^(d/(d-2))
 *   YARN    t * (g + (1 - g)/s), with g = (r - YARN_FEW) / (YARN_MANY - YARN_FEW), but 0 below and 1 above that range
 *   LLAMA3  the same with its own bounds; its model cards give them as low_freq_factor and high_freq_factor
 */
void rope_freqs(double *inv, int d, double base, enum rope_mode mode, double s, int trained);

/* What YaRN multiplies q by, and k: 0.1 ln s + 1; 1 for s <= 1. */
double yarn_mscale(double s);

/* cs [n][d]: of row t first the d/2 values scale * cos(pos[t] * inv[i]), then as many of scale * sin(...). Each within
 * 2e-7 * scale, for positions from 0 to 2^24 in any order, and inv[i] from 0 to 1. */
void rope_table(float *cs, int n, const int32_t *pos, const double *inv, int d, double scale);

enum rope_layout {
    HALVES,    /* pair i is channels i and i + d/2: GPT-NeoX, Llama in Hugging Face's files */
    NEIGHBOURS /* pair i is channels 2i and 2i + 1: GPT-J, Llama in Meta's files */
};

/* In place, T tokens, which may be none: q [T][H][d], k [T][Hkv][d], cs [T][d], a row for each token. Each pair (a, b)
 * becomes (a cos - b sin, a sin + b cos). A row of cs is read once for all heads of q, and once for those of k. */
void rope_apply(float *q, float *k, const float *cs, int T, int H, int Hkv, int d, enum rope_layout layout);

/* Your choice: frequencies [d/2] and *scale, with which a model that was trained on `trained` tokens, without scaling,
 * reads `length` of them. It is not trained again. Where length is at most trained, frequencies are plain and *scale
 * is 1; elsewhere no frequency is above the plain one, or below half of what PI makes of it. */
void extend(double *inv, double *scale, int d, double base, int trained, int length);

#endif
