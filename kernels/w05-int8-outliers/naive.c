/*
 * Quantised layers, as their definitions read.
 *
 * It is right, and slow in three places. gemm_w8a8 adds in 64 bits, twice as wide as needed, so a
 * vector holds half as many sums and no instruction multiplies and adds neighbours in one go.
 * llm_int8 asks of every channel again, for every output, whether it is an outlier. And gemv_w4 picks
 * its scale, its zero point and its half-byte anew for every single weight: a division and a
 * conversion for one multiplication. ref.c takes all of that out of the inner loops. Codes and scales
 * are computed as it does: there is one way to write those.
 */
#include "lab.h"

void ref_gemm(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C, int m, int n, int k);
void ref_llm(const float *X, const int8_t *W8, const float *sw, const uint16_t *W16, float thr, float *Y, int m, int n,
             int k, q8_room *room);
void ref_gemv(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y, int n, int k,
              int g);
#define gemm_w8a8 ref_gemm
#define llm_int8 ref_llm
#define gemv_w4 ref_gemv
#include "ref.c"
#undef gemm_w8a8
#undef llm_int8
#undef gemv_w4

void gemm_w8a8(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C,
               int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            int64_t sum = 0;
            for (int c = 0; c < k; c++)
                sum += (int64_t)A[(size_t)i * (size_t)k + (size_t)c] * B[(size_t)j * (size_t)k + (size_t)c];
            C[(size_t)i * (size_t)n + (size_t)j] = sa[i] * sb[j] * (float)sum;
        }
}

static int outlier(const float *X, int m, int k, int c, float thr)
{
    for (int i = 0; i < m; i++)
        if (fabsf(X[(size_t)i * (size_t)k + (size_t)c]) >= thr)
            return 1;
    return 0;
}

void llm_int8(const float *X, const int8_t *W8, const float *sw, const uint16_t *W16, float thr, float *Y,
              int m, int n, int k, q8_room *room)
{
    for (int i = 0; i < m; i++, X += k) {
        for (int c = 0; c < k; c++)
            room->row[c] = outlier(X - (size_t)i * (size_t)k, m, k, c, thr) ? 0 : X[c];
        q8_row(room->row, room->q, room->scale, k);
        gemm_w8a8(room->q, room->scale, W8, sw, Y + (size_t)i * (size_t)n, 1, n, k);
        for (int j = 0; j < n; j++)
            for (int c = 0; c < k; c++)
                if (outlier(X - (size_t)i * (size_t)k, m, k, c, thr))
                    Y[(size_t)i * (size_t)n + (size_t)j] += X[c] * half_value(W16[(size_t)j * (size_t)k + (size_t)c]);
    }
}

void gemv_w4(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y,
             int n, int k, int g)
{
    int groups = q4_groups(k, g);
    for (int j = 0; j < n; j++, q += q4_bytes(k)) {
        double sum = 0;
        for (int c = 0; c < k; c++) {
            size_t at = (size_t)j * (size_t)groups + (size_t)(c / g);
            int code = q[c / 2] >> 4 * (c % 2) & 15;
            sum += half_value(scale[at]) * (float)(code - zero[at]) * x[c];
        }
        y[j] = (float)sum;
    }
}
