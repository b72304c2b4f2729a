/*
 * simt/core.h: the language that nvcc adds to C++, but for what rewrite.c turns into calls: keywords,
 * built-in variables, launches, barriers and collectives of a warp, and what a kernel says to the world.
 *
 * Built-in variables are thread-local memory of the runtime. In traced code they are const, so that reading
 * one is not an access; in other code a kernel may be part of the loop over lanes, which changes threadIdx.
 *
 * What takes a place in the source has a last parameter simt_pc, whose default is evaluated where the user
 * calls: errors and counts name that line.
 */
#ifndef SIMT_CORE_H
#define SIMT_CORE_H

#ifndef SIMT_TRACE
#define SIMT_TRACE 0
#endif
#ifndef SIMT_SM
#define SIMT_SM 90
#endif

#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_ARCH__ (SIMT_SM * 10)
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#if SIMT_SM == 90
#define __CUDA_ARCH_FEAT_SM90_ALL 1
#endif
#define __CUDA_ARCH_HAS_FEATURE__(feature) 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __SIMT_EMU__ 1
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cstdio>
#include <ctime>
#include <type_traits>

#include "abi.h"

/* ---- keywords ------------------------------------------------------------------------------------------ */

#ifdef SIMT_CLANGD
#include "hd.h"
#else
#if SIMT_TRACE
#define __global__ __attribute__((noinline))
#else
#define __global__
#endif
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __shared__ static thread_local
#endif
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...) /* the rewriter puts SIMT_CLUSTER(...) into the kernel's body */
#define __block_size__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((pure))
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())

#include "../driver_types.h"
#include "../vector_types.h"

#define SIMT_CORE SIMT_UNBOUNDED static inline __attribute__((always_inline))
#define SIMT_METHOD SIMT_UNBOUNDED inline __attribute__((always_inline))

/* The address after this point: of the user's line where it is a default argument or in a macro. */
SIMT_CORE uintptr_t simt_here(void)
{
    uintptr_t pc;
    __asm__ volatile("leaq 0(%%rip), %0" : "=r"(pc));
    return pc;
}
#define SIMT_HERE() simt_here()
#define SIMT_AT uintptr_t simt_pc = simt_here()

/* ---- built-in variables -------------------------------------------------------------------------------- */

/* gcc's hooks pass over what is read-only, and a type with constructors never is: no dim3 where it counts. */
#if SIMT_TRACE
struct simt_extent {
    unsigned x, y, z;
    operator dim3() const { return dim3(x, y, z); }
    operator uint3() const { return uint3{x, y, z}; }
};
#define SIMT_BUILTIN extern __thread const
#else
typedef dim3 simt_extent;
#define SIMT_BUILTIN extern __thread
#endif
SIMT_BUILTIN uint3 threadIdx __asm__("simt_thread_index");
SIMT_BUILTIN uint3 blockIdx __asm__("simt_block_index");
SIMT_BUILTIN simt_extent blockDim __asm__("simt_block_size");
SIMT_BUILTIN simt_extent gridDim __asm__("simt_grid_size");
#undef SIMT_BUILTIN
static constexpr int warpSize = SIMT_WARP;

/* ---- launches ------------------------------------------------------------------------------------------ */

/* Of the function that calls a lane's kernel: part of the thunk, without hooks of its own. */
#define SIMT_LANE __attribute__((always_inline))

/* A parameter where cudaLaunchKernel()'s array of arguments has it; of a reference nvcc passes the address, which may
 * be of managed memory. */
template <class A> struct simt_parameter {
    typedef A held;
    SIMT_METHOD static A &at(void *p) { return *(A *)p; }
};
template <class A> struct simt_parameter<A &> {
    typedef A *held;
    SIMT_METHOD static A &at(void *p) { return **(A **)p; }
};

