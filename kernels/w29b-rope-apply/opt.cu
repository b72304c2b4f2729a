/*
 * opt.cu: the same bytes, more of them under way. Three heads (of neighbouring channels five, since a head is one load
 * there) are asked for before the first is turned, and marked as used once (ld.cs, st.cs), so that the table's rows,
 * which many tokens share, stay in the caches.
 */
#define rope_apply ref_apply
#include "ref.cu"
#undef rope_apply

#define AHEAD 3
#define AHEAD_NEAR 5

static __device__ void ahead_halves(const Token &t, const float *row, int hd)
{
    int pieces = hd / (2 * VEC), groups = THREADS / pieces, at = threadIdx.x % pieces * VEC;
    int first = threadIdx.x / pieces;
    if (first >= groups)
        return;
    float c[VEC], s[VEC];
    piece<VEC>(c, row + at, 1);
    piece<VEC>(s, row + hd / 2 + at, 1);
    for (int h = first; h < t.heads; h += AHEAD * groups) {
        uint4 a[AHEAD], b[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (h + k * groups < t.heads) {
                const half *from = head_of(t, h + k * groups, hd).from + at;
                a[k] = __ldcs(reinterpret_cast<const uint4 *>(from));
                b[k] = __ldcs(reinterpret_cast<const uint4 *>(from + hd / 2));
            }
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (h + k * groups < t.heads) {
                half *to = head_of(t, h + k * groups, hd).to + at;
                turn_across(a[k].x, b[k].x, c, s);
                turn_across(a[k].y, b[k].y, c + 2, s + 2);
                turn_across(a[k].z, b[k].z, c + 4, s + 4);
                turn_across(a[k].w, b[k].w, c + 6, s + 6);
                __stcs(reinterpret_cast<uint4 *>(to), a[k]);
                __stcs(reinterpret_cast<uint4 *>(to + hd / 2), b[k]);
            }
    }
}

static __device__ void ahead_neighbours(const Token &t, const float *row, int hd)
{
    int pieces = hd / VEC, groups = THREADS / pieces, at = threadIdx.x % pieces;
    int first = threadIdx.x / pieces;
    if (first >= groups)
        return;
    float c[VEC / 2], s[VEC / 2];
    piece<VEC / 2>(c, row + at * (VEC / 2), 1);
    piece<VEC / 2>(s, row + hd / 2 + at * (VEC / 2), 1);
    for (int h = first; h < t.heads; h += AHEAD_NEAR * groups) {
        uint4 a[AHEAD_NEAR];
#pragma unroll
        for (int k = 0; k < AHEAD_NEAR; k++)
            if (h + k * groups < t.heads)
                a[k] = __ldcs(reinterpret_cast<const uint4 *>(head_of(t, h + k * groups, hd).from + at * VEC));
#pragma unroll
        for (int k = 0; k < AHEAD_NEAR; k++)
            if (h + k * groups < t.heads) {
                turn_within(a[k].x, c[0], s[0]);
                turn_within(a[k].y, c[1], s[1]);
                turn_within(a[k].z, c[2], s[2]);
                turn_within(a[k].w, c[3], s[3]);
                __stcs(reinterpret_cast<uint4 *>(head_of(t, h + k * groups, hd).to + at * VEC), a[k]);
            }
    }
}

extern "C" __global__ void rope_apply(half *q, half *k, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                      int layout)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    Token token = in_place(q, k, t, H, Hkv, hd);
    const float *row = cs + (size_t)pos[t] * hd;
    if (layout == HALVES && hd % (2 * VEC) == 0)
        ahead_halves(token, row, hd);
    else if (layout == NEIGHBOURS && hd % VEC == 0)
        ahead_neighbours(token, row, hd);
    else
        turn_token(token, row, hd, 1, layout);
}
