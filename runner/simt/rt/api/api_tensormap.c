/*
 * api_tensormap.c: cuTensorMapEncodeTiled() and its relatives. Each rule of the driver's that the arguments break is
 * told, and the call returns CUDA_ERROR_INVALID_VALUE as the driver's does.
 *
 * The rules are those that the driver of an H200 was seen to check, which are fewer than its manual names: a tensor map
 * at an odd address is taken, and fails when a copy uses it. Interleaved layouts are not emulated.
 */
#include <stdarg.h>
#include <string.h>

#include "api.h"
#include "runner/simt/include/cuda.h"
#include "runner/simt/include/simt/tensormap.h"

_Static_assert(sizeof(struct simt_tensormap) == sizeof(CUtensorMap), "a CUtensorMap has 128 bytes");
_Static_assert(offsetof(struct simt_tensormap, sum) == 124, "simt_tensormap_sum()");

static CUresult refuse(const char *call, uintptr_t pc, const char *format, ...) __attribute__((format(printf, 3, 4)));
static CUresult refuse(const char *call, uintptr_t pc, const char *format, ...)
{
    char text[300];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    error_addf("api", pc, "%s: %s", call, text);
    return CUDA_ERROR_INVALID_VALUE;
}

struct request { /* what both calls take */
    const char *call;
    uintptr_t pc;
    CUtensorMap *map;
    int type, interleave, swizzle, promotion, fill;
    unsigned rank;
    void *base;
    const cuuint64_t *dims, *strides;
    const cuuint32_t *steps;
};
#define NO(...) return refuse(q->call, q->pc, __VA_ARGS__)

static const uint8_t element[SIMT_TENSOR_TYPES] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

static int is_float(int type)
{
    return type >= SIMT_TENSOR_F16 && type <= SIMT_TENSOR_TF32_FTZ;
}

