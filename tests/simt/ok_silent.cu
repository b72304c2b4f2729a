// ok_silent.cu: correct programs that look suspicious. Not one of them may be reported.
#include "t.h"

__global__ void double_buffer(const int *in, int *o, int n)
{
    __shared__ int b[2][64];
    int t = threadIdx.x, sum = 0;
    b[0][t] = in[t];
    __syncthreads();
    for (int i = 1; i < n; i++) {
        b[i & 1][t] = in[i * 64 + t];
        sum += b[(i - 1) & 1][63 - t];
        __syncthreads();
    }
    o[t] = sum;
}
// neighbours share a word, not a byte
__global__ void bytes(const unsigned char *in, unsigned char *o)
{
    __shared__ unsigned char s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    o[t] = s[255 - t];
}
__global__ void shorts(short *o)
{
    __shared__ short s[128];
    int t = threadIdx.x;
    s[t ^ 1] = t;
    __syncthreads();
    o[t] = s[t];
}
struct packed {
    char c;
    short s;
    char d;
};
__global__ void fields(packed *p)
{
    // four threads on each struct, each with a member of its own
    int i = threadIdx.x / 4;
    switch (threadIdx.x % 4) {
    case 0: p[i].c = 1; break;
    case 1: p[i].s = 2; break;
    case 2: p[i].d = 3; break;
    }
}
__global__ void producer_consumer(int *o)
{
    __shared__ int s[32];
    int w = threadIdx.x >> 5, l = threadIdx.x & 31;
    for (int i = 0; i < 4; i++) {
        if (w == 0)
            s[l] = i * 32 + l;
        __syncthreads();
        if (w == 1)
            o[i * 32 + l] = s[31 - l];
        __syncthreads();
    }
}
__global__ void jacobi(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        b[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
__global__ void in_place(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] * 2;
    a[i] += 1;
}
// every lane of a warp that writes writes the same: allowed, one of them wins
__global__ void flag_same(int *in, int *o)
{
    __shared__ int any;
    if (threadIdx.x == 0)
        any = 0;
    __syncthreads();
    if (in[threadIdx.x] > 5)
        any = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        *o = any;
}
__global__ void warp_reduce(int *o)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 32] = 1;
    __syncwarp();
    for (int k = 32; k > 0; k /= 2) {
        int v = t < k ? s[t + k] : 0;
        __syncwarp();
        s[t] = s[t] + v;
        __syncwarp();
    }
    if (t == 0)
        *o = s[0];
}
// reads of a place that others only read
__global__ void shared_table(const int *in, int *o)
{
    __shared__ int s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int x = 0;
    for (int i = 0; i < 16; i++)
        x += s[i];
    o[threadIdx.x] = x;
}
__global__ void reused(int *o)
{
    // one array, two lives
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int x = s[t ^ 1];
    __syncthreads();
    s[63 - t] = x;
    __syncthreads();
    o[t] = s[t];
}
__global__ void shuffled_order(int *o)
{
    // a shuffle of the whole warp lies between the store and the read of its own element only
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    int x = __shfl_xor_sync(0xffffffff, s[t], 3);
    s[t] = x;
    o[t] = s[t];
}
/* Some elements are never written, and never read. */
__global__ void sparse(int *o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t % 2 == 0)
        s[t] = t;
    __syncthreads();
    o[t] = s[t & ~1];
}
__global__ void cas_add(double *p)
{
    unsigned long long *q = (unsigned long long *)p, old = *q, seen; //@r1
    do {
        seen = old;
        old = atomicCAS(q, seen, __double_as_longlong(1.0 + __longlong_as_double(seen)));
    } while (seen != old);
}
__global__ void locked(int *lock, int *count)
{
    // the lock's order protects plain accesses, in one block and across blocks
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *count = *count + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
__global__ void swizzled(const float *in, float *o)
{
    __shared__ float s[32][32];
    int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8)
        s[y][x ^ y] = in[y * 32 + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        o[y * 32 + x] = s[x][y ^ x];
}
__global__ void early_warps(int *o)
{
    // whole warps leave; those that stay use no block barrier
    if (threadIdx.x >= 32)
        return;
    o[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);
}
__global__ void padded(const double *in, double *o)
{
    struct {
        char tag;
        double v;
    } local;
    local.tag = 1;
    local.v = in[threadIdx.x];
    o[threadIdx.x] = local.v + local.tag;
}
__global__ void two_launches(int *a) { a[threadIdx.x] += 1; }
__global__ void cursor(unsigned *n, int *o)
{
    unsigned i = atomicAdd(n, 1u);
    o[i] = threadIdx.x * 0 + 1;
}
__global__ void message(int *data, volatile int *ready, int *o)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 99;
        __threadfence();
        *ready = 1;
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (*ready == 0) //@r2
            ;
        __threadfence();
        *o = data[0]; //@r3
    }
}

