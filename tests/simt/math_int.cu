// math_int.cu: integer intrinsics against their definitions in the CUDA Math API.
#include "t.h"

typedef unsigned u32;
typedef unsigned long long u64;

__host__ __device__ static u32 mix(u32 x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
__host__ __device__ static u64 mix64(u32 x) { return (u64)mix(x) << 32 | mix(x + 77777); }

__global__ void bits(u32 *o)
{
    int i = threadIdx.x;
    u32 x = i < 33 ? (i ? 1u << (i - 1) : 0) : mix(i);
    u64 y = i < 65 ? (i ? 1ull << (i - 1) : 0) : mix64(i);
    u32 *r = o + i * 12;
    r[0] = __popc(x);
    r[1] = __clz(x);
    r[2] = __ffs(x);
    r[3] = __brev(x);
    r[4] = __popcll(y);
    r[5] = __clzll(y);
    r[6] = __ffsll(y);
    r[7] = (u32)(__brevll(y) >> 32);
    r[8] = (u32)__brevll(y);
    r[9] = __byte_perm(x, mix(i + 5), mix(i + 9) & 0x7777);
    r[10] = __byte_perm(x, mix(i + 5), 0x0123);
    r[11] = __fns(x, 0, 1);
}
static u32 popc_of(u64 x)
{
    u32 n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}
static u32 perm(u32 x, u32 y, u32 s)
{
    u64 v = (u64)y << 32 | x;
    u32 r = 0;
    for (int k = 0; k < 4; k++)
        r |= (u32)(v >> 8 * (s >> 4 * k & 7) & 255) << 8 * k;
    return r;
}
static u32 bits_want(int j)
{
    int i = j / 12;
    u32 x = i < 33 ? (i ? 1u << (i - 1) : 0) : mix(i), n = 0, rev = 0;
    u64 y = i < 65 ? (i ? 1ull << (i - 1) : 0) : mix64(i), rev64 = 0;
    for (int k = 0; k < 32; k++)
        rev |= (x >> k & 1) << (31 - k);
    for (int k = 0; k < 64; k++)
        rev64 |= (y >> k & 1) << (63 - k);
    switch (j % 12) {
    case 0: return popc_of(x);
    case 1:
        while (n < 32 && !(x >> (31 - n) & 1))
            n++;
        return n;
    case 2: return x ? popc_of((x & -x) - 1) + 1 : 0;
    case 3: return rev;
    case 4: return popc_of(y);
    case 5:
        while (n < 64 && !(y >> (63 - n) & 1))
            n++;
        return n;
    case 6: return y ? popc_of((y & -y) - 1) + 1 : 0;
    case 7: return (u32)(rev64 >> 32);
    case 8: return (u32)rev64;
    case 9: return perm(x, mix(i + 5), mix(i + 9) & 0x7777);
    case 10: return perm(x, mix(i + 5), 0x0123);
    default: return x ? popc_of((x & -x) - 1) : 0xffffffffu; // the first set bit from bit 0 on
    }
}

__global__ void products(u64 *o)
{
    int i = threadIdx.x;
    int a = (int)mix(i), b = (int)mix(i + 1000), c = (int)mix(i + 2000);
    u64 p = mix64(i), q = mix64(i + 3000);
    u64 *r = o + i * 14;
    r[0] = (u32)__mulhi(a, b);
    r[1] = __umulhi(a, b);
    r[2] = __mul64hi((long long)p, (long long)q);
    r[3] = __umul64hi(p, q);
    r[4] = (u32)__mul24(a & 0x7fffff, b & 0x7fffff);
    r[5] = __umul24(a & 0xffffff, b & 0xffffff);
    r[6] = __sad(a, b, (u32)c);
    r[7] = __usad(a, b, c);
    r[8] = (u32)__hadd(a, b);
    r[9] = (u32)__rhadd(a, b);
    r[10] = __uhadd(a, b);
    r[11] = __urhadd(a, b);
    r[12] = (u32)__dp4a(a, b, c);
    r[13] = __dp4a((u32)a, (u32)b, (u32)c);
}
static u64 products_want(int j)
{
    int i = j / 14;
    int a = (int)mix(i), b = (int)mix(i + 1000), c = (int)mix(i + 2000);
    u64 p = mix64(i), q = mix64(i + 3000);
    long long la = a, lb = b;
    u64 ua = (u32)a, ub = (u32)b;
    u32 s = c, u = c;
    for (int k = 0; k < 4; k++) {
        s += (signed char)(a >> 8 * k) * (signed char)(b >> 8 * k);
        u += ((u32)a >> 8 * k & 255) * ((u32)b >> 8 * k & 255);
    }
    switch (j % 14) {
    case 0: return (u32)(la * lb >> 32);
    case 1: return ua * ub >> 32;
    case 2: return (u64)((__int128)(long long)p * (long long)q >> 64);
    case 3: return (u64)((unsigned __int128)p * q >> 64);
    case 4: return (u32)((a & 0x7fffffll) * (b & 0x7fffffll));
    case 5: return (u32)((ua & 0xffffff) * (ub & 0xffffff));
    case 6: return (u32)(llabs(la - lb) + (u32)c);
    case 7: return (u32)((ua > ub ? ua - ub : ub - ua) + (u32)c);
    case 8: return (u32)((la + lb) >> 1);
    case 9: return (u32)((la + lb + 1) >> 1);
    case 10: return (ua + ub) >> 1;
    case 11: return (ua + ub + 1) >> 1;
    case 12: return s;
    default: return u;
    }
}

__global__ void funnels(u32 *o)
{
    int i = threadIdx.x;
    u32 lo = mix(i), hi = mix(i + 1), *r = o + i * 6;
    r[0] = __funnelshift_l(lo, hi, i);
    r[1] = __funnelshift_r(lo, hi, i);
    r[2] = __funnelshift_lc(lo, hi, i);
    r[3] = __funnelshift_rc(lo, hi, i);
    r[4] = __dp2a_lo((u32)lo, hi, 7u);
    r[5] = (u32)__dp2a_hi((int)lo, (int)hi, -7);
}
static u32 funnels_want(int j)
{
    int i = j / 6, m = i & 31, c = i < 32 ? i : 32;
    u32 lo = mix(i), hi = mix(i + 1);
    u64 v = (u64)hi << 32 | lo;
    switch (j % 6) {
    case 0: return (u32)(v << m >> 32);
    case 1: return (u32)(v >> m);
    case 2: return c == 32 ? lo : (u32)(v << c >> 32);
    case 3: return c == 32 ? hi : (u32)(v >> c);
    case 4: return (lo & 0xffff) * (hi & 255) + (lo >> 16) * (hi >> 8 & 255) + 7;
    default:
        return (u32)((short)lo * (signed char)(hi >> 16) + (short)(lo >> 16) * (signed char)(hi >> 24) - 7);
    }
}

__global__ void video(u32 *o)
{
    int i = threadIdx.x;
    u32 a = mix(i), b = mix(i + 50), *r = o + i * 16;
    r[0] = __vadd4(a, b);
    r[1] = __vsub4(a, b);
    r[2] = __vadd2(a, b);
    r[3] = __vsub2(a, b);
    r[4] = __vabsdiffu4(a, b);
    r[5] = __vmaxs4(a, b);
    r[6] = __vminu4(a, b);
    r[7] = __vmaxu2(a, b);
    r[8] = __vmins2(a, b);
    r[9] = __vcmpeq4(a, (a & 0x00ff00ff) | (b & 0xff00ff00));
    r[10] = __vcmpgtu4(a, b);
    r[11] = __vavgu4(a, b);
    r[12] = __vsadu4(a, b);
    r[13] = __vaddus4(a, b);
    r[14] = __vsetltu2(a, b);
    r[15] = __vneg4(a);
}
static u32 video_want(int j)
{
    int i = j / 16, kind = j % 16;
    u32 a = mix(i), b = mix(i + 50), r = 0, sum = 0;
    bool two = kind == 2 || kind == 3 || kind == 7 || kind == 8 || kind == 14;
    int w = two ? 16 : 8;
    u32 mask = two ? 0xffff : 0xff;
    for (int k = 0; k < 32; k += w) {
        int x = a >> k & mask, y = b >> k & mask, e = ((a & 0x00ff00ff) | (b & 0xff00ff00)) >> k & mask, v = 0;
        int sx = two ? (short)x : (signed char)x, sy = two ? (short)y : (signed char)y;
        switch (kind) {
        case 0:
        case 2: v = x + y; break;
        case 1:
        case 3: v = x - y; break;
        case 4: v = abs(x - y); break;
        case 5: v = sx > sy ? x : y; break;
        case 6: v = x < y ? x : y; break;
        case 7: v = x > y ? x : y; break;
        case 8: v = sx < sy ? x : y; break;
        case 9: v = x == e ? mask : 0; break;
        case 10: v = x > y ? mask : 0; break;
        case 11: v = (x + y + 1) >> 1; break;
        case 12: sum += abs(x - y); break;
        case 13: v = x + y > 255 ? 255 : x + y; break;
        case 14: v = x < y; break;
        case 15: v = -x; break;
        }
        r |= (v & mask) << k;
    }
    return kind == 12 ? sum : r;
}

/* Which of two wins, for both halves of a word; a half of b is often a's. */
__host__ __device__ static u32 beside(int i)
{
    u32 same = i & 1 ? 0xffff : 0;
    return (mix(i + 50) & ~same) | (mix(i) & same);
}
__global__ void winners(u32 *o)
{
    int i = threadIdx.x;
    u32 a = mix(i), b = beside(i), *r = o + i * 8;
    bool hi, lo;
    r[0] = __vibmax_s16x2(a, b, &hi, &lo);
    r[1] = hi * 2 + lo;
    r[2] = __vibmin_s16x2(a, b, &hi, &lo);
    r[3] = hi * 2 + lo;
    r[4] = __vibmax_u16x2(a, b, &hi, &lo);
    r[5] = hi * 2 + lo;
    r[6] = __vibmin_u16x2(a, b, &hi, &lo);
    r[7] = hi * 2 + lo;
}
static u32 winners_want(int j)
{
    int i = j / 8, kind = j % 8 / 2;
    u32 a = mix(i), b = beside(i), r = 0, won = 0;
    for (int k = 0; k < 32; k += 16) {
        int x = a >> k & 0xffff, y = b >> k & 0xffff;
        int sx = kind < 2 ? (short)x : x, sy = kind < 2 ? (short)y : y;
        bool first = kind & 1 ? sx <= sy : sx >= sy;
        r |= (u32)(first ? x : y) << k;
        won |= (u32)first << k / 16;
    }
    return j & 1 ? won : r;
}

__global__ void plain(long long *o)
{
    int i = threadIdx.x;
    int a = (int)mix(i), b = (int)mix(i + 9) >> 8 | 1;
    long long *r = o + i * 10, p = (long long)mix64(i), q = (long long)mix64(i + 4) >> 20 | 1;
    r[0] = a / b;
    r[1] = a % b;
    r[2] = (u32)a / (u32)b;
    r[3] = p / q;
    r[4] = p % q;
    r[5] = (long long)((u64)p / (u64)q);
    r[6] = min(a, b) + (long long)max((u32)a, (u32)b);
    r[7] = abs(a >> 1) + llabs(p >> 1);
    r[8] = (a >> (i & 31)) ^ (int)((u32)a << (i & 31));
    r[9] = min(p, q) ^ max((u64)p, (u64)q);
}
static long long plain_want(int j)
{
    int i = j / 10;
    int a = (int)mix(i), b = (int)mix(i + 9) >> 8 | 1;
    long long p = (long long)mix64(i), q = (long long)mix64(i + 4) >> 20 | 1;
    switch (j % 10) {
    case 0: return a / b;
    case 1: return a % b;
    case 2: return (u32)a / (u32)b;
    case 3: return p / q;
    case 4: return p % q;
    case 5: return (long long)((u64)p / (u64)q);
    case 6: return (a < b ? a : b) + (long long)((u32)a > (u32)b ? (u32)a : (u32)b);
    case 7: return abs(a >> 1) + llabs(p >> 1);
    case 8: return (a >> (i & 31)) ^ (int)((u32)a << (i & 31));
    default: return (long long)((u64)(p < q ? p : q) ^ ((u64)p > (u64)q ? (u64)p : (u64)q));
    }
}

int main()
{
    u32 *o = t_dev<u32>(128 * 16);
    u64 *l = t_dev<u64>(128 * 14);
    bits<<<1, 128>>>(o);
    t_is("bits", o, 128 * 12, bits_want);
    products<<<1, 128>>>(l);
    t_is("products", l, 128 * 14, products_want);
    funnels<<<1, 64>>>(o);
    t_is("funnel shifts", o, 64 * 6, funnels_want);
    video<<<1, 128>>>(o);
    t_is("SIMD in a word", o, 128 * 16, video_want);
    winners<<<1, 128>>>(o);
    t_is("winners", o, 128 * 8, winners_want);
    plain<<<1, 128>>>((long long *)l);
    t_is("operators", (long long *)l, 128 * 10, plain_want);
    return t_end();
}