static CUresult check_kind(const struct request *q)
{
    if (!q->map)
        NO("tensorMap is NULL");
    if (q->type < 0 || q->type > CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B)
        NO("tensorDataType %d is none of CUtensorMapDataType", q->type);
    if (q->interleave < 0 || q->interleave > CU_TENSOR_MAP_INTERLEAVE_32B)
        NO("interleave %d is none of CUtensorMapInterleave", q->interleave);
    if (q->swizzle < 0 || q->swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B)
        NO("swizzle %d is none of CUtensorMapSwizzle", q->swizzle);
    if (q->type >= SIMT_TENSOR_TYPES || q->swizzle >= SIMT_SWIZZLES)
        NO("%s need a device of compute capability 10.0",
           q->swizzle >= SIMT_SWIZZLES ? "swizzles of atoms larger than 16 bytes" : "packed types of 4 and 6 bits");
    if (q->promotion < 0 || q->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
        NO("l2Promotion %d is none of CUtensorMapL2promotion", q->promotion);
    if (q->fill < 0 || q->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
        NO("oobFill %d is none of CUtensorMapFloatOOBfill", q->fill);
    if (q->fill && !is_float(q->type))
        NO("oobFill CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA needs a floating-point tensorDataType");
    if (!q->rank || q->rank > SIMT_TENSOR_DIMS)
        NO("tensorRank must be 1 to 5, and is %u", q->rank);
    if (q->interleave && q->rank < 3)
        NO("tensorRank must be at least 3 with an interleaved layout, and is %u", q->rank);
    return CUDA_SUCCESS;
}

static CUresult check_memory(const struct request *q)
{
    unsigned to = q->interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;

    if ((uintptr_t)q->base % to)
        NO("globalAddress must be a multiple of %u bytes, and is %p", to, q->base);
    if (!q->dims || (!q->strides && q->rank > 1) || !q->steps)
        NO("an array of sizes or strides is NULL");
    for (unsigned d = 0; d < q->rank; d++) {
        if (!q->dims[d] || q->dims[d] > 1ull << 32)
            NO("globalDim[%u] must be 1 to 2^32, and is %llu", d, (unsigned long long)q->dims[d]);
        if (!q->steps[d] || q->steps[d] > 8)
            NO("elementStrides[%u] must be 1 to 8, and is %u", d, q->steps[d]);
    }
    for (unsigned d = 0; d + 1 < q->rank; d++)
        if (q->strides[d] % to || q->strides[d] >= 1ull << 40)
            NO("globalStrides[%u] must be a multiple of %u bytes below 2^40, and is %llu", d, to,
               (unsigned long long)q->strides[d]);
    return CUDA_SUCCESS;
}

/* A row of shared memory, which a swizzle must hold. */
static CUresult check_row(const struct request *q, const char *what, unsigned n)
{
    unsigned bytes = n * element[q->type], span = 16u << q->swizzle;

    if (!q->interleave && bytes % 16)
        NO("%s must be a multiple of 16 bytes, and %u elements of %u bytes are %u", what, n, element[q->type], bytes);
    if (!q->interleave && q->swizzle && bytes > span)
        NO("%s must be at most %u bytes with CU_TENSOR_MAP_SWIZZLE_%uB, and is %u", what, span, span, bytes);
    return CUDA_SUCCESS;
}

/* What the emulator does not have, of arguments that the driver takes. */
static CUresult check_ours(const struct request *q)
{
    if (!q->interleave)
        return CUDA_SUCCESS;
    error_addf("api", q->pc, "%s: an interleaved layout is not emulated", q->call);
    return CUDA_ERROR_NOT_SUPPORTED;
}

static void begin(struct simt_tensormap *m, const struct request *q)
{
    memset(m, 0, sizeof *m);
    m->magic = SIMT_TENSORMAP_MAGIC;
    m->base = (uintptr_t)q->base;
    m->rank = (uint8_t)q->rank;
    m->type = (uint8_t)q->type;
    m->swizzle = (uint8_t)q->swizzle;
    m->fill_nan = q->fill != 0;
    for (unsigned d = 0; d < q->rank; d++) {
        m->last[d] = (uint32_t)(q->dims[d] - 1);
        m->step[d] = (uint8_t)(d ? q->steps[d] : 1); /* without interleaving that of dimension 0 is ignored */
        if (d)
            m->stride[d - 1] = q->strides[d - 1];
    }
}

static void finish(CUtensorMap *to, struct simt_tensormap *m)
{
    m->sum = simt_tensormap_sum(m);
    memcpy(to, m, sizeof *m);
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *base,
                                const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const struct request request = { "cuTensorMapEncodeTiled", API_PC, map, (int)type, (int)interleave, (int)swizzle,
                                     (int)promotion, (int)fill, rank, base, dims, strides, steps }, *q = &request;
    struct simt_tensormap m;
    CUresult e;

    if ((e = check_kind(q)) || (e = check_memory(q)))
        return e;
    if (!box)
        NO("boxDim is NULL");
    for (unsigned d = 0; d < rank; d++)
        if (!box[d] || box[d] > 256)
            NO("boxDim[%u] must be 1 to 256, and is %u", d, box[d]);
    if ((e = check_ours(q)) || (e = check_row(q, "boxDim[0]", box[0])))
        return e;
    begin(&m, q);
    for (unsigned d = 0; d < rank; d++)
        m.box_last[d] = (uint8_t)(box[d] - 1);
    finish(map, &m);
    return CUDA_SUCCESS;
}

static CUresult check_corners(const struct request *q, const int *lower, const int *upper)
{
    static const int most[] = { 32767, 127, 15 };
    int top = most[q->rank - 3];

    for (unsigned d = 0; d + 2 < q->rank; d++) {
        int64_t last = (int64_t)q->dims[d + 1] - 1 + upper[d];
        if (lower[d] < -top - 1 || lower[d] > top || upper[d] < -top - 1 || upper[d] > top)
            NO("corners of the pixel box must be %d to %d in a tensor of %u dimensions, and [%u] are %d and %d",
               -top - 1, top, q->rank, d, lower[d], upper[d]);
        if (lower[d] > last)
            NO("the pixel box is empty: from %d to %lld in dimension %u", lower[d], (long long)last, d + 1);
    }
    return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *base,
                                 const cuuint64_t *dims, const cuuint64_t *strides, const int *lower, const int *upper,
                                 cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const struct request request = { "cuTensorMapEncodeIm2col", API_PC, map, (int)type, (int)interleave, (int)swizzle,
                                     (int)promotion, (int)fill, rank, base, dims, strides, steps }, *q = &request;
    struct simt_tensormap m;
    CUresult e;

    if ((e = check_kind(q)))
        return e;
    if (rank < 3)
        NO("tensorRank must be 3 to 5 for im2col, and is %u", rank);
    if ((e = check_memory(q)))
        return e;
    if (!lower || !upper)
        NO("a corner of the pixel box is NULL");
    if (!channels || channels > 256)
        NO("channelsPerPixel must be 1 to 256, and is %u", channels);
    if (!pixels || pixels > 1024)
        NO("pixelsPerColumn must be 1 to 1024, and is %u", pixels);
    if ((e = check_corners(q, lower, upper)) || (e = check_ours(q)) || (e = check_row(q, "channelsPerPixel", channels)))
        return e;
    begin(&m, q);
    m.im2col = 1;
    m.channels = (uint16_t)channels;
    m.pixels = (uint16_t)pixels;
    for (unsigned d = 0; d + 2 < rank; d++) {
        m.lower[d] = (int16_t)lower[d];
        m.upper[d] = (int16_t)upper[d];
    }
    finish(map, &m);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *base)
{
    struct simt_tensormap m;

    if (map)
        memcpy(&m, map, sizeof m);
    if (!map || m.magic != SIMT_TENSORMAP_MAGIC || m.sum != simt_tensormap_sum(&m))
        return refuse("cuTensorMapReplaceAddress", API_PC, "this is no tensor map");
    if ((uintptr_t)base % 16)
        return refuse("cuTensorMapReplaceAddress", API_PC, "globalAddress must be a multiple of 16 bytes, and is %p",
                      base);
    m.base = (uintptr_t)base;
    finish(map, &m);
    return CUDA_SUCCESS;
}

void *api_driver_entry(const char *symbol)
{
    static const struct {
        const char *name;
        void *fn;
    } entries[] = {
        { "cuTensorMapEncodeTiled", (void *)cuTensorMapEncodeTiled },
        { "cuTensorMapEncodeIm2col", (void *)cuTensorMapEncodeIm2col },
        { "cuTensorMapReplaceAddress", (void *)cuTensorMapReplaceAddress },
    };

    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (!strcmp(symbol, entries[i].name))
            return entries[i].fn;
    return NULL;
}
