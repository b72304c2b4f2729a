/*
 * Quantised layers, the reference. What makes it faster than naive.c:
 *
 *   sums of 32 bits       a product of codes is below 2^14, so 65,536 of them fit in an int. The
 *                         compiler then multiplies pairs of 16-bit numbers and adds neighbours in one
 *                         instruction (pmaddwd), where 64-bit sums need a wide product each.
 *   outliers listed once  a channel is judged once for the whole batch; the few that are left over are
 *                         a list, not a question in the inner loop.
 *   a group at a time     d*(c - z)*x summed over a group is d*(sum of c*x - z * sum of x). The sums of
 *                         x are the same for every row, and scale and zero point act once a group.
 *   sixteen sums          one float sum is a chain in which each addition waits for the last; floats
 *                         may not be reordered by the compiler. Independent lanes are one vector.
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
            const int8_t *a = A + (size_t)i * (size_t)k, *b = B + (size_t)j * (size_t)k;
            int32_t sum = 0;
            for (int c = 0; c < k; c++)
                sum += a[c] * b[c];
            C[(size_t)i * (size_t)n + (size_t)j] = sa[i] * sb[j] * (float)sum;
        }
}

/* Lists the channels with a magnitude of at least thr; returns how many there are. */
static int outliers(const float *X, int m, int k, float thr, float *most, int *cols)
{
    int found = 0;
    memset(most, 0, (size_t)k * sizeof *most);
    for (int i = 0; i < m; i++, X += k)
        for (int c = 0; c < k; c++)
            most[c] = fabsf(X[c]) > most[c] ? fabsf(X[c]) : most[c];
    for (int c = 0; c < k; c++)
        if (most[c] >= thr)
            cols[found++] = c;
    return found;
}

void llm_int8(const float *X, const int8_t *W8, const float *sw, const uint16_t *W16, float thr, float *Y,
              int m, int n, int k, q8_room *room)
{
    int found = outliers(X, m, k, thr, room->row, room->cols);
    for (int i = 0; i < m; i++) {
        memcpy(room->row, X + (size_t)i * (size_t)k, (size_t)k * sizeof *room->row);
        for (int o = 0; o < found; o++)
            room->row[room->cols[o]] = 0;
        q8_row(room->row, room->q + (size_t)i * (size_t)k, room->scale + i, k);
    }
    gemm_w8a8(room->q, room->scale, W8, sw, Y, m, n, k);
    for (int i = 0; i < m; i++, X += k)
        for (int j = 0; j < n; j++, Y++) {
            const uint16_t *w = W16 + (size_t)j * (size_t)k;
            float sum = 0;
            for (int o = 0; o < found; o++)
                sum += X[room->cols[o]] * half_value(w[room->cols[o]]);
            *Y += sum;
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

enum { LANES = 16 };

/* Sum of code * x over `count` codes, the first of them in the low half of q[0]; *xs: the sum of x. */
static float group_dot(const uint8_t *q, const float *x, int count, float *xs)
{
    float even[LANES] = { 0 }, odd[LANES] = { 0 }, plain[LANES] = { 0 };
    int i = 0;
    for (; i + 2 * LANES <= count; i += 2 * LANES, q += LANES, x += 2 * LANES)
        for (int l = 0; l < LANES; l++) {
            even[l] += (float)(q[l] & 15) * x[2 * l];
            odd[l] += (float)(q[l] >> 4) * x[2 * l + 1];
            plain[l] += x[2 * l] + x[2 * l + 1];
        }
    float sum = 0;
    *xs = 0;
    for (int l = 0; l < LANES; l++) {
        sum += even[l] + odd[l];
        *xs += plain[l];
    }
    for (int l = 0; i < count; i++, l++) {
        sum += (float)(q[l / 2] >> 4 * (l % 2) & 15) * x[l];
        *xs += x[l];
    }
    return sum;
}

void gemv_w4(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y,
             int n, int k, int g)
{
    for (int j = 0; j < n; j++, q += q4_bytes(k)) {
        float sum = 0;
        for (int c = 0; c < k; c += g, scale++, zero++) {
            float xs, dot = group_dot(q + c / 2, x + c, k - c < g ? k - c : g, &xs);
            sum += half_value(*scale) * (dot - *zero * xs);
        }
        y[j] = sum;
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
