/*
 * ref.c: the reference.
 *
 * wanda_rows: no row is sorted. Scores are not negative, so their bits are in the order of their sizes: a
 * histogram of the upper sixteen bits and one of the lower say which score is the last that goes, and how many of
 * its equals go with it. Two walks find that out, a third one writes the mask, from the front, so that earlier
 * ones of equal scores stay.
 *
 * kd_*: logarithms of probabilities, never of a rounded probability. The divergence is a sum of p (log p - log q),
 * in which a probability that underflows is multiplied by a finite difference.
 */
#include "lab.h"

/* --- weights --------------------------------------------------------------------------------------------------- */

void channel_norms(int64_t tokens, int64_t in, const float *X, float *norm)
{
    enum { WIDE = 64 }; /* columns at a time: their sums stay in registers or the L1 */
    for (int64_t c = 0; c < in; c += WIDE) {
        double sum[WIDE] = { 0 };
        int64_t n = in - c < WIDE ? in - c : WIDE;
        for (int64_t t = 0; t < tokens; t++)
            for (int64_t k = 0; k < n; k++)
                sum[k] += (double)X[t * in + c + k] * X[t * in + c + k];
        for (int64_t k = 0; k < n; k++)
            norm[c + k] = (float)sqrt(sum[k]);
    }
}

static uint32_t bits_of(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

/* The bucket in which the k-th least stands, k from 0; *k becomes its number there. */
static uint32_t bucket_of(const uint32_t *count, uint32_t *k)
{
    uint32_t b = 0;
    while (*k >= count[b])
        *k -= count[b++];
    return b;
}

void wanda_rows(int64_t out, int64_t in, const float *W, const float *norm, int64_t drop, uint8_t *mask)
{
    enum { HIGH = 1 << 11, MIDDLE = 1 << 11, LOW = 1 << 10 };
    static _Thread_local uint32_t score[MAX_IN], count[HIGH];
    for (int64_t r = 0; r < out; r++, W += in, mask += in) {
        uint32_t last = 0, k = (uint32_t)(drop - 1);
        memset(mask, drop == 0, (size_t)in);
        if (drop == 0 || in == 0)
            continue;
        memset(count, 0, HIGH * sizeof *count);
        for (int64_t c = 0; c < in; c++) {
            score[c] = bits_of(fabsf(W[c]) * norm[c]);
            count[score[c] >> 21]++;
        }
        last = bucket_of(count, &k) << 21;
        memset(count, 0, MIDDLE * sizeof *count);
        for (int64_t c = 0; c < in; c++)
            count[score[c] >> 10 & (MIDDLE - 1)] += (score[c] ^ last) >> 21 == 0;
        last |= bucket_of(count, &k) << 10;
        memset(count, 0, LOW * sizeof *count);
        for (int64_t c = 0; c < in; c++)
            count[score[c] & (LOW - 1)] += (score[c] ^ last) >> 10 == 0;
        uint32_t low = bucket_of(count, &k), stay = count[low] - 1 - k;
        last |= low;
        for (int64_t c = 0; c < in; c++) {
            int equal = score[c] == last && stay > 0;
            stay -= (uint32_t)equal;
            mask[c] = score[c] > last || equal;
        }
    }
}

int wanda_nm(int64_t out, int64_t in, const float *W, const float *norm, int n, int m, uint8_t *mask)
{
    if (m < 1 || in % m)
        return -1;
    for (int64_t i = 0; i < out * in; i += m) {
        float score[32];
        for (int k = 0; k < m; k++)
            score[k] = fabsf(W[i + k]) * norm[i % in + k];
        for (int k = 0; k < m; k++) {
            int above = 0;
            for (int j = 0; j < m; j++)
                above += score[j] > score[k] || (score[j] == score[k] && j < k);
            mask[i + k] = above < n;
        }
    }
    return 0;
}

/* --- structures ------------------------------------------------------------------------------------------------ */

void head_scores(int64_t tokens, int H, int hd, const float *att, double *score)
{
    memset(score, 0, (size_t)H * sizeof *score);
    for (int64_t i = 0; i < tokens * H; i++) {
        double sum = 0;
        for (int k = 0; k < hd; k++)
            sum += (double)att[i * hd + k] * att[i * hd + k];
        score[i % H] += sqrt(sum);
    }
}

int heads_kept(int H, int Hkv, int keep, const double *score, int32_t *kept)
{
    if (Hkv < 1 || H % Hkv || keep < 1 || keep > H / Hkv)
        return -1;
    int group = H / Hkv;
    for (int h = 0; h < H; h++) {
        int first = h / group * group, above = 0;
        for (int j = first; j < first + group; j++)
            above += score[j] > score[h] || (score[j] == score[h] && j < h);
        if (above < keep)
            *kept++ = h;
    }
    return 0;
}

void layer_influence(int L, int64_t tokens, int d, const float *x, double *score)
{
    for (int l = 0; l < L; l++) {
        double far = 0;
        for (int64_t t = 0; t < tokens; t++) {
            const float *a = x + (l * tokens + t) * d, *b = a + tokens * d;
            double aa = 0, ab = 0, bb = 0;
            for (int k = 0; k < d; k++) {
                aa += (double)a[k] * a[k];
                ab += (double)a[k] * b[k];
                bb += (double)b[k] * b[k];
            }
            far += 1 - (aa > 0 && bb > 0 ? ab / (sqrt(aa) * sqrt(bb)) : 0);
        }
        score[l] = far / (double)tokens;
    }
}

void least(int64_t n, const double *score, int64_t k, int32_t *which)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t below = 0;
        for (int64_t j = 0; j < n; j++)
            below += score[j] < score[i] || (score[j] == score[i] && j < i);
        if (below < k)
            *which++ = (int32_t)i;
    }
}

