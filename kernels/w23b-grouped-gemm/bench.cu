/*
 * bench.cu: a rung of the ladder on a GPU, outside the grader: its grouped product of 64 experts of 2,048 x 1,408 under
 * several loads, beside cuBLAS's dense product of as many FLOP and, where all experts have as many rows, its batched
 * one; and the kernels before and after. Medians of launches between events; ratios are of one run. Inputs are normal
 * numbers.
 *
 *   for rung in naive ref opt; do
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -DRUNG="\"$rung.cu\"" -I runner/include \
 *        -I labs/w23b-grouped-gemm -I kernels/w23b-grouped-gemm -o /tmp/w23b kernels/w23b-grouped-gemm/bench.cu \
 *        -lcublas && /tmp/w23b
 *   done
 */
#include "../bench.cuh"

#ifndef RUNG
#define RUNG "ref.cu"
#endif
#include RUNG

#include <cublas_v2.h>

#include <cmath>

enum { EXPERTS = 64, WIDTH = 2048, OUT = 1408 };

template <class T> static T *room_for(size_t n)
{
    T *p;
    OK(cudaMalloc(&p, n * sizeof *p));
    return p;
}

template <class T> static T *on_gpu(const std::vector<T> &v)
{
    T *p = room_for<T>(v.size());
    OK(cudaMemcpy(p, v.data(), v.size() * sizeof v[0], cudaMemcpyHostToDevice));
    return p;
}

/* Normal numbers: what a GPU's power, and so its clock, depends on. */
__global__ void fill(bf16 *p, size_t n, unsigned long long salt)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1 + salt) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        p[i] = __float2bfloat16(sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}

/* What the loads have in common: room for the largest, and cuBLAS. */
struct Bench {
    cublasHandle_t blas;
    int most; /* rows */
    bf16 *rows, *W, *y, *z;

