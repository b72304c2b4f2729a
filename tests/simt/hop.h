/*
 * hop.h: the inline PTX of mbarrier objects, bulk copies and tensor copies, as macros, so that each stands at its line.
 * Addresses in shared memory are pointers, S() makes PTX's of them.
 */
#ifndef HOP_H
#define HOP_H

#include "t.h"
#include <cstdint>
#include <cuda.h>
#include <cudaTypedefs.h>

#define S(p) ((uint32_t)__cvta_generic_to_shared(p))
#define G(p) ((uint64_t)__cvta_generic_to_global(p))

#define MBAR_INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(S(b)), "r"(n) : "memory")
#define MBAR_INVAL(b) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(S(b)) : "memory")
#define MBAR_ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(S(b)) : "memory")
#define MBAR_EXPECT(b, n) asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(S(b)), "r"(n) : "memory")
#define MBAR_ARRIVE_EXPECT(b, n)                                                                                  \
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(S(b)), "r"(n) : "memory")
#define MBAR_TEST(done, b, parity)                                                                                \
    asm volatile("{\n\t.reg .pred p;\n\t"                                                                         \
                 "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"                                     \
                 "selp.u32 %0, 1, 0, p;\n\t}"                                                                     \
                 : "=r"(done) : "r"(S(b)), "r"(parity) : "memory")
#define MBAR_WAIT(b, parity)                                                                                      \
    do {                                                                                                          \
        uint32_t done_;                                                                                           \
        do                                                                                                        \
            asm volatile("{\n\t.reg .pred p;\n\t"                                                                 \
                         "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\n\t"                  \
                         "selp.u32 %0, 1, 0, p;\n\t}"                                                             \
                         : "=r"(done_) : "r"(S(b)), "r"(parity) : "memory");                                      \
        while (!done_);                                                                                           \
    } while (0)
#define FENCE_INIT() asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory")
#define FENCE_PROXY() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

#define BULK_LOAD(to, from, n, b)                                                                                 \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"( \
                     S(to)), "l"(G(from)), "r"(n), "r"(S(b)) : "memory")
#define BULK_SHARED(to, from, n, b)                                                                               \
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"( \
                     S(to)), "r"(S(from)), "r"(n), "r"(S(b)) : "memory")
#define BULK_STORE(to, from, n)                                                                                   \
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(G(to)), "r"(S(from)), "r"(n) : "memory")
#define BULK_ADD_U32(to, from, n)                                                                             \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(G(to)), "r"(S(from)), "r"(n) : "memory")
#define BULK_COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define BULK_WAIT(n) asm volatile("cp.async.bulk.wait_group %0;" ::"n"(n) : "memory")
#define BULK_WAIT_READ(n) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory")

#define TENSOR_LOAD_1(to, m, x, b)                                                                                \
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(x) : "memory")
#define TENSOR_LOAD_2(to, m, x, y, b)                                                                             \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(x), "r"(y) : "memory")
#define TENSOR_LOAD_3(to, m, x, y, z, b)                                                                          \
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(x), "r"(y), "r"(z) : "memory")
#define TENSOR_LOAD_4(to, m, x, y, z, w, b)                                                                       \
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(x), "r"(y), "r"(z), "r"(w) : "memory")
#define TENSOR_LOAD_5(to, m, x, y, z, w, v, b)                                                                    \
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(x), "r"(y), "r"(z), "r"(w), "r"(v) : "memory")
#define IM2COL_LOAD_3(to, m, c, w, n, b, ow)                                                                      \
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2], {%6};" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(c), "r"(w), "r"(n), "h"((uint16_t)(ow)) : "memory")
#define IM2COL_LOAD_4(to, m, c, w, h, n, b, ow, oh)                                                               \
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(c), "r"(w), "r"(h), "r"(n), "h"((uint16_t)(ow)), "h"((uint16_t)(oh)) : "memory")
#define IM2COL_LOAD_5(to, m, c, w, h, d, n, b, ow, oh, od)                                                        \
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};" ::"r"( \
                     S(to)), "l"(m), "r"(S(b)), "r"(c), "r"(w), "r"(h), "r"(d), "r"(n), "h"((uint16_t)(ow)), "h"((uint16_t)(oh)), "h"((uint16_t)(od)) : "memory")
#define TENSOR_STORE_1(m, x, from)                                                                                \
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%2}], [%1];" ::"l"(m), "r"(S(from)), "r"(x) : "memory")
#define TENSOR_STORE_2(m, x, y, from)                                                                             \
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(m), "r"(S(from)), "r"(x), "r"(y) : "memory")
#define TENSOR_STORE_3(m, x, y, z, from)                                                                          \
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(m), "r"(S(from)), "r"(x), "r"(y), "r"(z) : "memory")
#define TENSOR_ADD_2(m, x, y, from)                                                                               \
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(m), "r"(S(from)), "r"(x), "r"(y) : "memory")

/* The driver's function without linking the driver. */
static inline PFN_cuTensorMapEncodeTiled_v12000 encode_tiled()
{
    void *fn = nullptr;
    cudaDriverEntryPointQueryResult found;
    CK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &fn, 12000, cudaEnableDefault, &found));
    return (PFN_cuTensorMapEncodeTiled_v12000)fn;
}
static inline PFN_cuTensorMapEncodeIm2col_v12000 encode_im2col()
{
    void *fn = nullptr;
    cudaDriverEntryPointQueryResult found;
    CK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &fn, 12000, cudaEnableDefault, &found));
    return (PFN_cuTensorMapEncodeIm2col_v12000)fn;
}

/* A dense tensor whose box has these sizes. */
static inline CUtensorMap dense_map(void *base, CUtensorMapDataType type, unsigned size, std::initializer_list<unsigned> dims,
                                    std::initializer_list<unsigned> box, CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE,
                                    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
{
    CUtensorMap m;
    cuuint64_t d[5], s[5], bytes = size;
    cuuint32_t b[5], e[5] = {1, 1, 1, 1, 1};
    unsigned n = 0;
    for (unsigned x : dims) {
        d[n] = x;
        bytes *= x;
        s[n++] = bytes;
    }
    n = 0;
    for (unsigned x : box)
        b[n++] = x;
    t_int(encode_tiled()(&m, type, n, base, d, s, b, e, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill),
          0, "cuTensorMapEncodeTiled", __LINE__);
    return m;
}

#endif
