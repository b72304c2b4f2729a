/*
 * simt/cuda_std.h: namespace cuda::std is the host's std. Functions of it that a kernel calls are compiled
 * with the kernel: their accesses are seen and belong to the line that the compiler gives them.
 */
#ifndef SIMT_CUDA_STD_H
#define SIMT_CUDA_STD_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
