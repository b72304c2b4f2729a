// One thing at a time, third part: what one instruction, one turn of a loop, one barrier, one fragment's product takes.
// h200_micro3.json has its times on an H200.
#include <cuda_fp16.h>
#include <mma.h>
#include "common.cuh"
enum { MUL_ADD, LOGIC, ADD, SHUFFLE, EXP, DIVIDE, ROOT, SINE, INT_DIVIDE, INT_DIVIDE_LONG, MUL_LONG, DIVIDE_DOUBLE };
template <int OP> __device__ float turn(float x, float y)
{
    switch (OP) {
    case EXP: return expf(x) * y;
    case DIVIDE: return y / x;
    case ROOT: return sqrtf(x) + y;
    case SINE: return sinf(x) + y;
    case DIVIDE_DOUBLE: return (float)((double)y / (double)x);
    default: return __shfl_xor_sync(~0u, x, 1) + y;
    }
}
template <int OP> __device__ unsigned turn(unsigned x, unsigned y)
{
    switch (OP) {
    case MUL_ADD: return x * y + 12345u;
    case LOGIC: return x ^ (x >> 7 & y);
    default: return 0x7fffffffu / (x | 1) + y;
    }
}
template <int OP> __device__ unsigned long long turn(unsigned long long x, unsigned long long y)
{
    return OP == MUL_LONG ? x * y + 12345u : 0x7fffffffffffffffull / (x | 1) + y;
}
// each turn needs the one before
template <int OP, class T> __global__ void chain(T *o, T y, int steps)
{
    T x = (T)threadIdx.x + (T)1;
    for (int k = 0; k < steps; k++)
        x = turn<OP>(x, y);
    o[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// the loop's end hangs on what the turn computes; nobody knows how many there will be
__global__ void until(unsigned *o, unsigned y, unsigned last, int most)
{
    unsigned x = blockIdx.x;
    int k = 0;
    while (x != last && k < most) {
        x = x * y + 12345u;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
// the same, and a turn's lanes go one of two ways
__global__ void either(unsigned *o, unsigned y, unsigned last, int most)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    int k = 0;
    while (x != last && k < most) {
        if (x & 4)
            x = x * y + 12345u;
        else
            x = (x ^ y) / 3 + k;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
// a row of another length for each lane, as of a sparse matrix
__global__ void ragged(float *o, const float *a, const int *ends)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = ends[i]; k < ends[i + 1]; k++)
        s += a[k];
    o[i] = s;
}
__global__ void barriers(float *o, int steps)
{
    for (int k = 0; k < steps; k++)
        __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void trees(float *o, int steps)
{
    __shared__ float s[1024];
    for (int k = 0; k < steps; k++) {
        s[threadIdx.x] = k;
        __syncthreads();
        for (int half = blockDim.x / 2; half; half /= 2) {
            if (threadIdx.x < half)
                s[threadIdx.x] += s[threadIdx.x + half];
            __syncthreads();
        }
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
__global__ void warp_sums(float *o, int steps)
{
    float x = threadIdx.x;
    for (int k = 0; k < steps; k++)
        for (int by = 16; by; by /= 2)
            x += __shfl_xor_sync(~0u, x, by);
    o[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void chain_shared(int *o, int steps)
{
    __shared__ int s[1024];
    s[threadIdx.x] = (threadIdx.x + 32) % blockDim.x;
    __syncthreads();
    int at = threadIdx.x;
    for (int k = 0; k < steps; k++)
        at = s[at];
    o[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// an addition in shared memory that says where the next one goes
__global__ void chain_adds(int *o, int steps)
{
    __shared__ int s[1024];
    s[threadIdx.x] = (threadIdx.x + 32) % blockDim.x;
    __syncthreads();
    int at = threadIdx.x;
    for (int k = 0; k < steps; k++)
        at = atomicAdd(&s[at], 0);
    o[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// tickets: each turn takes a number and stores there
__global__ void tickets(int *o, int *next, int steps)
{
    for (int k = 0; k < steps; k++)
        o[atomicAdd(next, 1) & 0xfffff] = k;
}
template <int CHAINS> __global__ void products(float *o, const __half *g, int steps)
{
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c[CHAINS];
    load_matrix_sync(a, g, 16);
    load_matrix_sync(b, g + 256, 16);
    for (int j = 0; j < CHAINS; j++)
        fill_fragment(c[j], 0.0f);
    for (int k = 0; k < steps; k++)
        for (int j = 0; j < CHAINS; j++)
            mma_sync(c[j], a, b, c[j]);
    for (int j = 1; j < CHAINS; j++)
        for (int e = 0; e < c[0].num_elements; e++)
            c[0].x[e] += c[j].x[e];
    store_matrix_sync(o + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, c[0], 16, mem_row_major);
}
// a fragment of shared memory for each product, that needs the one before
__global__ void fragments(float *o, const __half *g, int steps)
{
    using namespace nvcuda::wmma;
    __shared__ __half s[16 * 72];
    for (int i = threadIdx.x; i < 16 * 72; i += blockDim.x)
        s[i] = g[i];
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    for (int k = 0; k < steps; k++) {
        load_matrix_sync(a, s + k % 4 * 16, 72);
        load_matrix_sync(b, s + k % 2 * 16, 72);
        mma_sync(c, a, b, c);
        __syncthreads();
    }
    store_matrix_sync(o + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, c, 16, mem_row_major);
}
// each lane goes along a row of its own
__global__ void along_rows(float *o, const float *a, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < columns; k++)
        s += a[(size_t)i * columns + k];
    o[i] = s;
}
// a warp a row
__global__ void warp_rows(float *o, const float *a, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float s = 0;
    for (int k = threadIdx.x % 32; k < columns; k += 32)
        s += a[(size_t)row * columns + k];
    for (int by = 16; by; by /= 2)
        s += __shfl_xor_sync(~0u, s, by);
    if (threadIdx.x % 32 == 0)
        o[row] = s;
}
int main()
{
    const int n = 1 << 20, steps = 1024;
    float *a = floats(n * 32), *o = zeros(n * 32);
    unsigned *u = (unsigned *)o;
    int *i = (int *)o;
    unsigned long long *l = (unsigned long long *)o;
    __half *h = filled<__half>(4096, [](size_t k) { return __float2half((float)(k % 7)); });
    for (int wide : {1, 8, 32}) { // warps of an SM
        RUN(chain<MUL_ADD><<<132, 32 * wide>>>(u, 1664525u, steps));
        RUN(chain<LOGIC><<<132, 32 * wide>>>(u, 0x5555u, steps));
        RUN(chain<SHUFFLE><<<132, 32 * wide>>>(o, 0.5f, steps));
        RUN(chain<EXP><<<132, 32 * wide>>>(o, 0.5f, steps / 4));
        RUN(chain<DIVIDE><<<132, 32 * wide>>>(o, 0.5f, steps / 4));
        RUN(chain<ROOT><<<132, 32 * wide>>>(o, 0.5f, steps / 4));
        RUN(chain<SINE><<<132, 32 * wide>>>(o, 0.5f, steps / 4));
        RUN(chain<INT_DIVIDE><<<132, 32 * wide>>>(u, 7u, steps / 4));
        RUN(chain<MUL_LONG><<<132, 32 * wide>>>(l, 6364136223846793005ull, steps / 4));
        RUN(chain<INT_DIVIDE_LONG><<<132, 32 * wide>>>(l, 7ull, steps / 8));
        RUN(chain<DIVIDE_DOUBLE><<<132, 32 * wide>>>(o, 0.5f, steps / 8));
        RUN(until<<<132, 32 * wide>>>(u, 1664525u, 7u, steps));
        RUN(either<<<132, 32 * wide>>>(u, 1664525u, 7u, steps / 4));
        RUN(barriers<<<132, 32 * wide>>>(o, steps));
        RUN(trees<<<132, 32 * wide>>>(o, 32));
        RUN(warp_sums<<<132, 32 * wide>>>(o, 64));
        RUN(chain_shared<<<132, 32 * wide>>>(i, steps));
        RUN(chain_adds<<<132, 32 * wide>>>(i, steps / 4));
    }
    int *next = (int *)zeros(1);
    RUN(tickets<<<1, 1>>>(i, next, 64));
    RUN(tickets<<<1, 32>>>(i, next, 64));
    RUN(tickets<<<132, 32>>>(i, next, 16));
    for (int wide : {1, 4, 8, 16}) {
        RUN(products<1><<<132, 32 * wide>>>(o, h, 256));
        RUN(products<4><<<132, 32 * wide>>>(o, h, 128));
        RUN(fragments<<<132, 32 * wide>>>(o, h, 256));
    }
    int *ends = filled<int>(n / 4 + 1, [](size_t k) { return (int)(k * 16 + mix((unsigned)k) % 16); });
    RUN(ragged<<<256, 256>>>(o, a, ends));
    RUN(ragged<<<1024, 256>>>(o, a, ends));
    for (int blocks : {1, 33, 264, 1024})
        RUN(along_rows<<<blocks, 128>>>(o, a, 128));
    for (int blocks : {33, 264, 2048})
        RUN(warp_rows<<<blocks, 256>>>(o, a, 1024));
    std::puts("done");
}
