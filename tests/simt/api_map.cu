// api_map.cu: virtual memory management: address space that memory is mapped to, moved, shared and taken from.
// args right
// allow-error api
#include <cuda.h>

#include "t.h"

#define CU(call) EQ(call, CUDA_SUCCESS)

__global__ void fill(int *p, int from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = from + i;
}
__global__ void sum(const int *p, size_t n, unsigned long long *o)
{
    unsigned long long s = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        s += p[i];
    atomicAdd(o, s);
}
// args past
// expect-error out-of-bounds @past
// expect-exit *
__global__ void past(const int *p, size_t at, int *o) { o[threadIdx.x] = p[at + threadIdx.x]; } //@past
// args unmapped
// expect-error out-of-bounds|illegal-address|use-after-free @unmapped
// expect-exit *
__global__ void unmapped(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //@unmapped
// args never
// expect-error uninitialised @never
__global__ void never(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //@never
// args sealed
// expect-error illegal-address @sealed
// expect-exit *
__global__ void sealed(int *p) { p[threadIdx.x] = 1; } //@sealed
// args misused
// expect-error api @misused
// expect-error api @freed

static CUmemAllocationProp prop;
static CUmemAccessDesc both;
static size_t unit;

static CUdeviceptr space(size_t n)
{
    CUdeviceptr p = 0;
    CU(cuMemAddressReserve(&p, n, 0, 0, 0));
    EQ(p % unit, 0);
    return p;
}
static CUmemGenericAllocationHandle memory(size_t n)
{
    CUmemGenericAllocationHandle h;
    CU(cuMemCreate(&h, n, &prop, 0));
    return h;
}
static void map(CUdeviceptr p, size_t n, CUmemGenericAllocationHandle h)
{
    CU(cuMemMap(p, n, 0, h, 0));
    CU(cuMemSetAccess(p, n, &both, 1));
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    CUdevice device;
    int has = 0;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CK(cudaFree(0));
    CU(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    EQ(has, 1);
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    both.location = prop.location;
    both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CU(cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    EQ(unit, 2 << 20);

    size_t n = unit / sizeof(int);
    CUdeviceptr p = space(4 * unit);
    CUmemGenericAllocationHandle a = memory(unit), b = memory(unit);
    int *at = (int *)p, *o;
    unsigned long long *total, flags = 9;
    CK(cudaMalloc(&o, 128));
    CK(cudaMalloc(&total, 8));
    CK(cudaMemset(total, 0, 8));
    map(p, unit, a);
    if (!strcmp(w, "right")) {
        // a vector that grows in place: the second memory right behind the first, and one copy over both
        fill<<<(unsigned)(n / 256), 256>>>(at, 0, (int)n);
        map(p + unit, unit, b);
        fill<<<(unsigned)(n / 256), 256>>>(at + n, (int)n, (int)n);
        sum<<<1, 256>>>(at, 2 * n, total);
        unsigned long long got = 0;
        CK(cudaMemcpy(&got, total, 8, cudaMemcpyDeviceToHost));
        EQ(got, (unsigned long long)(2 * n) * (2 * n - 1) / 2);
        int *host = (int *)malloc(2 * unit);
        CK(cudaMemcpy(host, at, 2 * unit, cudaMemcpyDeviceToHost));
        EQ(host[2 * n - 1], 2 * n - 1);
        EQ(host[n], n);
        // what is mapped elsewhere is the same memory, in another order too
        CU(cuMemUnmap(p, 2 * unit));
        CUdeviceptr q = space(8 * unit);
        map(q, unit, b);
        map(q + unit, unit, a);
        CK(cudaMemcpy(host, (void *)q, 2 * unit, cudaMemcpyDeviceToHost));
        EQ(host[0], n);
        EQ(host[n], 0);
        // at two addresses at once
        map(p, unit, b);
        fill<<<1, 32>>>((int *)p, 7000, 32);
        CK(cudaMemcpy(host, (void *)q, 128, cudaMemcpyDeviceToHost));
        EQ(host[31], 7031);
        CU(cuMemGetAccess(&flags, &prop.location, q));
        EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        // its handle may be released while it is mapped
        CU(cuMemRelease(b));
        CU(cuMemRetainAllocationHandle(&b, (void *)q));
        fill<<<1, 32>>>((int *)q, 1, 32);
        CK(cudaDeviceSynchronize());
        // rules
        EQ(cuMemAddressFree(q, 8 * unit), CUDA_ERROR_INVALID_VALUE);
        EQ(cuMemUnmap(q, unit / 2), CUDA_ERROR_INVALID_VALUE);
        EQ(cuMemMap(q, unit, 0, b, 0), CUDA_ERROR_INVALID_VALUE);
        EQ(cuMemCreate(&flags, 1000, &prop, 0), CUDA_ERROR_INVALID_VALUE);
        CU(cuMemUnmap(q, 2 * unit));
        CU(cuMemAddressFree(q, 8 * unit));
        // managed memory, by the driver's names
        CUdeviceptr m;
        CU(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
        CU(cuMemAdvise(m, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, prop.location));
        CU(cuMemPrefetchAsync(m, 4096, prop.location, 0, 0));
        CU(cuMemcpyAsync(m, p, 4096, 0));
        CK(cudaDeviceSynchronize());
        EQ(((int *)m)[3], 4);
        CU(cuMemFree(m));
        free(host);
    }
    if (!strcmp(w, "past")) {
        CK(cudaMemset(at, 0, unit));
        past<<<1, 32>>>(at, n - 16, o);
    }
    if (!strcmp(w, "never"))
        never<<<1, 32>>>(at, o);
    if (!strcmp(w, "misused")) {
        EQ(cuMemMap(p, unit, 0, b, 0), CUDA_ERROR_INVALID_VALUE); //@misused
        EQ(cudaFree(at), cudaErrorInvalidValue); //@freed
        cudaGetLastError();
    }
    if (!strcmp(w, "sealed")) {
        both.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
        CU(cuMemSetAccess(p, unit, &both, 1));
        sealed<<<1, 32>>>(at);
        return cudaDeviceSynchronize() ? 0 : 1;
    }
    CK(cudaDeviceSynchronize());
    CU(cuMemUnmap(p, unit));
    if (!strcmp(w, "unmapped")) {
        unmapped<<<1, 32>>>(at, o);
        return cudaDeviceSynchronize() ? 0 : 1;
    }
    CU(cuMemAddressFree(p, 4 * unit));
    CU(cuMemRelease(a));
    CU(cuMemRelease(b));
    CK(cudaFree(o));
    CK(cudaFree(total));
    return t_end();
}
