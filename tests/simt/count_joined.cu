// count_joined.cu: shared accesses that nvcc makes one of, as its machine code has them (13.0, sm_90, nvdisasm). A request
// of 16 bytes by a whole warp takes 4 wavefronts, or 2 where neighbours read the same; one of 8 bytes 2, or 1.
#include "t.h"

// 32 words that all lanes share: 8 LDS.128, upwards or downwards
// expect up@read sh_ld_req == 8
// expect up@read sh_ld_wave == 16
// expect up@read sh_joined == 24
__global__ void up(float *o)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float v = 0;
    for (int k = 0; k < 32; k++)
        v = v * 0.5f + s[k]; //@read
    o[threadIdx.x] = v;
}
// expect down@read sh_ld_req == 8
__global__ void down(float *o)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float v = 0;
    for (int k = 31; k >= 0; k--)
        v = v * 0.5f + s[k]; //@read
    o[threadIdx.x] = v;
}
// 1, 2, 3 are 16 bytes with a word that nobody asked for; 4 to 11 are two of 16; 12 is one of 4
// expect inside@read sh_ld_req == 4
// expect inside@read sh_ld_wave == 7
__global__ void inside(float *o)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float v = 0;
    for (int k = 1; k < 13; k++)
        v = v * 0.5f + s[k]; //@read
    o[threadIdx.x] = v;
}
// 4 and 5: an aligned half. 1 and 2 are none, nor are 0 and 3
// expect pairs@half sh_ld_req == 1
// expect pairs@half sh_ld_wave == 1
// expect pairs@across sh_ld_req == 2
// expect pairs@apart sh_ld_req == 2
__global__ void pairs(float *o)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float v = s[4] * s[5]; //@half
    v += s[9] * s[10];     //@across
    v += s[12] * s[15];    //@apart
    o[threadIdx.x] = v;
}
// rows of 33: a row's start is no multiple of 16 that nvcc could know
// expect padded@read sh_ld_req == 128
// expect padded@read sh_ld_wave == 128
// expect padded sh_joined == 0
__global__ void padded(float *o)
{
    __shared__ float s[4][33];
    s[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    float v = 0;
    for (int k = 0; k < 32; k++)
        v = v * 0.5f + s[threadIdx.y][k]; //@read
    o[threadIdx.y * 32 + threadIdx.x] = v;
}
// each lane its own row of 20: stores of 16 bytes, at 80 bytes from lane to lane: no conflict in a quarter
// expect rows@write sh_st_req == 4
// expect rows@write sh_st_wave == 16
// expect rows@write sh_joined == 12
__global__ void rows(float *o)
{
    __shared__ float s[32][20];
    for (int k = 0; k < 16; k++)
        s[threadIdx.x][k] = o[threadIdx.x + k]; //@write
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x][threadIdx.x & 15];
}
// a store that may change what is read next: nothing is joined
// expect between@turn sh_ld_req == 16
// expect between@turn sh_st_req == 16
__global__ void between(float *o)
{
    __shared__ float s[32][16], q[32][16];
    int t = threadIdx.x;
    for (int k = 0; k < 16; k++)
        s[t][k] = k;
    __syncthreads();
    for (int k = 0; k < 16; k++)
        q[t][k] = s[31 - t][k] * 2; //@turn
    __syncthreads();
    o[t] = q[t][t & 15];
}
// doubles: two at a time
// expect doubles@read sh_ld_req == 4
__global__ void doubles(double *o)
{
    __shared__ double s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    double v = 0;
    for (int k = 0; k < 8; k++)
        v = v * 0.5 + s[k]; //@read
    o[threadIdx.x] = v;
}
// a tree: the last steps are of one lane, whose address tells nothing of the others'
// expect tree sh_joined == 0
__global__ void tree(float *o)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int k = 16; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    o[t] = s[0];
}

int main()
{
    float *o = t_dev<float>(128);
    up<<<1, 32>>>(o);
    auto fold = [](int from, int to) {
        float v = 0;
        for (int k = from; k != to; k += from < to ? 1 : -1)
            v = v * 0.5f + k;
        return v;
    };
    t_is("up", o, 32, [=](int) { return fold(0, 32); });
    down<<<1, 32>>>(o);
    t_is("down", o, 32, [=](int) { return fold(31, -1); });
    inside<<<1, 32>>>(o);
    t_is("inside", o, 32, [=](int) { return fold(1, 13); });
    pairs<<<1, 32>>>(o);
    t_is("pairs", o, 32, [](int) { return 4.f * 5 + 9 * 10 + 12 * 15; });
    padded<<<1, dim3(32, 4)>>>(o);
    t_is("padded", o, 128, [=](int) { return fold(0, 32); });
    between<<<1, 32>>>(o);
    t_is("between", o, 32, [](int i) { return 2.f * (i & 15); });
    tree<<<1, 32>>>(o);
    t_is("tree", o, 32, [](int) { return 496.f; });
    float *a = t_dev<float>(64, [](int i) { return (float)i; });
    rows<<<1, 32>>>(a);
    t_is("rows", a, 32, [](int i) { return (float)(i + (i & 15)); });
    double *d = t_dev<double>(32);
    doubles<<<1, 32>>>(d);
    t_is("doubles", d, 32, [](int) {
        double v = 0;
        for (int k = 0; k < 8; k++)
            v = v * 0.5 + k;
        return v;
    });
    return t_end();
}
