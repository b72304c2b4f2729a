// lib_ptx.cu: bulk copies, mbarrier objects and tensor maps through cuda::ptx and cuda::device.
#include "hop.h"
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

// expect by_ptx tma_B == 2048
__global__ void by_ptx(const int *a, int *o)
{
    __shared__ __align__(16) int s[256];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        ptx::mbarrier_init(&bar, 64);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    uint64_t token;
    if (t == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, a, sizeof s, &bar);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
    } else {
        token = ptx::mbarrier_arrive(&bar);
    }
    while (!ptx::mbarrier_try_wait(&bar, token))
        ;
    for (int i = t; i < 256; i += 64)
        s[i] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, o, s, sizeof s);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    }
}
__global__ void reduced(const int *a, int *o)
{
    __shared__ __align__(16) int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    ptx::fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, o, s, sizeof s);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    }
}
__global__ void tensor(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to)
{
    __shared__ __align__(128) int s[16][8];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0)
        ptx::mbarrier_init(&bar, 1);
    __syncthreads();
    const int32_t at[2] = {(int)blockIdx.x * 8, (int)blockIdx.y * 16};
    if (t == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &s, &from, at, &bar);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    s[t / 8][t % 8] *= 3;
    s[8 + t / 8][t % 8] *= 3;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, at, &s);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    }
}
__global__ void by_barrier(const int *a, int *o)
{
    __shared__ __align__(16) int s[256];
    __shared__ block_barrier bar;
    int t = threadIdx.x;
    if (t == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (t == 0) {
        cuda::device::memcpy_async_tx(s, a, cuda::aligned_size_t<16>(sizeof s), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = t; i < 256; i += 64)
        o[i] = s[255 - i];
}
__global__ void by_tensor_barrier(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to)
{
    __shared__ __align__(128) int s[16][8];
    __shared__ block_barrier bar;
    int t = threadIdx.x;
    if (t == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (t == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&s, &from, blockIdx.x * 8, blockIdx.y * 16, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    s[t / 8][t % 8] += 5;
    s[8 + t / 8][t % 8] += 5;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (t == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&to, blockIdx.x * 8, blockIdx.y * 16, &s);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

int main()
{
    int *a = t_dev<int>(1024, [](int i) { return i; }), *o = t_dev<int>(1024), *r = t_dev<int>(64);
    by_ptx<<<1, 64>>>(a, o);
    t_is("by ptx", o, 256, [](int i) { return i + 1; });
    reduced<<<3, 64>>>(a, r);
    t_is("reduced", r, 64, [](int i) { return 3 * i; });
    by_barrier<<<1, 64>>>(a, o);
    t_is("by barrier", o, 256, [](int i) { return 255 - i; });
    CUtensorMap from = dense_map(a, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {32, 32}, {8, 16});
    CUtensorMap to = dense_map(o, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {32, 32}, {8, 16});
    tensor<<<dim3(4, 2), 64>>>(from, to);
    t_is("tensor", o, 1024, [](int i) { return 3 * i; });
    by_tensor_barrier<<<dim3(4, 2), 64>>>(from, to);
    t_is("tensor by barrier", o, 1024, [](int i) { return i + 5; });
    return t_end();
}
