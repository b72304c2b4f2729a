/*
 * bench.cu: what waiting for one another costs on a GPU, and what it saves.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g11-coop-cluster -I kernels/g11-coop-cluster -o /tmp/g11 \
 *        kernels/g11-coop-cluster/bench.cu && /tmp/g11
 *
 * First the reference's results against the host's. Then a barrier's time, of a block, a cluster and the grid, as what
 * 256 of them add to a launch, beside one launch behind another. Then the softmax of a long row in one launch and in
 * three, beside a copy; and the histogram by blocks and by clusters. Medians of rounds in which each has a turn, on a
 * cold L2; times are between events and include the launch.
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "ref.cu"

enum { ROUNDS = 15, BARRIERS = 256, MOST_BLOCKS = 4096 };
static const size_t FLUSH = 256 << 20, MOST = 1ul << 26;

static int sms;
static float *x, *y, *work, *flush;
static int *values, *bins;

/* ---- kernels to compare with ------------------------------------------------------------------------------------- */

static __global__ void nothing(int) {}

static __global__ void of_block(int n)
{
    for (int k = 0; k < n; k++)
        __syncthreads();
}

static __global__ void __cluster_dims__(CLUSTER, 1, 1) of_cluster(int n)
{
    for (int k = 0; k < n; k++)
        cg::this_cluster().sync();
}

static __global__ void of_grid(int n)
{
    for (int k = 0; k < n; k++)
        cg::this_grid().sync();
}

/* The softmax in three launches: largest, sum, result; each block joins what all blocks of the last one left. */
static __global__ void first_pass(float *left, const float *from, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = -INFINITY;
    for (long long i = t; i < n; i += T)
        most = fmaxf(most, from[i]);
    most = block_max(most);
    if (threadIdx.x == 0)
        left[blockIdx.x] = most;
}

static __device__ float largest_left(const float *left)
{
    float most = -INFINITY;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        most = fmaxf(most, left[b]);
    return block_max(most);
}

static __global__ void second_pass(float *left, const float *from, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = largest_left(left), sum = 0;
    for (long long i = t; i < n; i += T)
        sum += expf(from[i] - most);
    pair all = block_join({ most, sum });
    if (threadIdx.x == 0)
        left[gridDim.x + blockIdx.x] = all.sum;
}

static __global__ void third_pass(float *to, const float *left, const float *from, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = largest_left(left);
    pair all = { most, 0 };
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        all.sum += left[gridDim.x + b];
    all = block_join(all);
    for (long long i = t; i < n; i += T)
        to[i] = expf(from[i] - most) / all.sum;
}

static __global__ void copy(float *to, const float *from, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (long long i = t; i < n; i += T)
        to[i] = from[i];
}

static __global__ void fill(float *to, int *v, size_t n, int kind)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        to[i] = (float)(z >> 40) * 0x1p-22f - 2;
        v[i] = kind == 1 ? 777 : kind == 2 ? (int)(z >> 40) % SHARE : (int)(z >> 40) % BINS;
    }
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static cudaError_t together(const void *kernel, unsigned blocks, std::vector<void *> args)
{
    return cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(THREADS), args.data(), 0, 0);
}

static void softmax_once(unsigned blocks, long long n)
{
    OK(together((const void *)softmax_grid, blocks, { &y, &work, &x, &n }));
}

static void softmax_thrice(unsigned blocks, long long n)
{
    first_pass<<<blocks, THREADS>>>(work, x, n);
    second_pass<<<blocks, THREADS>>>(work, x, n);
    third_pass<<<blocks, THREADS>>>(y, work, x, n);
}

struct entry {
    std::string name;
    std::function<void()> run;
    double us;
};

