/*
 * thrust/simt/system.h: where data live. An algorithm runs on the device if its policy says so or one of its
 * iterators points there, else on the host. Device iterators reach an algorithm as plain ones: simt_plain()
 * strips them.
 */
#ifndef SIMT_THRUST_SYSTEM_H
#define SIMT_THRUST_SYSTEM_H

#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "../../cuda_runtime.h"
#include "../../simt/lib_device.h"

#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0

namespace thrust {

struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};

namespace simt_detail {
struct host_policy {};
struct device_policy {
    cudaStream_t stream = 0;
    device_policy on(cudaStream_t s) const { return device_policy{s}; }
    template <class A> device_policy operator()(A &&) const { return *this; }
};
template <class P> struct is_policy {
    static constexpr bool value = std::is_same<std::decay_t<P>, host_policy>::value ||
                                  std::is_same<std::decay_t<P>, device_policy>::value;
};
template <class It, class = void> struct system_of {
    typedef host_system_tag type;
};
template <class It> struct system_of<It, std::void_t<typename It::simt_system>> {
    typedef typename It::simt_system type;
};
template <class... It> constexpr bool any_on_device()
{
    return (std::is_same<typename system_of<std::decay_t<It>>::type, device_system_tag>::value || ...);
}
template <class A, class B> using joint =
    std::conditional_t<std::is_same<A, device_system_tag>::value || std::is_same<B, device_system_tag>::value,
                       device_system_tag, std::conditional_t<std::is_same<A, any_system_tag>::value, B, A>>;

/* The policy that an algorithm without one has. */
template <class... It> auto policy_for()
{
    if constexpr (any_on_device<It...>())
        return device_policy{};
    else
        return host_policy{};
}

inline void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

/* An iterator as a kernel uses it: device pointers become plain ones, whatever wraps them. */
template <class It, class = void> struct plain {
    static const It &of(const It &i) { return i; }
};
template <class It> struct plain<It, std::void_t<decltype(std::declval<const It &>().simt_plain())>> {
    static auto of(const It &i) { return i.simt_plain(); }
};
template <class It> auto plain_of(const It &i) { return plain<It>::of(i); }

/* f(i) for every i, on the side of the policy; a device's work is done when this returns. */
template <class F> void each(host_policy, const char *, size_t n, F f, uintptr_t)
{
    for (size_t i = 0; i < n; i++)
        f(i);
}
template <class F> void each(device_policy p, const char *name, size_t n, F f, uintptr_t pc)
{
    if (!n)
        return;
    check(simt::each(name, p.stream, n, f, pc), name);
    check(cudaStreamSynchronize(p.stream), name);
}
template <class F> void once(host_policy, const char *, F f, uintptr_t) { f(); }
template <class F> void once(device_policy p, const char *name, F f, uintptr_t pc)
{
    check(simt::once(name, p.stream, f, pc), name);
    check(cudaStreamSynchronize(p.stream), name);
}
/* ... and what it returns. */
template <class R, class F> R value(host_policy, const char *, F f, uintptr_t) { return f(); }
template <class R, class F> R value(device_policy p, const char *name, F f, uintptr_t pc)
{
    alignas(R) unsigned char host[sizeof(R)];
    void *d = nullptr;
    check(cudaMalloc(&d, sizeof(R)), name);
    R *to = (R *)d;
    cudaError_t e = simt::once(name, p.stream, [=]() mutable { new ((void *)to) R(f()); }, pc);
    if (e == cudaSuccess)
        e = cudaMemcpyAsync(host, d, sizeof(R), cudaMemcpyDeviceToHost, p.stream);
    if (e == cudaSuccess)
        e = cudaStreamSynchronize(p.stream);
    cudaFree(d);
    check(e, name);
    return *(R *)host;
}
} // namespace simt_detail

typedef simt_detail::host_policy host_execution_policy;
typedef simt_detail::device_policy device_execution_policy;
static const simt_detail::host_policy host{}, seq{};
static const simt_detail::device_policy device{};
namespace cuda {
static const simt_detail::device_policy par{}, par_nosync{};
}
namespace system {
using thrust::simt_detail::check;
class system_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};
} // namespace system
using system::system_error;

template <class It> struct iterator_system {
    typedef typename simt_detail::system_of<It>::type type;
};
template <class It> struct iterator_traits : std::iterator_traits<It> {};
template <class It> using iterator_value_t = typename std::iterator_traits<It>::value_type;

} // namespace thrust

#endif
