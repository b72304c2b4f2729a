/*
 * bench.cu: the five ways of lab h08 on a real GPU. No row asks for more than cudaMemGetInfo says is free when it asks.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 -o /tmp/h08 kernels/h08-unified-mem/bench.cu && /tmp/h08
 *
 * copy      cudaMalloc and cudaMemcpy from pinned and from pageable memory
 * managed   a kernel that reads and writes all of it: by faults, again in place, after cudaMemPrefetchAsync; the CPU's
 *           first read afterwards
 * mostly    cudaMemAdviseSetReadMostly: GPU, CPU and GPU again read in turn, with the advice and without
 * home      preferred location CPU, accessed by the GPU: all of it, and 128 B of each 64 KiB, against faults
 * window    a kernel for each 32 MiB: in place, by faults, and prefetched on a second stream so many chunks ahead
 *
 * Times are of one call by the host's clock between two waits for the device; each row is the median of three rounds
 * with fresh memory. Sums are held against what the memory has. No row makes the GPU hold more than was free.
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#define OK(x) ok((x), __LINE__)

static void ok(cudaError_t e, int line) {
    if (e == cudaSuccess)
        return;
    printf("%s:%d %s\n", __FILE__, line, cudaGetErrorString(e));
    exit(1);
}

static const size_t MiB = 1u << 20, GiB = 1u << 30, SIZE = GiB / 2;
enum { ROUNDS = 3, BLOCKS = 1056, THREADS = 256 };
static unsigned long long *on_gpu, sum; /* the sum of one kernel, and what was read since the last check */

__global__ void add_one(unsigned *x, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x)
        x[i] += 1;
}

/* Reads the first `run` words of each `step` words. */
__global__ void read_all(const unsigned *x, size_t n, unsigned run, unsigned step, unsigned long long *out) {
    unsigned long long s = 0;
    size_t words = n / step * run;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += gridDim.x * (size_t)blockDim.x)
        s += x[i / run * step + i % run];
    __shared__ unsigned long long part[THREADS];
    part[threadIdx.x] = s;
    for (int half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (!threadIdx.x)
        atomicAdd(out, part[0]);
}

/* The same, each word `turns` times over: work that a transfer can hide behind. */
__global__ void chew(unsigned *x, size_t n, int turns) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x) {
        unsigned v = x[i];
        for (int k = 0; k < turns; k++)
            v = v * 3 + 1;
        x[i] = v;
    }
}

static cudaMemLocation gpu_place() {
    cudaMemLocation l = {};
    l.type = cudaMemLocationTypeDevice, l.id = 0;
    return l;
}

static cudaMemLocation cpu_place() {
    cudaMemLocation l = {};
    l.type = cudaMemLocationTypeHost, l.id = 0;
    return l;
}

static void prefetch(void *p, size_t bytes, cudaMemLocation to, cudaStream_t s) {
#if CUDART_VERSION >= 13000
    OK(cudaMemPrefetchAsync(p, bytes, to, 0, s));
#else
    OK(cudaMemPrefetchAsync(p, bytes, to.type == cudaMemLocationTypeDevice ? to.id : cudaCpuDeviceId, s));
#endif
}

static void advise(void *p, size_t bytes, cudaMemoryAdvise what, cudaMemLocation at) {
#if CUDART_VERSION >= 13000
    OK(cudaMemAdvise(p, bytes, what, at));
#else
    OK(cudaMemAdvise(p, bytes, what, at.type == cudaMemLocationTypeDevice ? at.id : cudaCpuDeviceId));
#endif
}

static size_t free_bytes() {
    size_t left, all;
    OK(cudaMemGetInfo(&left, &all));
    return left;
}

/* Managed memory that the CPU has written, never more than is free. */
static unsigned *managed(size_t bytes) {
    unsigned *p;
    if (bytes > free_bytes()) {
        printf("%.1f GiB are more than is free\n", (double)bytes / (double)GiB);
        exit(1);
    }
    OK(cudaMallocManaged(&p, bytes));
    std::fill(p, p + bytes / 4, 1u);
    return p;
}

template <class F> static double ms(F call) {
    OK(cudaDeviceSynchronize());
    auto from = std::chrono::steady_clock::now();
    call();
    OK(cudaDeviceSynchronize());
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}

