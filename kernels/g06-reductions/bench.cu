/*
 * bench.cu: the ladder on a GPU beside a kernel that only reads and beside cub, all in the same run. First every rung
 * against exact sums on ragged sizes; then bytes a second, medians of 21 rounds in which each kernel has a turn. A
 * turn reads another part of 4 GiB, so that L2 never holds what is wanted. Times are between events and include the
 * launch.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g06-reductions -I kernels/g06-reductions -o /tmp/g06 \
 *        kernels/g06-reductions/bench.cu && /tmp/g06
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

#include <cub/cub.cuh>

#define sum_interleaved naive_interleaved
#define sum_sequential naive_sequential
#define sum_first_add naive_first_add
#define sum_total naive_total
#define scan naive_scan
namespace naive {
#include "naive.cu"
}
#undef sum_interleaved
#undef sum_sequential
#undef sum_first_add
#undef sum_total
#undef scan
#define sum_interleaved ref_interleaved
#define sum_sequential ref_sequential
#define sum_first_add ref_first_add
#define sum_total ref_total
#define scan ref_scan
namespace ref {
#include "ref.cu"
}
#undef sum_interleaved
#undef sum_sequential
#undef sum_first_add
#undef sum_total
#undef scan
#define sum_interleaved opt_interleaved
#define sum_sequential opt_sequential
#define sum_first_add opt_first_add
#define sum_total opt_total
#define scan opt_scan
namespace opt {
#include "opt.cu"
}
#undef sum_interleaved
#undef sum_sequential
#undef sum_first_add
#undef sum_total
#undef scan

typedef void part_fn(float *, const float *, long long);
typedef void total_fn(float *, float *, unsigned *, const float *, long long);
typedef void scan_fn(int *, unsigned long long *, const int *, long long);

struct Rung {
    const char *name;
    part_fn *interleaved, *sequential, *first_add;
    total_fn *total;
    scan_fn *scan;
};
static const Rung ladder[] = {
    {"naive", naive::naive_interleaved, naive::naive_sequential, naive::naive_first_add, naive::naive_total,
     naive::naive_scan},
    {"ref", ref::ref_interleaved, ref::ref_sequential, ref::ref_first_add, ref::ref_total, ref::ref_scan},
    {"opt", opt::opt_interleaved, opt::opt_sequential, opt::opt_first_add, opt::opt_total, opt::opt_scan},
};

enum { MOST_BLOCKS = 1 << 13, ROUNDS = 21 };
static const size_t ALL_FLOATS = 1ul << 30;

/* Small integers: sums of them are exact in float, whatever the order. */
__global__ void fill(float *x, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        x[i] = (float)((int)((z >> 40) % 17) - 8);
    }
}
__global__ void fill(int *x, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        x[i] = (int)((i * 2654435761u) >> 7) % 17 - 8;
}

/* The yardstick: reads all, keeps nothing. The store never happens, but the compiler cannot know. Either every load
 * strides by the grid, or a warp takes rows that follow each other. */
