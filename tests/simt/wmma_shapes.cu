// wmma_shapes.cu: nvcuda::wmma: every shape, element type and layout. Integers, so that results are exact.
#include "t.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

static int val(int i) { return (i * 7 + i / 5) % 9 - 4; }
template <class T> static T cast(int v) { return (T)(float)v; }
template <> signed char cast(int v) { return (signed char)v; }
template <> unsigned char cast(int v) { return (unsigned char)(v + 4); }
template <class T> static int as_int(int v) { return v; }
template <> int as_int<unsigned char>(int v) { return v + 4; }

template <class T, class U, class LA, class LB, class C, int M, int N, int K>
__global__ void product(const T *a, const T *b, const C *c, C *d, int lda, int ldb, int ldc, wmma::layout_t lc)
{
    wmma::fragment<wmma::matrix_a, M, N, K, U, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, U, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::load_matrix_sync(fa, (const T *)a, lda);
    wmma::load_matrix_sync(fb, (const T *)b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, lc);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, ldc, lc);
}
template <class T, class U, class LA, class LB, class C, int M, int N, int K> static void check(const char *name)
{
    bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
    int lda = (ra ? K : M) + 8, ldb = (rb ? N : K) + 8;
    T *a = t_dev<T>(48 * 48, [](int i) { return cast<T>(val(i)); });
    T *b = t_dev<T>(48 * 48, [](int i) { return cast<T>(val(i + 1000)); });
    for (int row = 0; row < 2; row++) {
        int ldc = (row ? N : M) + 8;
        C *c = t_dev<C>(48 * 48, [](int i) { return (C)(float)val(i + 2000); }), *d = t_dev<C>(48 * 48);
        product<T, U, LA, LB, C, M, N, K><<<1, 32>>>(a, b, c, d, lda, ldb, ldc, row ? wmma::mem_row_major : wmma::mem_col_major);
        t_is(name, d, (row ? M : N) * ldc, [=](int p) {
            int major = p / ldc, minor = p % ldc, i = row ? major : minor, j = row ? minor : major;
            if (i >= M || j >= N)
                return (C)(float)0;
            int s = val(p + 2000);
            for (int k = 0; k < K; k++)
                s += as_int<T>(val(ra ? i * lda + k : k * lda + i)) * as_int<T>(val((rb ? k * ldb + j : j * ldb + k) + 1000));
            return (C)(float)s;
        });
    }
}
__global__ void doubles(const double *a, const double *b, double *d)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.5);
    wmma::load_matrix_sync(fa, a, 4);
    wmma::load_matrix_sync(fb, b, 4);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}
__global__ void tf32(const float *a, const float *b, float *d)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::fill_fragment(fc, 1.0f);
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 16);
    for (int i = 0; i < fa.num_elements; i++)
        fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; i++)
        fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}
__global__ void staged(const half *a, const half *b, float *d)
{
    // through shared memory, over K, then scaled element by element
    __shared__ half sa[16 * 16], sb[16 * 16];
    __shared__ float sc[16 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < 3; k++) {
        for (int i = threadIdx.x; i < 256; i += 32) {
            sa[i] = a[i / 16 * 48 + k * 16 + i % 16];
            sb[i] = b[(k * 16 + i / 16) * 16 + i % 16];
        }
        __syncwarp();
        wmma::load_matrix_sync(fa, sa, 16);
        wmma::load_matrix_sync(fb, sb, 16);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncwarp();
    }
    for (int i = 0; i < fc.num_elements; i++)
        fc.x[i] = fc.x[i] * 0.5f + 1;
    wmma::store_matrix_sync(sc, fc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32)
        d[i] = sc[i];
}

int main()
{
    typedef wmma::row_major R;
    typedef wmma::col_major L;
    check<half, half, R, R, float, 16, 16, 16>("half row row float");
    check<half, half, R, L, float, 16, 16, 16>("half row col float");
    check<half, half, L, R, float, 16, 16, 16>("half col row float");
    check<half, half, L, L, half, 16, 16, 16>("half col col half");
    check<half, half, R, R, float, 32, 8, 16>("half 32x8 float");
    check<half, half, R, L, half, 8, 32, 16>("half 8x32 half");
    check<__nv_bfloat16, __nv_bfloat16, R, L, float, 16, 16, 16>("bf16 16x16");
    check<__nv_bfloat16, __nv_bfloat16, L, R, float, 32, 8, 16>("bf16 32x8");
    check<signed char, signed char, R, L, int, 16, 16, 16>("s8 16x16");
    check<unsigned char, unsigned char, R, R, int, 8, 32, 16>("u8 8x32");
    double *a = t_dev<double>(32, [](int i) { return val(i) * 0.5; }), *b = t_dev<double>(32, [](int i) { return val(i + 9) * 1.0; });
    double *d = t_dev<double>(64);
    doubles<<<1, 32>>>(a, b, d);
    t_is("double", d, 64, [](int p) {
        double s = 0.5;
        for (int k = 0; k < 4; k++)
            s += val(p / 8 * 4 + k) * 0.5 * val(p % 8 * 4 + k + 9);
        return s;
    });
    // 1 + 2^-11 loses its last bit in tf32's 10, ties away from zero: 1 + 2^-10
    float *ta = t_dev<float>(128, [](int i) { return i % 8 == 3 ? 1 + 1.0f / 2048 : (float)val(i); });
    float *tb = t_dev<float>(128, [](int i) { return (float)val(i + 5); }), *td = t_dev<float>(256);
    tf32<<<1, 32>>>(ta, tb, td);
    t_is("tf32", td, 256, [](int p) {
        float s = 1;
        for (int k = 0; k < 8; k++)
            s += (k == 3 ? 1 + 1.0f / 1024 : (float)val(p / 16 * 8 + k)) * val(k * 16 + p % 16 + 5);
        return s;
    });
    half *ha = t_dev<half>(16 * 48, [](int i) { return __float2half(val(i)); });
    half *hb = t_dev<half>(48 * 16, [](int i) { return __float2half(val(i + 3)); });
    staged<<<1, 32>>>(ha, hb, td);
    t_is("staged", td, 256, [](int p) {
        int s = 0;
        for (int k = 0; k < 48; k++)
            s += val(p / 16 * 48 + k) * val(k * 16 + p % 16 + 3);
        return s * 0.5f + 1;
    });
    return t_end();
}
