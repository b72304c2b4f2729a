/* rope.c: yours. lab.h says what each function has to do. */
#include "lab.h"

void rope_freqs(double *inv, int d, double base, enum rope_mode mode, double s, int trained)
{
    (void)base, (void)mode, (void)s, (void)trained;
    for (int i = 0; i < d / 2; i++)
        inv[i] = 0; /* how often did this pair turn in training? */
}

double yarn_mscale(double s)
{
    (void)s;
    return 0;
}

void rope_table(float *cs, int n, const int32_t *pos, const double *inv, int d, double scale)
{
    (void)pos, (void)inv, (void)scale;
    for (int t = 0; t < n; t++)
        for (int i = 0; i < d; i++)
            cs[(size_t)t * (size_t)d + (size_t)i] = 0; /* in which type is the angle computed? */
}

void rope_apply(float *q, float *k, const float *cs, int T, int H, int Hkv, int d, enum rope_layout layout)
{
    (void)q, (void)k, (void)cs, (void)T, (void)H, (void)Hkv, (void)d, (void)layout; /* tokens, pairs, then heads */
}

void extend(double *inv, double *scale, int d, double base, int trained, int length)
{
    (void)trained, (void)length;
    rope_freqs(inv, d, base, ROPE_NONE, 1, trained); /* a text that is longer than any in training */
    *scale = 1;
}
