/*
 * simt/lib_device.h: how Thrust and the device-wide half of CUB run: as kernels of ours, in the order of a
 * stream. What goes element by element takes a thread each; what goes in order (scans, selections, sorts by a
 * comparison) is one thread's work, which no figure of it should be mistaken for the device's.
 */
#ifndef SIMT_LIB_DEVICE_H
#define SIMT_LIB_DEVICE_H

#include "hd.h"

#include <limits>
#include <type_traits>
#include <utility>

#include "lib.h"
#include "lib_abi.h"

namespace simt {

enum { each_block = 256 };

template <class F> SIMT_OWN_KERNEL void each_kernel(F f, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
template <class F> SIMT_OWN_KERNEL void once_kernel(F f) { f(); }

/* f(i) for i in 0..n-1. */
template <class F> inline cudaError_t each(const char *name, cudaStream_t stream, size_t n, F f, uintptr_t pc)
{
    if (n)
        simt_launch_site(
            name, nullptr, simt_config((unsigned)((n + each_block - 1) / each_block), each_block, 0, stream),
            [](auto &...a) { each_kernel(a...); }, pc)(f, n);
    return cudaPeekAtLastError();
}
template <class F> inline cudaError_t once(const char *name, cudaStream_t stream, F f, uintptr_t pc)
{
    simt_launch_site(
        name, nullptr, simt_config(1, 1, 0, stream), [](auto &...a) { once_kernel(a...); }, pc)(f);
    return cudaPeekAtLastError();
}

/* The keys that a radix orders. */
template <class K> constexpr bool radix_key() { return std::is_arithmetic<K>::value && sizeof(K) <= 8; }
template <class K> constexpr int key_kind()
{
    return std::is_floating_point<K>::value ? SIMT_KEY_FLOAT : std::is_signed<K>::value ? SIMT_KEY_SIGNED :
                                                                                          SIMT_KEY_UNSIGNED;
}

/* Sums of neighbours, then of those: the error of a long float sum stays that of a tree. */
template <class T, class In, class Op> SIMT_LIB_FN T reduce_pairs(In in, size_t n, T init, Op op)
{
    enum { run = 64, levels = 48 };
    alignas(T) unsigned char store[levels][sizeof(T)];
    T *level[levels];
    size_t runs = 0;
    for (int i = 0; i < levels; i++)
        level[i] = (T *)store[i];
    for (size_t at = 0; at < n; runs++) {
        T sum = (T)in[at++];
        for (int i = 1; i < run && at < n; i++)
            sum = op(sum, in[at++]);
        int up = 0;
        for (; runs >> up & 1; up++)
            sum = op(*level[up], sum);
        new ((void *)level[up]) T(sum);
    }
    bool any = false;
    T total = init;
    for (int up = 0; up < levels; up++)
        if (runs >> up & 1) {
            total = any ? op(*level[up], total) : *level[up];
            any = true;
        }
    return any ? op(init, total) : init;
}

} // namespace simt

#endif
