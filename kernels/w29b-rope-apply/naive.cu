/*
 * naive.cu: a pair a thread, two bytes a load, and the table's two numbers loaded anew for every head. The table by the
 * library's sine and cosine of the whole angle in double, which is right as well.
 */
#define rope_table ref_table
#define rope_apply ref_apply
#include "ref.cu"
#undef rope_table
#undef rope_apply

extern "C" __global__ void rope_table(float *cs, const int *at, const double *inv, float scale, int rows, int hd)
{
    int n = blockIdx.x * THREADS + threadIdx.x, r = n / (hd / 2), i = n % (hd / 2);
    if (r >= rows)
        return;
    cs[(size_t)r * hd + i] = (float)(scale * cos(at[r] * inv[i]));
    cs[(size_t)r * hd + hd / 2 + i] = (float)(scale * sin(at[r] * inv[i]));
}

extern "C" __global__ void rope_apply(half *q, half *k, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                      int layout)
{
    int t = blockIdx.x, pairs = hd / 2;
    for (int n = threadIdx.x; t < T && n < (H + Hkv) * pairs; n += THREADS) {
        int h = n / pairs, i = n % pairs;
        half *x = h < H ? q + ((size_t)t * H + h) * hd : k + ((size_t)t * Hkv + h - H) * hd;
        half *one = x + (layout == HALVES ? i : 2 * i), *other = x + (layout == HALVES ? i + pairs : 2 * i + 1);
        float c = cs[(size_t)pos[t] * hd + i], s = cs[(size_t)pos[t] * hd + pairs + i];
        float a = __half2float(*one), b = __half2float(*other);
        *one = __float2half_rn(a * c - b * s);
        *other = __float2half_rn(a * s + b * c);
    }
}
