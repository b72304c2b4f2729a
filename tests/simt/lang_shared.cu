// lang_shared.cu: every way to declare shared memory.
#include "t.h"

extern __shared__ float at_namespace[];

__global__ void scoped(float *o)
{
    at_namespace[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = at_namespace[blockDim.x - 1 - threadIdx.x];
}
__global__ void carved(int *o, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    int *a = (int *)raw;
    short *b = (short *)(raw + n * sizeof(int));
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = (short)(2 * threadIdx.x);
    __syncthreads();
    o[threadIdx.x] = a[n - 1 - threadIdx.x] + b[threadIdx.x ^ 1];
}
__global__ void several(int *o)
{
    __shared__ int a[32], b, c[2][16];
    __shared__ struct {
        int x;
        float y;
    } pair[32];
    static __shared__ unsigned char bytes[32];
    volatile __shared__ int v[32];
    __shared__ __align__(16) float4 q[32];
    int t = threadIdx.x;
    a[t] = t;
    c[t / 16][t % 16] = t * 2;
    pair[t].x = t;
    pair[t].y = 0.5f * t;
    bytes[t] = t;
    v[t] = t * 5;
    q[t] = make_float4(t, t, t, t + 1);
    if (t == 0)
        b = 1000;
    __syncthreads();
    int u = 31 - t;
    o[t] = a[u] + b + c[u / 16][u % 16] + pair[u].x + (int)(pair[u].y * 2) + bytes[u] + v[u] + (int)q[u].w;
}
template <class T, int N> __device__ T reversed(T x)
{
    __shared__ T s[N];
    s[threadIdx.x] = x;
    __syncthreads();
    T r = s[N - 1 - threadIdx.x];
    __syncthreads();
    return r;
}
__global__ void in_functions(double *o)
{
    int t = threadIdx.x;
    int i = reversed<int, 32>(t);
    double d = reversed<double, 32>(t * 0.25);
    float f = reversed<float, 32>(i);
    o[t] = i + d + f;
}
__device__ int *slot(int i)
{
    __shared__ int cells[8];
    return &cells[i];
}
__global__ void by_address(int *o)
{
    if (threadIdx.x < 8)
        *slot(threadIdx.x) = threadIdx.x * 7;
    __syncthreads();
    int s = 0;
    for (int i = 0; i < 8; i++)
        s += *slot(i);
    o[threadIdx.x] = s;
}
__global__ void per_block(int *o)
{
    __shared__ int mine;
    if (threadIdx.x == 0)
        mine = blockIdx.x * 10;
    __syncthreads();
    atomicAdd(&mine, 1);
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}
__global__ void in_loops(int *o)
{
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        __shared__ int s[32];
        s[threadIdx.x] = threadIdx.x + k;
        __syncthreads();
        sum += s[threadIdx.x ^ 3];
        __syncthreads();
    }
    o[threadIdx.x] = sum;
}
template <class T> __global__ void typed_dynamic(T *o)
{
    extern __shared__ __align__(8) unsigned char store[];
    T *s = reinterpret_cast<T *>(store);
    s[threadIdx.x] = (T)(threadIdx.x + 1);
    __syncthreads();
    o[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
struct mat {
    float m[4][4];
};
__device__ void fill(float (&m)[4][4], int k)
{
    m[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x * k;
}
__global__ void passed(float *o)
{
    __shared__ mat a;
    __shared__ float b[4][4];
    fill(a.m, 1);
    fill(b, 2);
    __syncthreads();
    float s = 0;
    for (int i = 0; i < 4; i++)
        s += a.m[threadIdx.x / 4][i] * b[i][threadIdx.x % 4];
    o[threadIdx.x] = s;
}

int main()
{
    int *o = t_dev<int>(128);
    float *f = t_dev<float>(128);
    double *d = t_dev<double>(128);
    scoped<<<1, 64, 64 * sizeof(float)>>>(f);
    t_is("extern at namespace scope", f, 64, [](int i) { return (float)(63 - i); });
    carved<<<1, 64, 64 * 6>>>(o, 64);
    t_is("carved", o, 64, [](int i) { return 63 - i + 2 * (i ^ 1); });
    several<<<1, 32>>>(o);
    t_is("several", o, 32, [](int i) {
        int u = 31 - i;
        return u + 1000 + 2 * u + u + u + u + 5 * u + u + 1;
    });
    in_functions<<<1, 32>>>(d);
    t_is("in functions", d, 32, [](int i) { return 31 - i + (31 - i) * 0.25 + i; });
    by_address<<<1, 32>>>(o);
    t_is("by address", o, 32, [](int) { return 7 * 28; });
    per_block<<<4, 32>>>(o);
    t_is("per block", o, 128, [](int i) { return i / 32 * 10 + 32; });
    in_loops<<<1, 32>>>(o);
    t_is("in loops", o, 32, [](int i) { return 3 * (i ^ 3) + 3; });
    typed_dynamic<<<1, 16, 16 * sizeof(double)>>>(d);
    t_is("dynamic double", d, 16, [](int i) { return (i + 1) % 16 + 1.0; });
    typed_dynamic<<<1, 16, 16 * sizeof(short)>>>((short *)o);
    t_is("dynamic short", (short *)o, 16, [](int i) { return (short)((i + 1) % 16 + 1); });
    passed<<<1, 16>>>(f);
    t_is("passed by reference", f, 16, [](int i) {
        float s = 0;
        for (int k = 0; k < 4; k++)
            s += (float)(i / 4 * 4 + k) * (2 * (4 * k + i % 4));
        return s;
    });
    return t_end();
}
