/*
 * device.cu: what a grader assumes of a GPU and its driver, tried on the one that is here. Prints a line a question.
 *
 *   nvcc -O2 -std=c++17 -arch=sm_90a -o /tmp/device tests/bench/device.cu -lcuda && /tmp/device [CUBIN]
 *
 * Each question that may poison a context has a process of its own. With a cubin, also what loading it anew for each
 * trial would cost. Not asked: whether clocks may be locked, for trying would lock them; which device nodes and ioctls
 * the driver uses (strace -f on this program says); memory shared between processes by descriptor, which no lab needs.
 * The floor of an empty kernel is that without the box.
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
/* volatile: nobody reads it in this kernel, and the compiler would leave the stores out */
__global__ void leave_shared(unsigned v)
{
    extern __shared__ unsigned s[];
    for (unsigned i = threadIdx.x; i < 40 * 256; i += blockDim.x)
        ((volatile unsigned *)s)[i] = v;
}
__global__ void find_shared(unsigned v, unsigned long long *found)
{
    extern __shared__ unsigned s[];
    unsigned long long c = 0;
    for (unsigned i = threadIdx.x; i < 40 * 256; i += blockDim.x)
        c += ((volatile unsigned *)s)[i] == v;
    atomicAdd(found, c);
}

/* Reads it all; with `last`, so that the L2 gives these lines up after all others. */
__global__ void read_all(const uint4 *p, size_t n, int last, unsigned *out)
{
    unsigned sum = 0;
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint4 v;
        if (last)
            asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p + i), "l"(policy));
        else
            asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p + i));
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 1)
        *out = sum;
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
    cudaError_t e = cudaGetDeviceProperties(&p, 0);
    if (e) {
        printf("no GPU answers: %s\n", cudaGetErrorName(e));
        return;
    }
    char hmm = '?';
    FILE *f = fopen("/sys/module/nvidia_uvm/parameters/uvm_disable_hmm", "r");
    if (f && fscanf(f, " %c", &hmm) != 1)
        hmm = '?';
    if (f)
        fclose(f);
    printf("%s: pageableMemoryAccess %d, by the host's page tables %d, concurrent managed %d, compute preemption %d, "
           "uvm_disable_hmm %c (? it cannot be read)\n", p.name, pageable, tables, concurrent, preempt, hmm);
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

/* A page of device memory before one that is not mapped: its address, and the page's size; 0 with a line. */
static CUdeviceptr page_before_nothing(CUmemAccess_flags access, size_t *page)
{
    CUmemAllocationProp prop = {};
    CUmemAccessDesc d = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, access};
    CUmemGenericAllocationHandle h;
    CUdeviceptr at = 0;
    const char *name = "";
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location = d.location;
    cudaFree(0);
    CUresult r = cuMemGetAllocationGranularity(page, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    r = r ? r : cuMemCreate(&h, *page, &prop, 0);
    r = r ? r : cuMemAddressReserve(&at, 2 * *page, 0, 0, 0);
    r = r ? r : cuMemMap(at, *page, 0, h, 0);
    r = r ? r : cuMemSetAccess(at, *page, &d, 1);
    if (!r)
        return at;
    cuGetErrorName(r, &name);
    printf("a mapping that may be %s: %s\n", access == CU_MEM_ACCESS_FLAGS_PROT_READ ? "read only" : "written", name);
    return 0;
}

static void read_only()
{
    size_t page = 0;
    unsigned word = 0;
    CUdeviceptr at = page_before_nothing(CU_MEM_ACCESS_FLAGS_PROT_READ, &page);
    if (!at)
        return;
    write_word<<<1, 1>>>((unsigned *)at);
    cudaError_t e = cudaDeviceSynchronize();
    printf("a store to a mapping that may be read only (granularity %zu KiB): %s", page >> 10, cudaGetErrorName(e));
    if (!e && !cudaMemcpy(&word, (void *)at, 4, cudaMemcpyDeviceToHost))
        printf(", and the word is %s", word == 1 ? "written" : "as it was");
    printf("\n");
}

