// mix_memory.cu: small programs about dynamic shared memory, strides, wide loads and cp.async, right and subtly wrong.
// native no
#include "t.h"
#include <cuda_pipeline.h>
// Right: carve dynamic shared memory with alignment
// args carve
// reports 0
__global__ void carve(int *o)
{
    extern __shared__ __align__(16) unsigned char raw[];
    double *d = (double *)raw;
    float *f = (float *)(d + 32);
    d[threadIdx.x] = threadIdx.x;
    f[threadIdx.x] = 1;
    __syncthreads();
    o[threadIdx.x] = (int)(d[31 - threadIdx.x] + f[31 - threadIdx.x]);
}
// Wrong: two views of dynamic shared memory overlap (forgot the offset)
// args alias
// expect-error race @alias
// expect-exit *
__global__ void alias(int *o)
{
    extern __shared__ float dyn[];
    float *a = dyn;
    float *b = dyn + 16;
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = 2 * threadIdx.x; //@alias
    __syncthreads();
    o[threadIdx.x] = (int)(a[threadIdx.x] + b[threadIdx.x]);
}
// Wrong: dynamic bytes too few (elements for bytes)
// args fewbytes
// expect-error out-of-bounds @fewbytes
// allow-error out-of-bounds
// expect-exit *
__global__ void fewbytes(int *o)
{
    extern __shared__ float dynf[];
    dynf[threadIdx.x] = 1; //@fewbytes
    __syncthreads();
    o[threadIdx.x] = (int)dynf[31 - threadIdx.x];
}
// Wrong: double at an address of 4
// args misdouble
// expect-error misaligned @misdouble
// expect-exit *
__global__ void misdouble(int *o)
{
    extern __shared__ __align__(16) unsigned char raw2[];
    float *f = (float *)raw2;
    double *d = (double *)(f + 33);
    d[threadIdx.x] = 1; //@misdouble
    o[threadIdx.x] = (int)d[threadIdx.x];
}
// Right: grid stride with n below the grid
// args stride
// reports 0
__global__ void stride(int *o, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        o[i] = i;
}
// Wrong: grid stride by blockDim alone
// args badstride
// expect-error race @badstride
// expect-exit *
__global__ void badstride(int *o, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        o[i] = i + o[i]; //@badstride
}
// Wrong: barrier in a grid stride loop of unequal trips
// args stridebar
// expect-error divergent-barrier|barrier-after-exit|race @stridebar
// allow-error barrier-after-exit
// expect-exit *
__global__ void stridebar(int *o, int n)
{
    __shared__ int s[32];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = i;
        __syncthreads(); //@stridebar
        o[i] = s[31 - threadIdx.x];
        __syncthreads();
    }
    __syncthreads();
    o[0] = s[0];
}
// Wrong: float4 tail past the end
// args tail4
// expect-error out-of-bounds @tail4
// allow-error out-of-bounds
// expect-exit *
__global__ void tail4(float *a, int n)
{
    int i = threadIdx.x;
    if (i * 4 < n) {
        float4 v = ((float4 *)a)[i]; //@tail4
        v.x += 1;
        ((float4 *)a)[i] = v;
    }
}
// Right: float4 with tail
// args tail4ok
// reports 0
__global__ void tail4ok(float *a, int n)
{
    int i = threadIdx.x;
    if (i * 4 + 3 < n) {
        float4 v = ((float4 *)a)[i];
        v.x += 1;
        ((float4 *)a)[i] = v;
    } else
        for (int k = i * 4; k < n; k++)
            a[k] += 1;
}
// Wrong: float4 of a row of an odd pitch
// args rowpitch
// expect-error misaligned @rowpitch
// expect-exit *
__global__ void rowpitch(float *a)
{
    float4 v = *(float4 *)(a + threadIdx.y * 33 + 4 * threadIdx.x); //@rowpitch
    a[64 + threadIdx.x + 4 * threadIdx.y] = v.x;
}
// Right: reinterpret int2 aligned 8
// args int2ok
// reports 0
__global__ void int2ok(int *o)
{
    int2 *p = (int2 *)(o + 2 * threadIdx.x);
    *p = make_int2(1, 2);
}
// Wrong: volatile spin without... unsynchronised double buffer with cp.async
// args cpa
// expect-error race @cpa
// expect-exit *
__global__ void cpa(const float *a, float *o)
{
    __shared__ float s[2][32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], a + t, 4);
    __pipeline_commit();
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            __pipeline_memcpy_async(&s[(k + 1) & 1][t], a + 32 * k + t, 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        o[32 * k + t] = s[k & 1][31 - t]; //@cpa
        __syncwarp();
    }
}
// Right: with syncwarp
// args cpaok
// reports 0
__global__ void cpaok(const float *a, float *o)
{
    __shared__ float s[2][32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], a + t, 4);
    __pipeline_commit();
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            __pipeline_memcpy_async(&s[(k + 1) & 1][t], a + 32 * k + t, 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncwarp();
        o[32 * k + t] = s[k & 1][31 - t];
        __syncwarp();
    }
}
// Wrong: wait_prior one too many in the last turn
// args cpal
// expect-error async-hazard @cpal
// expect-exit *
__global__ void cpal(const float *a, float *o)
{
    __shared__ float s[2][32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], a + t, 4);
    __pipeline_commit();
    for (int k = 0; k < 4; k++) {
        if (k < 3) {
            __pipeline_memcpy_async(&s[(k + 1) & 1][t], a + 32 * k + t, 4);
            __pipeline_commit();
        }
        __pipeline_wait_prior(1);
        __syncwarp();
        o[32 * k + t] = s[k & 1][31 - t]; //@cpal
        __syncwarp();
    }
}
// Wrong: 16-byte cp.async at an address of 4
// args cpm
// expect-error misaligned @cpm
// expect-exit *
__global__ void cpm(const float *a, float *o)
{
    __shared__ __align__(16) float s[36];
    int t = threadIdx.x;
    if (t < 8)
        __pipeline_memcpy_async(&s[4 * t], a + 1 + 4 * t, 16); //@cpm
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    o[t] = s[t];
}
struct v3 {
    float x, y, z;
};
// Right: shared memory reused after a barrier with other types
// args reuse
// reports 0
__global__ void reuse(int *o)
{
    __shared__ __align__(8) int s[64];
    s[threadIdx.x] = s[threadIdx.x + 32] = 1;
    __syncthreads();
    int v = s[63 - threadIdx.x];
    __syncthreads();
    ((double *)s)[threadIdx.x] = v;
    __syncthreads();
    o[threadIdx.x] = (int)((double *)s)[31 - threadIdx.x];
}
// Wrong: integer product overflows for a late row
// args ovf
// expect-error out-of-bounds|illegal-address @ovf
// expect-exit *
__global__ void ovf(float *a, int n)
{
    int row = 50000 + threadIdx.x;
    a[row * 50000 / n] = 1; //@ovf
}
// Wrong: unsigned countdown
// args countdown
// expect-error out-of-bounds|illegal-address @countdown
// expect-exit *
__global__ void countdown(int *o)
{
    for (unsigned i = 3; i >= 0; i--) {
        o[i] = 1; //@countdown
        if (i == 0xfffffffe)
            break;
    }
}
// Wrong: two-dimensional index swapped
// args swapped
// expect-error out-of-bounds @swapped
// expect-exit *
__global__ void swapped(float *a, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h)
        a[x * h * 2 + y] = 1; //@swapped
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(128);
    float *f = t_dev<float>(128), *g = t_dev<float>(128);
