// lib_wmma.cu: what wmma costs: requests, sectors, wavefronts and tensor instructions, as Nsight Compute
// counted them on an H100: g_* from matrices in global memory, s_* in shared memory, with the copies there
// and back.
#include <cuda_fp16.h>
#include <mma.h>
#include "t.h"
using namespace nvcuda;
typedef wmma::row_major R;
typedef wmma::col_major L;

template <int M, int N, int K, class T, class C, class A, class B>
__device__ void from_global(const T *a, const T *b, C *c, int lda, int ldb)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, N, wmma::mem_row_major);
}
template <int M, int N, int K, class T, class C, class A, class B>
__device__ void from_shared(const T *a, const T *b, C *c, int lda, int ldb)
{
    __shared__ T sa[M * K], sb[K * N];
    __shared__ C sc[M * N];
#pragma unroll 1
    for (int i = threadIdx.x; i < M * K; i += 32)
        sa[i] = a[i];
#pragma unroll 1
    for (int i = threadIdx.x; i < N * K; i += 32)
        sb[i] = b[i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fill_fragment(fc, (C)0.f);
    wmma::load_matrix_sync(fa, sa, lda);
    wmma::load_matrix_sync(fb, sb, ldb);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(sc, fc, N, wmma::mem_row_major);
    __syncthreads();
#pragma unroll 1
    for (int i = threadIdx.x; i < M * N; i += 32)
        c[i] = sc[i];
}

#define KERNELS(name, M, N, K, T, C, A, B, lda, ldb)                                                         \
    __global__ void g_##name(const T *a, const T *b, C *c)                                                   \
    {                                                                                                        \
        from_global<M, N, K, T, C, A, B>(a, b, c, lda, ldb);                                                 \
    }                                                                                                        \
    __global__ void s_##name(const T *a, const T *b, C *c)                                                   \
    {                                                                                                        \
        from_shared<M, N, K, T, C, A, B>(a, b, c, lda, ldb);                                                 \
    }
KERNELS(half, 16, 16, 16, __half, float, R, R, 16, 16)
KERNELS(columns, 16, 16, 16, __half, float, L, L, 16, 16)
KERNELS(half_sums, 16, 16, 16, __half, __half, R, L, 16, 16)
KERNELS(tall, 32, 8, 16, __half, float, R, R, 16, 8)
KERNELS(wide, 8, 32, 16, __half, float, R, R, 16, 32)
KERNELS(chars, 16, 16, 16, signed char, int, R, L, 16, 16)
KERNELS(chars_across, 16, 16, 16, signed char, int, L, R, 16, 16)
KERNELS(doubles, 8, 8, 4, double, double, R, R, 4, 8)
__global__ void g_tf32(const float *a, const float *b, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, R> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, R> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::fill_fragment(fc, 0.f);
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

// expect g_half g_ld_req == 12
// expect g_half g_ld_sec == 96
// expect g_half g_st_req == 4
// expect g_half mma == 2
// expect g_half flops_tensor == 8192
// expect g_columns g_ld_req == 12
// expect g_columns g_ld_sec == 96
// expect g_columns g_st_req == 4
// expect g_half_sums g_ld_req == 12
// expect g_half_sums g_ld_sec == 96
// expect g_half_sums g_st_req == 4
// expect g_half_sums mma == 2
// expect g_tall g_ld_req == 14
// expect g_tall g_ld_sec == 104
// expect g_tall g_st_req == 4
// expect g_wide g_ld_req == 18
// expect g_wide g_ld_sec == 112
// expect g_wide g_st_req == 8
// expect g_chars g_ld_req == 8
// expect g_chars g_ld_sec == 48
// expect g_chars g_st_req == 4
// expect g_chars mma == 2
// expect g_chars_across g_ld_req == 20
// expect g_chars_across g_ld_sec == 96
// expect g_doubles g_ld_req == 3
// expect g_doubles g_ld_sec == 32
// expect g_doubles g_st_req == 1
// expect g_doubles mma == 1
// expect g_tf32 mma == 4
// expect s_half sh_ld_wave == 24
// expect s_half sh_st_wave == 32
// expect s_columns sh_ld_wave == 24
// expect s_columns sh_st_wave == 32
// expect s_half_sums sh_ld_wave == 24
// expect s_half_sums sh_st_wave == 24
// expect s_tall sh_ld_wave == 26
// expect s_tall sh_st_wave == 28
// expect s_wide sh_ld_wave == 44
// expect s_wide sh_st_wave == 52
// expect s_chars sh_ld_wave == 12
// expect s_chars sh_st_wave == 32
// expect s_chars_across sh_ld_wave == 40
// expect s_chars_across sh_st_wave == 32
// expect s_doubles sh_ld_wave == 10
// expect s_doubles sh_st_wave == 8

template <class T, class C> struct Data {
    T *a = t_dev<T>(512, [](int i) { return (T)(float)(i % 5 - 2); }),
      *b = t_dev<T>(512, [](int i) { return (T)(float)(i % 3); });
    C *c = t_dev<C>(256), *d = t_dev<C>(256);
    void same(const char *name)
    {
        C *h = (C *)malloc(256 * sizeof(C));
        CK(cudaMemcpy(h, c, 256 * sizeof(C), cudaMemcpyDeviceToHost));
        t_is(name, d, 256, [=](int i) { return h[i]; });
        free(h);
    }
};
#define BOTH(name, T, C)                                                                                     \
    do {                                                                                                     \
        Data<T, C> x;                                                                                        \
        g_##name<<<1, 32>>>(x.a, x.b, x.c);                                                                  \
        s_##name<<<1, 32>>>(x.a, x.b, x.d);                                                                  \
        x.same(#name);                                                                                       \
    } while (0)

int main()
{
    BOTH(half, __half, float);
    BOTH(columns, __half, float);
    BOTH(half_sums, __half, __half);
    BOTH(tall, __half, float);
    BOTH(wide, __half, float);
    BOTH(chars, signed char, int);
    BOTH(chars_across, signed char, int);
    BOTH(doubles, double, double);
    float *a = t_dev<float>(128, [](int i) { return (float)(i % 7); }), *c = t_dev<float>(256);
    g_tf32<<<1, 32>>>(a, a, c);
    t_is("tf32", c, 256, [](int p) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += (float)((p / 16 * 8 + k) % 7) * (float)((k * 16 + p % 16) % 7);
        return sum;
    });
    return t_end();
}
