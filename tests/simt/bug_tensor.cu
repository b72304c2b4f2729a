// bug_tensor.cu: tensor copies whose map, coordinates or shared memory are wrong.
// native no
#include "hop.h"

#define MAP const __grid_constant__ CUtensorMap m
#define SETUP(bytes)                                                                                              \
    __shared__ __align__(1024) int s[512];                                                                        \
    __shared__ uint64_t bar;                                                                                      \
    int t = threadIdx.x;                                                                                          \
    if (t == 0)                                                                                                   \
        MBAR_INIT(&bar, 1);                                                                                       \
    __syncthreads();                                                                                              \
    if (t == 0)                                                                                                   \
    MBAR_ARRIVE_EXPECT(&bar, bytes)

// args odd_coordinate
// expect-error misaligned @oc
__global__ void odd_coordinate(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s, &m, 1, 0, &bar); //@oc
}
// args other_rank
// expect-error api @or
__global__ void other_rank(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_3(s, &m, 0, 0, 0, &bar); //@or
}
// args no_map
// expect-error api @nm
__global__ void no_map(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s, o, 0, 0, &bar); //@nm
}
// args other_mode
// expect-error api @om
__global__ void other_mode(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        IM2COL_LOAD_3(s, &m, 0, 0, 0, &bar, 0); //@om
}
// args odd_target
// expect-error misaligned @ot
__global__ void odd_target(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s + 4, &m, 0, 0, &bar); //@ot
    MBAR_WAIT(&bar, 0);
}
// args target_end
// expect-error out-of-bounds @te
__global__ void target_end(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s + 288, &m, 0, 0, &bar); //@te
    MBAR_WAIT(&bar, 0);
}
// the map says more than there is
// args beyond
// expect-error out-of-bounds @be
__global__ void beyond(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s, &m, 0, 1000, &bar); //@be
    MBAR_WAIT(&bar, 0);
}
// rows outside of the tensor are filled, and counted
// args outside_counted
// expect-error deadlock @ob
__global__ void outside_counted(MAP, int *o)
{
    SETUP(512);
    if (t == 0)
        TENSOR_LOAD_2(s, &m, 0, 24, &bar);
    MBAR_WAIT(&bar, 0); //@ob
}
// args read_early
// expect-error async-hazard @re
__global__ void read_early(MAP, int *o)
{
    SETUP(1024);
    if (t == 0)
        TENSOR_LOAD_2(s, &m, 0, 0, &bar);
    o[t] = s[t]; //@re
    MBAR_WAIT(&bar, 0);
}
// args store_before
// expect-error out-of-bounds @sb
__global__ void store_before(MAP, int *o)
{
    __shared__ __align__(128) int s[256];
    for (int i = threadIdx.x; i < 256; i += 32)
        s[i] = i;
    FENCE_PROXY();
    __syncthreads();
    if (threadIdx.x == 0) {
        TENSOR_STORE_2(&m, 0, -1, s); //@sb
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// args no_fence
// expect-error async-hazard @nf
__global__ void no_fence(MAP, int *o)
{
    __shared__ __align__(128) int s[256];
    for (int i = threadIdx.x; i < 256; i += 32)
        s[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        TENSOR_STORE_2(&m, 0, 0, s); //@nf
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// args within
// expect-error cluster @wi
__global__ void within(MAP, int *o)
{
    SETUP(512);
    s[t] = s[32 + t] = s[64 + t] = s[96 + t] = t;
    FENCE_PROXY();
    __syncthreads();
    if (t == 0)
        BULK_SHARED(s + 256, s, 512, &bar); //@wi
    MBAR_WAIT(&bar, 0);
}
static void encode(int *a)
{
    CUtensorMap m;
    cuuint64_t dims[] = {32, 32}, strides[] = {100};
    cuuint32_t box[] = {8, 8}, ones[] = {1, 1};
    // args encode
    // expect-error api @en
    encode_tiled()(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, a, dims, strides, box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE); //@en
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *a = t_dev<int>(1024, [](int i) { return i; }), *o = t_dev<int>(1024);
    CUtensorMap m = dense_map(a, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {32, 32}, {8, 32});
    CUtensorMap far = dense_map(a, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {32, 4096}, {8, 32});
#define CASE(name, map) if (!strcmp(w, #name)) name<<<1, 32>>>(map, o)
    CASE(odd_coordinate, m);
    CASE(other_rank, m);
    CASE(no_map, m);
    CASE(other_mode, m);
    CASE(odd_target, m);
    CASE(target_end, m);
    CASE(beyond, far);
    CASE(outside_counted, m);
    CASE(read_early, m);
    CASE(store_before, m);
    CASE(no_fence, m);
    CASE(within, m);
    if (!strcmp(w, "encode"))
        encode(a);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
