/*
 * bench.cu: the ladder on a GPU at 16,384 rows of 4,096 and 8,192 columns, outside the grader. First every rung
 * against float64 on shapes of all kinds, then the ratio of each to a device-to-device cudaMemcpy that moves as
 * many bytes, in the same run: the best of three rounds of medians of 20 launches between events. More than 260 MB
 * pass through the 60 MB of L2 each time, so no launch finds its input there.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g09-rmsnorm-bwd -I kernels/g09-rmsnorm-bwd -o /tmp/g09 \
 *        kernels/g09-rmsnorm-bwd/bench.cu && /tmp/g09
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define rms_fwd naive_fwd
#define rms_dx naive_dx
#define rms_bwd naive_bwd
#define rms_dg naive_dg
namespace naive {
#include "naive.cu"
}
#undef rms_fwd
#undef rms_dx
#undef rms_bwd
#undef rms_dg
#define rms_fwd ref_fwd
#define rms_dx ref_dx
#define rms_bwd ref_bwd
#define rms_dg ref_dg
namespace ref {
#include "ref.cu"
}
#undef rms_fwd
#undef rms_dx
#undef rms_bwd
#undef rms_dg
#undef VEC
#undef HELD
#define rms_fwd opt_fwd
#define rms_dx opt_dx
#define rms_bwd opt_bwd
#define rms_dg opt_dg
namespace opt {
#include "opt.cu"
}
#undef rms_fwd
#undef rms_dx
#undef rms_bwd
#undef rms_dg

typedef void fwd_fn(const bf16 *, const float *, bf16 *, float *, int, int, float);
typedef void bwd_fn(const bf16 *, const bf16 *, const float *, const float *, bf16 *, float *, int, int);
typedef void dg_fn(const float *, float *, int, int);

struct Rung {
    const char *name;
    fwd_fn *fwd;
    bwd_fn *bwd;
    dg_fn *dg;
};
static const Rung ladder[] = {{"naive", naive::naive_fwd, naive::naive_bwd, naive::naive_dg},
                              {"ref", ref::ref_fwd, ref::ref_bwd, ref::ref_dg},
                              {"opt", opt::opt_fwd, opt::opt_bwd, opt::opt_dg}};
static const float EPS = 1e-5f;

/* Uniform in -1..1 around .1, by a hash of the position. */
__global__ void fill(bf16 *p, size_t n, unsigned long long salt)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + salt) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = __float2bfloat16((float)(z >> 40) * 0x1p-23f - .9f);
    }
}

struct Problem {
    int R, C, most;
    bf16 *x, *dy, *y, *dx;
    float *g, *rstd, *part, *dg;
    std::vector<float> gains;

