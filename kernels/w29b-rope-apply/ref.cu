/*
 * ref.cu: a block is a token. A thread holds one piece of the table's row, eight cosines and eight sines (of
 * neighbouring pairs: four), and goes with it over the heads of q, of k and, into the cache, of v: 16 bytes a load and
 * a store. Where a head is no whole number of such pieces, a piece is one pair.
 *
 * The table takes whole turns off in double, and what is left of a turn is small enough for a float.
 */
#include "lab.h"

#define VEC 8

/* A token's heads: where they stand, and where they go. `apart` elements lie between heads of the cache. */
struct Token {
    half *q;
    const half *k, *v;
    half *to_k, *to_v;
    size_t apart;
    int H, Hkv, heads; /* heads of q, k and v together, the last Hkv of which do not turn if v is there */
};

struct Head {
    const half *from;
    half *to;
    int turns;
};

static __device__ Head head_of(const Token &t, int h, int hd)
{
    if (h < t.H)
        return {t.q + h * hd, t.q + h * hd, 1};
    h -= t.H;
    if (h < t.Hkv)
        return {t.k + h * hd, t.to_k + h * t.apart, 1};
    h -= t.Hkv;
    return {t.v + h * hd, t.to_v + h * t.apart, 0};
}

static __device__ float2 two(unsigned raw)
{
    return __half22float2(*reinterpret_cast<half2 *>(&raw));
}

static __device__ unsigned word(float a, float b)
{
    half2 both = __floats2half2_rn(a, b);
    return *reinterpret_cast<unsigned *>(&both);
}

/* Words of two channels each, which are two pairs. */
static __device__ void turn_across(unsigned &a, unsigned &b, const float *c, const float *s)
{
    float2 x = two(a), y = two(b);
    a = word(x.x * c[0] - y.x * s[0], x.y * c[1] - y.y * s[1]);
    b = word(x.x * s[0] + y.x * c[0], x.y * s[1] + y.y * c[1]);
}

/* A word that is a pair. */
static __device__ void turn_within(unsigned &a, float c, float s)
{
    float2 x = two(a);
    a = word(x.x * c - x.y * s, x.x * s + x.y * c);
}

/* n values of the table, a multiple of four, the sines with their sign. */
template <int n> static __device__ void piece(float *to, const float *from, float sign)
{
#pragma unroll
    for (int k = 0; k < n; k += 4) {
        float4 x = *reinterpret_cast<const float4 *>(from + k);
        to[k] = sign * x.x;
        to[k + 1] = sign * x.y;
        to[k + 2] = sign * x.z;
        to[k + 3] = sign * x.w;
    }
}

static __device__ void wide_halves(const Token &t, const float *row, int hd, float sign)
{
    int pieces = hd / (2 * VEC), groups = THREADS / pieces, at = threadIdx.x % pieces * VEC;
    int first = threadIdx.x / pieces;
    if (first >= groups)
        return;
    float c[VEC], s[VEC];
    piece<VEC>(c, row + at, 1);
    piece<VEC>(s, row + hd / 2 + at, sign);
    for (int h = first; h < t.heads; h += groups) {
        Head e = head_of(t, h, hd);
        uint4 a = *reinterpret_cast<const uint4 *>(e.from + at);
        uint4 b = *reinterpret_cast<const uint4 *>(e.from + hd / 2 + at);
        if (e.turns) {
            turn_across(a.x, b.x, c, s);
            turn_across(a.y, b.y, c + 2, s + 2);
            turn_across(a.z, b.z, c + 4, s + 4);
            turn_across(a.w, b.w, c + 6, s + 6);
        }
        *reinterpret_cast<uint4 *>(e.to + at) = a;
        *reinterpret_cast<uint4 *>(e.to + hd / 2 + at) = b;
    }
}

