/*
 * opt.cu: the same bytes, more of them under way. Three heads are asked for before the first is turned, and marked as
 * used once (ld.cs, st.cs), so that the table's rows, which many tokens share, stay in the caches.
 */
#define rope_apply ref_apply
#include "ref.cu"
#undef rope_apply

#define AHEAD 3

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
    else
        turn_token(token, row, hd, 1, layout);
}