#define C(k) if (!strcmp(w, #k))
    C(carve) carve<<<1, 32, 32 * 12>>>(o);
    C(alias) alias<<<1, 32, 48 * 4>>>(o);
    C(fewbytes) fewbytes<<<1, 32, 32>>>(o);
    C(misdouble) misdouble<<<1, 32, 1024>>>(o);
    C(stride) stride<<<8, 32>>>(o, 100);
    C(badstride) badstride<<<2, 32>>>(o, 128);
    C(stridebar) stridebar<<<1, 32>>>(o, 48);
    float *h = t_dev<float>(30);
    C(tail4) tail4<<<1, 32>>>(h, 30);
    C(tail4ok) tail4ok<<<1, 32>>>(h, 30);
    C(rowpitch) rowpitch<<<1, dim3(4, 2)>>>(f);
    C(int2ok) int2ok<<<1, 32>>>(o);
    C(cpa) cpa<<<1, 32>>>(f, g);
    C(cpaok) cpaok<<<1, 32>>>(f, g);
    C(cpal) cpal<<<1, 32>>>(f, g);
    C(cpm) cpm<<<1, 32>>>(f, g);
    C(reuse) reuse<<<1, 32>>>(o);
    C(ovf) ovf<<<1, 32>>>(f, 1);
    C(countdown) countdown<<<1, 1>>>(o);
    C(swapped) swapped<<<1, dim3(16, 8)>>>(f, 16, 8);
    return t_end();
}
