/*
 * ref.c: SmoothQuant's scales, by rows.
 *
 * A column's maximum invites a walk down the column, and each of its steps is a whole row away: a line of 16 floats
 * comes in for one of them. By rows there are k maxima at a time, which stay in the L1, and each line is used whole.
 *
 * The exponents are alpha and 1 - alpha because a_j/s_j is then (a_j b_j)^(1 - alpha) and b_j s_j is (a_j b_j)^alpha:
 * what alpha decides is which side gets how much of one and the same range.
 */
#include "lab.h"

static void largest(const float *x, int rows, int k, float *top)
{
    memset(top, 0, (size_t)k * sizeof *top);
    for (int i = 0; i < rows; i++, x += k)
        for (int j = 0; j < k; j++)
            top[j] = fmaxf(top[j], fabsf(x[j]));
}

void smooth(float *X, float *W, float alpha, float *s, float *room, int m, int n, int k)
{
    largest(X, m, k, s);
    largest(W, n, k, room);
    for (int j = 0; j < k; j++)
        s[j] = s[j] > 0 && room[j] > 0 ? powf(s[j], alpha) / powf(room[j], 1 - alpha) : 1;
    for (int i = 0; i < m; i++, X += k)
        for (int j = 0; j < k; j++)
            X[j] /= s[j];
    for (int i = 0; i < n; i++, W += k)
        for (int j = 0; j < k; j++)
            W[j] *= s[j];
}
