/*
 * mma.h: nvcuda::wmma. Fragments have the device's element counts and order; loads and stores make its
 * accesses; see rt/lib/lib_wmma.c for both. A product waits for the whole warp.
 */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simt/lib.h"
#include "simt/lib_abi.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
} // namespace precision

namespace details {

template <int M, int N, int K> struct shape_of {
    static constexpr int value = -1;
};
#define SIMT_WMMA_SHAPE(m, n, k)                                                                             \
    template <> struct shape_of<m, n, k> {                                                                   \
        static constexpr int value = SIMT_WMMA_##m##x##n##x##k;                                              \
    }
SIMT_WMMA_SHAPE(16, 16, 16);
SIMT_WMMA_SHAPE(32, 8, 16);
SIMT_WMMA_SHAPE(8, 32, 16);
SIMT_WMMA_SHAPE(16, 16, 8);
SIMT_WMMA_SHAPE(8, 8, 4);
#undef SIMT_WMMA_SHAPE

template <class T> struct type_of {
    static constexpr int value = -1;
};
#define SIMT_WMMA_TYPE(t, stored, v)                                                                         \
    template <> struct type_of<t> {                                                                          \
        static constexpr int value = v;                                                                      \
        typedef stored storage;                                                                              \
    }
SIMT_WMMA_TYPE(__half, __half, SIMT_WMMA_F16);
SIMT_WMMA_TYPE(__nv_bfloat16, __nv_bfloat16, SIMT_WMMA_BF16);
SIMT_WMMA_TYPE(signed char, signed char, SIMT_WMMA_S8);
SIMT_WMMA_TYPE(unsigned char, unsigned char, SIMT_WMMA_U8);
SIMT_WMMA_TYPE(precision::tf32, float, SIMT_WMMA_TF32);
SIMT_WMMA_TYPE(double, double, SIMT_WMMA_F64);
SIMT_WMMA_TYPE(float, float, SIMT_WMMA_F32);
SIMT_WMMA_TYPE(int, int, SIMT_WMMA_S32);
#undef SIMT_WMMA_TYPE

template <class Use> struct use_of {
    static constexpr int value = std::is_same<Use, matrix_a>::value ? SIMT_WMMA_A :
                                 std::is_same<Use, matrix_b>::value ? SIMT_WMMA_B : SIMT_WMMA_C;
};

/* Whether CUDA has this fragment. */
template <class Use, int M, int N, int K, class T> constexpr bool exists()
{
    constexpr int shape = shape_of<M, N, K>::value, type = type_of<T>::value;
    constexpr bool acc = std::is_same<Use, accumulator>::value;
    if (shape < 0 || type < 0)
        return false;
    if (shape == SIMT_WMMA_16x16x8)
        return type == (acc ? SIMT_WMMA_F32 : SIMT_WMMA_TF32);
    if (shape == SIMT_WMMA_8x8x4)
        return type == SIMT_WMMA_F64;
    return acc ? type == SIMT_WMMA_F16 || type == SIMT_WMMA_F32 || type == SIMT_WMMA_S32
               : type <= SIMT_WMMA_U8;
}
/* A half operand has 16 elements in every shape: the device repeats those that it has less of. */
template <class Use, int M, int N, int K, class T> constexpr int elements()
{
    if (!std::is_same<Use, accumulator>::value && type_of<T>::value == SIMT_WMMA_F16)
        return 16;
    return (std::is_same<Use, matrix_a>::value   ? M * K
            : std::is_same<Use, matrix_b>::value ? K * N
                                                 : M * N) /
           32;
}
/* The warp, or the half of it that this lane is in where a warp has 64. */
SIMT_LIB_FN simt_mask lanes() { return (simt_mask)((simt_mask)0xffffffffu << (simt_lib_lane() & ~31u)); }

SIMT_QUIET static inline void mma_call(void *lane_args[SIMT_WARP], simt_mask mask)
{
    simt_wmma_mma(lane_args, mask);
}

} // namespace details

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
    static_assert(
        details::exists<Use, M, N, K, T>(),
        "wmma has no such fragment: 16x16x16, 32x8x16, 8x32x16 of half, bfloat16, signed and unsigned char; "
        "16x16x8 of tf32; 8x8x4 of double");

  public:
    typedef T element_type;
    typedef typename details::type_of<T>::storage storage_element_type;
    static constexpr int num_elements = details::elements<Use, M, N, K, T>();
    static constexpr int num_storage_elements = num_elements;
    storage_element_type x[num_elements];

    static constexpr simt_wmma_kind simt_kind(bool row)
    {
        return {(unsigned char)details::use_of<Use>::value, (unsigned char)details::shape_of<M, N, K>::value,
                (unsigned char)details::type_of<T>::value, (unsigned char)row};
    }
};

