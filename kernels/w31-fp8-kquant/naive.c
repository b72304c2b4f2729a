/*
 * naive.c: what one writes first. E4M3 by a walk through its numbers, a block's values one by one with their scale
 * unpacked each time, and a dot product of floats.
 */
#define e4m3_encode ref_e4m3_encode
#define q4_K_decode ref_q4_K_decode
#define q6_K_decode ref_q6_K_decode
#define vec_dot_q4_K_q8_K ref_vec_dot_q4_K_q8_K
#include "ref.c"
#undef e4m3_encode
#undef q4_K_decode
#undef q6_K_decode
#undef vec_dot_q4_K_q8_K

void e4m3_encode(int64_t n, const float *x, uint8_t *q);
void q4_K_decode(int64_t n, const struct q4_K *b, float *x);
void q6_K_decode(int64_t n, const struct q6_K *b, float *x);
float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x);

void e4m3_encode(int64_t n, const float *x, uint8_t *q)
{
    float value[127];
    uint8_t code[127];
    for (int k = 0; k < 127; k++)
        code[k] = (uint8_t)k;
    e4m3_decode(127, code, value);
    for (int64_t i = 0; i < n; i++) {
        float a = fabsf(x[i]);
        int k = 0;
        while (k < 126 && value[k] < a)
            k++;
        if (k > 0 && a < value[k]) {
            float below = a - value[k - 1], above = value[k] - a;
            k -= below < above || (below == above && k % 2);
        }
        q[i] = (uint8_t)(isnan(x[i]) ? 0x7f : k | (signbit(x[i]) ? 0x80 : 0));
    }
}

static float element_q4_K(const struct q4_K *b, int e)
{
    int j = e / 32, byte = b->qs[e / 64 * 32 + e % 32], code = j % 2 ? byte >> 4 : byte & 15;
    int sc = j < 4 ? b->scales[j] & 63 : (b->scales[j + 4] & 15) | b->scales[j - 4] >> 6 << 4;
    int m = j < 4 ? b->scales[j + 4] & 63 : b->scales[j + 4] >> 4 | b->scales[j] >> 6 << 4;
    return half_value(b->d) * (float)sc * (float)code - half_value(b->dmin) * (float)m;
}

void q4_K_decode(int64_t n, const struct q4_K *b, float *x)
{
    for (int64_t i = 0; i < n; i++)
        x[i] = element_q4_K(b + i / QK_K, (int)(i % QK_K));
}

void q6_K_decode(int64_t n, const struct q6_K *b, float *x)
{
    for (int64_t i = 0; i < n; i++) {
        const struct q6_K *at = b + i / QK_K;
        struct place6 p = place6((int)(i % QK_K));
        int code = (at->ql[p.ql] >> p.low & 15) | (at->qh[p.qh] >> p.high & 3) << 4;
        x[i] = half_value(at->d) * at->scales[i % QK_K / SUB6] * (float)(code - 32);
    }
}

float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += (double)element_q4_K(w + i / QK_K, (int)(i % QK_K)) * (x[i / QK_K].d * x[i / QK_K].qs[i % QK_K]);
    return (float)sum;
}
