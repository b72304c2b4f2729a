// bug_race.cu: two threads, one place, no order between them. One case a run; each names both lines.
// flags --workers 1
// native no
// allow-error uninitialised
#include "t.h"

// args missing_barrier
// expect-error race @mb_read|@mb_write
__global__ void missing_barrier(float *o)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t; //@mb_write
    o[blockIdx.x * 256 + t] = s[255 - t]; //@mb_read
}
// the second barrier of a loop is missing: the next trip's store meets this trip's read
// args missing_second
// expect-error race @ms_read|@ms_write
__global__ void missing_second(const float *in, float *o)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        s[t] = in[k * 64 + t]; //@ms_write
        __syncthreads();
        sum += s[63 - t]; //@ms_read
    }
    o[t] = sum;
}
// args one_writer
// expect-error race @ow_read|@ow_write
__global__ void one_writer(int *o)
{
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 5; //@ow_write
    if (threadIdx.x >= 32)
        o[threadIdx.x] = total; //@ow_read
}
// lanes of a warp are not in lockstep: __syncwarp is missing
// args missing_syncwarp
// expect-error race @sw_a|@sw_b|@sw_c
__global__ void missing_syncwarp(int *o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 32] = t;
    __syncwarp();
    s[t] += s[t + 16]; //@sw_a
    s[t] += s[t + 8];  //@sw_b
    o[t] = s[t];       //@sw_c
}
// args lost_add
// expect-error race @la
__global__ void lost_add(int *o)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    n += 1; //@la
    __syncthreads();
    if (threadIdx.x == 0)
        o[0] = n;
}
// args histogram
// expect-error race @hist
__global__ void histogram(const unsigned char *in, unsigned *h) { h[in[blockIdx.x * 256 + threadIdx.x]]++; } //@hist
// in-place shift: a neighbour reads what this thread overwrites
// args shift
// expect-error race @shift
__global__ void shift(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        a[i] = a[i + 1]; //@shift
}
// two blocks write different values to one word
// args two_blocks
// expect-error race @tb
__global__ void two_blocks(int *o)
{
    if (threadIdx.x == 0)
        o[3] = blockIdx.x; //@tb
}
// a block reads what another wrote, with a barrier that orders threads of one block only
// args block_barrier
// expect-error race @bb_write|@bb_read
__global__ void block_barrier(int *a, int *o)
{
    a[blockIdx.x] = 1; //@bb_write
    __syncthreads();
    o[blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x]; //@bb_read
}
// a plain store beside atomics on one word
// args mixed
// expect-error race @mix_store|@mix_atomic
__global__ void mixed(int *o)
{
    if (threadIdx.x == 40)
        o[0] = 0; //@mix_store
    atomicAdd(&o[0], 1); //@mix_atomic
}
// a word set to zero by one block, added to by all: which comes first?
// args zero_then_add
// expect-error race @za_add
__global__ void zero_then_add(int *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *o = 0;
    __syncthreads();
    atomicAdd(o, 1); //@za_add
}
// the same within a block, without the barrier
// args zero_shared
// expect-error race @zs_add
__global__ void zero_shared(int *o)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, 1); //@zs_add
    __syncthreads();
    o[threadIdx.x] = sum;
}
// volatile makes data no message: a barrier is missing all the same
// args volatile_data
// expect-error race @vd_read|@vd_write
__global__ void volatile_data(float *o)
{
    __shared__ volatile float s[256];
    int t = threadIdx.x;
    s[t] = t; //@vd_write
    o[t] = s[255 - t]; //@vd_read
}
// read before it is written again
// args volatile_again
// expect-error race @va_again|@va_read
__global__ void volatile_again(float *o)
{
    __shared__ volatile float s[256];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    o[t] = s[(t + 32) % 256]; //@va_read
    s[t] = -t; //@va_again
}
// who drops what an atomic found knows nothing of other blocks, whatever the index says of the order
// args last_by_index
// expect-error race @li_read|@li_write
__global__ void last_by_index(int *part, int *count, int *o)
{
    if (threadIdx.x)
        return;
    part[blockIdx.x] = blockIdx.x; //@li_write
    __threadfence();
    atomicAdd(count, 1);
    if (blockIdx.x == gridDim.x - 1)
        for (int i = 0; i < gridDim.x; i++)
            *o += part[i]; //@li_read
}
// nor of other warps
// args last_warp
// expect-error race @lw_read|@lw_write
__global__ void last_warp(int *o)
{
    __shared__ int part[128], count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    part[t] = t; //@lw_write
    __threadfence_block();
    atomicAdd(&count, 1);
    if (t >= 96)
        o[t] = part[127 - t]; //@lw_read
}
// lanes that go in step through volatile memory, as before 2017: a race, and the sum that was meant
// args in_step
// expect-error race @is_add
__global__ void in_step(int *o)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int d = 32; t < 32 && d > 0; d /= 2)
        s[t] += s[t + d]; //@is_add
    if (t == 0)
        *o = s[0];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *f = t_dev<float>(1024, [](int i) { return (float)i; }), *g = t_dev<float>(1024);
    int *o = t_dev<int>(1024), *p = t_dev<int>(1024);
    unsigned char *c = t_dev<unsigned char>(1024, [](int i) { return (unsigned char)(i % 3); });
#define CASE(name) if (!strcmp(w, #name))
    CASE(missing_barrier) missing_barrier<<<2, 256>>>(f);
    CASE(missing_second) missing_second<<<1, 64>>>(f, g);
    CASE(one_writer) one_writer<<<1, 64>>>(o);
    CASE(missing_syncwarp) missing_syncwarp<<<1, 32>>>(o);
    CASE(lost_add) lost_add<<<1, 64>>>(o);
    CASE(histogram) histogram<<<4, 256>>>(c, (unsigned *)o);
    CASE(shift) shift<<<4, 256>>>(f, 1000);
    CASE(two_blocks) two_blocks<<<2, 32>>>(o);
    CASE(block_barrier) block_barrier<<<4, 1>>>(o, p);
    CASE(mixed) mixed<<<1, 64>>>(o);
    CASE(zero_then_add) zero_then_add<<<8, 64>>>(o);
    CASE(zero_shared) zero_shared<<<1, 64>>>(o);
    CASE(volatile_data) volatile_data<<<1, 256>>>(f);
    CASE(volatile_again) volatile_again<<<1, 256>>>(f);
    CASE(last_by_index) last_by_index<<<8, 32>>>(o, p, p + 1);
    CASE(last_warp) last_warp<<<1, 128>>>(o);
    CASE(in_step)
    {
        in_step<<<1, 64>>>(o);
        EQ(t_get(o), 64);
    }
    return t_end();
}
