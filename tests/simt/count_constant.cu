// count_constant.cu: a request to constant memory takes one pass for each different address that its lanes want.
#include "t.h"

__constant__ float table[64];

// expect same@read const_req == 1
// expect same@read const_wave == 1
// expect same@read const_wpr == 1
__global__ void same(float *o, int at)
{
    o[threadIdx.x] = table[at]; //@read
}
// expect own@read const_req == 1
// expect own@read const_wave == 32
__global__ void own(float *o)
{
    o[threadIdx.x] = table[threadIdx.x]; //@read
}
// expect fours@read const_wave == 8
__global__ void fours(float *o)
{
    o[threadIdx.x] = table[threadIdx.x / 4]; //@read
}

int main()
{
    float *o = t_dev<float>(32), host[64];
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMemcpyToSymbol(table, host, sizeof host);
    same<<<1, 32>>>(o, 7);
    t_is("same", o, 32, [](int) { return 7.0f; });
    own<<<1, 32>>>(o);
    t_is("own", o, 32, [](int i) { return (float)i; });
    fours<<<1, 32>>>(o);
    t_is("fours", o, 32, [](int i) { return (float)(i / 4); });
    return t_end();
}
