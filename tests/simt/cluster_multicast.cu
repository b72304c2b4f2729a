// cluster_multicast.cu: D = A B^T: two blocks of a cluster share each tile of B, half of it fetched by each for both.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <vector>
constexpr int M = 128, N = 64, K = 256, BM = 64, BK = 64, STAGES = 2;

__device__ inline uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ inline void init(uint64_t *b, int n)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ inline void expect(uint64_t *b, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(bytes) : "memory");
}
__device__ inline void wait(uint64_t *b, int parity)
{
    asm volatile("{\n .reg .pred P;\n"
                 "LOOP_%=:\n mbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n"
                 " @P bra DONE_%=;\n bra LOOP_%=;\nDONE_%=:\n}" ::"r"(smem(b)), "r"(parity) : "memory");
}
// one arrival at the barrier of block `cta` of the cluster
__device__ inline void arrive_at(uint64_t *b, int cta)
{
    asm volatile("{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
                 " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(smem(b)), "r"(cta) : "memory");
}
__device__ inline void load(void *to, const CUtensorMap *m, int x, int y, uint64_t *b)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
                 ::"r"(smem(to)), "l"(m), "r"(smem(b)), "r"(x), "r"(y) : "memory");
}
__device__ inline void load_both(void *to, const CUtensorMap *m, int x, int y, uint64_t *b)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                 " [%0], [%1, {%3, %4}], [%2], %5;"
                 ::"r"(smem(to)), "l"(m), "r"(smem(b)), "r"(x), "r"(y), "h"((uint16_t)3) : "memory");
}
__device__ inline uint64_t desc(const void *p)
{
    return (uint64_t)((smem(p) & 0x3ffff) >> 4) | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}
__device__ inline void mma(float (&d)[32], uint64_t a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                   "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
                   "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                   "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
                 : "l"(a), "l"(b));
}

struct Tiles {
    alignas(1024) half a[STAGES][BM * BK];
    alignas(1024) half b[STAGES][N * BK];
    uint64_t full[STAGES], empty[STAGES];
};

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128)
gemm(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, float *out)
{
    extern __shared__ __align__(1024) unsigned char raw[];
    Tiles &s = *(Tiles *)raw;
    const int t = threadIdx.x;
    uint32_t rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (t == 0) {
        for (int i = 0; i < STAGES; i++) {
            init(&s.full[i], 1);
            init(&s.empty[i], 2);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    float d[32] = {};
    auto produce = [&](int k) {
        const int i = k % STAGES;
        wait(&s.empty[i], (k / STAGES & 1) ^ 1);
        expect(&s.full[i], (BM * BK + N * BK) * 2);
        load(s.a[i], &ma, k * BK, blockIdx.x * BM, &s.full[i]);
        load_both(s.b[i] + rank * (N / 2) * BK, &mb, k * BK, rank * (N / 2), &s.full[i]);
    };
    if (t == 0)
        for (int k = 0; k < STAGES; k++)
            produce(k);
    for (int k = 0; k < K / BK; k++) {
        const int i = k % STAGES;
        wait(&s.full[i], k / STAGES & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int kk = 0; kk < BK; kk += 16)
            mma(d, desc(s.a[i] + kk), desc(s.b[i] + kk));
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            arrive_at(&s.empty[i], 0);
            arrive_at(&s.empty[i], 1);
            if (k + STAGES < K / BK)
                produce(k + STAGES);
        }
    }
    for (int j = 0; j < 32; j++) {
        int row = t / 32 * 16 + t % 32 / 4 + (j / 2 % 2) * 8, col = j / 4 * 8 + t % 4 * 2 + j % 2;
        out[(blockIdx.x * BM + row) * N + col] = d[j];
    }
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

static int encode(CUtensorMap *m, half *p, int rows, int box_rows)
{
    cuuint64_t size[2] = {K, (cuuint64_t)rows}, stride[1] = {K * 2};
    cuuint32_t box[2] = {BK, (cuuint32_t)box_rows}, step[2] = {1, 1};
    return cuTensorMapEncodeTiled(m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, stride, box, step,
                                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                  CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

int main()
{
    std::vector<half> a(M * K), b(N * K);
    std::vector<float> got(M * N);
    for (int i = 0; i < M * K; i++)
        a[i] = __float2half(float(i * 5 % 11 - 5));
    for (int i = 0; i < N * K; i++)
        b[i] = __float2half(float(i * 3 % 7 - 3));
    half *da, *db;
    float *out;
    cudaMalloc(&da, a.size() * 2);
    cudaMalloc(&db, b.size() * 2);
    cudaMalloc(&out, got.size() * 4);
    cudaMemcpy(da, a.data(), a.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * 2, cudaMemcpyHostToDevice);
    CUtensorMap ma, mb;
    if (encode(&ma, da, M, BM) || encode(&mb, db, N, N / 2))
        return printf("map\n"), 2;
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Tiles));
    gemm<<<M / BM, 128, sizeof(Tiles)>>>(ma, mb, out);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(got.data(), out, got.size() * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float want = 0;
            for (int k = 0; k < K; k++)
                want += __half2float(a[i * K + k]) * __half2float(b[j * K + k]);
            bad += want != got[i * N + j];
        }
    cudaFree(da);
    cudaFree(db);
    cudaFree(out);
    printf(bad || e ? "wrong: %d, %s\n" : "ok\n", bad, cudaGetErrorString(e));
    return bad || e ? 2 : 0;
}
