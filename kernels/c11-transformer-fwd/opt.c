/*
 * opt.c: the reference with other products. What it adds:
 *
 *   eight rows a token With one token the loop is about fetching weights. Eight rows at a time keep
 *                      eight streams of loads in flight, and share each load of x among eight.
 *   4 x 4 tiles        With a block of tokens the loop is about arithmetic: four rows by four tokens
 *                      are 16 sums in registers, 2 FLOP x 16 for every 8 loads, where the reference's
 *                      1 x 4 needs 5 loads for 4.
 *
 * Everything else is ref.c. Expect a tenth to a third in prefill, and in decoding only what the memory
 * leaves: where weights come from far away, both wait for the same bytes.
 */
#define OTHER_LINEAR
#include "ref.c"

/* y[0..8) = eight rows times x; in is a multiple of LANES. */
static void eight_rows(float *y, const float *x, const bf16 *W, int in)
{
    lanes s[8] = { 0 };
    for (int i = 0; i < in; i += LANES) {
        lanes v = load(x + i);
#pragma GCC unroll 8
        for (int r = 0; r < 8; r++)
            s[r] += widen(W + (size_t)r * (size_t)in + (size_t)i) * v;
    }
    for (int r = 0; r < 8; r++)
        y[r] = total(s[r]);
}

/* Four rows times four tokens. */
static void four_by_four(float *y, const float *x, const bf16 *W, int in, int out)
{
    lanes s[4][4] = { { { 0 } } };
    for (int i = 0; i < in; i += LANES) {
        lanes w[4];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++)
            w[r] = widen(W + (size_t)r * (size_t)in + (size_t)i);
#pragma GCC unroll 4
        for (int t = 0; t < 4; t++) {
            lanes v = load(x + t * in + i);
#pragma GCC unroll 4
            for (int r = 0; r < 4; r++)
                s[r][t] += w[r] * v;
        }
    }
    for (int r = 0; r < 4; r++)
        for (int t = 0; t < 4; t++)
            y[t * out + r] = total(s[r][t]);
}

void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row)
{
    int rows = in % LANES ? 0 : n == 1 ? out / 8 * 8 : out / 4 * 4, tokens = n == 1 ? 1 : n / 4 * 4;
    for (int o = 0; n == 1 && o < rows; o += 8)
        eight_rows(y + o, x, W + (size_t)o * (size_t)in, in);
    for (int o = 0; n > 1 && o < rows; o += 4)
        for (int t = 0; t < tokens; t += 4)
            four_by_four(y + t * out + o, x + t * in, W + (size_t)o * (size_t)in, in, out);
    for (int o = tokens < n ? 0 : rows; o < out; o++) { /* what no tile covers */
        for (int i = 0; i < in; i++)
            row[i] = bf16_float(W[(size_t)o * (size_t)in + (size_t)i]);
        for (int t = o < rows ? tokens : 0; t < n; t += 4)
            row_times_tokens(y + t * out + o, x + t * in, row, in, out, least(4, n - t));
    }
}
