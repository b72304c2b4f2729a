/* nvtx3/nvtx3.hpp: the C++ form of NVTX. Ranges come and go and do nothing. */
#ifndef NVTX3_HPP
#define NVTX3_HPP

#include <string>

#include "nvToolsExt.h"

namespace nvtx3 {
struct rgb {
    constexpr rgb(unsigned char, unsigned char, unsigned char) {}
};
struct argb {
    constexpr argb(unsigned char, unsigned char, unsigned char, unsigned char) {}
};
struct color {
    constexpr explicit color(uint32_t) {}
    constexpr color(rgb) {}
    constexpr color(argb) {}
};
struct category {
    constexpr explicit category(uint32_t) {}
};
struct payload {
    template <class T> constexpr explicit payload(T) {}
};
struct message {
    message(const char *) {}
    message(const std::string &) {}
};
struct event_attributes {
    template <class... A> event_attributes(const A &...) {}
};
template <class D = void> class scoped_range_in {
public:
    template <class... A> explicit scoped_range_in(const A &...) {}
    scoped_range_in(const scoped_range_in &) = delete;
    ~scoped_range_in() {}
};
typedef scoped_range_in<> scoped_range;
typedef scoped_range_in<> thread_range;
template <class D = void> class unique_range_in {
public:
    template <class... A> explicit unique_range_in(const A &...) {}
    ~unique_range_in() {}
};
typedef unique_range_in<> unique_range;
template <class... A> void mark(const A &...) {}
} // namespace nvtx3

#define NVTX3_FUNC_RANGE() ((void)0)
#define NVTX3_FUNC_RANGE_IN(domain) ((void)0)

#endif
