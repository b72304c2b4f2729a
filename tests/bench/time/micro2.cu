// One thing at a time, second part: adding in shared memory by type, chases of whole warps, stores of parts of sectors.
// h200_micro2.json has its times on an H200, taken once the model's lat_swap, lat_spread and l2_partial were fitted.
#include "common.cuh"
// all lanes of `warps` warps add to `words` words of their block
template <class T> __global__ void add_words(T *o, int words, int steps)
{
    __shared__ T s[256];
    if (threadIdx.x < 256)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < steps; k++)
        atomicAdd(&s[threadIdx.x % words], (T)1);
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % words];
}
// every lane follows a list of its own
__global__ void chase(const int *next, int *o, int apart, int steps)
{
    int at = (blockIdx.x * blockDim.x + threadIdx.x) * apart;
    for (int k = 0; k < steps; k++)
        at = next[at];
    o[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// an atomic whose result says where the next one goes
__global__ void chase_atomics(int *next, int *o, int steps)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < steps; k++)
        at = atomicAdd(&next[at & 0xfffff], 0);
    o[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// `each` words side by side, a turn each: the sector is whole once all turns are done
__global__ void store_turns(float *o, int each, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; i < n && k < each; k++)
        o[i * each + k] = k;
}
// one word of each sector; load != 0: the sector is loaded before
__global__ void store_parts(float *o, int load, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i * 8] = load ? o[i * 8 + 1] + 1 : 1;
}
int main()
{
    const int n = 1 << 20;
    float *o = zeros(n * 32);
    for (int threads : {32, 64, 128, 256})
        for (int words : {1, 4, 32})
            RUN(add_words<<<132, threads>>>(o, words, 64));
    RUN(add_words<<<264, 256>>>(o, 1, 64));
    RUN(add_words<<<132, 256>>>((double *)o, 1, 64));
    RUN(add_words<<<132, 256>>>((int *)o, 1, 64));
    RUN(add_words<<<132, 256>>>((unsigned long long *)o, 1, 64));
    int *next = filled<int>(n * 8, [](size_t i) { return (int)(mix((unsigned)i) & 0x7fffff); });
    for (int threads : {1, 2, 4, 8, 16, 32})
        RUN(chase<<<1, threads>>>(next, (int *)o, 4099, 256));
    RUN(chase<<<132, 32>>>(next, (int *)o, 1021, 256));
    RUN(chase<<<264, 256>>>(next, (int *)o, 61, 32));
    RUN(chase_atomics<<<1, 1>>>(next, (int *)o, 256));
    RUN(chase_atomics<<<1, 32>>>(next, (int *)o, 256));
    for (int each : {1, 2, 4, 8, 10, 32})
        RUN(store_turns<<<n / 1024, 256>>>(o, each, n / 4));
    for (int load : {0, 1})
        RUN(store_parts<<<n / 256, 256>>>(o, load, n));
    std::puts("done");
}
