/*
 * naive.c: a sine and a cosine of the C library for each entry of the table, and a rotation that goes head by head and
 * takes its two factors from the table each time.
 */
#define rope_table ref_table
#define rope_apply ref_apply
#include "ref.c"
#undef rope_table
#undef rope_apply

void rope_table(float *cs, int n, const int32_t *pos, const double *inv, int d, double scale)
{
    for (int t = 0; t < n; t++, cs += d)
        for (int i = 0; i < d / 2; i++) {
            cs[i] = (float)(scale * cos(pos[t] * inv[i]));
            cs[d / 2 + i] = (float)(scale * sin(pos[t] * inv[i]));
        }
}

static void turn_head(float *x, const float *cs, int d, enum rope_layout layout)
{
    for (int i = 0; i < d / 2; i++) {
        float *a = layout == HALVES ? x + i : x + 2 * i, *b = layout == HALVES ? a + d / 2 : a + 1;
        turn_pair(a, b, cs[i], cs[d / 2 + i]);
    }
}

void rope_apply(float *q, float *k, const float *cs, int T, int H, int Hkv, int d, enum rope_layout layout)
{
    for (int t = 0; t < T; t++, cs += d) {
        for (int h = 0; h < H; h++, q += d)
            turn_head(q, cs, d, layout);
        for (int h = 0; h < Hkv; h++, k += d)
            turn_head(k, cs, d, layout);
    }
}
