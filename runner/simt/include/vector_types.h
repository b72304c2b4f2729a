/*
 * vector_types.h: char1 ... double4 and dim3.
 *
 * A traced program must show `float4 v = p[i]` as one 16-byte access, as the device does, but GCC's scalar
 * replacement splits such a copy into one load a member. It leaves alone every type with a volatile part, so
 * in traced builds each type that the device moves whole ends in an array of no elements whose type has one:
 * size, layout, triviality, constant expressions and braces stay as they are, and unions may hold the type.
 * Assignment from a temporary is overloaded, or GCC would build the value by members in its destination, and report
 * no store at all of what a function returned in registers.
 * Types of three members are moved by members on the device too, and have the latter only.
 */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#if SIMT_TRACE && !defined(__clang__) /* which splits these too, and takes the types for no literals */
#include <utility>

struct simt_whole {
    union {
        char simt_plain;
        volatile char simt_opaque;
    };
};
struct simt_assigned; /* map.c: a function with this in its name is no place to send anybody to */
#define SIMT_ASSIGNED(name)                                                                                  \
    name &operator=(const name &) = default;                                                                 \
    template <class From = name, class = simt_assigned>                                                      \
    __attribute__((always_inline)) constexpr name &operator=(From &&simt_from)                               \
    {                                                                                                        \
        const name &simt_value = simt_from;                                                                  \
        return *this = simt_value;                                                                           \
    }
#define SIMT_WHOLE(name)                                                                                     \
    simt_whole simt_whole_[0];                                                                               \
    SIMT_ASSIGNED(name)
/* For constructors. */
#define SIMT_WHOLE_INIT , simt_whole_()
/* In the user's structs, by the rewriter: PART where no template may be. */
#define SIMT_WHOLE_STRUCT(name) SIMT_WHOLE(name)
#define SIMT_WHOLE_PART simt_whole simt_whole_[0];
#else
#define SIMT_ASSIGNED(name)
#define SIMT_WHOLE(name)
#define SIMT_WHOLE_INIT
#define SIMT_WHOLE_STRUCT(name)
#define SIMT_WHOLE_PART
#endif

#define SIMT_VECTOR1(base, name)                                                                             \
    struct name {                                                                                            \
        base x;                                                                                              \
        SIMT_ASSIGNED(name)                                                                                  \
    };
#define SIMT_VECTOR2(base, name, align)                                                                      \
    struct __attribute__((aligned(align))) name {                                                            \
        base x, y;                                                                                           \
        SIMT_WHOLE(name)                                                                                     \
    };
#define SIMT_VECTOR3(base, name)                                                                             \
    struct name {                                                                                            \
        base x, y, z;                                                                                        \
        SIMT_ASSIGNED(name)                                                                                  \
    };
#define SIMT_VECTOR4(base, name, align)                                                                      \
    struct __attribute__((aligned(align))) name {                                                            \
        base x, y, z, w;                                                                                     \
        SIMT_WHOLE(name)                                                                                     \
    };

/* size: of a member; the device moves at most 16 bytes at once, and aligns to no more. */
#define SIMT_VECTORS(base, name, size)                                                                       \
    SIMT_VECTOR1(base, name##1)                                                                              \
    SIMT_VECTOR2(base, name##2, 2 * size)                                                                    \
    SIMT_VECTOR3(base, name##3)                                                                              \
    SIMT_VECTOR4(base, name##4, (4 * size < 16 ? 4 * size : 16))

#define SIMT_ALL_VECTORS(apply)                                                                              \
    apply(signed char, char, 1) apply(unsigned char, uchar, 1) apply(short, short, 2)                        \
    apply(unsigned short, ushort, 2) apply(int, int, 4) apply(unsigned int, uint, 4)                         \
    apply(long, long, 8) apply(unsigned long, ulong, 8) apply(long long, longlong, 8)                        \
    apply(unsigned long long, ulonglong, 8) apply(float, float, 4) apply(double, double, 8)
#define SIMT_WIDE_VECTORS(apply)                                                                             \
    apply(long, long, 8) apply(unsigned long, ulong, 8) apply(long long, longlong, 8)                        \
    apply(unsigned long long, ulonglong, 8) apply(double, double, 8)

SIMT_ALL_VECTORS(SIMT_VECTORS)

/* CUDA 13 names the alignment of what is 32 bytes long. */
#define SIMT_ALIGNED_VECTORS(base, name, size)                                                               \
    SIMT_VECTOR4(base, name##4_16a, 16)                                                                      \
    SIMT_VECTOR4(base, name##4_32a, 32)
SIMT_WIDE_VECTORS(SIMT_ALIGNED_VECTORS)

struct dim3 {
    unsigned int x, y, z;
    SIMT_ASSIGNED(dim3)
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

#if SIMT_TRACE && !defined(__clang__)
/* auto [a, b] = v must not count the empty array: these types answer as tuples do. */
#define SIMT_GET(base, of, ref, v, member)                                                                   \
    template <std::size_t I> __attribute__((always_inline)) constexpr base ref get(of ref v)                 \
    {                                                                                                        \
        return static_cast<base ref>(member);                                                                \
    }
#define SIMT_TUPLE(base, name, n, member)                                                                    \
    template <> struct std::tuple_size<name> {                                                               \
        static constexpr std::size_t value = n;                                                              \
    };                                                                                                       \
    template <std::size_t I> struct std::tuple_element<I, name> {                                            \
        typedef base type;                                                                                   \
    };                                                                                                       \
    SIMT_GET(base, name, &, v, member)                                                                       \
    SIMT_GET(base, name, &&, v, member)                                                                      \
    SIMT_GET(const base, const name, &, v, member)
#define SIMT_GET2(base, name) SIMT_TUPLE(base, name, 2, I == 0 ? v.x : v.y)
#define SIMT_GET4(base, name) SIMT_TUPLE(base, name, 4, I == 0 ? v.x : I == 1 ? v.y : I == 2 ? v.z : v.w)
#define SIMT_GETS(base, name, size) SIMT_GET2(base, name##2) SIMT_GET4(base, name##4)
#define SIMT_WIDE_GETS(base, name, size) SIMT_GET4(base, name##4_16a) SIMT_GET4(base, name##4_32a)
SIMT_ALL_VECTORS(SIMT_GETS)
SIMT_WIDE_VECTORS(SIMT_WIDE_GETS)
#undef SIMT_GET
#undef SIMT_TUPLE
#undef SIMT_GET2
#undef SIMT_GET4
#undef SIMT_GETS
#undef SIMT_WIDE_GETS
#endif

#undef SIMT_VECTOR1
#undef SIMT_VECTOR2
#undef SIMT_VECTOR3
#undef SIMT_VECTOR4
#undef SIMT_VECTORS
#undef SIMT_ALIGNED_VECTORS

#endif