/* A kernel's arguments: held by value from the launch on, given to each lane as its own copy. */
struct simt_from_arguments {};
template <class... A> struct simt_values {
    simt_values(simt_from_arguments) {}
    explicit simt_values(void **) {}
    template <class F, class... B> SIMT_METHOD void apply(F &f, B &...b) { f(b...); }
};
template <class A, class... Rest> struct simt_values<A, Rest...> {
    A value;
    simt_values<Rest...> rest;
    template <class X, class... Y>
    simt_values(simt_from_arguments tag, X &&x, Y &&...y)
        : value(static_cast<X &&>(x)), rest(tag, static_cast<Y &&>(y)...)
    {
    }
    explicit simt_values(void **from) : value(simt_parameter<A>::at(*from)), rest(from + 1) {}
    template <class F, class... B> SIMT_METHOD void apply(F &f, B &...b) { rest.apply(f, b..., value); }
};
/* nullptr is held as a pointer that the compiler does not see through: what a kernel does with it happens. */
struct simt_null {
    void *null;
    simt_null(decltype(nullptr)) : null(nullptr) {}
    SIMT_METHOD operator decltype(nullptr)() const { return nullptr; }
    template <class T> SIMT_METHOD operator T *() const { return (T *)null; }
};
template <class T> struct simt_held_as {
    typedef std::decay_t<T> type;
};
template <> struct simt_held_as<decltype(nullptr)> {
    typedef simt_null type;
};
template <class T> using simt_held = typename simt_held_as<std::decay_t<T>>::type;

/* On a device parameters are bytes that nobody destroys. Here a caller destroys them at the end of the full
 * expression, which a kernel with such parameters never reaches: it leaves by a jump. */
template <class F> __attribute__((noinline, SIMT_NO_HOOKS)) static void simt_undestroyed(const F &kernel)
{
    void *back[5];
    if (!__builtin_setjmp(back))
        kernel(back);
}
__attribute__((noinline, noreturn, SIMT_NO_HOOKS)) static inline void simt_leave(void **back)
{
    __builtin_longjmp(back, 1);
}
#define SIMT_CALL(...)                                                                                               \
    if constexpr ((std::is_trivially_destructible<std::remove_reference_t<decltype(simt_a)>>::value && ...))         \
        __VA_ARGS__(simt_a...);                                                                                      \
    else                                                                                                             \
        simt_undestroyed([&](void **simt_back) { __VA_ARGS__(simt_a...), simt_leave(simt_back); });

template <class Call, class... A> struct simt_kernel_call {
    Call call;
    simt_values<A...> values;
};

#if SIMT_TRACE
/* The values are copied to the lane's stack, where reading them is no access. */
template <class T>
__attribute__((SIMT_NO_HOOKS, flatten)) static void simt_thunk_of(const void *from)
{
    alignas(T) unsigned char copy[sizeof(T)];
    void *to = copy;
    size_t n = sizeof(T);
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    T *t = (T *)copy;
    do
        t->values.apply(t->call);
    while (simt_next_lane());
}
#else
/* As long as nothing waits, lane follows lane here. Where it stands is counted in registers: read back from
 * memory, each count would wait for the last one's store. */
template <class T> static void simt_thunk_of(const void *from)
{
    T *t = (T *)from;
    do {
        unsigned x = simt_lane.tid.x, lane = simt_lane.lane;
        int inside;
        do {
            t->values.apply(t->call);
            /* In this order: a signal that comes between them sees that tid is not the lane's (guard.c). */
            simt_lane.tid.x = ++x;
            __asm__ volatile("" ::: "memory");
            inside = x < simt_lane.x_end;
            simt_lane.lane = lane += (unsigned)inside;
            __asm__ volatile("" ::: "memory"); /* threadIdx is the same memory under another name */
        } while (__builtin_expect(inside, 1));
    } while (simt_next_lane());
}
#endif

struct simt_config {
    dim3 grid, block;
    size_t smem;
    void *stream;
    simt_config(dim3 g, dim3 b, size_t bytes = 0, void *s = nullptr)
        : grid(g), block(b), smem(bytes), stream(s)
    {
    }
};

