/* device_mma.c: mma.sync, ldmatrix and stmatrix, run once a warp over the registers of its lanes. */
#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "rt.h"

#include "../include/simt/library.h"

enum { LANES = 32 };

/* The 32 lanes of the collective: the half of a wide warp that the first of them is in. */
static void lanes_of(void *lane_args[SIMT_WARP], simt_mask mask, void *ret[LANES])
{
    unsigned first = mask ? (unsigned)__builtin_ctzll(mask) : 0, base = first / LANES * LANES;
    for (unsigned i = 0; i < LANES; i++)
        ret[i] = mask >> (base + i) & 1 ? lane_args[base + i] : NULL;
}

static float half_value(unsigned h)
{
    return _cvtsh_ss((unsigned short)h);
}

static float float_of(unsigned u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static unsigned bits_of(float f)
{
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static unsigned half_bits(float f)
{
    return f != f ? 0x7fff : _cvtss_sh(f, 0);
}

static int elements_in_register(int type)
{
    return type == SIMT_MMA_TF32 ? 1 : type == SIMT_MMA_F16 || type == SIMT_MMA_BF16 ? 2 : 4;
}

/* Element j of a register. tf32 has 10 stored mantissa bits: the others are not looked at. */
static double element(unsigned r, int type, int j)
{
    unsigned byte = r >> 8 * (j & 3) & 255, word = r >> 16 * (j & 1) & 0xffff;
    switch (type) {
    case SIMT_MMA_F16: return half_value(word);
    case SIMT_MMA_BF16: return float_of(word << 16);
    case SIMT_MMA_TF32: return float_of(r & 0xffffe000u);
    case SIMT_MMA_S8: return (signed char)byte;
    case SIMT_MMA_U8: return byte;
    case SIMT_MMA_E5M2: return half_value(byte << 8);
    default: /* e4m3 is a half of another bias */
        if ((byte & 0x7f) == 0x7f)
            return NAN;
        return 256 * (double)half_value((byte & 0x80) << 8 | (byte & 0x7f) << 7);
    }
}

static double accumulator(const struct simt_mma_args *w, int i)
{
    if (w->acc_type == SIMT_MMA_F16)
        return half_value(w->c[i / 2] >> 16 * (i & 1) & 0xffff);
    return w->acc_type == SIMT_MMA_S32 ? (double)(int)w->c[i] : (double)float_of(w->c[i]);
}

static void set_accumulator(struct simt_mma_args *w, int i, double v)
{
    if (w->acc_type == SIMT_MMA_F16) {
        if (!(i & 1))
            w->d[i / 2] = 0;
        w->d[i / 2] |= half_bits((float)v) << 16 * (i & 1);
    } else if (w->acc_type == SIMT_MMA_F32) {
        w->d[i] = bits_of((float)v);
    } else if (w->saturate) {
        w->d[i] = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? (unsigned)INT32_MIN : (unsigned)(int)v;
    } else {
        w->d[i] = (unsigned)(long long)v;
    }
}

/* In lane 4 g + t, register i holds row g or g + 8, and t's group of the columns that 4 lanes share. */
void simt_mma(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_mma_args *lane[LANES];
    double a[16][32] = {{0}}, b[32][8] = {{0}};
    lanes_of(lane_args, mask, (void **)lane);
    const struct simt_mma_args *w = lane_args[mask ? __builtin_ctzll(mask) : 0];
    int n = elements_in_register(w->a_type), k = w->k;

    for (int l = 0; l < LANES; l++) {
        int g = l / 4, t = l % 4;
        for (int i = 0; lane[l] && i < k / (4 * n) * 2; i++)
            for (int j = 0; j < n; j++)
                a[g + 8 * (i & 1)][i / 2 * 4 * n + t * n + j] = element(lane[l]->a[i], w->a_type, j);
        for (int i = 0; lane[l] && i < k / (4 * n); i++)
            for (int j = 0; j < n; j++)
                b[i * 4 * n + t * n + j][g] = element(lane[l]->b[i], w->b_type, j);
    }
    for (int l = 0; l < LANES; l++)
        for (int i = 0; lane[l] && i < 4; i++) {
            int row = l / 4 + 8 * (i / 2), col = l % 4 * 2 + i % 2;
            double v = 0;
            for (int x = 0; x < k; x++)
                v += a[row][x] * b[x][col];
            set_accumulator(lane[l], i, accumulator(lane[l], i) + v);
        }
    simt_count(SIMT_N_MMA, 1);
    simt_count(SIMT_N_TENSOR_FLOP, 2ull * 16 * 8 * (unsigned)k);
}

void simt_mma_f64(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_mma_f64_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        for (int i = 0; lane[l] && i < 2; i++) {
            double v = lane[l]->c[i];
            for (int x = 0; x < 4; x++) {
                const struct simt_mma_f64_args *p = lane[l / 4 * 4 + x], *q = lane[(l % 4 * 2 + i) * 4 + x];
                v = p && q ? fma(p->a, q->b, v) : v;
            }
            lane[l]->d[i] = v;
        }
    simt_count(SIMT_N_MMA, 1);
    simt_count(SIMT_N_TENSOR_FLOP, 2ull * 8 * 8 * 4);
}

/* Matrix m has its rows in lanes 8 m to 8 m + 7; lane 4 g + t gets elements 2 t and 2 t + 1 of row g. */
void simt_ldmatrix(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_matrix_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        for (int m = 0; lane[l] && m < lane[l]->n; m++) {
            unsigned r = 0;
            for (int j = 0; j < 2; j++) {
                int row = l / 4, col = l % 4 * 2 + j;
                const struct simt_matrix_args *from = lane[8 * m + (lane[l]->transposed ? col : row)];
                r |= (unsigned)(from ? from->row[lane[l]->transposed ? row : col] : 0) << 16 * j;
            }
            lane[l]->r[m] = r;
        }
}

void simt_stmatrix(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_matrix_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        for (int m = 0; lane[l] && m < lane[l]->n; m++)
            for (int j = 0; j < 2; j++) {
                int row = l / 4, col = l % 4 * 2 + j;
                struct simt_matrix_args *to = lane[8 * m + (lane[l]->transposed ? col : row)];
                if (to)
                    to->row[lane[l]->transposed ? row : col] = (unsigned short)(lane[l]->r[m] >> 16 * j);
            }
}
