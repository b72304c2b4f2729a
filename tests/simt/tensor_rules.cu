// tensor_rules.cu: which arguments cuTensorMapEncodeTiled() takes, as the driver of an H200 was seen to do. What it
// refuses is reported with the rule.
// allow-error api
#include "hop.h"

static char *base;
struct request {
    int type = CU_TENSOR_MAP_DATA_TYPE_UINT16;
    unsigned rank = 2;
    char *p = base;
    cuuint64_t dims[5] = {64, 64, 8, 8, 8}, strides[5] = {128, 8192, 65536, 524288};
    cuuint32_t box[5] = {32, 8, 2, 2, 2}, step[5] = {1, 1, 1, 1, 1};
    int interleave = 0, swizzle = 0, promotion = 0, fill = 0;
};
static int made(const request &r)
{
    CUtensorMap m;
    return encode_tiled()(&m, (CUtensorMapDataType)r.type, r.rank, r.p, r.dims, r.strides, r.box, r.step,
                          (CUtensorMapInterleave)r.interleave, (CUtensorMapSwizzle)r.swizzle,
                          (CUtensorMapL2promotion)r.promotion, (CUtensorMapFloatOOBfill)r.fill);
}
#define TAKEN(...) rule(0, [](request &r) { __VA_ARGS__; }, #__VA_ARGS__)
#define REFUSED(...) rule(CUDA_ERROR_INVALID_VALUE, [](request &r) { __VA_ARGS__; }, #__VA_ARGS__)
template <class F> void rule(int want, F change, const char *what)
{
    request r;
    change(r);
    t_int(made(r), want, what, __LINE__);
}

int main()
{
    CK(cudaMalloc(&base, 1 << 20));
    TAKEN(r.rank = 2);
    REFUSED(r.p = base + 8);
    REFUSED(r.rank = 0);
    REFUSED(r.rank = 6);
    REFUSED(r.dims[0] = 0);
    TAKEN(r.dims[1] = 1ull << 32);
    REFUSED(r.dims[1] = (1ull << 32) + 1);
    REFUSED(r.strides[0] = 136);
    TAKEN(r.strides[0] = 64);
    TAKEN(r.strides[0] = 0);
    REFUSED(r.strides[0] = 1ull << 40);
    TAKEN(r.rank = 3, r.strides[1] = 8208);
    REFUSED(r.box[0] = 0);
    REFUSED(r.box[0] = 4);
    TAKEN(r.box[0] = 256);
    TAKEN(r.box[1] = 256);
    REFUSED(r.box[1] = 257);
    REFUSED(r.step[0] = 0);
    REFUSED(r.step[0] = 9);
    TAKEN(r.step[1] = 8);
    REFUSED(r.step[1] = 9);
    TAKEN(r.step[1] = 8, r.box[1] = 4);
    REFUSED(r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
    TAKEN(r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B, r.box[0] = 16);
    TAKEN(r.swizzle = CU_TENSOR_MAP_SWIZZLE_64B);
    REFUSED(r.swizzle = CU_TENSOR_MAP_SWIZZLE_64B, r.box[0] = 40);
    TAKEN(r.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, r.box[0] = 64);
    REFUSED(r.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, r.box[0] = 72);
    REFUSED(r.swizzle = 7);
    TAKEN(r.promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
    REFUSED(r.promotion = 4);
    REFUSED(r.fill = 1);
    TAKEN(r.fill = 1, r.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
    TAKEN(r.fill = 1, r.type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16);
    TAKEN(r.fill = 1, r.type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32);
    REFUSED(r.fill = 1, r.type = CU_TENSOR_MAP_DATA_TYPE_UINT32);
    REFUSED(r.fill = 2);
    REFUSED(r.type = 16);
    REFUSED(r.interleave = CU_TENSOR_MAP_INTERLEAVE_16B);
    REFUSED(r.interleave = 3);
    CK(cudaFree(base));
    return t_end();
}
