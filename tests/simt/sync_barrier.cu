// sync_barrier.cu: __syncthreads and its three reductions.
#include "t.h"

template <int N> __global__ void reduce(const int *in, int *out)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int k = N / 2; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__global__ void counted(int *o)
{
    int t = threadIdx.x;
    int c = __syncthreads_count(t % 5 == 0);
    int a = __syncthreads_and(t < 100), b = __syncthreads_and(t * 4 + 4);
    int r = __syncthreads_or(t == 99), q = __syncthreads_or(0);
    o[t] = c * 100 + (a != 0) * 1 + (b != 0) * 2 + (r != 0) * 4 + (q != 0) * 8;
}
__global__ void uniform(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, x = t;
    if (n > 3) {                       // the same for the whole block
        s[t] = x;
        __syncthreads();
        x = s[127 - t];
    } else {
        s[t] = x + 1;
        __syncthreads();
        x = s[t ^ 1];
    }
    for (int i = 0; i < n; i++) {
        __syncthreads();
        s[t] = x;
        __syncthreads();
        x = s[(t + 1) % 128] + 1;
    }
    o[t] = x;
}
__global__ void scan(int *o)
{
    __shared__ int s[2][1024];
    int t = threadIdx.x, from = 0;
    s[0][t] = t % 7;
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    o[t] = s[from][t];
}
__device__ void swap(int *s, int i, int j)
{
    int v = s[j];
    __syncthreads();
    s[i] = v;
    __syncthreads();
}
__global__ void in_function(int *o)
{
    __shared__ int s[64];
    int t = threadIdx.x + blockDim.x * threadIdx.y;
    s[t] = t;
    __syncthreads();
    for (int k = 1; k < 64; k *= 2)
        swap(s, t, t ^ k);
    o[t] = s[t];
}

static int sums[1024];

int main()
{
    int *in = t_dev<int>(512, [](int i) { return i * i % 13; }), *o = t_dev<int>(1024);
    reduce<128><<<4, 128>>>(in, o);
    t_is("reduce", o, 4, [](int b) {
        int s = 0;
        for (int i = 0; i < 128; i++)
            s += (b * 128 + i) * (b * 128 + i) % 13;
        return s;
    });
    counted<<<1, 128>>>(o);
    t_is("count, and, or", o, 128, [](int) { return 2606; });
    uniform<<<1, 128>>>(o, 5);
    t_is("uniform branch", o, 128, [](int i) { return 127 - (i + 5) % 128 + 5; });
    uniform<<<1, 128>>>(o, 2);
    t_is("the other branch", o, 128, [](int i) { return ((i + 2) % 128 ^ 1) + 1 + 2; });
    scan<<<1, 1024>>>(o);
    for (int i = 0; i < 1024; i++)
        sums[i] = (i ? sums[i - 1] : 0) + i % 7;
    t_is("scan", o, 1024, [](int i) { return sums[i]; });
    in_function<<<1, dim3(16, 4)>>>(o);
    t_is("in a function", o, 64, [](int i) { return i ^ 63; });
    return t_end();
}