template <class T>
static inline cudaError_t simt_launch_call(const char *name, const void *fn, const simt_config &c,
                                           int cooperative, const T &t, uintptr_t pc, simt_dim3 cluster = {},
                                           int early = 0)
{
    struct simt_launch l = {};
    l.name = name;
    l.fn = fn;
    l.grid = {c.grid.x, c.grid.y, c.grid.z};
    l.block = {c.block.x, c.block.y, c.block.z};
    l.smem = c.smem;
    l.stream = c.stream;
    l.cooperative = cooperative;
    l.cluster = cluster;
    l.early = early;
    l.thunk = simt_thunk_of<T>;
    l.args = &t;
    l.args_size = sizeof t;
    l.pc = pc;
    return (cudaError_t)simt_launch(&l);
}

/* Host code that names a device variable names the host's own one, which no kernel can reach. */
template <class A> static inline void simt_named(A &a, uintptr_t pc)
{
    if constexpr (std::is_array_v<A>)
        simt_array_by_name(&a, pc);
}

/* The rewriter puts these around an argument of a launch that names a device variable of the file. */
template <class A> SIMT_CORE A &simt_host_name(A &a, SIMT_AT)
{
    simt_named(a, simt_pc);
    return a;
}
template <class T> SIMT_CORE T *simt_host_address(T *p, SIMT_AT)
{
    simt_host_pointer(p, simt_pc);
    return p;
}

/* k<<<...>>> of a kernel whose parameters C++ cannot tell (templates, overloads): they are held as is. */
template <class Call> struct simt_untyped_site {
    const char *name;
    const void *fn;
    simt_config config;
    Call call;
    uintptr_t pc;
    template <class... A> void operator()(A &&...a) const
    {
        (simt_named(a, pc), ...);
        simt_kernel_call<Call, simt_held<A>...> t = {call, {simt_from_arguments(), static_cast<A &&>(a)...}};
        simt_launch_call(name, fn, config, 0, t, pc);
    }
};
/* Whether one of as many arguments as there are parameters is an array, and all of them can be passed. */
template <class...> struct simt_types {
};
template <class P, class A> constexpr bool simt_arrays_of = false;
template <class P, class... A> constexpr bool simt_arrays_to = simt_arrays_of<P, simt_types<A...>>;
template <class... P, class... A>
constexpr bool simt_arrays_of<simt_types<P...>, simt_types<A...>> = [] {
    if constexpr (sizeof...(P) == sizeof...(A))
        return (std::is_array_v<std::remove_reference_t<A>> || ...) && (std::is_convertible_v<A, P> && ...);
    return false;
}();
/* ... whose parameters are known: arguments are converted at the launch, as in any call. */
template <class Call, class... P> struct simt_typed_site {
    const char *name;
    const void *fn;
    simt_config config;
    Call call;
    uintptr_t pc;
    void operator()(P... p) const
    {
        simt_kernel_call<Call, P...> t = {call, {simt_from_arguments(), static_cast<P &&>(p)...}};
        simt_launch_call(name, fn, config, 0, t, pc);
    }
    /* Default arguments take the place of those that are missing. Arrays by their names are looked at, where a
     * pointer to const takes them (to others C++ prefers the call above). */
    template <class... A,
              class = std::enable_if_t<(sizeof...(A) < sizeof...(P)) || simt_arrays_to<simt_types<P...>, A...>>>
    void operator()(A &&...a) const
    {
        if constexpr (sizeof...(A) < sizeof...(P)) {
            simt_untyped_site<Call>{name, fn, config, call, pc}(static_cast<A &&>(a)...);
        } else {
            (simt_named(a, pc), ...);
            (*this)(static_cast<P>(static_cast<A &&>(a))...);
        }
    }
};
template <class Call>
SIMT_CORE simt_untyped_site<Call> simt_launch_site(const char *name, decltype(nullptr), const simt_config &c,
                                                   Call call, SIMT_AT)
{
    return {name, nullptr, c, call, simt_pc};
}
template <class Call, class... P>
SIMT_CORE simt_typed_site<Call, P...> simt_launch_site(const char *name, void (*fn)(P...),
                                                       const simt_config &c, Call call, SIMT_AT)
{
    return {name, (const void *)fn, c, call, simt_pc};
}

