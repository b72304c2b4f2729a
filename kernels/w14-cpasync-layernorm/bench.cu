/*
 * bench.cu: blocks an SM against stages, on a GPU, beside a copy of the same bytes in the same run. First every rung
 * against float64 on shapes of all kinds; then each cell of the table as a share of the copy's rate: medians of 15
 * rounds in which every cell has a turn, on a cold L2.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/w14-cpasync-layernorm -I kernels/w14-cpasync-layernorm -o /tmp/w14 \
 *        kernels/w14-cpasync-layernorm/bench.cu && /tmp/w14
 *
 * Rows in turn on an SM are blocks times stages; the lesson's estimate says that cells with as many are alike.
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define ln_sync ref_sync
#define ln_async ref_async
#define ln_double ref_double
#define ln_ring ref_ring
namespace ref {
#include "ref.cu"
}
#undef ln_sync
#undef ln_async
#undef ln_double
#undef ln_ring
#define ln_sync opt_sync
#define ln_async opt_async
#define ln_double opt_double
#define ln_ring opt_ring
namespace opt {
#include "opt.cu"
}

typedef void row_fn(const float *, const float *, const float *, float *, int, int, float);
typedef void ring_fn(const float *, const float *, const float *, float *, int, int, float, int);

struct Rung {
    const char *name;
    row_fn *sync, *async;
    ring_fn *ring;
};
static const Rung ladder[] = {{"ref", ref::ref_sync, ref::ref_async, ref::ref_ring},
                              {"opt", opt::opt_sync, opt::opt_async, opt::opt_ring}};

enum { ROUNDS = 15 };
static const size_t FLOATS = 1ul << 27;

struct Device {
    int sms, smem, held;
    float *x, *y, *g, *b, *flush;
    cudaEvent_t from, to;
};

__global__ void fill(float *x, size_t n, float at) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        x[i] = at + (float)((i * 2654435761u >> 8) % 1000) / 500 - 1;
}

/* A kernel's dynamic shared memory may be all that a block can have but for its static part; `held` is the largest one. */
static void may_take_all(Device *d, const void *kernel) {
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, kernel));
    OK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, d->smem - (int)a.sharedSizeBytes));
    d->held = std::max(d->held, (int)a.sharedSizeBytes);
}

static Device make() {
    Device d = {};
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    d.sms = prop.multiProcessorCount;
    d.smem = (int)prop.sharedMemPerBlockOptin;
    OK(cudaMalloc(&d.x, 4 * FLOATS));
    OK(cudaMalloc(&d.y, 4 * FLOATS));
    OK(cudaMalloc(&d.flush, 4 * FLOATS));
    OK(cudaMalloc(&d.g, 4 << 16));
    OK(cudaMalloc(&d.b, 4 << 16));
    fill<<<1024, 256>>>(d.x, FLOATS, 0);
    fill<<<64, 256>>>(d.g, 1 << 16, 1);
    fill<<<64, 256>>>(d.b, 1 << 16, 0);
    OK(cudaEventCreate(&d.from));
    OK(cudaEventCreate(&d.to));
    for (const Rung &r : ladder) {
        may_take_all(&d, (const void *)r.sync);
        may_take_all(&d, (const void *)r.async);
        may_take_all(&d, (const void *)r.ring);
    }
    printf("%s, %d SMs\n", prop.name, d.sms);
    return d;
}

/* stages 0: ln_sync, 1: ln_async. `smem` is at least what the stages need: more of it keeps other blocks away. */
static void launch(const Device &d, const Rung &r, int stages, int blocks, int R, int C, int smem) {
    if (stages == 0)
        r.sync<<<blocks, THREADS, smem>>>(d.x, d.g, d.b, d.y, R, C, 1e-5f);
    else if (stages == 1)
        r.async<<<blocks, THREADS, smem>>>(d.x, d.g, d.b, d.y, R, C, 1e-5f);
    else
        r.ring<<<blocks, THREADS, smem>>>(d.x, d.g, d.b, d.y, R, C, 1e-5f, stages);
}

