// Matrix products from naive to register-tiled and tensor cores, and products of a matrix and a vector.
#include <cuda_fp16.h>
#include <mma.h>
#include "common.cuh"
__global__ void mm_naive(const float *A, const float *B, float *C, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += A[row * n + k] * B[k * n + col];
    C[row * n + col] = s;
}
__global__ void mm_uncoalesced(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += A[row * n + k] * B[k * n + col];
    C[row * n + col] = s;
}
template <int T> __global__ void mm_tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * T + x, row = blockIdx.y * T + y;
    float s = 0;
    for (int t = 0; t < n; t += T) {
        a[y][x] = A[row * n + t + x];
        b[y][x] = B[(t + y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            s += a[y][k] * b[k][x];
        __syncthreads();
    }
    C[row * n + col] = s;
}
// BM x BN of C a block, TM x TN a thread
template <int BM, int BN, int BK, int TM, int TN>
__global__ void mm_regs(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[BK][BM], b[BK][BN];
    const int threads = BM / TM * (BN / TN);
    int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    float c[TM][TN] = {}, ra[TM], rb[TN];
    for (int t = 0; t < n; t += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += threads)
            a[i % BK][i / BK] = A[(blockIdx.y * BM + i / BK) * n + t + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += threads)
            b[i / BN][i % BN] = B[(t + i / BN) * n + blockIdx.x * BN + i % BN];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
#pragma unroll
            for (int i = 0; i < TM; i++)
                ra[i] = a[k][ty * TM + i];
#pragma unroll
            for (int j = 0; j < TN; j++)
                rb[j] = b[k][tx * TN + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    c[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            C[(blockIdx.y * BM + ty * TM + i) * n + blockIdx.x * BN + tx * TN + j] = c[i][j];
}
__global__ void mm_wmma(const __half *A, const __half *B, float *C, int n)
{
    using namespace nvcuda::wmma;
    int warp = threadIdx.x / 32, row = blockIdx.y * 16, col = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    for (int k = 0; k < n; k += 16) {
        load_matrix_sync(a, A + row * n + k, n);
        load_matrix_sync(b, B + k * n + col, n);
        mma_sync(c, a, b, c);
    }
    store_matrix_sync(C + row * n + col, c, n, mem_row_major);
}
__global__ void mm_wmma_shared(const __half *A, const __half *B, float *C, int n)
{
    using namespace nvcuda::wmma;
    __shared__ __half a_s[64 * 32], b_s[32 * 64];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    fragment<accumulator, 16, 16, 16, float> c[2][2];
    for (int i = 0; i < 4; i++)
        fill_fragment(c[i / 2][i % 2], 0.0f);
    for (int k = 0; k < n; k += 32) {
        for (int i = threadIdx.x * 8; i < 64 * 32; i += blockDim.x * 8)
            *(float4 *)&a_s[i] = *(const float4 *)&A[(blockIdx.y * 64 + i / 32) * n + k + i % 32];
        for (int i = threadIdx.x * 8; i < 32 * 64; i += blockDim.x * 8)
            *(float4 *)&b_s[i] = *(const float4 *)&B[(k + i / 64) * n + blockIdx.x * 64 + i % 64];
        __syncthreads();
        for (int kk = 0; kk < 32; kk += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
            fragment<matrix_b, 16, 16, 16, __half, row_major> b[2];
            for (int i = 0; i < 2; i++) {
                load_matrix_sync(a[i], a_s + (wr + i * 16) * 32 + kk, 32);
                load_matrix_sync(b[i], b_s + kk * 64 + wc + i * 16, 64);
            }
            for (int i = 0; i < 4; i++)
                mma_sync(c[i / 2][i % 2], a[i / 2], b[i % 2], c[i / 2][i % 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        store_matrix_sync(C + (blockIdx.y * 64 + wr + i / 2 * 16) * n + blockIdx.x * 64 + wc + i % 2 * 16,
                          c[i / 2][i % 2], n, mem_row_major);
}
__global__ void gemv_thread(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float s = 0;
    for (int k = 0; k < cols; k++)
        s += A[(size_t)r * cols + k] * x[k];
    y[r] = s;
}
__global__ void gemv_warp(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float s = 0;
    for (int k = lane; k < cols; k += 32)
        s += A[(size_t)r * cols + k] * x[k];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (!lane)
        y[r] = s;
}
__global__ void gemv_block4(const float4 *A, const float4 *x, float *y, int cols4)
{
    __shared__ float part[8];
    float s = 0;
    for (int k = threadIdx.x; k < cols4; k += blockDim.x) {
        float4 a = A[(size_t)blockIdx.x * cols4 + k], b = x[k];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < (int)blockDim.x / 32; k++)
            s += part[k];
        y[blockIdx.x] = s;
    }
}
int main()
{
    float *A = floats(1 << 22), *B = floats(1 << 20), *C = zeros(1 << 20);
    RUN(mm_naive<<<dim3(32, 32), dim3(16, 16)>>>(A, B, C, 512));
    RUN(mm_naive<<<dim3(8, 32), dim3(32, 8)>>>(A, B, C, 256));
    RUN(mm_uncoalesced<<<dim3(16, 16), dim3(16, 16)>>>(A, B, C, 256));
    RUN(mm_uncoalesced<<<dim3(16, 16), dim3(32, 32)>>>(A, B, C, 512));
    RUN(mm_tiled<16><<<dim3(32, 32), dim3(16, 16)>>>(A, B, C, 512));
    RUN(mm_tiled<32><<<dim3(16, 16), dim3(32, 32)>>>(A, B, C, 512));
    RUN(mm_tiled<8><<<dim3(32, 32), dim3(8, 8)>>>(A, B, C, 256));
    RUN(mm_regs<64, 64, 8, 4, 4><<<dim3(8, 8), 256>>>(A, B, C, 512));
    RUN(mm_regs<64, 64, 8, 8, 1><<<dim3(8, 8), 512>>>(A, B, C, 512));
    RUN(mm_regs<64, 64, 16, 8, 8><<<dim3(16, 16), 64>>>(A, B, C, 1024));
    RUN(mm_regs<128, 128, 8, 8, 8><<<dim3(8, 8), 256>>>(A, B, C, 1024));
    __half *Ah = (__half *)floats(1 << 19), *Bh = (__half *)floats(1 << 19);
    RUN(mm_wmma<<<dim3(8, 32), 128>>>(Ah, Bh, C, 512));
    RUN(mm_wmma<<<dim3(16, 64), 128>>>(Ah, Bh, C, 1024));
    RUN(mm_wmma_shared<<<dim3(16, 16), 128>>>(Ah, Bh, C, 1024));
    RUN(gemv_thread<<<16, 128>>>(A, B, C, 2048, 2048));
    RUN(gemv_warp<<<512, 128>>>(A, B, C, 2048, 2048));
    RUN(gemv_warp<<<64, 256>>>(A, B, C, 512, 4096));
    RUN(gemv_block4<<<2048, 256>>>((float4 *)A, (float4 *)B, C, 512));
    RUN(gemv_block4<<<256, 128>>>((float4 *)A, (float4 *)B, C, 1024));
    std::puts("done");
}
