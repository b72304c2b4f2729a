/*
 * curand_kernel.h: random numbers in kernels: XORWOW, Philox4_32_10, MRG32k3a. Integers and uniforms are
 * cuRAND's bit for bit; normals differ as the device's logf, sinf and cosf differ from the host's. A state
 * has the size and the members that cuRAND's has, so that moving one to and from memory counts the same
 * bytes.
 */
#ifndef SIMT_CURAND_KERNEL_H
#define SIMT_CURAND_KERNEL_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_runtime.h"
#include "curand.h"
#include "simt/lib.h"
#include "simt/lib_abi.h"

#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2PI (6.2831855f)
#define CURAND_PI_DOUBLE (3.1415926535897932)

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/* ---- XORWOW -------------------------------------------------------------------------------------------- */

SIMT_LIB_FN void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateXORWOW_t *s)
{
    uint32_t w[6];
    simt_xorwow_init(seed, subsequence, offset, w);
    s->d = w[0];
    for (int i = 0; i < 5; i++)
        s->v[i] = w[i + 1];
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
}
SIMT_LIB_FN unsigned int curand(curandStateXORWOW_t *s)
{
    unsigned t = s->v[0] ^ s->v[0] >> 2, last = s->v[4];
    s->v[0] = s->v[1];
    s->v[1] = s->v[2];
    s->v[2] = s->v[3];
    s->v[3] = last;
    last = last ^ last << 4 ^ t ^ t << 1;
    s->v[4] = last;
    s->d += 362437u;
    return last + s->d;
}
namespace simt {
template <class S> SIMT_LIB_FN void xorwow_jump(unsigned long long n, S *s, int subsequences)
{
    uint32_t w[6] = {s->d, s->v[0], s->v[1], s->v[2], s->v[3], s->v[4]};
    simt_xorwow_skip(w, n, subsequences);
    s->d = w[0];
    for (int i = 0; i < 5; i++)
        s->v[i] = w[i + 1];
}
} // namespace simt
SIMT_LIB_FN void skipahead(unsigned long long n, curandStateXORWOW_t *s) { simt::xorwow_jump(n, s, 0); }
SIMT_LIB_FN void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *s)
{
    simt::xorwow_jump(n, s, 1);
}

/* ---- Philox -------------------------------------------------------------------------------------------- */

namespace simt {
SIMT_LIB_FN uint4 philox(const uint4 &counter, const uint2 &key)
{
    uint32_t c[4] = {counter.x, counter.y, counter.z, counter.w}, k[2] = {key.x, key.y}, r[4];
    simt_philox(c, k, r);
    return make_uint4(r[0], r[1], r[2], r[3]);
}
SIMT_LIB_FN void philox_count(unsigned long long n, uint4 *c)
{
    unsigned long long low = c->x | (unsigned long long)c->y << 32, sum = low + n;
    c->x = (unsigned)sum;
    c->y = (unsigned)(sum >> 32);
    if (sum < low && !++c->z)
        ++c->w;
}
} // namespace simt

SIMT_LIB_FN void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
    s->STATE += (unsigned)(n & 3);
    n /= 4;
    if (s->STATE > 3) {
        n++;
        s->STATE -= 4;
    }
    simt::philox_count(n, &s->ctr);
    s->output = simt::philox(s->ctr, s->key);
}
SIMT_LIB_FN void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
    unsigned long long high = (s->ctr.z | (unsigned long long)s->ctr.w << 32) + n;
    s->ctr.z = (unsigned)high;
    s->ctr.w = (unsigned)(high >> 32);
    s->output = simt::philox(s->ctr, s->key);
}
SIMT_LIB_FN void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStatePhilox4_32_10_t *s)
{
    s->ctr = make_uint4(0, 0, (unsigned)subsequence, (unsigned)(subsequence >> 32));
    s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    s->STATE = 0;
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
    skipahead(offset, s);
}
SIMT_LIB_FN unsigned int curand(curandStatePhilox4_32_10_t *s)
{
    unsigned i = s->STATE, r = i == 0   ? s->output.x
                               : i == 1 ? s->output.y
                               : i == 2 ? s->output.z
                                        : s->output.w;
    if (++s->STATE == 4) {
        simt::philox_count(1, &s->ctr);
        s->output = simt::philox(s->ctr, s->key);
        s->STATE = 0;
    }
    return r;
}
SIMT_LIB_FN uint4 curand4(curandStatePhilox4_32_10_t *s)
{
    uint4 a = s->output;
    simt::philox_count(1, &s->ctr);
    s->output = simt::philox(s->ctr, s->key);
    uint4 b = s->output;
    switch (s->STATE) {
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    case 3: return make_uint4(a.w, b.x, b.y, b.z);
    default: return a;
    }
}

