/*
 * Quantised layers, as their definitions read.
 *
 * It is right, and slow in three places. gemm_w8a8 adds in 64 bits, twice as wide as needed, so a
 * vector holds half as many sums and no instruction multiplies and adds neighbours in one go.
 * llm_int8 asks of every channel again, for every output, whether it is an outlier. And gemv_w4 picks
 * its scale, its zero point and its half-byte anew for every single weight: a division and a
 * conversion for one multiplication. ref.c takes all of that out of the inner loops.
 */
#include "lab.h"

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

void q8_row(const float *x, int8_t *q, float *s, int n)
{
    float most = 0;
    for (int i = 0; i < n; i++)
        if (fabsf(x[i]) > most)
            most = fabsf(x[i]);
    *s = most / Q8_MAX;
    for (int i = 0; i < n; i++)
        q[i] = most > 0 ? (int8_t)clamp((int)rintf(x[i] / *s), -Q8_MAX, Q8_MAX) : 0;
}

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

void q4_group(const float *w, int n, int g, uint8_t *q, uint16_t *scale, uint8_t *zero)
{
    memset(q, 0, q4_bytes(n));
    for (int b = 0; b < q4_groups(n, g); b++) {
        float lo = 0, hi = 0;
        for (int i = b * g; i < n && i < (b + 1) * g; i++) {
            lo = fminf(lo, w[i]);
            hi = fmaxf(hi, w[i]);
        }
        scale[b] = half_code((hi - lo) / Q4_MAX);
        float d = half_value(scale[b]);
        zero[b] = d > 0 ? (uint8_t)clamp((int)rintf(-lo / d), 0, Q4_MAX) : 0;
        for (int i = b * g; d > 0 && i < n && i < (b + 1) * g; i++)
            q[i / 2] |= (uint8_t)(clamp((int)rintf(w[i] / d) + zero[b], 0, Q4_MAX) << 4 * (i % 2));
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

/* The weighted error of W under the scales in room->s. */
static double loss(const float *W, const float *a, int n, int k, int g, q4_room *room)
{
    double sum = 0;
    for (int j = 0; j < n; j++, W += k) {
        for (int c = 0; c < k; c++)
            room->row[c] = W[c] * room->s[c];
        q4_group(room->row, k, g, room->q, room->scale, room->zero);
        for (int c = 0; c < k; c++) {
            int code = room->q[c / 2] >> 4 * (c % 2) & 15;
            double e = half_value(room->scale[c / g]) * (double)(code - room->zero[c / g]) / room->s[c] - W[c];
            sum += a[c] * e * e * a[c];
        }
    }
    return sum;
}

int awq_search(const float *W, const float *a, int n, int k, int g, float *s, q4_room *room)
{
    int best = -1;
    double least = INFINITY;
    for (int t = 0; t <= AWQ_STEPS; t++) {
        float lo = INFINITY, hi = 0;
        for (int c = 0; c < k; c++) {
            room->s[c] = powf(a[c], (float)t / AWQ_STEPS);
            lo = fminf(lo, room->s[c]);
            hi = fmaxf(hi, room->s[c]);
        }
        for (int c = 0; c < k; c++)
            room->s[c] /= sqrtf(lo * hi);
        double e = loss(W, a, n, k, g, room);
        if (e < least) {
            least = e;
            best = t;
            memcpy(s, room->s, (size_t)k * sizeof *s);
        }
    }
    return best;
}
