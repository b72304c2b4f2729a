/*
 * lab.h: the interface of the drill smooth, SmoothQuant's scaling of one layer.
 *
 * As in the lab: activations X[m][k], weights W[n][k], row-major and dense, Y = X * W^T. A channel is a column j of
 * both; a_j is its largest magnitude in X, b_j the one in W. No input is NaN or infinite; a_j and b_j are 0 or between
 * 2^-20 and 2^20. The arrays do not overlap.
 */
#ifndef W05_SMOOTH_LAB_H
#define W05_SMOOTH_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * s[j] = a_j^alpha / b_j^(1 - alpha), or 1 where a_j or b_j is 0: such a channel adds nothing to Y, and stays as it is.
 * Then, in place, X[i][j] becomes X[i][j] / s[j] and W[i][j] becomes W[i][j] * s[j]: Y is what it was. s within 1e-5 of
 * its value, relatively; X and W within 4 units in the last place of a float of what *your* s makes of them.
 *
 * 0 <= alpha <= 1; m, n, k >= 1. room[k] is yours to scribble on; it comes uninitialised. X and W are read as they lie,
 * row by row: a line of either comes into the L1 twice at most, once for the maxima and once for the scaling.
 */
void smooth(float *X, float *W, float alpha, float *s, float *room, int m, int n, int k);

#endif