/* ---- MRG32k3a ------------------------------------------------------------------------------------------ */

namespace simt {
template <class S> SIMT_LIB_FN void mrg_put(const uint32_t *w, S *s)
{
    for (int i = 0; i < 3; i++) {
        s->s1[i] = w[i];
        s->s2[i] = w[3 + i];
    }
}
template <class S> SIMT_LIB_FN void mrg_jump(unsigned long long n, S *s, int subsequences)
{
    uint32_t w[6] = {s->s1[0], s->s1[1], s->s1[2], s->s2[0], s->s2[1], s->s2[2]};
    simt_mrg_skip(w, n, subsequences);
    mrg_put(w, s);
}
} // namespace simt
SIMT_LIB_FN void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateMRG32k3a_t *s)
{
    uint32_t w[6];
    simt_mrg_init(seed, subsequence, offset, w);
    simt::mrg_put(w, s);
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
}
SIMT_LIB_FN double curand_MRG32k3a(curandStateMRG32k3a_t *s)
{
    uint32_t w[6] = {s->s1[0], s->s1[1], s->s1[2], s->s2[0], s->s2[1], s->s2[2]};
    double r = simt_mrg_next(w);
    simt::mrg_put(w, s);
    return r;
}
SIMT_LIB_FN unsigned int curand(curandStateMRG32k3a_t *s)
{
    return (unsigned)(curand_MRG32k3a(s) * 1.000000048662);
}
SIMT_LIB_FN void skipahead(unsigned long long n, curandStateMRG32k3a_t *s) { simt::mrg_jump(n, s, 0); }
SIMT_LIB_FN void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *s)
{
    simt::mrg_jump(n, s, 1);
}

/* ---- uniform: more than 0, at most 1 ------------------------------------------------------------------- */

namespace simt {
SIMT_LIB_FN float to_uniform(unsigned x) { return (float)x * CURAND_2POW32_INV + CURAND_2POW32_INV / 2; }
SIMT_LIB_FN double to_uniform(unsigned x, unsigned y)
{
    unsigned long long z = x ^ (unsigned long long)y << 21;
    return (double)z * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 2;
}
} // namespace simt