    Problem(int R, int C, int most) : R(R), C(C), most(most), gains(C)
    {
        size_t n = (size_t)R * C;
        for (bf16 **p : {&x, &dy, &y, &dx})
            OK(cudaMalloc(p, 2 * n));
        OK(cudaMalloc(&g, 4ul * C));
        OK(cudaMalloc(&dg, 4ul * C));
        OK(cudaMalloc(&rstd, 4ul * R));
        OK(cudaMalloc(&part, 4ul * most * C));
        fill<<<1024, 256>>>(x, n, 1);
        fill<<<1024, 256>>>(dy, n, 1ull << 40);
        for (int c = 0; c < C; c++)
            gains[c] = 1 + .3f * sinf((float)c);
        OK(cudaMemcpy(g, gains.data(), 4ul * C, cudaMemcpyHostToDevice));
    }
    ~Problem()
    {
        for (void *p : {(void *)x, (void *)dy, (void *)y, (void *)dx, (void *)g, (void *)rstd, (void *)part,
                        (void *)dg})
            cudaFree(p);
    }
    int grid(int blocks) const
    {
        return std::max(1, std::min(blocks, R));
    }
    void forward(const Rung &k, int blocks) const
    {
        k.fwd<<<grid(blocks), THREADS>>>(x, g, y, rstd, R, C, EPS);
    }
    void backward(const Rung &k, int blocks) const
    {
        k.bwd<<<grid(blocks), THREADS>>>(x, dy, g, rstd, dx, part, R, C);
        k.dg<<<(C + LANES - 1) / LANES, dim3(LANES, GROUPS)>>>(part, dg, grid(blocks), C);
    }
    /* Largest errors over the largest value: of y, dx and dg. */
    void report(const char *name) const
    {
        size_t n = (size_t)R * C;
        std::vector<bf16> hx(n), hd(n), hy(n), hdx(n);
        std::vector<float> hg(C);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(hx.data(), x, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hd.data(), dy, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hy.data(), y, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hdx.data(), dx, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hg.data(), dg, 4ul * C, cudaMemcpyDeviceToHost));
        double ey = 0, ed = 0, eg = 0, most_y = 0, most_d = 0, most_g = 0;
        std::vector<double> sums(C);
        for (int r = 0; r < R; r++) {
            double s = 0, dot = 0;
            for (size_t c = 0, i = (size_t)r * C; c < (size_t)C; c++, i++) {
                s += pow(__bfloat162float(hx[i]), 2) / C;
                dot += (double)gains[c] * __bfloat162float(hd[i]) * __bfloat162float(hx[i]) / C;
            }
            double k = 1 / sqrt(s + EPS);
            for (size_t c = 0, i = (size_t)r * C; c < (size_t)C; c++, i++) {
                double v = __bfloat162float(hx[i]), d = __bfloat162float(hd[i]);
                double want = v * k * gains[c], slope = k * (d * gains[c] - v * k * k * dot);
                double off = fabs(__bfloat162float(hy[i]) - want), off_d = fabs(__bfloat162float(hdx[i]) - slope);
                ey = std::max(ey, std::isnan(off) ? 1e30 : off);
                ed = std::max(ed, std::isnan(off_d) ? 1e30 : off_d);
                most_y = std::max(most_y, fabs(want));
                most_d = std::max(most_d, fabs(slope));
                sums[c] += d * v * k;
            }
        }
        for (int c = 0; c < C; c++) {
            eg = std::max(eg, std::isnan(hg[c]) ? 1e30 : fabs(hg[c] - sums[c]));
            most_g = std::max(most_g, fabs(sums[c]));
        }
        printf("  %s y %.1e dx %.1e dg %.1e", name, ey / most_y, ed / most_d, eg / most_g);
        for (bf16 *p : {y, dx})
            OK(cudaMemset(p, 0xff, 2 * n));
        OK(cudaMemset(part, 0xff, 4ul * most * C));
        OK(cudaMemset(dg, 0xff, 4ul * C));
    }
};

/* A copy's rate is that of bytes read and written: its time scales to those of three tensors. */
static void speed(int R, int C, int sms)
{
    Problem p(R, C, 4 * sms);
    double tensor = 2.0 * R * C, copy = 1;
    double fwd[3][4], bwd[3][4];
    std::fill(&fwd[0][0], &fwd[0][0] + 12, 1.0);
    std::fill(&bwd[0][0], &bwd[0][0] + 12, 1.0);
    for (int round = 0; round < 3; round++) {
        copy = std::min(copy, time_of([&] { cudaMemcpyAsync(p.y, p.x, 2ul * R * C, cudaMemcpyDeviceToDevice); }));
        for (int k = 0; k < 3; k++)
            for (int b = 0; b < 4; b++) {
                fwd[k][b] = std::min(fwd[k][b], time_of([&] { p.forward(ladder[k], (b + 1) * sms); }));
                bwd[k][b] = std::min(bwd[k][b], time_of([&] { p.backward(ladder[k], (b + 1) * sms); }));
            }
    }
    printf("\n%d x %d: cudaMemcpy %.1f µs, %.1f GB/s\n", R, C, copy * 1e6, 2 * tensor / copy / 1e9);
    for (int k = 0; k < 3; k++)
        for (int b = 0; b < 4; b++)
            printf("  %-6s %5d blocks  forward %8.1f µs %.3f of the copy   backward with dg %8.1f µs %.3f\n",
                   ladder[k].name, (b + 1) * sms, fwd[k][b] * 1e6, copy / fwd[k][b], bwd[k][b] * 1e6,
                   1.5 * copy / bwd[k][b]);
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    const int checks[][3] = {{3, 1, 3},      {5, 7, 2},      {9, 1023, 4},    {7, 1024, 3},  {33, 2048, 8},
                             {999, 4096, 264}, {60, 8192, 7}, {11, 6000, 11}, {5, 4098, 2}, {1, 8191, 1}};
    for (auto &c : checks) {
        Problem p(c[0], c[1], c[2]);
        printf("check R=%d C=%d blocks=%d:", c[0], c[1], c[2]);
        for (const Rung &k : ladder) {
            p.forward(k, c[2]);
            p.backward(k, c[2]);
            p.report(k.name);
        }
        printf("\n");
    }
    speed(16384, 4096, prop.multiProcessorCount);
    speed(16384, 8192, prop.multiProcessorCount);
    return 0;
}
