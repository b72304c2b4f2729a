/*
 * product.h: the two loops that reader.h spends its time in, once for each width of vector: a vector type is laid out
 * for the machine of the function that names it. WIDTH(name) is what a function is called.
 */
/* Y [ROWS][n] = X [ROWS][k] M [k][n]; n is a multiple of COLS. */
static void WIDTH(product)(float *Y, int ldy, const float *X, int ldx, const float *M, int ldm, int k, int n)
{
    for (int j = 0; j < n; j += COLS) {
        vec sum[ROWS][2] = { 0 };
        for (int c = 0; c < k; c++) {
            const float *at = M + (size_t)c * (size_t)ldm + j;
            vec left = *(const vec *)at, right = *(const vec *)(at + 8);
#pragma GCC unroll 4
            for (int r = 0; r < ROWS; r++) {
                float by = X[(size_t)r * (size_t)ldx + (size_t)c];
                sum[r][0] += by * left;
                sum[r][1] += by * right;
            }
        }
#pragma GCC unroll 4
        for (int r = 0; r < ROWS; r++) {
            *(vec *)(Y + (size_t)r * (size_t)ldy + j) = sum[r][0];
            *(vec *)(Y + (size_t)r * (size_t)ldy + j + 8) = sum[r][1];
        }
    }
}

/* e^(scale * (x - top)) of n numbers in place, to a few units in the last place; returns their sum. */
static float WIDTH(weigh)(float *x, int n, float top, float scale)
{
    float part[COLS] = { 0 }, sum = 0;
    for (int k = 0; k < n; k += COLS)
        for (int j = 0; j < COLS; j++) {
            float y = (x[k + j] - top) * scale * 1.44269504f;
            y = y < -120 ? -120 : y; /* a masked score is -inf */
            float whole = (y + 12582912.f) - 12582912.f, r = (y - whole) * .693147181f;
            float e = .0416666667f + r * (.00833333333f + r * .00138888889f);
            e = 1 + r * (1 + r * (.5f + r * (.166666667f + r * e)));
            union { int32_t i; float f; } power = { ((int32_t)whole + 127) << 23 };
            x[k + j] = y <= -120 ? 0 : e * power.f;
            part[j] += x[k + j];
        }
    for (int j = 0; j < COLS; j++)
        sum += part[j];
    return sum;
}
