/* simt/aligned_size.h: cuda::aligned_size_t, which several headers take. */
#ifndef SIMT_ALIGNED_SIZE_H
#define SIMT_ALIGNED_SIZE_H

#include <stddef.h>

namespace cuda {
template <size_t Alignment> struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    constexpr explicit aligned_size_t(size_t n) : value(n) {}
    constexpr operator size_t() const { return value; }
};
} // namespace cuda

#endif