void narrow(int64_t rows, int64_t cols, const float *W, int64_t nr, const int32_t *r, int64_t nc, const int32_t *c,
            float *out)
{
    (void)rows;
    for (int64_t i = 0; i < nr; i++, out += nc) {
        const float *row = W + (r ? r[i] : i) * cols;
        for (int64_t j = 0; j < nc; j++)
            out[j] = row[c ? c[j] : j];
    }
}

/* --- distillation ---------------------------------------------------------------------------------------------- */

/* log of the sum of e^(x/T), which is at least the largest x/T. */
static double log_sum(int64_t V, double T, const float *x)
{
    float top = x[0];
    double sum = 0;
    for (int64_t v = 1; v < V; v++)
        top = x[v] > top ? x[v] : top;
    for (int64_t v = 0; v < V; v++)
        sum += exp((x[v] - (double)top) / T);
    return top / T + log(sum);
}

static int64_t counted(int64_t rows, const uint8_t *counts)
{
    int64_t n = 0;
    for (int64_t r = 0; r < rows; r++)
        n += counts[r] != 0;
    return n;
}

int kd_forward(int64_t rows, int64_t V, double T, const float *student, const float *teacher, const uint8_t *counts,
               double *loss, float *grad)
{
    double all = 0, n = (double)counted(rows, counts);
    if (!(T > 0) || isinf(T))
        return -1;
    for (int64_t r = 0; r < rows; r++, student += V, teacher += V, grad += V) {
        if (!counts[r]) {
            memset(grad, 0, (size_t)V * sizeof *grad);
            continue;
        }
        double ls = log_sum(V, T, student), lt = log_sum(V, T, teacher);
        for (int64_t v = 0; v < V; v++) {
            double lq = student[v] / T - ls, lp = teacher[v] / T - lt, p = exp(lp);
            all += p * (lp - lq);
            grad[v] = (float)(T * (exp(lq) - p) / n);
        }
    }
    *loss = n > 0 ? T * T * all / n : 0;
    return 0;
}

int kd_reverse(int64_t rows, int64_t V, double T, const float *student, const float *teacher, const uint8_t *counts,
               double *loss, float *grad)
{
    double all = 0, n = (double)counted(rows, counts);
    if (!(T > 0) || isinf(T))
        return -1;
    for (int64_t r = 0; r < rows; r++, student += V, teacher += V, grad += V) {
        if (!counts[r]) {
            memset(grad, 0, (size_t)V * sizeof *grad);
            continue;
        }
        double ls = log_sum(V, T, student), lt = log_sum(V, T, teacher), kl = 0;
        for (int64_t v = 0; v < V; v++) {
            double lq = student[v] / T - ls;
            kl += exp(lq) * (lq - (teacher[v] / T - lt));
        }
        for (int64_t v = 0; v < V; v++) {
            double lq = student[v] / T - ls;
            grad[v] = (float)(T * exp(lq) * (lq - (teacher[v] / T - lt) - kl) / n);
        }
        all += kl;
    }
    *loss = n > 0 ? T * T * all / n : 0;
    return 0;
}
