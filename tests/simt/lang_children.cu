// lang_children.cu: kernels that launch, into streams of their own, at once and last.
// native no
#include "t.h"

__global__ void child(int *p, int v)
{
    p[threadIdx.x] = p[threadIdx.x] * 2 + v;
}
__global__ void parent(int *p)
{
    if (threadIdx.x == 0) {
        cudaStream_t s;
        child<<<1, 32, 0, cudaStreamTailLaunch>>>(p, 1);
        child<<<1, 32>>>(p, 3);
        child<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 32, 2);
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        child<<<1, 32, 0, s>>>(p + 64, 5);
        cudaStreamDestroy(s);
    }
}

int main()
{
    int *p = t_dev<int>(96);
    parent<<<1, 32>>>(p);
    CK(cudaDeviceSynchronize());
    t_is("children", p, 96, [](int i) { return i < 32 ? 7 : i < 64 ? 2 : 5; });
    return t_end();
}