static void guard_page()
{
    size_t page = 0;
    CUdeviceptr at = page_before_nothing(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, &page);
    if (!at)
        return;
    write_word<<<1, 1>>>((unsigned *)(at + page - 4));
    cudaError_t inside = cudaDeviceSynchronize();
    write_word<<<1, 1>>>((unsigned *)(at + page));
    cudaError_t outside = cudaDeviceSynchronize();
    cudaDeviceReset();
    empty<<<1, 1>>>();
    printf("a store to the last word before an unmapped page: %s, to the first behind it: %s, after a reset of the "
           "device an empty kernel: %s\n", cudaGetErrorName(inside), cudaGetErrorName(outside),
           cudaGetErrorName(cudaDeviceSynchronize()));
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

static void context()
{
    double t0 = now();
    cudaFree(0);
    empty<<<1, 1>>>();
    cudaError_t e = cudaDeviceSynchronize();
    printf("a context on an idle GPU works (%s) after %.2f s\n", cudaGetErrorName(e), now() - t0);
}

static void killed()
{
    int p[2];
    char c = 0;
    if (pipe(p))
        return;
    pid_t pid = fork();
    if (!pid) {
        int *go, sms = 0;
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
        cudaMalloc(&go, 4);
        cudaMemset(go, 0, 4);
        forever<<<8 * sms, 256>>>(go);
        usleep(200000);
        if (cudaStreamQuery(0) == cudaErrorNotReady && write(p[1], "x", 1) == 1)
            pause();
        _exit(0);
    }
    close(p[1]);
    if (read(p[0], &c, 1) != 1) {
        waitpid(pid, NULL, 0);
        printf("an endless kernel did not start\n");
        return;
    }
    double t0 = now();
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    double gone = now() - t0;
    cudaFree(0);
    empty<<<1, 1>>>();
    cudaError_t e = cudaDeviceSynchronize();
    printf("SIGKILL to a process with an endless kernel on all SMs: reaped after %.2f s, another context works (%s) "
           "after %.2f s\n", gone, cudaGetErrorName(e), now() - t0);
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
    printf("an empty kernel: %.1f us by events, %.1f us by the wall (medians of 200)\n", event[100] * 1e6,
           wall[100] * 1e6);
}

/* Seconds of `launch` by events, the median of 31; `before` goes before each. */
template <class B, class L> static double median_of(B before, L launch, double *most = NULL)
{
    cudaEvent_t a, z;
    std::vector<double> t(31);
    cudaEventCreate(&a);
    cudaEventCreate(&z);
    for (double &one : t) {
        float ms = 0;
        before();
        cudaEventRecord(a);
        launch();
        cudaEventRecord(z);
        cudaEventSynchronize(z);
        cudaEventElapsedTime(&ms, a, z);
        one = ms * 1e-3;
    }
    std::sort(t.begin(), t.end());
    if (most)
        *most = t.back();
    return t[t.size() / 2];
}

/* Does a flush of three times the L2 empty it of what asked to stay? */
static void sticky_lines()
{
    const size_t N = 16 << 20;
    int l2 = 0, n = 0;
    uint4 *p;
    unsigned *out;
    char *rest;
    cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
    if (!l2 || cudaMalloc(&p, N) || cudaMalloc(&out, 4) || cudaMalloc(&rest, 3 * (size_t)l2)) {
        printf("no memory for three times the L2\n");
        return;
    }
    cudaMemset(p, 0, N);
    auto read = [&](int last) { read_all<<<1056, 256>>>(p, N / 16, last, out); };
    auto flush = [&] { cudaMemset(rest, ++n & 255, 3 * (size_t)l2); };
    double warm = median_of([&] { read(0); }, [&] { read(0); });
    double cold = median_of([&] { read(0); flush(); }, [&] { read(0); });
    double kept = median_of([&] { read(1); flush(); }, [&] { read(0); });
    double reset = median_of([&] { read(1); cudaCtxResetPersistingL2Cache(); flush(); }, [&] { read(0); });
    printf("reading 16 MiB again: %.1f us, after a flush of 3 L2: %.1f us, and when it asked to be evicted last: "
           "%.1f us, with a reset of persisting lines: %.1f us (medians of 31)\n", warm * 1e6, cold * 1e6, kept * 1e6,
           reset * 1e6);
}

static void fill_64_MiB(uint4 *p)
{
    fill<<<1056, 256>>>(p, (64 << 20) / 16, PATTERN);
}

/* What another process's kernels do to a time. */
static void neighbour()
{
    int p[2];
    char c = 0;
    uint4 *at;
    if (pipe(p))
        return;
    pid_t pid = fork();
    if (!pid) {
        uint4 *mine;
        if (read(p[0], &c, 1) != 1 || cudaMalloc(&mine, 64 << 20))
            _exit(1);
        for (;;) {
            for (int k = 0; k < 100; k++)
                fill_64_MiB(mine);
            cudaDeviceSynchronize();
        }
    }
    double most[2] = {0, 0}, t[2];
    cudaError_t e = cudaMalloc(&at, 64 << 20);
    fill_64_MiB(at);
    cudaDeviceSynchronize();
    t[0] = median_of([] {}, [&] { fill_64_MiB(at); }, &most[0]);
    if (write(p[1], "x", 1) == 1)
        sleep(3); /* its context takes a while */
    t[1] = median_of([] {}, [&] { fill_64_MiB(at); }, &most[1]);
    int gone = waitpid(pid, NULL, WNOHANG);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    if (e)
        printf("64 MiB cannot be had: %s\n", cudaGetErrorName(e));
    else
        printf("filling 64 MiB: %.1f us (at most %.1f), with another process's kernels%s: %.1f us (at most %.1f)\n",
               t[0] * 1e6, most[0] * 1e6, gone ? " (which ended early)" : "", t[1] * 1e6, most[1] * 1e6);
}

static void reload(const char *cubin)
{
    std::vector<double> t(31);
    cudaFree(0);
    for (double &one : t) {
        CUmodule m;
        double t0 = now();
        if (cuModuleLoad(&m, cubin) || cuModuleUnload(m)) {
            printf("%s does not load\n", cubin);
            return;
        }
        one = now() - t0;
    }
    std::sort(t.begin(), t.end());
    printf("loading and unloading the cubin: %.0f us (median of %zu)\n", t[t.size() / 2] * 1e6, t.size());
}

/* The writer takes nearly all there is, so that the reader's part has to come from it. */
static void residue(int writer)
{
    uint4 *p;
    unsigned long long *found, n = 0;
    size_t left = 0, all = 0, take = TEN_GB;
    cudaMemGetInfo(&left, &all);
    if (writer && left > TEN_GB)
        take = (left - (1ull << 30)) / 4096 * 4096;
    if (cudaMalloc(&found, 8) || cudaMalloc(&p, take)) {
        printf("%zu GiB cannot be had\n", take >> 30);
        return;
    }
    if (writer) {
        fill<<<1056, 256>>>(p, take / 16, PATTERN);
        leave_shared<<<1056, 256, 40960>>>(PATTERN);
        cudaError_t e = cudaDeviceSynchronize();
        printf("%zu of %zu GiB written and left: %s\n", take >> 30, all >> 30, cudaGetErrorName(e));
        fflush(stdout);
        _exit(0); /* frees nothing itself */
    }
    cudaMemset(found, 0, 8);
    count<<<1056, 256>>>(p, TEN_GB / 16, PATTERN, found);
    cudaMemcpy(&n, found, 8, cudaMemcpyDeviceToHost);
    printf("of the next process's fresh 10 GiB, %.3f %% are what was left\n",
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

int main(int argc, char **argv)
{
    alone(attributes);
    alone(host_pointer);
    alone(read_only);
    alone(guard_page);
    alone(beyond);
    alone(context);
    alone(killed);
    alone(floors);
    alone(sticky_lines);
    alone(neighbour);
    if (argc > 1)
        alone([&] { reload(argv[1]); });
    alone([] { residue(1); });
    alone([] { residue(0); });
    return 0;
}
