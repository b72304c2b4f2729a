/*
 * opt.c: the reference's gate with a tile that stays in registers. What gcc 12 makes of the reference's array of 4 x 16
 * sums is 0.13 times as fast: here they are eight variables of a vector type, which are eight registers, and a row of
 * Wg is loaded once for four tokens. The rest is the reference's.
 */
#define gate_topk ref_gate_topk
#include "ref.c"
#undef gate_topk

int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w);

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));

/* z[0..LANES)[0..WIDE) += x W over n numbers. */
static void tile_of_lanes(int n, int d, int E, const float *x, const float *W, float (*z)[EXPERTS_MOST])
{
    lanes low[LANES], high[LANES];
    for (int r = 0; r < LANES; r++)
        low[r] = *(lanes *)z[r], high[r] = *(lanes *)&z[r][8];
    for (int i = 0; i < n; i++, W += E) {
        lanes left = *(const lanes *)W, right = *(const lanes *)&W[8];
        for (int r = 0; r < LANES; r++) {
            float by = x[(size_t)r * (size_t)d + (size_t)i];
            low[r] += by * left, high[r] += by * right;
        }
    }
    for (int r = 0; r < LANES; r++)
        *(lanes *)z[r] = low[r], *(lanes *)&z[r][8] = high[r];
}

static void lanes_logits(int tokens, int d, int E, const float *x, const float *Wg, float (*z)[EXPERTS_MOST])
{
    memset(z, 0, sizeof *z * (size_t)tokens);
    for (int i = 0; i < d; i += SLICE) {
        int n = d - i < SLICE ? d - i : SLICE;
        for (int e = 0; e < E; e += WIDE)
            for (int t = 0; t < tokens; t += LANES) {
                const float *from = x + (size_t)t * (size_t)d + i, *W = Wg + (size_t)i * (size_t)E + e;
                int wide = E - e < WIDE ? E - e : WIDE, rows = tokens - t < LANES ? tokens - t : LANES;
                if (wide == WIDE && rows == LANES)
                    tile_of_lanes(n, d, E, from, W, (float (*)[EXPERTS_MOST])&z[t][e]);
                else
                    for (int r = 0; r < rows; r++)
                        corner(n, E, wide, from + (size_t)r * (size_t)d, W, &z[t + r][e]);
            }
    }
}

int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w)
{
    static _Thread_local float z[TOKENS][EXPERTS_MOST];
    int rejected = 0;
    for (int t = 0; t < T; t++, idx += k, w += k) {
        const float *row = z[t % TOKENS];
        if (t % TOKENS == 0)
            lanes_logits(T - t < TOKENS ? T - t : TOKENS, d, E, x + (size_t)t * (size_t)d, Wg, z);
        int good = finite_row(E, row);
        if (good)
            best(E, k, row, idx), weights(k, row, idx, w);
        for (int j = 0; j < k && !good; j++)
            idx[j] = -1, w[j] = 0;
        rejected += !good;
    }
    return rejected;
}