static double worst_error(const Device &d, int R, int C) {
    std::vector<float> x((size_t)R * C), y((size_t)R * C), g(C), b(C);
    double worst = 0;
    OK(cudaMemcpy(x.data(), d.x, 4 * x.size(), cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(y.data(), d.y, 4 * y.size(), cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(g.data(), d.g, 4 * g.size(), cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(b.data(), d.b, 4 * b.size(), cudaMemcpyDeviceToHost));
    for (int r = 0; r < R; r++) {
        double mean = 0, square = 0;
        for (int c = 0; c < C; c++)
            mean += x[(size_t)r * C + c] / (double)C;
        for (int c = 0; c < C; c++)
            square += pow(x[(size_t)r * C + c] - mean, 2);
        for (int c = 0; c < C; c++) {
            double want = (x[(size_t)r * C + c] - mean) / sqrt(square / C + 1e-5) * g[c] + b[c];
            double off = fabs(want - y[(size_t)r * C + c]);
            worst = off <= worst ? worst : off; /* a NaN is worse than anything */
        }
    }
    return worst;
}

static void check(const Device &d) {
    for (const Rung &r : ladder)
        for (int C : {1, 3, 1022, 1023, 1024, 2048, 8192})
            for (int stages = 0; stages <= MAX_STAGES; stages++) {
                OK(cudaMemset(d.y, 0xff, 4ul * 37 * C));
                launch(d, r, stages, 5, 37, C, std::max(1, stages) * PITCH(C) * 4);
                OK(cudaGetLastError());
                double off = worst_error(d, 37, C);
                if (!(off < 1e-4))
                    printf("WRONG: %s, C = %d, %d stages: off by %g\n", r.name, C, stages, off);
            }
}

template <class F> static float once(const Device &d, F f) {
    float ms;
    OK(cudaMemsetAsync(d.flush, 0, 4 * FLOATS));
    OK(cudaEventRecord(d.from));
    f();
    OK(cudaEventRecord(d.to));
    OK(cudaEventSynchronize(d.to));
    OK(cudaEventElapsedTime(&ms, d.from, d.to));
    return ms;
}

static double median_of(std::vector<float> &v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void table(const Device &d, const Rung &r, int C) {
    static const int per_sm[] = {1, 2, 4, 8};
    int R = (int)(FLOATS / C);
    std::vector<float> copy, cell[MAX_STAGES + 1][4];
    for (int round = -2; round < ROUNDS; round++) {
        float t = once(d, [&] { OK(cudaMemcpyAsync(d.y, d.x, 4 * FLOATS, cudaMemcpyDeviceToDevice)); });
        if (round >= 0)
            copy.push_back(t);
        for (int s = 0; s <= MAX_STAGES; s++)
            for (int k = 0; k < 4; k++) {
                int need = std::max(1, s) * PITCH(C) * 4, room = (d.smem + 1024) / per_sm[k] - 1024 - d.held;
                if (need > room)
                    continue;
                t = once(d, [&] { launch(d, r, s, d.sms * per_sm[k], R, C, need); });
                if (round >= 0)
                    cell[s][k].push_back(t);
            }
    }
    OK(cudaGetLastError());
    double base = median_of(copy);
    printf("\n%s, %d x %d, copy %.1f µs, %.0f GB/s; shares of the copy's rate\n", r.name, R, C, base * 1e3,
           8.0 * FLOATS / base / 1e6);
    printf("%-12s %8s %8s %8s %8s\n", "", "1 block", "2", "4", "8 an SM");
    for (int s = 0; s <= MAX_STAGES; s++) {
        char name[32];
        snprintf(name, sizeof name, s == 0 ? "ln_sync" : s == 1 ? "ln_async" : "%d stages", s);
        printf("%-12s", name);
        for (int k = 0; k < 4; k++)
            if (cell[s][k].empty())
                printf(" %8s", "-");
            else
                printf(" %8.3f", base / median_of(cell[s][k]));
        printf("\n");
    }
}

int main() {
    Device d = make();
    check(d);
    for (const Rung &r : ladder)
        for (int C : {1024, 2048, 4096, 8192})
            table(d, r, C);
    return 0;
}
