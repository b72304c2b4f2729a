/*
 * bench.cu: the lab's functions in CUDA, on a GPU. Names map one to one: cuda in place of v.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -o /tmp/w14b kernels/w14b-streams-graphs/bench.cu && /tmp/w14b
 *
 * graph    32 small kernels one by one in a stream against the same as a graph, by the host's clock: medians of 51
 *          rounds in which both have a turn, each of 20 steps and a wait
 * overlap  chunks through copy in, kernel and copy out, one after the other against the order of ref.c, by events;
 *          results are held against the host's
 */
#include "../bench.cuh"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { SMALL = 32, STEPS = 20, ROUNDS = 51, PLACES = 3, CHUNKS = 24 };

__global__ void small(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 3 * x[i] + 1;
}

__global__ void work(float *x, int n, int turns) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        for (int k = 0; k < turns; k++)
            v = .999f * v + 1;
        x[i] = v;
    }
}

static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

template <class F> static double host_us(cudaStream_t s, F issue) {
    OK(cudaStreamSynchronize(s));
    auto from = std::chrono::steady_clock::now();
    for (int k = 0; k < STEPS; k++)
        issue();
    OK(cudaStreamSynchronize(s));
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count() / STEPS;
}

static void graphs() {
    const int n = 1 << 14;
    float *x;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    OK(cudaMalloc(&x, n * sizeof *x));
    OK(cudaStreamCreate(&s));
    auto one_by_one = [&] {
        for (int k = 0; k < SMALL; k++)
            small<<<n / 256, 256, 0, s>>>(x, n);
    };
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    one_by_one();
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    std::vector<double> a, b, ratio;
    for (int r = -3; r < ROUNDS; r++) {
        double t = host_us(s, one_by_one), u = host_us(s, [&] { OK(cudaGraphLaunch(exec, s)); });
        if (r >= 0)
            a.push_back(t), b.push_back(u), ratio.push_back(t / u);
    }
    printf("graph: %d kernels of %d floats: one by one %.1f µs, as a graph %.1f µs, ratio %.2f\n", SMALL, n, median(a),
           median(b), median(ratio));
}

struct Pipe {
    int cells, turns;
    float *host, *device;
    cudaStream_t s[PLACES];
};

static void in(const Pipe &p, int c) {
    float *at = p.device + (size_t)(c % PLACES) * p.cells;
    OK(cudaMemcpyAsync(at, p.host + (size_t)c * p.cells, p.cells * 4ul, cudaMemcpyHostToDevice, p.s[c % PLACES]));
    work<<<264, 256, 0, p.s[c % PLACES]>>>(at, p.cells, p.turns);
}

static void out(const Pipe &p, int c) {
    OK(cudaMemcpyAsync(p.host + (size_t)(CHUNKS + c) * p.cells, p.device + (size_t)(c % PLACES) * p.cells,
                       p.cells * 4ul, cudaMemcpyDeviceToHost, p.s[c % PLACES]));
}

template <class F> static double event_ms(F issue) {
    cudaEvent_t from, to;
    float ms;
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    OK(cudaDeviceSynchronize());
    OK(cudaEventRecord(from, 0));
    issue();
    OK(cudaDeviceSynchronize());
    OK(cudaEventRecord(to, 0));
    OK(cudaEventSynchronize(to));
    OK(cudaEventElapsedTime(&ms, from, to));
    return ms;
}

static void check(const Pipe &p) {
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < p.cells; i += 997) {
            float v = p.host[(size_t)c * p.cells + i], got = p.host[(size_t)(CHUNKS + c) * p.cells + i];
            for (int k = 0; k < p.turns; k++)
                v = .999f * v + 1;
            if (!(std::abs(got - v) <= 1e-4f * std::abs(v))) {
                printf("chunk %d, element %d: expected %g, is %g\n", c, i, v, got);
                exit(1);
            }
        }
}

static void overlap(int turns) {
    Pipe p = {1 << 22, turns, nullptr, nullptr, {}};
    OK(cudaHostAlloc(&p.host, 2ul * CHUNKS * p.cells * 4, cudaHostAllocDefault));
    OK(cudaMalloc(&p.device, (size_t)PLACES * p.cells * 4));
    for (cudaStream_t &s : p.s)
        OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (size_t i = 0; i < (size_t)CHUNKS * p.cells; i++)
        p.host[i] = (float)(i % 1000);
    std::vector<double> a, b, ratio;
    for (int r = -1; r < 7; r++) {
        double t = event_ms([&] {
            for (int c = 0; c < CHUNKS; c++) {
                in(p, c);
                out(p, c);
                OK(cudaDeviceSynchronize());
            }
        });
        double u = event_ms([&] {
            for (int c = 0; c < CHUNKS + 2; c++) {
                if (c < CHUNKS)
                    in(p, c);
                if (c >= 2)
                    out(p, c - 2);
            }
        });
        if (r >= 0)
            a.push_back(t), b.push_back(u), ratio.push_back(t / u);
    }
    check(p);
    printf("overlap: %d chunks of %d MiB, %d turns: one by one %.2f ms, overlapped %.2f ms, ratio %.2f\n", CHUNKS,
           p.cells >> 18, turns, median(a), median(b), median(ratio));
    OK(cudaFreeHost(p.host));
    OK(cudaFree(p.device));
}

int main() {
    cudaDeviceProp d;
    OK(cudaGetDeviceProperties(&d, 0));
    printf("%s, %d copy engines\n", d.name, d.asyncEngineCount);
    graphs();
    overlap(64);
    overlap(4096);
    overlap(16384);
    return 0;
}
