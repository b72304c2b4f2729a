/*
 * device.cu: what a grader assumes of a GPU and its driver, tried on the one that is here. Prints a line a question.
 *
 *   nvcc -O2 -std=c++17 -arch=sm_90a -o /tmp/device tests/bench/device.cu -lcuda && /tmp/device
 *
 * Each question that may poison a context has a process of its own.
 */
#include <cuda.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

__global__ void empty() {}
__global__ void forever(volatile int *go)
{
    while (!*go)
        ;
}
__global__ void read_word(const unsigned *p, unsigned *out) { *out = *p; }
__global__ void write_word(unsigned *p) { *p = 1; }
__global__ void fill(uint4 *p, size_t n, unsigned v)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = make_uint4(v, v, v, v);
}
__global__ void count(const uint4 *p, size_t n, unsigned v, unsigned long long *found)
{
    unsigned long long c = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        c += p[i].x == v && p[i].w == v;
    atomicAdd(found, c);
}
__global__ void leave_shared(unsigned v)
{
    extern __shared__ unsigned s[];
    for (unsigned i = threadIdx.x; i < 40 * 256; i += blockDim.x)
        s[i] = v;
}
__global__ void find_shared(unsigned v, unsigned long long *found)
{
    extern __shared__ unsigned s[];
    unsigned long long c = 0;
    for (unsigned i = threadIdx.x; i < 40 * 256; i += blockDim.x)
        c += ((volatile unsigned *)s)[i] == v;
    atomicAdd(found, c);
}

static const unsigned PATTERN = 0x5ec2e7ed;
static const size_t TEN_GB = 10ull << 30;

/* In a child: `f` prints its line. */
template <class F> static void alone(F f)
{
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        f();
        fflush(stdout);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

static void attributes()
{
    int pageable = 0, tables = 0, concurrent = 0, preempt = 0;
    cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0);
    cudaDeviceGetAttribute(&tables, cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0);
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0);
    cudaDeviceGetAttribute(&preempt, cudaDevAttrComputePreemptionSupported, 0);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%s: pageableMemoryAccess %d, by the host's page tables %d, concurrent managed %d, compute preemption %d\n",
           p.name, pageable, tables, concurrent, preempt);
}

static void host_pointer()
{
    unsigned *secret = (unsigned *)malloc(4096), *out, got = 0;
    *secret = PATTERN;
    cudaMalloc(&out, 4);
    read_word<<<1, 1>>>(secret, out);
    cudaError_t e = cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
    printf("a kernel that reads the launching process's malloc'd memory: %s%s\n", cudaGetErrorName(e),
           !e && got == PATTERN ? ", and it has the word" : "");
}

/* A page of device memory mapped read-only, and the page behind it not mapped at all. */
static void guards()
{
    cudaFree(0);
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    size_t page = 0;
    cuMemGetAllocationGranularity(&page, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    CUmemGenericAllocationHandle h;
    CUdeviceptr at = 0;
    CUmemAccessDesc d = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READ};
    CUresult r = cuMemCreate(&h, page, &prop, 0);
    r = r ? r : cuMemAddressReserve(&at, 2 * page, 0, 0, 0);
    r = r ? r : cuMemMap(at, page, 0, h, 0);
    r = r ? r : cuMemSetAccess(at, page, &d, 1);
    const char *name = "";
    cuGetErrorName(r, &name);
    printf("a mapping that may be read only, granularity %zu KiB: %s", page >> 10, name);
    if (!r) {
        write_word<<<1, 1>>>((unsigned *)at);
        printf("; a store to it: %s", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    printf("\n");
}

static void beyond()
{
    unsigned *p;
    cudaMalloc(&p, 2 << 20);
    write_word<<<1, 1>>>(p + (1ull << 34));
    cudaError_t first = cudaDeviceSynchronize(), second = cudaFree(p);
    printf("a store 64 GiB behind an allocation: %s, and the next call says %s\n", cudaGetErrorName(first),
           cudaGetErrorName(second));
}

static void killed()
{
    int p[2];
    char c;
    if (pipe(p))
        return;
    pid_t pid = fork();
    if (!pid) {
        int *go;
        cudaMalloc(&go, 4);
        cudaMemset(go, 0, 4);
        forever<<<132, 256>>>(go);
        usleep(200000);
        if (write(p[1], "x", 1) == 1)
            pause();
        _exit(0);
    }
    if (read(p[0], &c, 1) != 1)
        return;
    double t0 = now();
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    double gone = now() - t0;
    cudaFree(0);
    empty<<<1, 1>>>();
    cudaError_t e = cudaDeviceSynchronize();
    printf("SIGKILL to a process with an endless kernel on all SMs: reaped after %.2f s, another context works (%s) after "
           "%.2f s\n", gone, cudaGetErrorName(e), now() - t0);
}

static void floors()
{
    cudaEvent_t a, z;
    std::vector<double> wall(200), event(200);
    cudaEventCreate(&a);
    cudaEventCreate(&z);
    for (size_t k = 0; k < wall.size(); k++) {
        float ms;
        double t0 = now();
        cudaEventRecord(a);
        empty<<<1, 1>>>();
        cudaEventRecord(z);
        cudaEventSynchronize(z);
        wall[k] = now() - t0;
        cudaEventElapsedTime(&ms, a, z);
        event[k] = ms * 1e-3;
    }
    std::sort(wall.begin(), wall.end());
    std::sort(event.begin(), event.end());
    printf("an empty kernel: %.1f us by events, %.1f us by the wall (medians of 200)\n", event[100] * 1e6, wall[100] * 1e6);
}

static void residue(int writer)
{
    uint4 *p;
    unsigned long long *found, n = 0;
    if (cudaMalloc(&p, TEN_GB) || cudaMalloc(&found, 8)) {
        printf("10 GiB cannot be had\n");
        return;
    }
    if (writer) {
        fill<<<1056, 256>>>(p, TEN_GB / 16, PATTERN);
        leave_shared<<<1056, 256, 40960>>>(PATTERN);
        cudaDeviceSynchronize();
        _exit(0); /* frees nothing itself */
    }
    cudaMemset(found, 0, 8);
    count<<<1056, 256>>>(p, TEN_GB / 16, PATTERN, found);
    cudaMemcpy(&n, found, 8, cudaMemcpyDeviceToHost);
    printf("10 GiB that another process wrote and left: %.3f %% of it is in the next process's fresh 10 GiB\n",
           100.0 * n / (TEN_GB / 16));
    cudaMemset(found, 0, 8);
    find_shared<<<1056, 256, 40960>>>(PATTERN, found);
    cudaMemcpy(&n, found, 8, cudaMemcpyDeviceToHost);
    printf("shared memory that it left: %.3f %% of the next process's words\n", 100.0 * n / (1056.0 * 40 * 256));
    leave_shared<<<1056, 256, 40960>>>(PATTERN);
    cudaMemset(found, 0, 8);
    find_shared<<<1056, 256, 40960>>>(PATTERN, found);
    cudaMemcpy(&n, found, 8, cudaMemcpyDeviceToHost);
    printf("shared memory that another kernel of the same process left: %.3f %%\n", 100.0 * n / (1056.0 * 40 * 256));
}

int main()
{
    alone(attributes);
    alone(host_pointer);
    alone(guards);
    alone(beyond);
    alone(killed);
    alone(floors);
    alone([] { residue(1); });
    alone([] { residue(0); });
    return 0;
}
