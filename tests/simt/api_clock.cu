// api_clock.cu: the virtual clock: times repeat, follow the work, overlap over streams and engines.
// native no
#include "t.h"

__global__ void touch(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = p[i] * 2 + 1;
}
static cudaEvent_t a, b;

static float between()
{
    float ms = -1;
    CK(cudaEventSynchronize(b));
    CK(cudaEventElapsedTime(&ms, a, b));
    return ms;
}

int main()
{
    const int n = 1 << 22;
    char *pin, *d;
    float *p = t_dev<float>(1 << 18);
    cudaStream_t up, down, one, two;
    CK(cudaMallocHost(&pin, 2 * n));
    CK(cudaMalloc(&d, 2 * n));
    CK(cudaStreamCreate(&up));
    CK(cudaStreamCreate(&down));
    CK(cudaStreamCreate(&one));
    CK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    CK(cudaEventCreate(&a));
    CK(cudaEventCreate(&b));

    CK(cudaDeviceSynchronize());

    // a copy takes its bytes over the link: 4 MiB at 55 GB/s and 3 us
    float t[3];
    for (int k = 0; k < 3; k++) {
        CK(cudaEventRecord(a, up));
        CK(cudaMemcpyAsync(d, pin, n, cudaMemcpyHostToDevice, up));
        CK(cudaEventRecord(b, up));
        t[k] = between();
    }
    EQ(fabs(t[0] - (n / 55e9 * 1e3 + 3e-3)) < 0.002, 1);
    EQ(fabs(t[1] - t[0]) < 1e-4 && fabs(t[2] - t[0]) < 1e-4, 1);

    // up and down go together; two up do not
    CK(cudaDeviceSynchronize());
    CK(cudaEventRecord(a, up));
    CK(cudaStreamWaitEvent(down, a));
    CK(cudaMemcpyAsync(d, pin, n, cudaMemcpyHostToDevice, up));
    CK(cudaMemcpyAsync(pin + n, d + n, n, cudaMemcpyDeviceToHost, down));
    CK(cudaEventRecord(b, down));
    CK(cudaStreamWaitEvent(up, b));
    CK(cudaEventRecord(b, up));
    EQ(between() < 1.2f * t[0], 1);
    CK(cudaEventRecord(a, up));
    CK(cudaStreamWaitEvent(down, a));
    CK(cudaMemcpyAsync(d, pin, n, cudaMemcpyHostToDevice, up));
    CK(cudaMemcpyAsync(d + n, pin + n, n, cudaMemcpyHostToDevice, down));
    CK(cudaEventRecord(b, down));
    EQ(between() > 1.9f * t[0], 1);

    // small kernels of two streams run at once: the times do not add up
    float alone, both;
    CK(cudaDeviceSynchronize());
    CK(cudaEventRecord(a, one));
    touch<<<64, 256, 0, one>>>(p, 1 << 14);
    CK(cudaEventRecord(b, one));
    alone = between();
    CK(cudaEventRecord(a, one));
    touch<<<64, 256, 0, one>>>(p, 1 << 14);
    touch<<<64, 256, 0, two>>>(p + (1 << 16), 1 << 14);
    CK(cudaStreamSynchronize(two));
    CK(cudaEventRecord(b, one));
    both = between();
    EQ(both < alone + 0.012f, 1);

    // the host polls, and its loop ends
    CK(cudaMemcpyAsync(d, pin, 2 * n, cudaMemcpyHostToDevice, up));
    CK(cudaEventRecord(b, up));
    int polls = 0;
    while (cudaEventQuery(b) == cudaErrorNotReady)
        polls++;
    EQ(polls > 0 && polls < 10000, 1);
    CK(cudaGetLastError());
    CK(cudaStreamQuery(up));

    // not waited for: no time yet
    float ms;
    CK(cudaMemcpyAsync(d, pin, 2 * n, cudaMemcpyHostToDevice, up));
    CK(cudaEventRecord(b, up));
    ERR(cudaEventElapsedTime(&ms, a, b), cudaErrorNotReady);
    CK(cudaEventSynchronize(b));
    CK(cudaEventElapsedTime(&ms, b, a));
    EQ(ms < 0, 1);

    CK(cudaDeviceSynchronize());
    CK(cudaEventDestroy(a));
    CK(cudaEventDestroy(b));
    CK(cudaStreamDestroy(up));
    CK(cudaStreamDestroy(down));
    CK(cudaStreamDestroy(one));
    CK(cudaStreamDestroy(two));
    CK(cudaFreeHost(pin));
    CK(cudaFree(d));
    return t_end();
}
