/*
 * naive.cu: the same results with one thing at a time. Ranges are walked element by element, sums are kept in the chains
 * that lab.h asks for but loaded one float at a time, and polynomials are taken one after another.
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
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (long long i = first + 4 * t; i < first + n && i < first + 4 * t + 4; i++)
        y[i] = a * x[i] + y[i];
}

/* The sum of element j of every `step`-th quad from q on. */
static __device__ float chain(const float *x, long long q, long long step, int j, long long n)
{
    float s = 0;
    for (; 4 * q + j < n; q += step)
        s += x[4 * q + j];
    return s;
}

extern "C" __global__ void sum_1(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float s = 0;
    for (long long i = t; i < n; i += T)
        s += x[i];
    part[t] = s;
}

extern "C" __global__ void sum_4(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    part[t] = (chain(x, t, T, 0, n) + chain(x, t, T, 1, n)) + (chain(x, t, T, 2, n) + chain(x, t, T, 3, n));
}

extern "C" __global__ void sum_16(float *part, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float u[4];
    for (int j = 0; j < 4; j++)
        u[j] = (chain(x, t, 4 * T, j, n) + chain(x, t + T, 4 * T, j, n)) +
               (chain(x, t + 2 * T, 4 * T, j, n) + chain(x, t + 3 * T, 4 * T, j, n));
    part[t] = (u[0] + u[1]) + (u[2] + u[3]);
}

static __device__ float horner(float v)
{
    float p = coefficient[DEGREE];
    for (int k = DEGREE - 1; k >= 0; k--)
        p = p * v + coefficient[k];
    return p;
}

extern "C" __global__ void poly_1(float *y, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += T)
        y[i] = horner(x[i]);
}

static __device__ void four(float *y, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS;
    for (long long q = (long long)blockIdx.x * THREADS + threadIdx.x; 4 * q < n; q += T)
        for (long long i = 4 * q; i < n && i < 4 * q + 4; i++)
            y[i] = horner(x[i]);
}

extern "C" __global__ void poly_4(float *y, const float *x, long long n)
{
    four(y, x, n);
}

extern "C" __global__ void poly_ahead(float *y, const float *x, long long n)
{
    four(y, x, n);
}