// a word of the block's own is set, told through a flag, and then added to by others, too
__global__ void set_then_add(int *sum, int *ready, int *done)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        *sum = 100;
        __threadfence();
        atomicExch(ready, 1);
    }
    while (atomicAdd(ready, 0) == 0)
        ;
    __threadfence();
    atomicAdd(sum, 1);
    atomicAdd(done, 1);
}
// set, then added to, with a barrier between, by one block's threads alone
__global__ void own_bins(int *o)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = o[blockIdx.x * 8 + threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 8], 1);
    atomicAdd(&o[blockIdx.x * 8 + threadIdx.x % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8)
        o[blockIdx.x * 8 + threadIdx.x] += bins[threadIdx.x];
}
// some lanes of a warp reduce: what those at the end get from beyond is never used
__global__ void eight_lanes(int *o)
{
    int v = threadIdx.x;
    if (threadIdx.x >= 8)
        return;
    for (int d = 4; d; d /= 2)
        v += __shfl_down_sync(0xff, v, d);
    if (threadIdx.x == 0)
        *o = v;
}
// volatile data behind a flag, and behind barriers
__global__ void volatile_message(int *o)
{
    __shared__ volatile int flag, data[32];
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t < 32) {
        data[t] = 3 * t;
        __threadfence_block();
        __syncwarp();
        if (t == 0)
            flag = 1;
    } else {
        while (flag == 0)
            ;
        __threadfence_block();
        o[t - 32] = data[63 - t];
    }
    __syncthreads();
    if (t < 32)
        data[t] = t;
    __syncthreads();
    o[t] += data[t % 32];
}
// the one who finds that all others have come, by what its atomic returns
__global__ void by_ticket(int *part, int *count, int *o)
{
    __shared__ int mine[64], came;
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        came = 0;
    __syncthreads();
    mine[t] = 1;
    __threadfence_block();
    if (atomicAdd(&came, 1) != 63)
        return;
    __threadfence_block();
    for (int i = 0; i < 64; i++)
        sum += mine[i];
    part[blockIdx.x] = sum;
    __threadfence();
    if (atomicInc((unsigned *)count, gridDim.x - 1) != gridDim.x - 1)
        return;
    __threadfence();
    *o = 0;
    for (int i = 0; i < gridDim.x; i++)
        *o += part[i];
}

int main()
{
    int *in = t_dev<int>(1024, [](int i) { return i % 9; }), *o = t_dev<int>(1024);
    double_buffer<<<1, 64>>>(in, o, 16);
    bytes<<<1, 256>>>((unsigned char *)in, (unsigned char *)o);
    shorts<<<1, 128>>>((short *)o);
    fields<<<1, 64>>>((packed *)t_dev<packed>(16));
    producer_consumer<<<1, 64>>>(o);
    t_is("producer", o, 128, [](int i) { return i / 32 * 32 + 31 - i % 32; });
    float *f = t_dev<float>(1024, [](int i) { return (float)i; }), *g = t_dev<float>(1024);
    jacobi<<<4, 256>>>(f, g, 1024);
    jacobi<<<4, 256>>>(g, f, 1024);
    in_place<<<4, 256>>>(f);
    flag_same<<<1, 64>>>(in, o);
    EQ(t_get(o), 1);
    warp_reduce<<<1, 32>>>(o);
    EQ(t_get(o), 496 + 32);
    shared_table<<<1, 128>>>(in, o);
    reused<<<1, 64>>>(o);
    shuffled_order<<<1, 64>>>(o);
    sparse<<<1, 64>>>(o);
    t_is("sparse", o, 64, [](int i) { return i & ~1; });
    double *d = t_dev<double>(64);
    cas_add<<<2, 64>>>(d);
    t_is("cas", d, 1, [](int) { return 128.0; });
    int *k = t_dev<int>(2);
    locked<<<4, 64>>>(k, k + 1);
    EQ(t_get(k, 1), 8);
    swizzled<<<1, dim3(32, 8)>>>(f, g);
    early_warps<<<1, 128>>>(o);
    padded<<<1, 32>>>(d, d + 32);
    two_launches<<<1, 64>>>(o);
    two_launches<<<1, 64>>>(o);
    unsigned *n = t_dev<unsigned>(1);
    cursor<<<4, 64>>>(n, o);
    t_is("cursor", o, 256, [](int) { return 1; });
    int *m = t_dev<int>(3);
    message<<<2, 32>>>(m, m + 1, m + 2);
    EQ(t_get(m, 2), 99);
    int *a = t_dev<int>(3);
    set_then_add<<<4, 32>>>(a, a + 1, a + 2);
    EQ(t_get(a), 104);
    int *bins = t_dev<int>(32);
    own_bins<<<4, 64>>>(bins);
    t_is("bins", bins, 32, [](int) { return 16; });
    eight_lanes<<<1, 32>>>(a);
    EQ(t_get(a), 28);
    int *told = t_dev<int>(64);
    volatile_message<<<1, 64>>>(told);
    t_is("told", told, 64, [](int i) { return i < 32 ? 3 * (31 - i) + i : i - 32; });
    int *parts = t_dev<int>(10);
    by_ticket<<<8, 64>>>(parts, parts + 8, parts + 9);
    EQ(t_get(parts, 9), 512);
    return t_end();
}