SIMT_LIB_FN float curand_uniform(curandStateXORWOW_t *s) { return simt::to_uniform(curand(s)); }
SIMT_LIB_FN float curand_uniform(curandStatePhilox4_32_10_t *s) { return simt::to_uniform(curand(s)); }
SIMT_LIB_FN float curand_uniform(curandStateMRG32k3a_t *s)
{
    return (float)(curand_MRG32k3a(s) * (1.0 / 4294967087));
}
SIMT_LIB_FN float4 curand_uniform4(curandStatePhilox4_32_10_t *s)
{
    uint4 x = curand4(s);
    return make_float4(simt::to_uniform(x.x), simt::to_uniform(x.y), simt::to_uniform(x.z),
                       simt::to_uniform(x.w));
}
SIMT_LIB_FN double curand_uniform_double(curandStateXORWOW_t *s)
{
    unsigned x = curand(s), y = curand(s);
    return simt::to_uniform(x, y);
}
SIMT_LIB_FN double curand_uniform_double(curandStatePhilox4_32_10_t *s) /* of 32 bits only, as cuRAND's */
{
    return curand(s) * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
SIMT_LIB_FN double curand_uniform_double(curandStateMRG32k3a_t *s)
{
    return curand_MRG32k3a(s) * (1.0 / 4294967087);
}
SIMT_LIB_FN double2 curand_uniform2_double(curandStatePhilox4_32_10_t *s)
{
    uint4 x = curand4(s);
    return make_double2(simt::to_uniform(x.x, x.y), simt::to_uniform(x.z, x.w));
}
SIMT_LIB_FN double4 curand_uniform4_double(curandStatePhilox4_32_10_t *s)
{
    double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
    double4 r;
    r.x = a.x, r.y = a.y, r.z = b.x, r.w = b.y;
    return r;
}

/* ---- normal: Box and Muller's pairs, the second kept for the next call --------------------------------- */

namespace simt {
SIMT_LIB_FN float2 box_muller(float u, float angle)
{
    float length = sqrtf(-2.0f * logf(u));
    return make_float2(length * sinf(angle), length * cosf(angle));
}
SIMT_LIB_FN double2 box_muller(double u, double halfturns)
{
    double length = sqrt(-2.0 * log(u)), angle = CURAND_PI_DOUBLE * halfturns;
    return make_double2(length * sin(angle), length * cos(angle));
}
template <class S> SIMT_LIB_FN float2 normal_pair(S *s)
{
    float u = curand_uniform(s), v = curand_uniform(s);
    return box_muller(u, v * CURAND_2PI);
}
template <class S> SIMT_LIB_FN double2 normal_pair_double(S *s)
{
    double u = curand_uniform_double(s), v = curand_uniform_double(s);
    return box_muller(u, v * 2);
}
SIMT_LIB_FN double2 normal_pair_double(curandStatePhilox4_32_10_t *s)
{
    uint4 x = curand4(s);
    return box_muller(to_uniform(x.x, x.y), to_uniform(x.z, x.w) * 2);
}
template <class S> SIMT_LIB_FN float normal(S *s)
{
    if (s->boxmuller_flag) {
        s->boxmuller_flag = 0;
        return s->boxmuller_extra;
    }
    float2 r = normal_pair(s);
    s->boxmuller_flag = 1;
    s->boxmuller_extra = r.y;
    return r.x;
}
template <class S> SIMT_LIB_FN double normal_double(S *s)
{
    if (s->boxmuller_flag_double) {
        s->boxmuller_flag_double = 0;
        return s->boxmuller_extra_double;
    }
    double2 r = normal_pair_double(s);
    s->boxmuller_flag_double = 1;
    s->boxmuller_extra_double = r.y;
    return r.x;
}
/* Knuth's product; of large means the normal it tends to; between them a sum of smaller ones. */
template <class S> SIMT_LIB_FN unsigned poisson(S *s, double lambda)
{
    if (lambda > 4000) {
        double r = normal_double(s) * sqrt(lambda) + lambda + 0.5;
        return r < 0 ? 0 : (unsigned)r;
    }
    unsigned total = 0;
    for (double left = lambda; left > 0; left -= 64) {
        float limit = expf(-(float)(left < 64 ? left : 64)), p = 1;
        unsigned k = 0;
        do
            p *= curand_uniform(s);
        while (p > limit && ++k);
        total += k;
    }
    return total;
}
} // namespace simt

#define SIMT_CURAND_NORMALS(state)                                                                           \
    SIMT_LIB_FN float curand_normal(state *s) { return simt::normal(s); }                                    \
    SIMT_LIB_FN float2 curand_normal2(state *s) { return simt::normal_pair(s); }                             \
    SIMT_LIB_FN double curand_normal_double(state *s) { return simt::normal_double(s); }                     \
    SIMT_LIB_FN double2 curand_normal2_double(state *s) { return simt::normal_pair_double(s); }              \
    SIMT_LIB_FN float curand_log_normal(state *s, float mean, float stddev)                                  \
    {                                                                                                        \
        return expf(mean + stddev * simt::normal(s));                                                        \
    }                                                                                                        \
    SIMT_LIB_FN float2 curand_log_normal2(state *s, float mean, float stddev)                                \
    {                                                                                                        \
        float2 r = simt::normal_pair(s);                                                                     \
        return make_float2(expf(mean + stddev * r.x), expf(mean + stddev * r.y));                            \
    }                                                                                                        \
    SIMT_LIB_FN double curand_log_normal_double(state *s, double mean, double stddev)                        \
    {                                                                                                        \
        return exp(mean + stddev * simt::normal_double(s));                                                  \
    }                                                                                                        \
    SIMT_LIB_FN unsigned int curand_poisson(state *s, double lambda) { return simt::poisson(s, lambda); }
SIMT_CURAND_NORMALS(curandStateXORWOW_t)
SIMT_CURAND_NORMALS(curandStatePhilox4_32_10_t)
SIMT_CURAND_NORMALS(curandStateMRG32k3a_t)
#undef SIMT_CURAND_NORMALS

SIMT_LIB_FN float4 curand_normal4(curandStatePhilox4_32_10_t *s)
{
    float4 u = curand_uniform4(s);
    float2 a = simt::box_muller(u.x, u.y * CURAND_2PI), b = simt::box_muller(u.z, u.w * CURAND_2PI);
    return make_float4(a.x, a.y, b.x, b.y);
}
SIMT_LIB_FN float4 curand_log_normal4(curandStatePhilox4_32_10_t *s, float mean, float stddev)
{
    float4 n = curand_normal4(s);
    return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y), expf(mean + stddev * n.z),
                       expf(mean + stddev * n.w));
}
SIMT_LIB_FN uint4 curand_poisson4(curandStatePhilox4_32_10_t *s, double lambda)
{
    unsigned a = simt::poisson(s, lambda), b = simt::poisson(s, lambda), c = simt::poisson(s, lambda);
    return make_uint4(a, b, c, simt::poisson(s, lambda));
}

SIMT_HD_END

#endif