static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void row(const char *what, std::vector<double> v, size_t bytes) {
    printf("%-44s %9.2f ms   %7.2f GB/s\n", what, median(v), (double)bytes / 1e6 / median(v));
}

static void expect(unsigned long long want) {
    unsigned long long gpu;
    OK(cudaMemcpy(&gpu, on_gpu, sizeof gpu, cudaMemcpyDeviceToHost));
    OK(cudaMemset(on_gpu, 0, sizeof gpu));
    if (sum + gpu != want)
        printf("wrong sum: %llu, expected %llu\n", sum + gpu, want);
    sum = 0;
}

static void gpu_reads(const unsigned *p, size_t n, unsigned run, unsigned step) {
    read_all<<<BLOCKS, THREADS>>>(p, n, run, step, on_gpu);
    OK(cudaGetLastError());
}

static unsigned long long cpu_reads(const unsigned *p, size_t n) {
    unsigned long long s = 0;
    for (size_t i = 0; i < n; i++)
        s += p[i];
    return s;
}

static void copies(size_t bytes) {
    std::vector<double> pinned, pageable, kernel;
    unsigned *d, *h, *m = (unsigned *)malloc(bytes);
    OK(cudaMalloc(&d, bytes));
    OK(cudaMallocHost(&h, bytes));
    memset(h, 1, bytes), memset(m, 1, bytes);
    for (int k = 0; k < ROUNDS; k++) {
        pinned.push_back(ms([&] { OK(cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice)); }));
        pageable.push_back(ms([&] { OK(cudaMemcpy(d, m, bytes, cudaMemcpyHostToDevice)); }));
        kernel.push_back(ms([&] { add_one<<<BLOCKS, THREADS>>>(d, bytes / 4); }));
    }
    row("copy: pinned, host to device", pinned, bytes);
    row("copy: pageable, host to device", pageable, bytes);
    row("copy: the kernel, in place", kernel, bytes);
    OK(cudaFree(d)), OK(cudaFreeHost(h)), free(m);
}

static void faults(size_t bytes) {
    std::vector<double> first, again, moved, after, back;
    for (int k = 0; k < ROUNDS; k++) {
        unsigned *p = managed(bytes);
        first.push_back(ms([&] { add_one<<<BLOCKS, THREADS>>>(p, bytes / 4); }));
        again.push_back(ms([&] { add_one<<<BLOCKS, THREADS>>>(p, bytes / 4); }));
        back.push_back(ms([&] { sum += cpu_reads(p, bytes / 4); }));
        expect(3ull * (bytes / 4));
        moved.push_back(ms([&] { prefetch(p, bytes, gpu_place(), 0); }));
        after.push_back(ms([&] { add_one<<<BLOCKS, THREADS>>>(p, bytes / 4); }));
        OK(cudaFree(p));
    }
    row("managed: the kernel, by faults", first, bytes);
    row("managed: the kernel again, in place", again, bytes);
    row("managed: the CPU reads it back, by faults", back, bytes);
    row("managed: cudaMemPrefetchAsync", moved, bytes);
    row("managed: the kernel after that", after, bytes);
}

static void mostly(size_t bytes, bool hint) {
    std::vector<double> gpu, cpu, again;
    for (int k = 0; k < ROUNDS; k++) {
        unsigned *p = managed(bytes);
        if (hint)
            advise(p, bytes, cudaMemAdviseSetReadMostly, gpu_place());
        gpu.push_back(ms([&] { gpu_reads(p, bytes / 4, 1, 1); }));
        expect(bytes / 4);
        cpu.push_back(ms([&] { sum += cpu_reads(p, bytes / 4); }));
        expect(bytes / 4);
        again.push_back(ms([&] { gpu_reads(p, bytes / 4, 1, 1); }));
        expect(bytes / 4);
        OK(cudaFree(p));
    }
    row(hint ? "mostly: GPU reads, with the advice" : "mostly: GPU reads, without", gpu, bytes);
    row(hint ? "mostly: CPU reads, with the advice" : "mostly: CPU reads, without", cpu, bytes);
    row(hint ? "mostly: GPU reads again, with the advice" : "mostly: GPU reads again, without", again, bytes);
}