/* Each round gives every entry a turn; `cold`: something else is in the L2 before. */
static void race(std::vector<entry> &all, bool cold)
{
    std::vector<std::vector<float>> ms(all.size());
    cudaEvent_t a, z;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    for (int round = -2; round < ROUNDS; round++)
        for (size_t k = 0; k < all.size(); k++) {
            float t;
            if (cold)
                OK(cudaMemsetAsync(flush, round, FLUSH));
            OK(cudaEventRecord(a));
            all[k].run();
            OK(cudaEventRecord(z));
            OK(cudaEventSynchronize(z));
            OK(cudaGetLastError());
            OK(cudaEventElapsedTime(&t, a, z));
            if (round >= 0)
                ms[k].push_back(t);
        }
    for (size_t k = 0; k < all.size(); k++) {
        std::sort(ms[k].begin(), ms[k].end());
        all[k].us = ms[k][ROUNDS / 2] * 1e3;
    }
}

/* ---- what is measured -------------------------------------------------------------------------------------------- */

static void check(long long n, unsigned blocks)
{
    std::vector<float> in(n), out(n);
    std::vector<int> v(n), got(BINS), want(BINS);
    double most = -INFINITY, sum = 0, worst = 0;
    int wrong = 0;
    OK(cudaMemcpy(in.data(), x, 4 * n, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(v.data(), values, 4 * n, cudaMemcpyDeviceToHost));
    for (float u : in)
        most = std::max(most, (double)u);
    for (float u : in)
        sum += exp(u - most);
    for (int u : v)
        want[u]++;
    for (int way = 0; way < 2; way++) {
        way ? softmax_thrice(blocks, n) : softmax_once(blocks, n);
        OK(cudaMemcpy(out.data(), y, 4 * n, cudaMemcpyDeviceToHost));
        for (long long i = 0; i < n; i++)
            worst = std::max(worst, fabs(out[i] / (exp(in[i] - most) / sum) - 1));
    }
    for (int way = 0; way < 2; way++) {
        OK(cudaMemset(bins, 0, 4 * BINS));
        if (way)
            bins_cluster<<<CLUSTER * 4, THREADS>>>(bins, values, n);
        else
            bins_block<<<CLUSTER * 4, THREADS>>>(bins, values, n);
        OK(cudaMemcpy(got.data(), bins, 4 * BINS, cudaMemcpyDeviceToHost));
        wrong += got != want;
    }
    printf("n = %lld, %u blocks: softmax within %.1e, histograms %s\n", n, blocks, worst, wrong ? "WRONG" : "right");
}

static void barriers(void)
{
    int none = 0, many = BARRIERS;
    printf("\nmicroseconds a barrier, of %d in one launch of blocks of %d threads\n", BARRIERS, THREADS);
    for (int per_sm : { 1, 2, 4, 8 }) {
        unsigned b = sms * per_sm, c = b / CLUSTER * CLUSTER;
        std::vector<entry> e = {
            { "block", [=] { of_block<<<b, THREADS>>>(0); }, 0 }, { "", [=] { of_block<<<b, THREADS>>>(many); }, 0 },
            { "cluster", [=] { of_cluster<<<c, THREADS>>>(0); }, 0 },
            { "", [=] { of_cluster<<<c, THREADS>>>(many); }, 0 },
            { "grid", [&] { OK(together((const void *)of_grid, b, { &none })); }, 0 },
            { "", [&] { OK(together((const void *)of_grid, b, { &many })); }, 0 },
        };
        race(e, false);
        printf("  %d blocks an SM:", per_sm);
        for (size_t k = 0; k < e.size(); k += 2)
            printf("  %s %.3f", e[k].name.c_str(), (e[k + 1].us - e[k].us) / BARRIERS);
        printf("\n");
    }
    unsigned b = sms;
    std::vector<entry> e = {
        { "ordinary", [=] { nothing<<<b, THREADS>>>(0); }, 0 },
        { "", [=] { for (int k = 0; k <= BARRIERS; k++) nothing<<<b, THREADS>>>(0); }, 0 },
        { "cooperative", [&] { OK(together((const void *)nothing, b, { &none })); }, 0 },
        { "", [&] { for (int k = 0; k <= BARRIERS; k++) OK(together((const void *)nothing, b, { &none })); }, 0 },
    };
    race(e, false);
    printf("microseconds from one launch to the next:");
    for (size_t k = 0; k < e.size(); k += 2)
        printf("  %s %.3f", e[k].name.c_str(), (e[k + 1].us - e[k].us) / BARRIERS);
    printf("\n");
}

static void too_many(void)
{
    int blocks, none = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, softmax_grid, THREADS, 0));
    unsigned most = blocks * sms;
    cudaError_t fits = together((const void *)of_grid, sms, { &none });
    OK(cudaDeviceSynchronize());
    long long n = 1;
    cudaError_t full = together((const void *)softmax_grid, most, { &y, &work, &x, &n });
    OK(cudaDeviceSynchronize());
    cudaError_t over = together((const void *)softmax_grid, most + 1, { &y, &work, &x, &n });
    cudaGetLastError();
    printf("\nsoftmax_grid: %d blocks an SM, %u in all; %d blocks: %s, %u: %s, %u: %s\n", blocks, most, sms,
           cudaGetErrorName(fits), most, cudaGetErrorName(full), most + 1, cudaGetErrorName(over));
}

