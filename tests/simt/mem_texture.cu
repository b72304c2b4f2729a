// mem_texture.cu: texture objects with point sampling: linear memory and a 2-D array.
#include "t.h"

__global__ void fetch(cudaTextureObject_t t, float *o) { o[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x * 2); }
__global__ void sample(cudaTextureObject_t t, float *o, int w)
{
    int x = threadIdx.x, y = threadIdx.y;
    o[y * w + x] = tex2D<float>(t, x + 0.5f, (blockDim.y - 1 - y) + 0.5f);
}
__global__ void clamped(cudaTextureObject_t t, float *o) { o[threadIdx.x] = tex2D<float>(t, (int)threadIdx.x - 4 + 0.5f, 1.5f); }

int main()
{
    float *a = t_dev<float>(64, [](int i) { return i * 0.5f; }), *o = t_dev<float>(64);
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = a;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = 64 * sizeof(float);
    d.readMode = cudaReadModeElementType;
    cudaTextureObject_t t;
    CK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    fetch<<<1, 32>>>(t, o);
    t_is("linear", o, 32, [](int i) { return (float)i; });
    CK(cudaDestroyTextureObject(t));

    float h[4][8];
    for (int i = 0; i < 32; i++)
        h[i / 8][i % 8] = i;
    cudaArray_t array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    CK(cudaMallocArray(&array, &f, 8, 4));
    CK(cudaMemcpy2DToArray(array, 0, 0, h, sizeof h[0], sizeof h[0], 4, cudaMemcpyHostToDevice));
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    d.filterMode = cudaFilterModePoint;
    CK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    sample<<<1, dim3(8, 4)>>>(t, o, 8);
    t_is("array", o, 32, [](int i) { return (float)((3 - i / 8) * 8 + i % 8); });
    clamped<<<1, 16>>>(t, o);
    t_is("clamped", o, 16, [](int i) { return 8.0f + (i < 4 ? 0 : i > 11 ? 7 : i - 4); });
    CK(cudaDestroyTextureObject(t));
    CK(cudaFreeArray(array));
    return t_end();
}