/* ---- launches by pointer: cudaLaunchKernel and its like, with a type ----------------------------------- */

template <class... P> struct simt_pointer_call {
    void (*kernel)(P...);
    SIMT_METHOD void operator()(P &...p) const { kernel(p...); }
};
template <class... P>
static inline cudaError_t simt_launch_pointer(void (*fn)(P...), const simt_config &c, int cooperative,
                                              void **args, uintptr_t pc)
{
    simt_kernel_call<simt_pointer_call<P...>, P...> t = {{fn}, simt_values<P...>(args)};
    return simt_launch_call(nullptr, (const void *)fn, c, cooperative, t, pc);
}
template <class... P>
SIMT_CORE cudaError_t cudaLaunchKernel(void (*func)(P...), dim3 gridDim, dim3 blockDim, void **args,
                                       size_t sharedMem = 0, cudaStream_t stream = 0, SIMT_AT)
{
    return simt_launch_pointer(func, simt_config(gridDim, blockDim, sharedMem, stream), 0, args, simt_pc);
}
template <class... P>
SIMT_CORE cudaError_t cudaLaunchCooperativeKernel(void (*func)(P...), dim3 gridDim, dim3 blockDim,
                                                  void **args, size_t sharedMem = 0, cudaStream_t stream = 0,
                                                  SIMT_AT)
{
    return simt_launch_pointer(func, simt_config(gridDim, blockDim, sharedMem, stream), 1, args, simt_pc);
}
/* A kernel's address without its type has the same defaults. */
extern "C" cudaError_t cudaLaunchKernel(const void *fn, dim3 grid, dim3 block, void **args, size_t smem = 0,
                                        cudaStream_t stream = 0);
extern "C" cudaError_t cudaLaunchCooperativeKernel(const void *fn, dim3 grid, dim3 block, void **args,
                                                   size_t smem = 0, cudaStream_t stream = 0);

SIMT_CORE int simt_is_cooperative(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeCooperative && config->attrs[i].val.cooperative)
            return 1;
    return 0;
}
extern "C" simt_dim3 simt_config_cluster(const cudaLaunchConfig_t *config);
extern "C" int simt_config_early(const cudaLaunchConfig_t *config);

/* Arguments become the parameters' types, as in a call. */
template <class... P, class... A>
SIMT_CORE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...a)
{
    simt_kernel_call<simt_pointer_call<P...>, P...> t = {{kernel},
                                                         {simt_from_arguments(), static_cast<A &&>(a)...}};
    simt_config c(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
    return simt_launch_call(nullptr, (const void *)kernel, c, simt_is_cooperative(config), t, simt_here(),
                            simt_config_cluster(config), simt_config_early(config));
}

#include "sync.h"

/* ---- what a kernel says -------------------------------------------------------------------------------- */

namespace std {
using ::simt_printf;
}
#define printf(...) simt_printf(__VA_ARGS__)

SIMT_CORE clock_t simt_clock_here(void) { return simt_on_device() ? (clock_t)simt_clock() : (clock)(); }
namespace std {
using ::simt_clock_here;
}
#define clock() simt_clock_here()
SIMT_CORE long long clock64(void) { return (long long)simt_clock(); }
SIMT_CORE unsigned simt_clock32(void) { return (unsigned)simt_clock(); }

/* Programmatic dependent launches: grids of a stream run one after another. */
SIMT_CORE void cudaGridDependencySynchronize(SIMT_AT) { simt_grid_wait(simt_pc); }
SIMT_CORE void cudaTriggerProgrammaticLaunchCompletion(void) {}

SIMT_CORE void __nanosleep(unsigned, SIMT_AT) { simt_spin(simt_pc); }
SIMT_CORE void __trap(SIMT_AT) { simt_trap(simt_pc); }
SIMT_CORE void __brkpt(int = 0) {}
SIMT_CORE void __exit(void) { simt_exit(); }
SIMT_CORE void __prof_trigger(int) {}

#ifdef SIMT_CLANGD /* what clang looks up for each <<<...>>> */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t smem = 0, void *stream = nullptr);
#endif

#include "rewritten.h"

#endif
