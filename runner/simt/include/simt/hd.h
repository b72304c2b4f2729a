/*
 * simt/hd.h: for clangd alone, which reads CUDA as it was written (`ridge simt --clangd`): nvcc's keywords as clang
 * spells them, so that it tells host from device code as nvcc does. What stands between SIMT_HD_BEGIN and SIMT_HD_END
 * may be called from both, since the emulator's headers do not say what they are for.
 */
#ifndef SIMT_HD_H
#define SIMT_HD_H

#ifdef SIMT_CLANGD
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define SIMT_HD_BEGIN _Pragma("clang force_cuda_host_device begin")
#define SIMT_HD_END _Pragma("clang force_cuda_host_device end")

/* C's functions are for both sides; of C++'s those are that clang takes for both, as nvcc does: the constexpr ones. */
SIMT_HD_BEGIN
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <math.h>
#include <mm_malloc.h> /* clang's own declares a C function again */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
SIMT_HD_END
/* All of them here: one that the emulator's headers bring in would be for both sides, and what it shares with one that
 * the user includes for the host alone be declared twice. */
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#define SIMT_OWN_KERNEL /* called as a function */
#else
#define SIMT_OWN_KERNEL __global__
#define SIMT_HD_BEGIN
#define SIMT_HD_END
#endif

#endif