template <int AHEAD, bool ROWS> __global__ void read_all(const uint4 *x, long long quads, unsigned *sink) {
    long long threads = (long long)gridDim.x * blockDim.x, me = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = ROWS ? 32 : threads, q = ROWS ? me / 32 * 32 * AHEAD + me % 32 : me;
    unsigned seen = 0;
    for (; q + (AHEAD - 1) * row < quads; q += AHEAD * threads) {
        uint4 v[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            v[k] = __ldcs(&x[q + k * row]);
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            seen |= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    for (; q < quads; q += row) {
        uint4 v = __ldcs(&x[q]);
        seen |= v.x ^ v.y ^ v.z ^ v.w;
    }
    if (seen == 0x12345678)
        *sink = seen;
}

struct Device {
    int sms;
    float *x, *out, *part;
    int *xi, *y;
    unsigned *ticket;
    unsigned long long *state;
    void *temp;
    size_t temp_bytes, state_bytes;
};

static Device make() {
    Device d = {};
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    d.sms = prop.multiProcessorCount;
    d.temp_bytes = 64ul << 20;
    d.state_bytes = 8 * (2 + (ALL_FLOATS / 4) / TILE);
    OK(cudaMalloc(&d.x, 4 * ALL_FLOATS));
    OK(cudaMalloc(&d.xi, ALL_FLOATS));
    OK(cudaMalloc(&d.y, ALL_FLOATS));
    OK(cudaMalloc(&d.out, 256));
    OK(cudaMalloc(&d.part, ALL_FLOATS / 32));
    OK(cudaMalloc(&d.ticket, 256));
    OK(cudaMalloc(&d.state, d.state_bytes));
    OK(cudaMalloc(&d.temp, d.temp_bytes));
    OK(cudaMemset(d.ticket, 0, 256));
    fill<<<1024, 256>>>(d.x, ALL_FLOATS);
    fill<<<1024, 256>>>(d.xi, ALL_FLOATS / 4);
    OK(cudaDeviceSynchronize());
    printf("%s, %d SMs\n", prop.name, d.sms);
    return d;
}

static unsigned blocks_for(long long n, long long width, long long most = 1ll << 31) {
    return (unsigned)std::max(1ll, std::min(most, (n + width - 1) / width));
}

static void check(const Device &d, long long n) {
    std::vector<float> x(n), part(blocks_for(n, 256));
    std::vector<int> xi(n), y(n);
    OK(cudaMemcpy(x.data(), d.x, 4 * n, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(xi.data(), d.xi, 4 * n, cudaMemcpyDeviceToHost));
    long long want = 0, sums = 0;
    for (float v : x)
        want += (long long)v;
    printf("n = %lld:", n);
    for (const Rung &r : ladder) {
        long long bad = 0;
        part_fn *trees[] = {r.interleaved, r.sequential, r.first_add};
        for (part_fn *f : trees) {
            long long got = 0;
            size_t parts = blocks_for(n, f == r.first_add ? 512 : 256);
            f<<<(unsigned)parts, 256>>>(d.part, d.x, n);
            OK(cudaMemcpy(part.data(), d.part, 4 * parts, cudaMemcpyDeviceToHost));
            for (size_t b = 0; b < parts; b++)
                got += (long long)part[b];
            bad += got != want;
        }
        for (int again = 0; again < 2; again++) {
            float got;
            r.total<<<blocks_for(n, 1024, BLOCKS), 256>>>(d.out, d.part, d.ticket, d.x, n);
            OK(cudaMemcpy(&got, d.out, 4, cudaMemcpyDeviceToHost));
            bad += got != (float)want;
        }
        OK(cudaMemset(d.state, 0, d.state_bytes));
        r.scan<<<blocks_for(n, TILE), 256>>>(d.y, d.state, d.xi, n);
        OK(cudaMemcpy(y.data(), d.y, 4 * n, cudaMemcpyDeviceToHost));
        sums = 0;
        for (long long i = 0; i < n; i++)
            bad += (sums += xi[i]) != y[i];
        printf("  %s %s", r.name, bad ? "WRONG" : "right");
    }
    printf("\n");
}

struct Entry {
    std::string name;
    std::function<void(const float *)> run;
    double bytes; /* for each element, read and written */
    double seconds;
    int yardstick;
};

static double median_of(std::vector<float> &ms) {
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2] * 1e-3;
}

/* Each round gives every entry one turn, on the next part of x. `before` runs outside of the timing. */
static void race(const Device &d, std::vector<Entry> &entries, size_t n, const std::function<void()> &before) {
    std::vector<std::vector<float>> ms(entries.size());
    cudaEvent_t a, z;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    size_t places = ALL_FLOATS / n, turn = 0;
    for (int round = -2; round < ROUNDS; round++)
        for (size_t k = 0; k < entries.size(); k++) {
            const float *x = d.x + turn++ % places * n;
            float t;
            before();
            OK(cudaEventRecord(a));
            entries[k].run(x);
            OK(cudaEventRecord(z));
            OK(cudaEventSynchronize(z));
            OK(cudaEventElapsedTime(&t, a, z));
            if (round >= 0)
                ms[k].push_back(t);
        }
    OK(cudaGetLastError());
    for (size_t k = 0; k < entries.size(); k++)
        entries[k].seconds = median_of(ms[k]);
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(z));
}

static void report(const std::vector<Entry> &entries, size_t n, const char *cub_name) {
    double read = 0, cub = 0;
    for (const Entry &e : entries) {
        if (e.yardstick)
            read = std::max(read, e.bytes * n / e.seconds);
        if (e.name == cub_name)
            cub = e.bytes * n / e.seconds;
    }
    for (const Entry &e : entries) {
        double rate = e.bytes * n / e.seconds;
        printf("  %-34s %9.2f µs %8.1f GB/s", e.name.c_str(), e.seconds * 1e6, rate / 1e9);
        if (read > 0)
            printf("  %.3f of the read kernel", rate / read);
        printf("  %.3f of cub\n", rate / cub);
    }
}

static void sums(const Device &d, size_t n) {
    std::vector<Entry> e;
    long long quads = (long long)n / 4;
    auto reader = [&](void (*f)(const uint4 *, long long, unsigned *), const char *what, unsigned g) {
        e.push_back({std::string("read, ") + what + ", " + std::to_string(g) + " x 256",
                     [=](const float *x) { f<<<g, 256>>>((const uint4 *)x, quads, d.ticket + 8); }, 4, 0, 1});
    };
    for (int per_sm : {2, 4, 8, 16, 32}) {
        reader(read_all<4, false>, "4 strided", d.sms * per_sm);
        reader(read_all<8, false>, "8 strided", d.sms * per_sm);
        reader(read_all<4, true>, "4 rows", d.sms * per_sm);
        reader(read_all<8, true>, "8 rows", d.sms * per_sm);
    }
    reader(read_all<4, true>, "4 rows and done", blocks_for((long long)n, 256 * 16));
    const Rung *r = ladder;
    e.push_back({"sum_interleaved",
                 [=](const float *x) { r[1].interleaved<<<blocks_for(n, 256), 256>>>(d.part, x, n); }, 4, 0, 0});
    e.push_back({"sum_sequential",
                 [=](const float *x) { r[1].sequential<<<blocks_for(n, 256), 256>>>(d.part, x, n); }, 4, 0, 0});
    e.push_back({"sum_first_add",
                 [=](const float *x) { r[1].first_add<<<blocks_for(n, 512), 256>>>(d.part, x, n); }, 4, 0, 0});
    for (const Rung &rung : ladder)
        e.push_back({std::string("sum_total, ") + rung.name,
                     [=](const float *x) {
                         rung.total<<<blocks_for(n, 1024, BLOCKS), 256>>>(d.out, d.part, d.ticket, x, n);
                     },
                     4, 0, 0});
    for (int threads : {128, 256, 512, 1024})
        for (int per_sm : {1024, 2048, 4096, 8192, 16384}) {
            unsigned g = d.sms * (per_sm / threads);
            if (g <= MOST_BLOCKS)
                e.push_back({"sum_total, opt, " + std::to_string(g) + " x " + std::to_string(threads),
                             [=](const float *x) {
                                 r[2].total<<<g, threads>>>(d.out, d.part, d.ticket, x, n);
                             },
                             4, 0, 0});
        }
    e.push_back({"cub::DeviceReduce::Sum",
                 [=](const float *x) {
                     size_t room = d.temp_bytes;
                     cub::DeviceReduce::Sum(d.temp, room, x, d.out, (int)n);
                 },
                 4, 0, 0});
    race(d, e, n, [] {});
    printf("\nsum of 2^%.0f floats, %.1f MB\n", log2((double)n), 4 * n / 1e6);
    report(e, n, "cub::DeviceReduce::Sum");
}

static void scans(const Device &d, size_t n) {
    std::vector<Entry> e;
    for (const Rung &r : ladder) {
        scan_fn *f = r.scan;
        if (f == naive::naive_scan && n > 1ul << 24)
            continue; /* one block at a time: seconds a launch */
        e.push_back({std::string("scan, ") + r.name,
                     [=](const float *) { f<<<blocks_for(n, TILE), 256>>>(d.y, d.state, d.xi, n); }, 8, 0, 0});
    }
    e.push_back({"cub::DeviceScan::InclusiveSum",
                 [=](const float *) {
                     size_t room = d.temp_bytes;
                     cub::DeviceScan::InclusiveSum(d.temp, room, d.xi, d.y, (int)n);
                 },
                 8, 0, 0});
    race(d, e, n, [&] { OK(cudaMemsetAsync(d.state, 0, d.state_bytes)); });
    printf("\nscan of 2^%.0f ints, %.1f MB read and written\n", log2((double)n), 8 * n / 1e6);
    report(e, n, "cub::DeviceScan::InclusiveSum");
}

int main() {
    Device d = make();
    for (long long n : {1ll, 31ll, 33ll, 257ll, 2049ll, 100003ll, (1ll << 20) + 77, (1ll << 22) - 1})
        check(d, n);
    for (int k : {24, 26, 28, 30})
        sums(d, 1ul << k);
    for (int k : {24, 26, 28})
        scans(d, 1ul << k);
    return 0;
}
