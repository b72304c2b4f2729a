/*
 * bench.cu: the ladder on a GPU, outside the grader, beside a device-to-device copy of as many bytes in the same run.
 * First every rung against double on shapes of all kinds; then medians of 15 rounds in which each has a turn. More than
 * 260 MB pass through the L2 each time, so no launch finds its input there.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g08-bias-gelu -I kernels/g08-bias-gelu -o /tmp/g08 \
 *        kernels/g08-bias-gelu/bench.cu && /tmp/g08
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define bias_gelu naive_fwd
#define bias_gelu_add naive_add
#define bias_gelu_bwd naive_bwd
namespace naive {
#include "naive.cu"
}
#undef bias_gelu
#undef bias_gelu_add
#undef bias_gelu_bwd
#define bias_gelu ref_fwd
#define bias_gelu_add ref_add
#define bias_gelu_bwd ref_bwd
namespace ref {
#include "ref.cu"
}
#undef bias_gelu
#undef bias_gelu_add
#undef bias_gelu_bwd
#define bias_gelu opt_fwd
#define bias_gelu_add opt_add
#define bias_gelu_bwd opt_bwd
namespace opt {
#include "opt.cu"
}

enum { ROUNDS = 15 };

typedef void fwd_fn(bf16 *, const bf16 *, const float *, int, int, int, int);
typedef void three_fn(bf16 *, const bf16 *, const float *, int, const bf16 *, int, int, int);
typedef void bwd_fn(bf16 *, const bf16 *, const bf16 *, const float *, int, int, int, int);

struct Rung {
    const char *name;
    fwd_fn *fwd;
    three_fn *add;
    bwd_fn *bwd;
};
static const Rung ladder[] = {{"naive", naive::naive_fwd, naive::naive_add, naive::naive_bwd},
                              {"ref", ref::ref_fwd, ref::ref_add, ref::ref_bwd},
                              {"opt", opt::opt_fwd, opt::opt_add, opt::opt_bwd}};

__global__ void fill(bf16 *p, size_t n, unsigned long long salt) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + salt) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = __float2bfloat16((float)(z >> 40) * 0x1p-21f - 4);
    }
}

static double part(double v, int form) {
    double u = sqrt(2 / acos(-1)) * (v + .044715 * v * v * v);
    return form == ERF ? .5 * erfc(-v / sqrt(2)) : 1 / (1 + exp(-2 * u));
}

static double slope(double v, int form) {
    double s = part(v, form), inner = 2 * sqrt(2 / acos(-1)) * (1 + .134145 * v * v);
    return s + v * (form == ERF ? exp(-v * v / 2) / sqrt(2 * acos(-1)) : s * (1 - s) * inner);
}

struct Problem {
    int R, C, blocks;
    bf16 *x, *other, *y;
    float *bias;

    Problem(int R, int C, int blocks) : R(R), C(C), blocks(blocks) {
        size_t n = (size_t)R * C;
        for (bf16 **p : {&x, &other, &y})
            OK(cudaMalloc(p, 2 * n));
        OK(cudaMalloc(&bias, 4ul * C));
        fill<<<1024, 256>>>(x, n, 1);
        fill<<<1024, 256>>>(other, n, 1ull << 40);
        std::vector<float> b(C);
        for (int c = 0; c < C; c++)
            b[c] = sinf((float)c);
        OK(cudaMemcpy(bias, b.data(), 4ul * C, cudaMemcpyHostToDevice));
    }
    ~Problem() {
        for (void *p : {(void *)x, (void *)other, (void *)y, (void *)bias})
            cudaFree(p);
    }
    void run(const Rung &k, int what, int form) const {
        if (what == 0)
            k.fwd<<<blocks, THREADS>>>(y, x, bias, 1, form, R, C);
        else if (what == 1)
            k.add<<<blocks, THREADS>>>(y, x, bias, 1, other, form, R, C);
        else
            k.bwd<<<blocks, THREADS>>>(y, other, x, bias, 1, form, R, C);
    }
    /* The largest error over the size of the result's terms. */
    double error(const Rung &k, int what, int form) const {
        size_t n = (size_t)R * C;
        std::vector<bf16> hx(n), ho(n), hy(n);
        double worst = 0;
        OK(cudaMemset(y, 0xff, 2 * n));
        run(k, what, form);
        OK(cudaMemcpy(hx.data(), x, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(ho.data(), other, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hy.data(), y, 2 * n, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < n; i++) {
            double v = __bfloat162float(hx[i]) + sinf((float)(i % C)), o = __bfloat162float(ho[i]);
            double g = v * part(v, form), want = what == 0 ? g : what == 1 ? o + g : o * slope(v, form);
            double size = what == 2 ? fabs(o) : fabs(g) + (what ? fabs(o) : 0);
            double off = fabs(__bfloat162float(hy[i]) - want) / (size + 1e-30);
            worst = off <= worst ? worst : off; /* a NaN is worse than anything */
        }
        return worst;
    }
};

template <class F> static float once(F f) {
    cudaEvent_t a, z;
    float ms;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    OK(cudaEventRecord(a));
    f();
    OK(cudaEventRecord(z));
    OK(cudaEventSynchronize(z));
    OK(cudaEventElapsedTime(&ms, a, z));
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(z));
    return ms;
}

static double median(std::vector<float> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void speed(int R, int C, int blocks) {
    static const char *const names[] = {"bias+GELU", "with residual", "backward"};
    static const int tensors[] = {2, 3, 3};
    Problem p(R, C, blocks);
    size_t bytes = 2ul * R * C;
    std::vector<float> copy, cell[3][3][2];
    for (int round = -2; round < ROUNDS; round++) {
        float t = once([&] { OK(cudaMemcpyAsync(p.y, p.x, bytes, cudaMemcpyDeviceToDevice)); });
        if (round >= 0)
            copy.push_back(t);
        for (int k = 0; k < 3; k++)
            for (int what = 0; what < 3; what++)
                for (int form = 0; form < 2; form++) {
                    t = once([&] { p.run(ladder[k], what, form); });
                    if (round >= 0)
                        cell[k][what][form].push_back(t);
                }
    }
    OK(cudaGetLastError());
    double rate = 2 * bytes / median(copy) / 1e6;
    printf("\n%d x %d, %d blocks, copy %.0f GB/s; GB/s and the share of the copy's rate\n", R, C, blocks, rate);
    for (int k = 0; k < 3; k++)
        for (int what = 0; what < 3; what++)
            for (int form = 0; form < 2; form++) {
                double got = tensors[what] * bytes / median(cell[k][what][form]) / 1e6;
                printf("  %-6s %-14s %-5s %6.0f %6.3f\n", ladder[k].name, names[what], form == ERF ? "erf" : "tanh", got,
                       got / rate);
            }
}

int main() {
    cudaDeviceProp d;
    OK(cudaGetDeviceProperties(&d, 0));
    printf("%s, %d SMs\n", d.name, d.multiProcessorCount);
    for (auto s : {std::pair<int, int>{1, 1}, {3, 7}, {5, 1023}, {64, 2056}, {999, 4096}}) {
        Problem p(s.first, s.second, std::min(s.first, 4 * d.multiProcessorCount));
        printf("check %d x %d:", s.first, s.second);
        for (const Rung &k : ladder)
            for (int what = 0; what < 3; what++)
                printf(" %.1e %.1e", p.error(k, what, ERF), p.error(k, what, TANH));
        printf("\n");
    }
    for (int per_sm : {2, 4, 6, 8})
        speed(16384, 4096, per_sm * d.multiProcessorCount);
    speed(16384, 8192, 4 * d.multiProcessorCount);
    return 0;
}
