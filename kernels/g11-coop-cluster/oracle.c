/*
 * oracle.c: largest, softmax and sums in double, counts in whole numbers, one element after the other.
 *
 * `kind` of rows: 0 near 0; 1 around +1e4; 2 around -1e4; 3 with -infinity among them, so many that whole threads see
 * nothing else; 4 the largest alone at the end, far above the others; 5 all below -1e36. Of values to count: 0 all bins
 * alike; 1 one bin alone; 2 the last bins of each share.
 */
#include <ridge/oracle.h>

enum { THREADS = 256, CLUSTER = 8, BINS = 2048, SHARE = BINS / CLUSTER };

int row_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!x || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = 8 * ridge_uniform(&seed) - 4;
        x[i] = (float)(kind == 1 ? 1e4 + u : kind == 2 ? u - 1e4 : u);
        if (kind == 5)
            x[i] = (float)((u - 5) * 0x1p120);
        if (kind == 3 && i != b->count / 2 && ridge_uniform(&seed) < .9)
            x[i] = -INFINITY;
        if (kind == 4 && i + 1 == b->count)
            x[i] = 60;
    }
    return 0;
}

int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!x || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t die = ridge_next(&seed);
        x[i] = (int32_t)(kind == 1 ? 777 : kind == 2 ? die % CLUSTER * SHARE + SHARE - 1 - die / 8 % 3 : die % BINS);
    }
    return 0;
}

/* `work` is the kernel's own: whatever it has left there is right. */
static int scratch(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *work = ridge_data(c, "work");
    if (strcmp(out, "work"))
        return 0;
    for (size_t k = 0; k < n; k++) {
        want[k] = (double)work[index[k]];
        scale[k] = 1;
    }
    return 1;
}

static double largest(const float *x, int64_t n)
{
    double most = -INFINITY;
    for (int64_t i = 0; i < n; i++)
        most = (double)x[i] > most ? (double)x[i] : most;
    return most;
}

int center_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *x = ridge_data(c, "x");
    double most = largest(x, ridge_int(c, "n"));
    if (scratch(c, out, index, n, want, scale))
        return 0;
    for (size_t k = 0; k < n; k++) {
        want[k] = (double)(float)((double)x[index[k]] - most);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int softmax_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t N = ridge_int(c, "n");
    double most = largest(x, N), sum = 0;
    if (scratch(c, out, index, n, want, scale))
        return 0;
    for (int64_t i = 0; i < N; i++)
        sum += exp((double)x[i] - most);
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = exp((double)x[index[k]] - most) / sum;
    return 0;
}

int parts_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t N = ridge_int(c, "n"), width = CLUSTER * THREADS, T = ridge_int(c, "clusters") * width;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t i = 0; i < N; i++)
            if (i % T / width == (int64_t)index[k]) {
                want[k] += (double)x[i];
                scale[k] += fabs((double)x[i]);
            }
    }
    return 0;
}

int bins_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const int32_t *x = ridge_data(c, "values"), *before = ridge_data(c, "bins.before");
    static double count[BINS];
    (void)out;
    memset(count, 0, sizeof count);
    for (int64_t i = 0; i < ridge_int(c, "n"); i++)
        count[x[i]]++;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = count[index[k]] + before[index[k]];
    return 0;
}
