/*
 * simt/rewritten.h: what rewritten sources say (rewrite.h), in C++. core.h includes it last.
 *
 * A __shared__ variable is thread-local raw storage and a reference to it: a block never leaves its host
 * thread, and storage without a type has no constructor that the compiler would run once a thread.
 */
#ifndef SIMT_REWRITTEN_H
#define SIMT_REWRITTEN_H

#include <stddef.h>

#include "abi.h"

#define SIMT_UNIQUE_(name, n) name##n
#define SIMT_UNIQUE(name, n) SIMT_UNIQUE_(name, n)
#define SIMT_QUOTE_(...) #__VA_ARGS__
#define SIMT_QUOTE(...) SIMT_QUOTE_(__VA_ARGS__)

/* Where the unit's text has a local array's index, for trace/own.c; what has none is not checked. */
#if SIMT_TRACE
#define SIMT_OWN(places) __attribute__((used, section("simt_own"))) static const char simt_own_places[] = places;
#else
#define SIMT_OWN(places)
#endif

/* ---- __shared__ */

template <size_t size, size_t align> struct alignas(align < 16 ? 16 : align) simt_shared_raw {
    unsigned char byte[size];
};

/* Traced, a function of its own: a branch in the kernel would be one of its basic blocks, and be counted. */
#if SIMT_TRACE
#define SIMT_SHARED_FN __attribute__((noinline, SIMT_NO_HOOKS)) static inline
#else
#define SIMT_SHARED_FN __attribute__((always_inline)) static inline
#endif
/* *seen: the block that came here last. */
SIMT_SHARED_FN void simt_shared_reached(unsigned *seen, const char *name, void *storage, size_t size)
{
    if (__builtin_expect(*seen != simt_lane.block_count, 0)) {
        *seen = simt_lane.block_count;
        simt_shared_begin(name, storage, size);
    }
}

/* A pointer to the same, of which the compiler does not see to what: the trace judges shared memory, and a check of
 * the object's size at each access would only cost time. */
template <size_t align> __attribute__((always_inline, SIMT_NO_HOOKS)) static inline void *simt_unsized(void *p)
{
#if SIMT_TRACE
    __asm__("" : "+r"(p));
#endif
    return __builtin_assume_aligned(p, align < 16 ? 16 : align);
}

