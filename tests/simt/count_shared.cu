// count_shared.cu: wavefronts of shared accesses: 32 banks of 4 bytes. Lanes of 8 bytes go in half warps, of 16
// bytes in quarters; each pass costs as many wavefronts as the fullest bank has different words.
#include "t.h"

#define FILL(s, n)                                                                                                   \
    for (int i = threadIdx.x; i < (n); i += 32)                                                                      \
        s[i] = i;                                                                                                    \
    __syncthreads()

// words at a stride of 1, 2, 3, 6, 16, 32, 33: gcd(stride, 32) lanes share a bank
// expect strided#1@read sh_ld_wave == 1
// expect strided#2@read sh_ld_wave == 2
// expect strided#3@read sh_ld_wave == 1
// expect strided#4@read sh_ld_wave == 2
// expect strided#5@read sh_ld_wave == 16
// expect strided#6@read sh_ld_wave == 32
// expect strided#7@read sh_ld_wave == 1
// one word for all lanes is one wavefront
// expect strided#8@read sh_ld_wave == 1
// expect strided@read sh_ld_req == 1
// expect strided#6@read sh_conf == 31
__global__ void strided(float *o, int stride)
{
    __shared__ float s[1056];
    FILL(s, 1056);
    o[threadIdx.x] = s[threadIdx.x * stride]; //@read
}
// stores the same way: 32 lanes at a stride of 4: 4 to a bank
// expect scattered@write sh_st_wave == 4
// expect scattered@write sh_st_req == 1
__global__ void scattered(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x * 4] = threadIdx.x; //@write
    __syncthreads();
    o[threadIdx.x] = s[(31 - threadIdx.x) * 4];
}
// two words in one bank: 2; in two banks: 1; the same for pieces of a word
// expect patterns@a sh_ld_wave == 2
// expect patterns@b sh_ld_wave == 1
// expect patterns@c sh_ld_wave == 1
// expect patterns@d sh_ld_wave == 1
// expect patterns@e sh_ld_wave == 1
// lane t reads word t * 32 % 96 (0, 32, 64): three words of bank 0
// expect patterns@f sh_ld_wave == 3
// 16 lanes at 32 * t: 16
// expect patterns@g sh_ld_wave == 16
__global__ void patterns(float *o)
{
    __shared__ float s[1024];
    __shared__ unsigned char b[64];
    __shared__ short h[64];
    int t = threadIdx.x;
    FILL(s, 1024);
    b[t] = t, b[32 + t] = t, h[t] = t, h[32 + t] = t;
    __syncthreads();
    float x = s[(t & 1) * 32]; //@a
    x += s[(t & 1) * 33];      //@b
    x += s[t ^ 5];             //@c
    x += b[t * 2];             //@d
    x += h[t];                 //@e
    x += s[t % 3 * 32];        //@f
    if (t < 16)
        x += s[t * 32]; //@g
    o[t] = x;
}
// 8 bytes: two half warps of 32 words each; a stride of 2 doubles: lanes i and i + 8 of a half share banks
// expect doubles@unit sh_ld_wave == 2
// expect doubles@two sh_ld_wave == 4
// expect doubles@two sh_ideal == 2
// expect doubles@unit sh_conf == 0
// expect doubles@half sh_ld_wave == 1
__global__ void doubles(double *o)
{
    __shared__ double s[64];
    int t = threadIdx.x;
    FILL(s, 64);
    double x = s[t];  //@unit
    x += s[t * 2];    //@two
    if (t < 16)
        x += s[t + 16]; //@half
    o[t] = x;
}
// 16 bytes: four quarters; every other float4: lanes i and i + 4 of a quarter share banks
// expect quads@store sh_st_wave == 4
// expect quads@unit sh_ld_wave == 4
// expect quads@unit sh_ld_req == 1
// expect quads@two sh_ld_wave == 8
// expect quads@two sh_ideal == 4
__global__ void quads(float4 *o)
{
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = make_float4(t, t, t, t); //@store
    s[t + 32] = make_float4(t, 1, 2, 3);
    __syncthreads();
    float4 a = s[t];      //@unit
    float4 b = s[t * 2];  //@two
    o[t] = make_float4(a.x + b.x, a.y, b.z, a.w);
}
// a block of 64x4: row-major tiles of 64 columns; lanes of a warp lie in one row: no conflict; read by columns of 4
// at 256 B from row to row: 8 lanes x 4 rows... lane l reads row l % 4, column l / 4: banks (l % 4) * 64 + l / 4:
// 8 different banks, 4 words each
// expect columns@read sh_ld_wave == 32
__global__ void columns(int *o)
{
    __shared__ int s[4][64];
    int t = threadIdx.x + 64 * threadIdx.y;
    s[threadIdx.y][threadIdx.x] = t;
    __syncthreads();
    o[t] = s[t % 4][t / 4]; //@read
}
// dynamic shared memory counts alike, at its own offset: a pad of 1 word moves banks but makes no conflict
// expect dynamic sh_ld_wave == 1
// expect dynamic sh_st_wave == 1
// expect dynamic smem_B == 256
__global__ void dynamic(int *o)
{
    extern __shared__ int s[];
    s[threadIdx.x + 1] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[32 - threadIdx.x];
}
// reduction of 256: 8 warps store; 7 steps of reads and writes by 128, 64, 32, 16 ... 1 threads: warps 4, 2, 1, 1, 1, 1, 1, 1
// = 12, two reads and a store each; the last read by one warp
// expect reduction sh_st_req == 20
// expect reduction sh_ld_req == 25
// expect reduction sh_conf == 0
// expect reduction bar == 9
// expect reduction g_st_sec == 1
__global__ void reduction(const float *a, float *o)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        *o = s[0];
}

int main()
{
    float *o = t_dev<float>(256), *a = t_dev<float>(256, [](int i) { return (float)i; });
    for (int k : { 1, 2, 3, 6, 16, 32, 33, 0 }) {
        strided<<<1, 32>>>(o, k);
        t_is("strided", o, 32, [=](int i) { return (float)(i * k); });
    }
    scattered<<<1, 32>>>(o);
    patterns<<<1, 32>>>(o);
    t_is("patterns", o, 32, [](int i) {
        return (float)((i & 1) * 65 + (i ^ 5) + (i * 2 & 31) + i + i % 3 * 32 + (i < 16 ? i * 32 : 0));
    });
    double *d = t_dev<double>(32);
    doubles<<<1, 32>>>(d);
    t_is("doubles", d, 32, [](int i) { return i * 3.0 + (i < 16 ? i + 16 : 0); });
    float4 *q = t_dev<float4>(32);
    quads<<<1, 32>>>(q);
    t_is("quads", q, 32, [](int i) {
        float b = i * 2 % 32;
        return make_float4(i + b, i, i < 16 ? b : 2, i);
    });
    int *c = t_dev<int>(256);
    columns<<<1, dim3(64, 4)>>>(c);
    t_is("columns", c, 256, [](int i) { return i % 4 * 64 + i / 4; });
    dynamic<<<1, 32, 256>>>(c);
    t_is("dynamic", c, 32, [](int i) { return 31 - i; });
    reduction<<<1, 256>>>(a, o);
    EQ(t_get(o), 255 * 128);
    return t_end();
}
