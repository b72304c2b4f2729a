// bug_sparse.cu: metadata of 2:4 sparse products that PTX calls undefined.
// native no
#include "wgmma.h"

#define MMA \
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, " \
                 "{%4, %4, %4, %4}, {%4, %4, %4, %4}, {%0, %1, %2, %3}, %5, 1;" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) \
                 : "r"(0u), "r"(e))
#define PLAIN \
    asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, " \
                 "{%4, %4, %4, %4}, {%4, %4, %4, %4}, {%0, %1, %2, %3}, %5, 1;" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) \
                 : "r"(0u), "r"(e))
#define KERNEL(name, mma) \
    __global__ void name(float *d, unsigned e) \
    { \
        float c[4] = {}; \
        mma; \
        d[threadIdx.x] = c[0] + c[3]; \
    }

// args twice
// reports 1
// expect-error api @twice
KERNEL(twice, MMA) //@twice
// args falling
// reports 1
// expect-error api @falling
KERNEL(falling, MMA) //@falling
// args twice_plain
// reports 1
// expect-error api @twice_plain
KERNEL(twice_plain, PLAIN) //@twice_plain
// args falling_plain
// reports 0
KERNEL(falling_plain, PLAIN)
// what the selector does not name is not looked at
// args others
// reports 0
__global__ void others(float *d, unsigned e)
{
    float c[4] = {};
    e = threadIdx.x % 4 >= 2 ? e : 0;
    MMA;
    d[threadIdx.x] = c[0] + c[3];
}
// args tf32
// reports 1
// expect-error api @tf32
__global__ void tf32(float *d, unsigned e)
{
    float c[4] = {};
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 " //@tf32
                 "{%0, %1, %2, %3}, {%4, %4}, {%4, %4}, {%0, %1, %2, %3}, %5, 3;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(0u), "r"(e));
    d[threadIdx.x] = c[0] + c[3];
}
// args group
// reports 1
// expect-error api @group
__global__ void group(float *d, unsigned e)
{
    __shared__ alignas(512) unsigned char sa[2048], sb[1024];
    int t = threadIdx.x;
    for (int i = t; i < 2048; i += 128)
        sa[i] = sb[i % 1024] = 0;
    w_proxy();
    __syncthreads();
    float c[8] = {};
    if (t / 32 != 2)
        e = 0x44444444; // one warp of the four is wrong
    w_fence();
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.bf16.bf16 " //@group
                 "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, %10, 0, 1, 1, 1, 0, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 1024, 128, 0)), "l"(w_desc(sb, 256, 128, 0)), "r"(e));
    w_commit();
    w_wait<0>();
    d[t] = c[0] + c[7];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *d = t_dev<float>(128);
#define CASE(name) if (!strcmp(w, #name))
    CASE(twice) twice<<<1, 32>>>(d, 0x4444a444);
    CASE(falling) falling<<<1, 32>>>(d, 0x44444441);
    CASE(twice_plain) twice_plain<<<1, 32>>>(d, 0x04444444);
    CASE(falling_plain) falling_plain<<<1, 32>>>(d, 0x44444441);
    CASE(others) others<<<1, 32>>>(d, 0x98cde444);
    CASE(tf32) tf32<<<1, 32>>>(d, 0xe4e4e4ec);
    CASE(group) group<<<1, 128>>>(d, 0x4444f444);
    return t_end();
}
