/*
 * w20c-legacy: three kernels that somebody left behind. They are right, people call them, and nobody has looked at them
 * for years. They stand in legacy.cu; you bring them forward. Names, arguments and launches stay: the callers are
 * compiled already. Buffers do not overlap, and each begins at a multiple of 256 bytes.
 */
#ifndef W20C_LEGACY_H
#define W20C_LEGACY_H

#define HEAD 128 /* floats of a head */

/* The keys and values of T new tokens, H heads each, go into a cache; the keys are turned by their positions and scaled
 * on the way. k, v, kc and vc are [T][H][HEAD]; turn is [T][HEAD], a cosine and a sine for each i < HEAD/2; slot[t] is
 * the row of the cache that token t gets, and no two tokens get the same one. With K = k[t][h], to = slot[t]:
 *
 *     kc[to][h][i]          = scale (K[i] cos - K[i + HEAD/2] sin)      cos = turn[t][2i], sin = turn[t][2i + 1]
 *     kc[to][h][i + HEAD/2] = scale (K[i + HEAD/2] cos + K[i] sin)
 *     vc[to][h]             = v[t][h]
 *
 * Grid (T, H), HEAD threads. */
extern "C" __global__ void append_kv(float *kc, float *vc, const float *k, const float *v, const float *turn,
                                     const int *slot, int T, int H, float scale);

#define WIDEST 1024 /* columns of softmax_rows */

/* y[r][c] = exp(x[r][c]) / sum_j exp(x[r][j]); x and y are [R][C], C from 1 to WIDEST. A value may be -infinity, which
 * gives 0, but not all of a row; finite ones may be of any size. Grid ceil(R/8), at least 1; 256 threads. */
extern "C" __global__ void softmax_rows(float *y, const float *x, int R, int C);

#define TAPS 8
#define SPAN 1024 /* places of a row that a block of conv1d has */

/* y[c][t] = b[c] + sum over k < TAPS of w[c][k] x[c][t - k]: each of C channels has its own filter, which looks back;
 * what would stand before a row is 0. x and y are [C][L], L at least 1; w is [C][TAPS]. Grid (ceil(L/SPAN), C),
 * 256 threads. */
extern "C" __global__ void conv1d(float *y, const float *x, const float *w, const float *b, int C, int L);

#endif
