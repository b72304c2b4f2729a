/*
 * bench.cu: the gather on a GPU at 8,192 rows of 128,256 bf16 logits, outside the grader. First the two best rungs and
 * the gradient against float64 on rows of all kinds, then the ratio of each to a device-to-device cudaMemcpy in the
 * same run: bytes a second that the gather reads, over bytes a second that the copy reads and writes; best of three
 * rounds of medians of 20. The gradient reads and writes as the copy does. The logits are 2.1 GB, so no launch finds
 * them in the L2.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I labs/w28b-logp-gather -I kernels/w28b-logp-gather \
 *        -o /tmp/w28b kernels/w28b-logp-gather/bench.cu && /tmp/w28b
 */
#include "../bench.cuh"
#include "opt.cu" /* and with it ref.cu, whose gather is ref_gather here */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

typedef void gather_fn(const bf16 *, const int *, float *, float *, int, int);

struct Rung {
    const char *name;
    gather_fn *gather;
};
static const Rung ladder[] = {{"ref", ref_gather}, {"opt", logp_gather}};

/* Between -reach and reach, by a hash of the position. */
__global__ void fill(bf16 *p, size_t n, float reach)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = __float2bfloat16(((float)(z >> 40) * 0x1p-23f - 1) * reach);
    }
}

struct Problem {
    int T, V;
    bf16 *logits, *copy;
    int *tok;
    float *lp, *keep, *g;
    std::vector<int> tokens;

    Problem(int T, int V, float reach) : T(T), V(V), tokens(T)
    {
        size_t n = (size_t)T * V;
        OK(cudaMalloc(&logits, 2 * n));
        OK(cudaMalloc(&copy, 2 * n));
        OK(cudaMalloc(&tok, 4ul * T));
        OK(cudaMalloc(&lp, 4ul * T));
        OK(cudaMalloc(&keep, 8ul * T));
        OK(cudaMalloc(&g, 4ul * T));
        fill<<<1024, 256>>>(logits, n, reach);
        for (int t = 0; t < T; t++)
            tokens[t] = t % 5 == 4 ? IGNORED : (int)((unsigned)t * 2654435761u % (unsigned)V);
        std::vector<float> ones(T, .5f);
        OK(cudaMemcpy(tok, tokens.data(), 4ul * T, cudaMemcpyHostToDevice));
        OK(cudaMemcpy(g, ones.data(), 4ul * T, cudaMemcpyHostToDevice));
    }
    ~Problem()
    {
        for (void *p : {(void *)logits, (void *)copy, (void *)tok, (void *)lp, (void *)keep, (void *)g})
            cudaFree(p);
    }
    void all_count()
    {
        for (int t = 0; t < T; t++)
            tokens[t] = t % V;
        OK(cudaMemcpy(tok, tokens.data(), 4ul * T, cudaMemcpyHostToDevice));
    }
    void gather(const Rung &r) const
    {
        r.gather<<<T, THREADS>>>(logits, tok, lp, keep, T, V);
    }
    void back(bf16 *at) const
    {
        logp_bwd<<<T, THREADS>>>(at, tok, keep, g, T, V);
    }
    /* Largest errors: of lp, absolute, and of the gradient over g. */
    void report(const Rung &r) const
    {
        size_t n = (size_t)T * V;
        std::vector<bf16> x(n), d(n);
        std::vector<float> got(T);
        OK(cudaMemset(lp, 0xff, 4ul * T));
        gather(r);
        OK(cudaMemcpy(copy, logits, 2 * n, cudaMemcpyDeviceToDevice));
        back(copy);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(x.data(), logits, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(d.data(), copy, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(got.data(), lp, 4ul * T, cudaMemcpyDeviceToHost));
        double off = 0, slope = 0;
        for (int t = 0; t < T; t++) {
            const bf16 *row = &x[(size_t)t * V];
            double top = -INFINITY, sum = 0;
            for (int v = 0; v < V; v++)
                top = std::max(top, (double)__bfloat162float(row[v]));
            for (int v = 0; v < V; v++)
                sum += exp(__bfloat162float(row[v]) - top);
            int counts = tokens[t] != IGNORED;
            double want = counts ? __bfloat162float(row[tokens[t]]) - top - log(sum) : 0, e = fabs(got[t] - want);
            off = std::max(off, std::isnan(e) ? 1e30 : e);
            for (int v = 0; v < V; v++) {
                double p = exp(__bfloat162float(row[v]) - top) / sum;
                double z = fabs(__bfloat162float(d[(size_t)t * V + v]) - (counts ? .5 * ((v == tokens[t]) - p) : 0));
                slope = std::max(slope, std::isnan(z) ? 1e30 : z / .5);
            }
        }
        printf("  %s lp %.1e gradient %.1e", r.name, off, slope);
    }
};

static void speed(int T, int V)
{
    Problem p(T, V, 8);
    p.all_count();
    double bytes = 2.0 * T * V, copy = 1, back = 1, gather[2] = {1, 1};
    for (int round = 0; round < 3; round++) {
        copy = std::min(copy, time_of([&] {
                            cudaMemcpyAsync(p.copy, p.logits, 2ul * T * V, cudaMemcpyDeviceToDevice);
                        }));
        for (int k = 0; k < 2; k++)
            gather[k] = std::min(gather[k], time_of([&] { p.gather(ladder[k]); }));
        back = std::min(back, time_of([&] { p.back(p.copy); }));
    }
    printf("\n%d x %d: cudaMemcpy %.1f µs, %.1f GB/s\n", T, V, copy * 1e6, 2 * bytes / copy / 1e9);
    for (int k = 0; k < 2; k++)
        printf("  %-4s gather %8.1f µs %7.1f GB/s %.3f of the copy's rate\n", ladder[k].name, gather[k] * 1e6,
               bytes / gather[k] / 1e9, copy / 2 / gather[k]);
    printf("  gradient in place %8.1f µs %.3f of the copy's rate\n", back * 1e6, copy / back);
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    const int checks[][2] = {{3, 1}, {5, 7}, {9, 1023}, {7, 1024}, {6, 32000}, {11, 128256}, {8, 2056}};
    for (auto &c : checks)
        for (float reach : {4.f, 1e4f}) {
            Problem p(c[0], c[1], reach);
            printf("check T=%d V=%d to %g:", c[0], c[1], reach);
            for (const Rung &r : ladder)
                p.report(r);
            printf("\n");
        }
    speed(8192, 128256);
    speed(8192, 32000);
    return 0;
}
