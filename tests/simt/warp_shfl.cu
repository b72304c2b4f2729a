// warp_shfl.cu: the four shuffles on every type and width, and the lanes that fall outside their segment.
#include "t.h"

#define FULL 0xffffffffu

template <class T> __global__ void four(T *o, int width)
{
    int t = threadIdx.x;
    T v = (T)(t * 3 + 1);
    o[t] = __shfl_sync(FULL, v, 5, width);
    o[32 + t] = __shfl_up_sync(FULL, v, 3, width);
    o[64 + t] = __shfl_down_sync(FULL, v, 3, width);
    o[96 + t] = __shfl_xor_sync(FULL, v, 5, width);
}
/* As the CUDA C++ guide defines them: a lane whose source lies outside its segment keeps its own value; the
 * index of __shfl_sync is taken modulo the width; xor may read earlier segments but not later ones. */
static int source(int kind, int lane, int width)
{
    int base = lane / width * width, rank = lane % width;
    if (kind == 0)
        return base + 5 % width;
    if (kind == 1)
        return rank >= 3 ? lane - 3 : lane;
    if (kind == 2)
        return rank + 3 < width ? lane + 3 : lane;
    int from = lane ^ 5;
    return from < base + width ? from : lane;
}
template <class T> static void check(const char *name)
{
    T *o = t_dev<T>(128);
    for (int width = 32; width >= 2; width /= 2) {
        four<T><<<1, 32>>>(o, width);
        printf("%s, width %d: ", name, width);
        t_is("shuffles", o, 128, [=](int i) { return (T)(source(i / 32, i % 32, width) * 3 + 1); });
    }
}
__global__ void indexed(int *o)
{
    int t = threadIdx.x;
    o[t] = __shfl_sync(FULL, t * 10, t * 7);              // modulo 32
    o[32 + t] = __shfl_sync(FULL, t * 10, t * 7, 8);      // modulo 8, in its segment
    o[64 + t] = __shfl_sync(FULL, t * 10, -1);            // 31
    o[96 + t] = __shfl_up_sync(FULL, t, t & 3);           // each lane its own distance
    o[128 + t] = __shfl_down_sync(FULL, t, 40);           // by 8: the distance is taken modulo 32; past the end: own value
}
__global__ void partial(int *o)
{
    int t = threadIdx.x;
    o[t] = -1;
    if (t < 16)
        o[t] = __shfl_sync(0x0000ffff, t * 2, 15 - t);
    else
        o[t] = __shfl_xor_sync(0xffff0000, t * 2, 1);
    if (t & 1)
        o[32 + t] = __shfl_xor_sync(0xaaaaaaaa, t + 100, 2);
    else
        o[32 + t] = __shfl_up_sync(0x55555555, t + 100, 2);
}
__global__ void wide(double *o, long long *l)
{
    int t = threadIdx.x;
    o[t] = __shfl_xor_sync(FULL, 1.0 / (t + 1), 31);
    l[t] = __shfl_sync(FULL, (1ll << 40) * t - 1, 31 - t);
}
__global__ void loops(int *o)
{
    // lanes leave the loop at different trips; the mask of those that stay is known to all of them
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 32; k++) {
        unsigned mask = FULL << k;
        if (t < k)
            break;
        sum += __shfl_sync(mask, t, 31);
    }
    o[t] = sum;
}
__global__ void lasts(int *o)
{
    // 40 threads: the second warp has eight lanes
    int t = threadIdx.x;
    o[t] = __shfl_xor_sync(t < 32 ? FULL : 0xff, t, 1);
}
__global__ void scan(int *o)
{
    int lane = threadIdx.x & 31, v = threadIdx.x;
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(FULL, v, d);
        if (lane >= d)
            v += u;
    }
    o[threadIdx.x] = v;
}
__global__ void sorted(int *o)
{
    int t = threadIdx.x, v = t * 37 % 32;
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int u = __shfl_xor_sync(FULL, v, j);
            bool low = ((t & j) == 0) == ((t & k) == 0);
            v = low ? min(u, v) : max(u, v);
        }
    o[t] = v;
}

int main()
{
    check<int>("int");
    check<unsigned>("unsigned");
    check<long>("long");
    check<unsigned long>("unsigned long");
    check<long long>("long long");
    check<unsigned long long>("unsigned long long");
    check<float>("float");
    check<double>("double");
    int *o = t_dev<int>(160);
    indexed<<<1, 32>>>(o);
    t_is("index", o, 160, [](int i) {
        int t = i & 31;
        switch (i / 32) {
        case 0: return t * 7 % 32 * 10;
        case 1: return (t / 8 * 8 + t * 7 % 8) * 10;
        case 2: return 310;
        case 3: return t >= (t & 3) ? t - (t & 3) : t;
        default: return t < 24 ? t + 8 : t;
        }
    });
    partial<<<1, 32>>>(o);
    t_is("partial", o, 64, [](int i) {
        int t = i & 31;
        if (i < 32)
            return t < 16 ? (15 - t) * 2 : (t ^ 1) * 2;
        return t & 1 ? (t ^ 2) + 100 : (t < 2 ? t : t - 2) + 100;
    });
    double *d = t_dev<double>(32);
    long long *l = t_dev<long long>(32);
    wide<<<1, 32>>>(d, l);
    t_is("double", d, 32, [](int i) { return 1.0 / ((31 ^ i) + 1); });
    t_is("long long", l, 32, [](int i) { return (1ll << 40) * (31 - i) - 1; });
    loops<<<1, 32>>>(o);
    t_is("loops", o, 32, [](int i) { return 31 * (i + 1); });
    lasts<<<1, 40>>>(o);
    t_is("partial warp", o, 40, [](int i) { return i ^ 1; });
    scan<<<1, 64>>>(o);
    t_is("scan", o, 64, [](int i) { return i < 32 ? i * (i + 1) / 2 : (32 + i) * (i - 31) / 2; });
    sorted<<<1, 32>>>(o);
    t_is("bitonic", o, 32, [](int i) { return i; });
    return t_end();
}
