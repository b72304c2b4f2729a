/*
 * naive.c: right, and built without looking at the cost of anything.
 *
 * Patches: the convolution as it is written down, one output channel after the other. Every channel
 * reads the whole image again, p floats at a time from places that are a row apart, and sums them up
 * in one chain of additions that no compiler may break. The projector does the same: one chain a row.
 *
 * Planner: its own policy is first come, first served. A wide encode pass looks efficient, and is
 * where the deadlines go: everybody in it waits for the last tile, and a request that is already late
 * is served before one that could still be saved. The rest is ref.c.
 */
#define OTHER_PRODUCTS
#define OTHER_POLICY
#define own in_order
#include "ref.c"

/* One number of one patch: the sum over its pixels inside the image. */
static float convolve(const float *img, int H, int W, int p, int top, int left, const float *w)
{
    float sum = 0;
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < p; y++)
            for (int x = 0; x < p; x++, w++)
                if (top + y < H && left + x < W)
                    sum += *w * img[((size_t)c * (size_t)H + (size_t)(top + y)) * (size_t)W + (size_t)(left + x)];
    return sum;
}

int patchify_gemm(float *tok, const float *img, int H, int W, int p, const float *We, int D, float *work)
{
    int rows = (H + p - 1) / p, cols = (W + p - 1) / p;
    (void)work;
    for (int o = 0; o < D; o++, We += 3 * p * p)
        for (int t = 0; t < rows * cols; t++)
            tok[(size_t)t * (size_t)D + (size_t)o] = convolve(img, H, W, p, t / cols * p, t % cols * p, We);
    return rows * cols;
}

static float chain(const float *a, const float *b, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

void projector(float *y, const float *x, int n, int in, int out, const float *W1, const float *b1,
               const float *W2, const float *b2, float *work)
{
    for (int t = 0; t < n; t++, x += in, y += out) {
        for (int o = 0; o < out; o++) {
            float a = chain(x, W1 + (size_t)o * (size_t)in, in) + b1[o];
            work[o] = .5f * a * (1 + erff(a * .70710678f));
        }
        for (int o = 0; o < out; o++)
            y[o] = chain(work, W2 + (size_t)o * (size_t)out, out) + b2[o];
    }
}