static void home(size_t bytes, bool hint, unsigned run, unsigned step) {
    std::vector<double> t;
    char what[80];
    for (int k = 0; k < ROUNDS; k++) {
        unsigned *p = managed(bytes);
        if (hint) {
            advise(p, bytes, cudaMemAdviseSetPreferredLocation, cpu_place());
            advise(p, bytes, cudaMemAdviseSetAccessedBy, gpu_place());
        }
        t.push_back(ms([&] { gpu_reads(p, bytes / 4, run, step); }));
        expect(bytes / 4 / step * run);
        OK(cudaFree(p));
    }
    snprintf(what, sizeof what, "home: %s, %s", run == step ? "all of it" : "128 B of each 64 KiB",
             hint ? "at home in the CPU" : "by faults");
    row(what, t, bytes / step * run);
}

static void window(size_t bytes, int turns) {
    const size_t chunk = 32 * MiB, n = bytes / chunk;
    cudaStream_t work, way;
    OK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&way, cudaStreamNonBlocking));
    std::vector<cudaEvent_t> there(n), done(n);
    for (size_t k = 0; k < n; k++) {
        OK(cudaEventCreateWithFlags(&there[k], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming));
    }
    std::vector<double> alone;
    unsigned *here = managed(bytes);
    prefetch(here, bytes, gpu_place(), 0);
    for (int round = 0; round < ROUNDS; round++)
        alone.push_back(ms([&] {
            for (size_t k = 0; k < n; k++)
                chew<<<BLOCKS, THREADS>>>(here + k * chunk / 4, chunk / 4, turns);
        }));
    row("window: the kernels alone, in place", alone, bytes);
    OK(cudaFree(here));
    for (size_t ahead : {0u, 1u, 2u, 4u, 8u}) {
        std::vector<double> t;
        char what[80];
        for (int round = 0; round < ROUNDS; round++) {
            unsigned *p = managed(bytes);
            t.push_back(ms([&] {
                for (size_t k = 0; k < n + ahead; k++) {
                    if (ahead && k < n) {
                        if (k >= ahead) /* no more than `ahead` chunks before the kernel */
                            OK(cudaStreamWaitEvent(way, done[k - ahead], 0));
                        prefetch((char *)p + k * chunk, chunk, gpu_place(), way);
                        OK(cudaEventRecord(there[k], way));
                    }
                    /* With a window of w, the kernel of chunk k - w + 1 is issued behind the prefetch of chunk k. */
                    size_t c = ahead ? k - (ahead - 1) : k;
                    if (c >= n)
                        continue;
                    if (ahead)
                        OK(cudaStreamWaitEvent(work, there[c], 0));
                    chew<<<BLOCKS, THREADS, 0, work>>>(p + c * chunk / 4, chunk / 4, turns);
                    OK(cudaEventRecord(done[c], work));
                }
            }));
            OK(cudaFree(p));
        }
        snprintf(what, sizeof what, "window: %zu chunks ahead, %d turns", ahead, turns);
        row(what, t, bytes);
    }
    for (size_t k = 0; k < n; k++)
        OK(cudaEventDestroy(there[k])), OK(cudaEventDestroy(done[k]));
    OK(cudaStreamDestroy(work)), OK(cudaStreamDestroy(way));
}

int main() {
    cudaDeviceProp prop;
    int concurrent = 0, tables = 0;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
    OK(cudaDeviceGetAttribute(&tables, cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0));
    printf("%s, %.1f GiB free, concurrent managed access %d, host page tables %d\n", prop.name,
           (double)free_bytes() / (double)GiB, concurrent, tables);
    if (!concurrent || free_bytes() < 4 * SIZE) {
        printf("This bench needs concurrent managed access and %.0f GiB that are free.\n",
               4. * (double)SIZE / (double)GiB);
        return 1;
    }
    OK(cudaMalloc(&on_gpu, sizeof *on_gpu));
    OK(cudaMemset(on_gpu, 0, sizeof *on_gpu));
    copies(SIZE);
    faults(SIZE);
    mostly(SIZE, false), mostly(SIZE, true);
    home(SIZE, false, 1, 1), home(SIZE, true, 1, 1);
    home(SIZE, false, 32, 16384), home(SIZE, true, 32, 16384);
    window(SIZE, 1000);
    OK(cudaFree(on_gpu));
    return 0;
}
