// api_late.cu: what the device does is not there before the host has waited for it, and who looks is told.
// expect-error race @man_early
// expect-error race @pin_early
// expect-error race @pin_reused
// reports 3
// native no
#include "t.h"

__global__ void set(volatile int *p, int v) { *p = v; }
static void store(void *p) { *(int *)p = 77; }

int main()
{
    int *pin, *man, host = 1;
    int *d = t_dev<int>(1);
    CK(cudaDeviceSynchronize()); // the stream below does not wait for what sets d to 0
    CK(cudaMallocHost(&pin, sizeof(int)));
    CK(cudaMallocManaged(&man, sizeof(int)));
    cudaStream_t s;
    CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    *pin = *man = 1;
    set<<<1, 1, 0, s>>>(man, 5);
    EQ(*man, 1); //@man_early
    CK(cudaStreamSynchronize(s));
    EQ(*man, 5);
    set<<<1, 1, 0, s>>>(d, 6);
    CK(cudaMemcpyAsync(pin, d, sizeof(int), cudaMemcpyDeviceToHost, s));
    CK(cudaLaunchHostFunc(s, store, &host));
    EQ(*pin, 1); //@pin_early
    EQ(host, 1);
    CK(cudaStreamSynchronize(s));
    EQ(*pin, 6);
    EQ(host, 77);
    // from pinned memory the copy reads when its turn comes
    *pin = 10;
    CK(cudaMemcpyAsync(d, pin, sizeof(int), cudaMemcpyHostToDevice, s));
    *pin = 11; //@pin_reused
    CK(cudaStreamSynchronize(s));
    EQ(t_get(d), 11);
    // from other memory it has read when the call returns, and to it all is done then
    host = 20;
    CK(cudaMemcpyAsync(d, &host, sizeof(int), cudaMemcpyHostToDevice, s));
    host = 21;
    CK(cudaMemcpyAsync(&host, d, sizeof(int), cudaMemcpyDeviceToHost, s));
    EQ(host, 20);
    // what waits: a copy, a free
    set<<<1, 1>>>(man, 30);
    CK(cudaMemcpy(&host, d, sizeof(int), cudaMemcpyDeviceToHost));
    EQ(*man, 30);
    set<<<1, 1, 0, s>>>(man, 31);
    CK(cudaFreeHost(pin));
    EQ(*man, 31);
    CK(cudaFree(man));
    CK(cudaStreamDestroy(s));
    return t_end();
}