static void rows(long long n)
{
    std::vector<entry> e;
    for (int per_sm : { 1, 2, 4, 8 }) {
        unsigned b = sms * per_sm;
        e.push_back({ "softmax_grid, " + std::to_string(per_sm) + " blocks an SM", [=] { softmax_once(b, n); }, 0 });
        e.push_back({ "three launches, " + std::to_string(per_sm), [=] { softmax_thrice(b, n); }, 0 });
        e.push_back({ "copy, " + std::to_string(per_sm), [=] { copy<<<b, THREADS>>>(y, x, n); }, 0 });
    }
    race(e, true);
    double least = INFINITY;
    for (const entry &k : e)
        least = k.name[0] == 'c' ? std::min(least, k.us) : least;
    printf("\na row of %lld floats; GB/s: of a copy 8 bytes an element, of softmax_grid 12, of three launches 16\n", n);
    for (const entry &k : e)
        printf("  %-32s %9.2f µs %8.1f GB/s  %.2f of the fastest copy's time\n", k.name.c_str(), k.us,
               n * (k.name[0] == 'c' ? 8. : k.name[0] == 's' ? 12. : 16.) / k.us / 1e3, k.us / least);
}

static void histograms(int kind, const char *what)
{
    long long n = MOST;
    fill<<<1024, 256>>>(x, values, MOST, kind);
    printf("\nhistogram of 2^26 values, %s\n", what);
    for (int clusters : { 16, 33, 66, 132 }) {
        unsigned b = CLUSTER * clusters;
        std::vector<entry> e = {
            { "block", [=] { bins_block<<<b, THREADS>>>(bins, values, n); }, 0 },
            { "cluster", [=] { bins_cluster<<<b, THREADS>>>(bins, values, n); }, 0 },
        };
        race(e, true);
        printf("  %4u blocks: bins_block %9.2f µs, bins_cluster %9.2f µs, ratio %.3f, %.1f GB/s\n", b, e[0].us, e[1].us,
               e[0].us / e[1].us, 4. * n / std::min(e[0].us, e[1].us) / 1e3);
    }
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    printf("%s, %d SMs\n", prop.name, sms);
    OK(cudaMalloc(&x, 4 * MOST));
    OK(cudaMalloc(&y, 4 * MOST));
    OK(cudaMalloc(&values, 4 * MOST));
    OK(cudaMalloc(&work, 8 * MOST_BLOCKS));
    OK(cudaMalloc(&bins, 4 * BINS));
    OK(cudaMalloc(&flush, FLUSH));
    fill<<<1024, 256>>>(x, values, MOST, 0);
    OK(cudaDeviceSynchronize());
    for (long long n : { 1ll, 700ll, 100003ll, (1ll << 22) + 5 })
        check(n, 2 * sms);
    barriers();
    too_many();
    for (long long n : { 100000ll, 1ll << 20, 1ll << 23, (long long)MOST })
        rows(n);
    histograms(0, "all bins alike");
    histograms(1, "all in one bin");
    histograms(2, "all in the first block's share");
    return 0;
}
