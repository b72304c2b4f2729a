// ok_unwritten.cu: correct programs that read bytes nobody wrote, because a copy takes them along, or memory that no
// plain store has written. Not one of them may be reported.
#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>
#include "t.h"

struct best { // padding behind
    double v;
    int i;
};
struct key { // between, more than half a word
    int k;
    double v;
};
struct tag { // between, part of a word
    char c;
    int x;
};
struct big { // twice, in a copy of several pieces
    double v;
    int i;
    double w;
    short s;
};
struct odd {
    float a[5];
    char c;
};
struct all {
    best b;
    key k;
    tag t;
    big g;
    odd o;
};

__device__ void fill(all *a, int i)
{
    a->b.v = i % 7;
    a->b.i = i;
    a->k.k = i;
    a->k.v = i;
    a->t.c = i;
    a->t.x = i;
    a->g.v = a->g.w = i;
    a->g.i = i;
    a->g.s = i;
    for (int k = 0; k < 5; k++)
        a->o.a[k] = i + k;
    a->o.c = i;
}
template <class T> __device__ __noinline__ void give(T *to, const T *from) { *to = *from; }
__device__ void copy(all *to, const all *from)
{
    give(&to->b, &from->b);
    give(&to->k, &from->k);
    give(&to->t, &from->t);
    give(&to->g, &from->g);
    give(&to->o, &from->o);
}
__device__ int sum(const all &a) { return (int)a.b.v + a.b.i + a.k.k + a.t.x + (int)a.g.w + a.g.s + (int)a.o.a[4] + a.o.c; }
__device__ int wanted(int i) { return i % 7 + 7 * i + 4; }
__global__ void in_shared(int *o)
{
    __shared__ all s[32];
    all mine;
    int t = threadIdx.x;
    fill(&s[t], t);
    __syncthreads();
    copy(&mine, &s[31 - t]);
    __syncthreads();
    o[t] = sum(mine) - wanted(31 - t);
}
__global__ void whole(int *o)
{
    __shared__ all s[32];
    all mine;
    int t = threadIdx.x;
    fill(&s[t], t);
    __syncthreads();
    give(&mine, &s[31 - t]);
    o[t] = sum(mine) - wanted(31 - t);
}
__global__ void in_global(all *a, int *o)
{
    int t = threadIdx.x;
    fill(&a[t], t);
    copy(&a[32 + t], &a[t]);
    give(&a[64 + t], &a[32 + t]);
    o[t] = sum(a[64 + t]) - wanted(t);
}
// the largest, by copies of a whole struct
__global__ void argmax(best *o)
{
    __shared__ best s[64];
    int t = threadIdx.x;
    s[t].v = t * 7 % 64;
    s[t].i = t;
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (t < d && s[t].v < s[t + d].v)
            give(&s[t], &s[t + d]);
        __syncthreads();
    }
    if (t == 0)
        *o = s[0];
}
// a word of which one byte has been written so far
__global__ void word_of_bytes(int *o)
{
    __shared__ __align__(4) unsigned char s[64 * 4];
    int t = threadIdx.x;
    s[4 * t] = t;
    __syncthreads();
    unsigned v = ((unsigned *)s)[63 - t];
    o[t] = (v & 255) - (63 - t);
}
// rows of 8 halves are all that an x1 reads, whatever the other lanes' addresses
__global__ void matrix(unsigned *o)
{
    __shared__ __align__(16) half s[32 * 8];
    int t = threadIdx.x;
    unsigned v, at = (unsigned)__cvta_generic_to_shared(&s[t * 8]);
    s[t] = s[t + 32] = __float2half(1);
    __syncwarp();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(at));
    o[t] = v;
}
// a tile whose rows are longer than the matrix
__global__ void fragment(float *o)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) half s[16 * 24];
    __shared__ __align__(32) float r[16 * 20];
    nvcuda::wmma::fragment<matrix_a, 16, 16, 16, half, row_major> a;
    nvcuda::wmma::fragment<matrix_b, 16, 16, 16, half, col_major> b;
    nvcuda::wmma::fragment<accumulator, 16, 16, 16, float> c;
    for (int i = threadIdx.x; i < 256; i += 32)
        s[i / 16 * 24 + i % 16] = __float2half(1);
    __syncwarp();
    load_matrix_sync(a, s, 24);
    load_matrix_sync(b, s, 24);
    fill_fragment(c, 0.0f);
    mma_sync(c, a, b, c);
    store_matrix_sync(r, c, 20, mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32)
        o[i] = r[i / 16 * 20 + i % 16];
}
// zeros that a cp.async adds
__global__ void filled(const float *in, float *o)
{
    __shared__ __align__(16) float s[32 * 4];
    int t = threadIdx.x, n = t % 2 ? 0 : 16;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(at), "l"(in + 4 * t), "r"(n));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncwarp();
    for (int k = 0; k < 4; k++)
        o[k * 32 + t] = s[k * 32 + t];
}

int main()
{
    int *o = t_dev<int>(64);
    all *a;
    best *b = t_dev<best>(1), found;
    CK(cudaMalloc(&a, 96 * sizeof *a)); // nobody writes the padding
    auto zero = [](int) { return 0; };
    in_shared<<<1, 32>>>(o);
    t_is("struct by struct", o, 32, zero);
    whole<<<1, 32>>>(o);
    t_is("whole", o, 32, zero);
    in_global<<<1, 32>>>(a, o);
    t_is("global", o, 32, zero);
    argmax<<<1, 64>>>(b);
    CK(cudaMemcpy(&found, b, sizeof found, cudaMemcpyDeviceToHost));
    EQ(found.v, 63);
    EQ(found.i * 7 % 64, 63);
    word_of_bytes<<<1, 64>>>(o);
    t_is("bytes", o, 64, zero);
    unsigned *u = t_dev<unsigned>(32);
    matrix<<<1, 32>>>(u);
    t_is("ldmatrix", u, 32, [](int) { return 0x3c003c00u; });
    float *in = t_dev<float>(128), *f = t_dev<float>(256);
    CK(cudaMemset(in, 0, 128 * 4));
    fragment<<<1, 32>>>(f);
    t_is("wmma", f, 256, [](int) { return 16.0f; });
    filled<<<1, 32>>>(in, f);
    t_is("cp.async", f, 128, [](int) { return 0.0f; });
    CK(cudaFree(a));
    return t_end();
}
