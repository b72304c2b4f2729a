/*
 * ref.cu: independent work side by side, in as few requests as there can be.
 *
 * axpy_4 splits the range in three: what stands before the first multiple of 16 bytes, whole quads, and the rest. A
 * thread has one quad; threads 0 to 2 also have an element of each end. Both arrays have the same alignment, so one
 * split serves both.
 *
 * sum_16 asks for four quads before it adds any of them: 64 bytes of a lane under way, and sixteen chains, of which no
 * addition waits for its neighbour. The array of sums has constant indices in unrolled loops and lies in registers.
 *
 * poly_4 walks through the coefficients once for four elements: four multiply-adds without order between them, and one
 * coefficient for all. poly_ahead turns the loop by half a round: the load that the next round needs is issued in front of
 * this round's arithmetic, which takes about as long as the load does.
 */
#include "lab.h"

extern "C" __global__ void axpy_1(float *y, const float *x, float a, int first, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[first + i] = a * x[first + i] + y[first + i];
}

extern "C" __global__ void axpy_4(float *y, const float *x, float a, int first, long long n)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, head = (4 - first % 4) % 4;
    if (head > n)
        head = n;
    long long quads = (n - head) / 4, from = first + head, tail = from + 4 * quads, end = first + n;
    if (t < quads) {
        float4 u = *(const float4 *)(x + from + 4 * t), v = *(const float4 *)(y + from + 4 * t);
        *(float4 *)(y + from + 4 * t) = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    }
    if (t < head)
        y[first + t] = a * x[first + t] + y[first + t];
    if (tail + t < end)
        y[tail + t] = a * x[tail + t] + y[tail + t];
}

extern "C" __global__ void sum_1(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float s = 0;
    for (long long i = t; i < n; i += T)
        s += x[i];
    part[t] = s;
}

/* Quad q, with zeros where x has ended. */
static __device__ __forceinline__ float4 quad(const float *x, long long q, long long n)
{
    if (4 * q + 4 <= n)
        return *(const float4 *)(x + 4 * q);
    return make_float4(4 * q < n ? x[4 * q] : 0, 4 * q + 1 < n ? x[4 * q + 1] : 0, 4 * q + 2 < n ? x[4 * q + 2] : 0, 0);
}

static __device__ __forceinline__ float4 add(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

extern "C" __global__ void sum_4(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float4 s = make_float4(0, 0, 0, 0);
    for (long long q = t; 4 * q < n; q += T)
        s = add(s, quad(x, q, n));
    part[t] = (s.x + s.y) + (s.z + s.w);
}

extern "C" __global__ void sum_16(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    long long q = t;
    float4 s[4] = {}, v[4];
    for (; 4 * (q + 3 * T) + 4 <= n; q += 4 * T) { /* rounds of four whole quads */
#pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = *(const float4 *)(x + 4 * (q + k * T));
#pragma unroll
        for (int k = 0; k < 4; k++)
            s[k] = add(s[k], v[k]);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) /* the round in which x ends */
        s[k] = add(s[k], quad(x, q + k * T, n));
    float4 u = add(add(s[0], s[1]), add(s[2], s[3]));
    part[t] = (u.x + u.y) + (u.z + u.w);
}

extern "C" __global__ void poly_1(float *y, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (long long i = t; i < n; i += T) {
        float v = x[i], p = coefficient[DEGREE];
#pragma unroll
        for (int k = DEGREE - 1; k >= 0; k--)
            p = p * v + coefficient[k];
        y[i] = p;
    }
}

static __device__ __forceinline__ float4 horner(float4 v)
{
    float last = coefficient[DEGREE];
    float4 p = make_float4(last, last, last, last);
#pragma unroll
    for (int k = DEGREE - 1; k >= 0; k--) {
        float c = coefficient[k];
        p = make_float4(p.x * v.x + c, p.y * v.y + c, p.z * v.z + c, p.w * v.w + c);
    }
    return p;
}

static __device__ __forceinline__ void store(float *y, long long q, long long n, float4 p)
{
    if (4 * q + 4 <= n) {
        *(float4 *)(y + 4 * q) = p;
        return;
    }
    if (4 * q < n)
        y[4 * q] = p.x;
    if (4 * q + 1 < n)
        y[4 * q + 1] = p.y;
    if (4 * q + 2 < n)
        y[4 * q + 2] = p.z;
}

extern "C" __global__ void poly_4(float *y, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (long long q = t; 4 * q < n; q += T)
        store(y, q, n, horner(quad(x, q, n)));
}

extern "C" __global__ void poly_ahead(float *y, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, q = (long long)blockIdx.x * THREADS + threadIdx.x;
    float4 v = quad(x, q, n);
    for (; 4 * q < n; q += T) {
        float4 next = quad(x, q + T, n);
        store(y, q, n, horner(v));
        v = next;
    }
}
