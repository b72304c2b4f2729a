// bug_wgmma.cu: mistakes in the protocol of wgmma, each at its line.
// native no
#include "wgmma.h"

#define PRODUCT(c, da, db)                                                                                             \
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]),                 \
                   "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]) \
                 : "l"(da), "l"(db))
#define BEGIN                                                                                                          \
    __shared__ alignas(1024) unsigned char sa[2048], sb[512];                                                         \
    int t = threadIdx.x;                                                                                               \
    for (int i = t; i < 1024; i += 128)                                                                                \
        ((__nv_bfloat16 *)sa)[i] = __float2bfloat16(1);                                                               \
    for (int i = t; i < 256; i += 128)                                                                                 \
        ((__nv_bfloat16 *)sb)[i] = __float2bfloat16(1);                                                               \
    w_proxy();                                                                                                         \
    __syncthreads();                                                                                                   \
    uint64_t da = w_desc(sa, 1024, 128, 0), db = w_desc(sb, 256, 128, 0);                                              \
    float c[8];                                                                                                        \
    for (int i = 0; i < 8; i++)                                                                                        \
        c[i] = 0
#define END                                                                                                            \
    for (int i = 0; i < 8; i++)                                                                                        \
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i]

__global__ void no_wait(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, da, db);
    w_commit();
    d[1024 + t] = c[0]; //@no_wait
    w_wait<0>();
    END;
}
__global__ void no_commit(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, da, db);
    w_wait<0>();
    d[1024 + t] = c[1]; //@no_commit
}
__global__ void wait_for_one(float *d)
{
    BEGIN;
    float e[8] = {};
    w_fence();
    PRODUCT(c, da, db);
    w_commit();
    PRODUCT(e, da, db);
    w_commit();
    w_wait<1>();
    d[1024 + t] = e[0]; //@wait_for_one
    w_wait<0>();
    END;
}
__global__ void no_fence(float *d)
{
    BEGIN;
    PRODUCT(c, da, db); //@no_fence
    w_commit();
    w_wait<0>();
    END;
}
__global__ void written_between(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, da, db);
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        c[i] *= 2;
    PRODUCT(c, da, db); //@written_between
    w_commit();
    w_wait<0>();
    END;
}
__global__ void outside(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, w_desc(sa, 1024, 512, 0), db); //@outside
    w_commit();
    w_wait<0>();
    END;
}
__global__ void misaligned(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, da, db | 1ull << 49); //@misaligned
    w_commit();
    w_wait<0>();
    END;
}
__global__ void three_warps(float *d)
{
    BEGIN;
    w_fence();
    if (t < 96)
        PRODUCT(c, da, db); //@three_warps
    w_commit();
    w_wait<0>();
    END;
}

__global__ void no_proxy_fence(float *d)
{
    BEGIN;
    w_fence();
    if (t == 0)
        sa[0] = 0; //@stored
    __syncthreads();
    PRODUCT(c, da, db); //@no_proxy_fence
    w_commit();
    w_wait<0>();
    END;
}
__global__ void no_barrier(float *d)
{
    BEGIN;
    w_fence();
    if (t == 0)
        sb[0] = 0; //@unordered
    w_proxy();
    PRODUCT(c, da, db); //@no_barrier
    w_commit();
    w_wait<0>();
    END;
}
__global__ void overwritten(float *d)
{
    BEGIN;
    w_fence();
    PRODUCT(c, da, db); //@flying
    w_commit();
    __syncthreads();
    sb[t] = 0; //@overwritten
    w_wait<0>();
    END;
}
__global__ void unwritten(float *d)
{
    BEGIN;
    __shared__ alignas(128) unsigned char none[512];
    none[t] = 0;
    w_proxy();
    __syncthreads();
    w_fence();
    PRODUCT(c, da, w_desc(none, 256, 128, 0)); //@unwritten
    w_commit();
    w_wait<0>();
    END;
}

int main(int argc, char **argv)
{
    static void (*const kernels[])(float *) = { no_wait, no_commit, wait_for_one, no_fence, written_between, outside,
                                                misaligned, three_warps, no_proxy_fence, no_barrier, overwritten, unwritten };
    static const char *const names[] = { "no_wait", "no_commit", "wait_for_one", "no_fence", "written_between", "outside",
                                         "misaligned", "three_warps", "no_proxy_fence", "no_barrier", "overwritten", "unwritten" };
    float *d = nullptr;
    cudaMalloc(&d, 8192);
    for (int k = 0; k < 12 && argc > 1; k++)
        if (!strcmp(argv[1], names[k]))
            kernels[k]<<<1, 128>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
// args no_wait
// expect-error async-hazard @no_wait
// expect-exit *
// args no_commit
// expect-error async-hazard @no_commit
// expect-exit *
// args wait_for_one
// expect-error async-hazard @wait_for_one
// expect-exit *
// args no_fence
// expect-error async-hazard @no_fence
// expect-exit *
// args written_between
// expect-error async-hazard @written_between
// expect-exit *
// args outside
// expect-error out-of-bounds @outside
// allow-error uninitialised @outside
// expect-exit *
// args misaligned
// expect-error misaligned @misaligned
// expect-exit *
// args three_warps
// expect-error warp-mismatch @three_warps
// expect-exit *
// args no_proxy_fence
// expect-error async-hazard @no_proxy_fence
// expect-exit *
// args no_barrier
// expect-error race @no_barrier|@unordered
// expect-exit *
// args overwritten
// expect-error async-hazard @overwritten
// expect-exit *
// args unwritten
// expect-error uninitialised @unwritten
// expect-exit *
