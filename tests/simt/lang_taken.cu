// lang_taken.cu: what nvcc takes and programs do: spaces in a launch, headers that others bring,
// atomics behind volatile.
#include "t.h"

#include <cub/cub.cuh>
#include <cuda.h>
#include <cuda/atomic>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>

template <int n> struct plus_n {
    enum { value = n };
};
template <class T> __global__ void put(int *p, int v)
{
    p[threadIdx.x] = v + T::value;
}

static void spaces(int *p)
{
    put<plus_n<1>> << <1, 32 >> > (p, 4);
    t_is("formatted", p, 32, [](int) { return 5; });
    put<plus_n<(8 >> 2)>> << < 1, dim3(32) >> >(p, 64 >> 3);
    t_is("formatted wide", p, 32, [](int) { return 10; });
}

/* What nvcc gives the kernel is the address: of managed memory both can use. */
__global__ void referred(const int2 &from, int &to, int *o)
{
    if (threadIdx.x == 0)
        to = from.x;
    o[threadIdx.x] = from.y;
}

static void references(int *o)
{
    int2 *from;
    int *to;
    CK(cudaMallocManaged(&from, sizeof *from));
    CK(cudaMallocManaged(&to, sizeof *to));
    *from = make_int2(3, 4);
    referred<<<1, 32>>>(*from, *to, o);
    t_is("referred", o, 32, [](int) { return 4; });
    EQ(*to, 3);
    *from = make_int2(5, 6);
    void *args[] = {&from, &to, &o};
    CK(cudaLaunchKernel((const void *)referred, dim3(1), dim3(32), args, 0, nullptr));
    t_is("by its address", o, 32, [](int) { return 6; });
    EQ(*to, 5);
    CK(cudaFree(from));
    CK(cudaFree(to));
}

__global__ void counted(int *o)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
    volatile cuda::atomic<int, cuda::thread_scope_block> *v = &a;
    if (threadIdx.x == 0)
        a.store(0);
    __syncthreads();
    v->fetch_add(2);
    ++*v;
    __syncthreads();
    o[threadIdx.x] = v->load();
}

static void searches()
{
    thrust::device_vector<int> sorted(10), at(10);
    thrust::sequence(sorted.begin(), sorted.end(), 0, 2);
    thrust::counting_iterator<int> wanted(0);
    thrust::upper_bound(sorted.begin(), sorted.end(), wanted, wanted + 10, at.begin());
    t_is("upper_bound", thrust::raw_pointer_cast(at.data()), 10, [](int i) { return i / 2 + 1; });
    thrust::lower_bound(sorted.begin(), sorted.end(), wanted, wanted + 10, at.begin());
    t_is("lower_bound", thrust::raw_pointer_cast(at.data()), 10, [](int i) { return (i + 1) / 2; });
    thrust::binary_search(sorted.begin(), sorted.end(), wanted, wanted + 10, at.begin());
    t_is("binary_search", thrust::raw_pointer_cast(at.data()), 10, [](int i) { return (i + 1) % 2; });
}

int main()
{
    int *p = t_dev<int>(96);
    spaces(p);
    references(p);
    counted<<<1, 32>>>(p);
    t_is("volatile atomic", p, 32, [](int) { return 96; });
    searches();
    std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
    EQ(now.time_since_epoch().count() > 0, 1);
    CUdeviceptr base = 0;
    size_t size = 0;
    EQ(cuMemGetAddressRange(&base, &size, (CUdeviceptr)(p + 7)), CUDA_SUCCESS);
    EQ(base == (CUdeviceptr)p, 1);
    EQ(size, 384);
    return t_end();
}