    explicit Bench(int rows_at_most) : most(rows_at_most)
    {
        OK(cublasCreate(&blas));
        rows = room_for<bf16>((size_t)most * WIDTH);
        W = room_for<bf16>((size_t)EXPERTS * OUT * WIDTH);
        y = room_for<bf16>((size_t)most * OUT);
        z = room_for<bf16>((size_t)most * OUT);
        fill<<<1024, 256>>>(rows, (size_t)most * WIDTH, 1);
        fill<<<1024, 256>>>(W, (size_t)EXPERTS * OUT * WIDTH, 1ull << 40);
    }
    /* z = rows Wᵀ for `batch` experts of n rows each; row-major, so for cuBLAS zᵀ = W rowsᵀ. */
    void by_cublas(int n, int batch) const
    {
        float one = 1, zero = 0;
        OK(cublasGemmStridedBatchedEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, OUT, n, WIDTH, &one, W, CUDA_R_16BF, WIDTH,
                                      (long long)OUT * WIDTH, rows, CUDA_R_16BF, WIDTH, (long long)n * WIDTH, &zero, z,
                                      CUDA_R_16BF, OUT, (long long)n * OUT, batch, CUBLAS_COMPUTE_32F,
                                      CUBLAS_GEMM_DEFAULT));
    }
    /* Largest difference of the two results, over the largest value. */
    double apart(size_t n) const
    {
        std::vector<bf16> a(n), b(n);
        double worst = 0, top = 0;
        OK(cudaMemcpy(a.data(), y, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(b.data(), z, 2 * n, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < n; i++) {
            double d = fabs(__bfloat162float(a[i]) - __bfloat162float(b[i]));
            worst = std::max(worst, std::isnan(d) ? 1e30 : d);
            top = std::max(top, (double)fabsf(__bfloat162float(b[i])));
        }
        return worst / top;
    }
};

static void product(const Bench &b, const char *name, const std::vector<int> &sizes)
{
    std::vector<int> off{0};
    for (int n : sizes)
        off.push_back(off.back() + n);
    int R = off.back(), room = R / TILE + EXPERTS, *there = on_gpu(off), *tiles = room_for<int>(2 * room);
    tile_list<<<1, THREADS>>>(tiles, there, EXPERTS, room);
    dim3 grid((OUT + TILE - 1) / TILE, room);
    double mine = time_of(
        [&] { grouped_gemm<<<grid, THREADS>>>(b.y, b.rows, b.W, there, tiles, EXPERTS, WIDTH, OUT); });
    double dense = time_of([&] { b.by_cublas(R, 1); }), flop = 2. * R * WIDTH * OUT;
    bool even = std::all_of(sizes.begin(), sizes.end(), [&](int n) { return n == sizes[0]; });
    printf("%-10s %6d rows: %8.1f µs, %6.1f TFLOP/s; dense %8.1f µs, ratio %.3f", name, R, mine * 1e6,
           flop / mine * 1e-12, dense * 1e6, dense / mine);
    if (even) {
        double batched = time_of([&] { b.by_cublas(sizes[0], EXPERTS); });
        printf("; batched %8.1f µs, ratio %.3f, apart by %.1e", batched * 1e6, batched / mine,
               b.apart((size_t)R * OUT));
    }
    printf("\n");
    fflush(stdout);
    OK(cudaFree(there));
    OK(cudaFree(tiles));
}

/* Sort, permute and unpermute of T tokens, top-k: bytes that have to move, over the time. */
static void moves(const Bench &b, int T, int k)
{
    std::vector<int> idx((size_t)T * k);
    std::vector<float> weights(idx.size(), 1.f / k);
    unsigned long long die = 1;
    for (int &e : idx)
        e = (int)((die = die * 6364136223846793005ull + 1442695040888963407ull) >> 40) % EXPERTS;
    int n = (int)idx.size(), *choice = on_gpu(idx), *off = room_for<int>(EXPERTS + 1), *place = room_for<int>(n);
    float *w = on_gpu(weights);
    bf16 *x = room_for<bf16>((size_t)T * WIDTH);
    fill<<<1024, 256>>>(x, (size_t)T * WIDTH, 1ull << 41);
    double sorting = time_of([&] { sort_choices<<<1, SORT_THREADS>>>(off, place, choice, n, EXPERTS); });
    double out = time_of([&] { permute<<<(T + 7) / 8, THREADS>>>(b.rows, x, place, T, k, WIDTH); });
    double home = time_of([&] { unpermute<<<(T + 7) / 8, THREADS>>>(x, b.rows, place, w, T, k, WIDTH); });
    double bytes = 2. * (k + 1) * T * WIDTH;
    printf("%d tokens, top-%d: sort %.1f µs; permute %.1f µs, %.2f TB/s; unpermute %.1f µs, %.2f TB/s\n", T, k,
           sorting * 1e6, out * 1e6, bytes / out * 1e-12, home * 1e6, bytes / home * 1e-12);
    for (void *p : {(void *)choice, (void *)off, (void *)place, (void *)w, (void *)x})
        OK(cudaFree(p));
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %s\n", prop.name, RUNG);
    Bench b(EXPERTS * 1024);
    std::vector<int> drawn(EXPERTS), halves(EXPERTS);
    unsigned long long die = 7;
    for (int r = 0; r < EXPERTS * 1024; r++)
        drawn[(die = die * 6364136223846793005ull + 1442695040888963407ull) >> 58]++;
    for (int e = 0, left = EXPERTS * 1024; e < EXPERTS; left -= halves[e++])
        halves[e] = e == EXPERTS - 1 ? left : (left + 1) / 2;
    product(b, "even", std::vector<int>(EXPERTS, 1024));
    product(b, "drawn", drawn);
    product(b, "halves", halves);
    product(b, "65 each", std::vector<int>(EXPERTS, 65));
    product(b, "8 each", std::vector<int>(EXPERTS, 8));
    moves(b, 8192, 8);
    moves(b, 32, 8);
    return 0;
}