template <class Use, int M, int N, int K, class T, class L, class V>
SIMT_LIB_FN void fill_fragment(fragment<Use, M, N, K, T, L> &f, const V &v)
{
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = (typename fragment<Use, M, N, K, T, L>::storage_element_type)v;
}

template <class Use, int M, int N, int K, class T, class L, class P>
SIMT_LIB_FN void load_matrix_sync(fragment<Use, M, N, K, T, L> &f, const P *p, unsigned ldm, SIMT_AT)
{
    static_assert(!std::is_same<Use, accumulator>::value, "an accumulator's load names its layout");
    simt_lib_syncwarp(details::lanes(), simt_pc);
    simt_wmma_load(f.x, (const void *)p, ldm, f.simt_kind(std::is_same<L, row_major>::value), simt_pc);
}
template <int M, int N, int K, class T, class P> SIMT_LIB_FN void
load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const P *p, unsigned ldm, layout_t layout, SIMT_AT)
{
    simt_lib_syncwarp(details::lanes(), simt_pc);
    simt_wmma_load(f.x, (const void *)p, ldm, f.simt_kind(layout == mem_row_major), simt_pc);
}
template <int M, int N, int K, class T, class P> SIMT_LIB_FN void
store_matrix_sync(P *p, const fragment<accumulator, M, N, K, T> &f, unsigned ldm, layout_t layout, SIMT_AT)
{
    simt_lib_syncwarp(details::lanes(), simt_pc); /* lanes meet before they store; afterwards nobody waits */
    simt_wmma_store(f.x, (void *)p, ldm, f.simt_kind(layout == mem_row_major), simt_pc);
}

template <int M, int N, int K, class T, class LA, class LB, class D, class C>
SIMT_LIB_FN void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                          const fragment<matrix_b, M, N, K, T, LB> &b,
                          const fragment<accumulator, M, N, K, C> &c, bool saturate = false, SIMT_AT)
{
    constexpr int type = details::type_of<T>::value, acc = details::type_of<D>::value;
    constexpr bool whole = type == SIMT_WMMA_S8 || type == SIMT_WMMA_U8;
    static_assert(whole == (acc == SIMT_WMMA_S32), "char operands go with int accumulators, others do not");
    static_assert(type != SIMT_WMMA_BF16 || acc == SIMT_WMMA_F32,
                  "bfloat16 operands go with float accumulators");
    if constexpr (!std::is_same<D, C>::value) { /* half and float accumulators may be mixed */
        fragment<accumulator, M, N, K, D> same;
        for (int i = 0; i < same.num_elements; i++)
            same.x[i] = (D)(float)c.x[i];
        mma_sync(d, a, b, same, saturate, simt_pc);
    } else {
        simt_wmma_args args{a.x,
                            b.x,
                            c.x,
                            d.x,
                            (unsigned char)details::shape_of<M, N, K>::value,
                            (unsigned char)type,
                            (unsigned char)acc,
                            saturate};
        (void)simt_warp_op(SIMT_WARP_CALL, details::lanes(), (uint64_t)(uintptr_t)&args,
                           (uint64_t)(uintptr_t)(simt_warp_call)details::mma_call, simt_pc);
        __asm__ volatile("" ::: "memory"); /* d was written behind the compiler's back */
    }
}

/* Rounds to the 10 bits of mantissa that tf32 has, ties away from zero. */
SIMT_LIB_FN float __float_to_tf32(float v)
{
    uint32_t u;
    __builtin_memcpy(&u, &v, 4);
    if ((u & 0x7f800000u) != 0x7f800000u)
        u = (u + 0x1000u) & 0xffffe000u;
    __builtin_memcpy(&v, &u, 4);
    return v;
}

} // namespace wmma
} // namespace nvcuda

SIMT_HD_END

#endif