static __device__ void wide_neighbours(const Token &t, const float *row, int hd, float sign)
{
    int pieces = hd / VEC, groups = THREADS / pieces, at = threadIdx.x % pieces;
    int first = threadIdx.x / pieces;
    if (first >= groups)
        return;
    float c[VEC / 2], s[VEC / 2];
    piece<VEC / 2>(c, row + at * (VEC / 2), 1);
    piece<VEC / 2>(s, row + hd / 2 + at * (VEC / 2), sign);
    for (int h = first; h < t.heads; h += groups) {
        Head e = head_of(t, h, hd);
        uint4 a = *reinterpret_cast<const uint4 *>(e.from + at * VEC);
        if (e.turns) {
            turn_within(a.x, c[0], s[0]);
            turn_within(a.y, c[1], s[1]);
            turn_within(a.z, c[2], s[2]);
            turn_within(a.w, c[3], s[3]);
        }
        *reinterpret_cast<uint4 *>(e.to + at * VEC) = a;
    }
}

static __device__ void narrow(const Token &t, const float *row, int hd, float sign, int layout)
{
    int pairs = hd / 2, groups = THREADS / pairs, i = threadIdx.x % pairs, first = threadIdx.x / pairs;
    if (first >= groups)
        return;
    float c = row[i], s = sign * row[pairs + i];
    int one = layout == HALVES ? i : 2 * i, other = layout == HALVES ? i + pairs : 2 * i + 1;
    for (int h = first; h < t.heads; h += groups) {
        Head e = head_of(t, h, hd);
        half a = e.from[one], b = e.from[other];
        if (e.turns) {
            float x = __half2float(a), y = __half2float(b);
            a = __float2half_rn(x * c - y * s);
            b = __float2half_rn(x * s + y * c);
        }
        e.to[one] = a;
        e.to[other] = b;
    }
}

static __device__ void turn_token(const Token &t, const float *row, int hd, float sign, int layout)
{
    if (layout == HALVES && hd % (2 * VEC) == 0)
        wide_halves(t, row, hd, sign);
    else if (layout == NEIGHBOURS && hd % VEC == 0)
        wide_neighbours(t, row, hd, sign);
    else
        narrow(t, row, hd, sign, layout);
}

static __device__ Token in_place(half *q, half *k, int t, int H, int Hkv, int hd)
{
    half *own = k + (size_t)t * Hkv * hd;
    return {q + (size_t)t * H * hd, own, nullptr, own, nullptr, (size_t)hd, H, Hkv, H + Hkv};
}

extern "C" __global__ void rope_table(float *cs, const int *at, const double *inv, float scale, int rows, int hd)
{
    int pairs = hd / 2, n = blockIdx.x * THREADS + threadIdx.x;
    if (n >= rows * pairs)
        return;
    int r = n / pairs, i = n % pairs;
    double turns = at[r] * (inv[i] * 0.15915494309189533577); /* over 2 pi */
    float c, s, half_turns = (float)(2 * (turns - rint(turns)));
    sincospif(half_turns, &s, &c);
    cs[(size_t)r * hd + i] = scale * c;
    cs[(size_t)r * hd + pairs + i] = scale * s;
}

extern "C" __global__ void rope_apply(half *q, half *k, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                      int layout)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    turn_token(in_place(q, k, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, 1, layout);
}

extern "C" __global__ void rope_bwd(half *dq, half *dk, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                    int layout)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    turn_token(in_place(dq, dk, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, -1, layout);
}

extern "C" __global__ void rope_append(half *q, const half *k, const half *v, half *Kc, half *Vc, const int *slot,
                                       const int *pos, const float *cs, int T, int H, int Hkv, int hd, int bs,
                                       int layout)
{
    int t = blockIdx.x, n = t < T ? slot[t] : -1;
    if (n < 0)
        return;
    size_t own = (size_t)t * Hkv * hd, place = ((size_t)(n / bs) * Hkv * bs + n % bs) * hd;
    Token token = {q + (size_t)t * H * hd, k + own, v + own, Kc + place, Vc + place, (size_t)bs * hd, H, Hkv,
                   H + 2 * Hkv};
    turn_token(token, cs + (size_t)pos[t] * hd, hd, 1, layout);
}