/* After a typedef of simt_T_<name>. `aligned`: alignas(...) as the source has it, or nothing. */
#define SIMT_SHARED(name, aligned)                                                                           \
    aligned static __thread simt_shared_raw<sizeof(simt_T_##name), alignof(simt_T_##name)> simt_S_##name;    \
    simt_T_##name &name = *(simt_T_##name *)simt_unsized<alignof(simt_T_##name)>(&simt_S_##name);            \
    static __thread unsigned simt_D_##name;                                                                  \
    simt_shared_reached(&simt_D_##name, #name, &simt_S_##name, sizeof(simt_T_##name));

/* Outside of functions: the variable itself; its extent is declared before main(). */
#define SIMT_SHARED_OUTSIDE static __thread __attribute__((aligned(16)))
#define SIMT_SHARED_EXTENT(name)                                                                             \
    __attribute__((constructor, SIMT_NO_HOOKS)) static void simt_D_##name()                                  \
    {                                                                                                        \
        simt_shared_declare(#name, (const void *)&name, sizeof name);                                        \
    }

/* extern __shared__: in a function, and the assembler's name of it outside of one, which has one address whatever it
 * asks for. That a function is there at all tells the runtime before main() what alignment it relies on. */
template <size_t align> struct simt_dynamic_asked {
    static const int done;
};
template <size_t align> const int simt_dynamic_asked<align>::done = simt_dynamic_asks(align);
#define SIMT_DYNAMIC(name, aligned)                                                                          \
    struct simt_A_##name {                                                                                   \
        aligned std::remove_extent_t<simt_T_##name> x;                                                       \
    };                                                                                                       \
    (void)&simt_dynamic_asked<alignof(simt_A_##name)>::done;                                                 \
    simt_T_##name &name = *(simt_T_##name *)simt_dyn_smem();
#define SIMT_DYNAMIC_NAME __asm__("simt_dynamic")
#define SIMT_DYNAMIC_OUTSIDE SIMT_DYNAMIC_FIXED(__COUNTER__)
#define SIMT_DYNAMIC_FIXED(n) SIMT_DYNAMIC_AT(n)
#define SIMT_DYNAMIC_AT(n) static const int simt_outside_##n __attribute__((unused)) = simt_dynamic_asks(1024);

/* ---- __cluster_dims__ */

template <int X = 1, int Y = 1, int Z = 1> struct simt_cluster_dims {
    static_assert(X > 0 && Y > 0 && Z > 0, "__cluster_dims__ are at least 1");
    enum : long { x = X, y = Y, z = Z };
};
/* First in the kernel's body: leaves a note of where the kernel lies and what clusters it needs (api_func.c). */
#define SIMT_CLUSTER(...)                                                                                    \
    __asm__ volatile(".pushsection simt_clusters,\"a?\"\n\t.quad 771f, %c0, %c1, %c2\n\t.popsection\n771:"   \
                     ::"i"(simt_cluster_dims<__VA_ARGS__>::x), "i"(simt_cluster_dims<__VA_ARGS__>::y),       \
                     "i"(simt_cluster_dims<__VA_ARGS__>::z));                                                \
    simt_cluster_need(simt_cluster_dims<__VA_ARGS__>::x, simt_cluster_dims<__VA_ARGS__>::y,                  \
                      simt_cluster_dims<__VA_ARGS__>::z, simt_here());

/* ---- __device__, __managed__, __constant__ variables */

/* The part after the section's name ends in a comment for the assembler: to the compiler every variable is in
 * a section of its own, so constants and variables may share the one that results. */
#define SIMT_SECTION(name) section(name ",\"aw\",@progbits#" SIMT_QUOTE(__COUNTER__))
#define __simt_device_var __attribute__((used, SIMT_SECTION("simt_dev")))
#define __simt_managed_var __attribute__((used, SIMT_SECTION("simt_managed")))
#define __simt_constant_var __attribute__((used, SIMT_SECTION("simt_const")))

/* ---- launches and kernels */

template <size_t n> struct simt_plain_name {
    char text[n];
    constexpr simt_plain_name(const char (&s)[n]) : text()
    {
        for (size_t k = 0; k < n && s[k] && s[k] != '<'; k++)
            text[k] = s[k];
    }
};

/* The name of what a macro launches, without template arguments. */
#define SIMT_STR(...)                                                                                        \
    ([]() -> const char * {                                                                                  \
        static constexpr simt_plain_name<sizeof SIMT_QUOTE(__VA_ARGS__)> simt_name(SIMT_QUOTE(__VA_ARGS__)); \
        return simt_name.text;                                                                               \
    }())

/* A kernel's address with its type; nullptr for what is launched but is no function. */
template <class... P> constexpr auto simt_kptr(void (*kernel)(P...)) -> void (*)(P...)
{
    return kernel;
}
template <class T> constexpr decltype(nullptr) simt_kptr(const T &)
{
    return nullptr;
}

/* k ->* simt_configured(g, b)(args), for a configuration that is a macro of its own. */
template <class Launch> struct simt_configured_launch {
    Launch launch;
};
struct simt_configured {
    simt_config config;
    uintptr_t pc;
    template <class... C> explicit simt_configured(C... c) : config(c...), pc(simt_here()) {}
    template <class... A> auto operator()(A &&...a) const
    {
        auto launch = [&, *this](auto *kernel) {
            simt_launch_site(nullptr, kernel, config,
                             [kernel](auto &...simt_a) SIMT_LANE { SIMT_CALL(kernel) }, pc)
                (static_cast<A &&>(a)...);
        };
        return simt_configured_launch<decltype(launch)>{launch};
    }
};
template <class Launch, class... P>
void operator->*(void (*kernel)(P...), const simt_configured_launch<Launch> &l)
{
    l.launch(kernel);
}

template <auto kernel> struct simt_registrar;
template <class... P, void (*kernel)(P...)> struct simt_registrar<kernel> {
    template <size_t... I> struct order {
    };
    template <size_t n, size_t... I> struct upto : upto<n - 1, n - 1, I...> {
    };
    template <size_t... I> struct upto<0, I...> {
        using type = order<I...>;
    };

    template <size_t... I>
    __attribute__((always_inline, SIMT_NO_HOOKS)) static inline void
    call(void *const *args, order<I...>)
    {
        (void)args;
        do
            kernel(simt_parameter<P>::at(args[I])...);
        while (simt_next_lane());
    }
    __attribute__((SIMT_NO_HOOKS)) static void thunk(const void *args)
    {
        call((void *const *)args, typename upto<sizeof...(P)>::type());
    }
    explicit simt_registrar(const char *name)
    {
        static const unsigned sizes[sizeof...(P) + 1] = { (unsigned)sizeof(typename simt_parameter<P>::held)... };
        simt_kernel_register((const void *)kernel, name, thunk, sizeof...(P), sizes);
    }
};
#define SIMT_REGISTER(name) \
    static const simt_registrar<&name> SIMT_UNIQUE(simt_registrar_, __COUNTER__)(#name);

/* A kernel of a template is registered where something names it as a value: (void *)k<T>. */
template <auto kernel> struct simt_registered {
    /* "... [with auto kernel = a::k<int>]", or "(& a::k<int>)": a::k */
    __attribute__((SIMT_NO_HOOKS)) static const char *name()
    {
        static char text[256];
        const char *p = __PRETTY_FUNCTION__, mark[] = "kernel = ";
        size_t at = 0, n = 0;
        while (p[at] && n < sizeof mark - 1)
            n = p[at++] == mark[n] ? n + 1 : 0;
        while (p[at] == '(' || p[at] == '&' || p[at] == ' ')
            at++;
        for (n = 0; n < sizeof text - 1 && p[at] && p[at] != '<'; at++)
            text[n++] = p[at];
        return text;
    }
    static const simt_registrar<kernel> registrar;
};
template <auto kernel> const simt_registrar<kernel> simt_registered<kernel>::registrar(name());

template <auto kernel> constexpr auto &simt_kernel_of()
{
    (void)&simt_registered<kernel>::registrar;
    return *kernel;
}

#endif
