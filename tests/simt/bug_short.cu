// bug_short.cu: a grid that is too short: the host reads a tail that nobody has written.
// native no
// expect-exit *
#include <vector>
#include "t.h"

enum { N = 1000 };

__global__ void twice(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = 2 * a[i];
}
__global__ void every_other(int *o, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        o[i] = i;
}

// N / 256 blocks, rounded down
// args compared
// expect-error uninitialised @co
// reports 1
static void compared(const float *a, float *b)
{
    std::vector<float> h(N);
    int wrong = 0;
    twice<<<N / 256, 256>>>(a, b, N);
    CK(cudaMemcpy(h.data(), b, N * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += h[i] != 2.0f * i; //@co
    printf("%d wrong\n", wrong);
}
// args printed
// expect-error uninitialised @pr
// reports 1
static void printed(const float *a, float *b)
{
    float *h = (float *)malloc(N * sizeof *h);
    twice<<<3, 256>>>(a, b, N);
    CK(cudaMemcpy(h, b, N * sizeof *h, cudaMemcpyDeviceToHost));
    printf("%g\n", h[N - 1]); //@pr
    printf("%g\n", h[N - 2]);
    free(h);
}
// args pinned
// expect-error uninitialised @pi
// reports 1
static void pinned(const float *a, float *b)
{
    float *h, sum = 0;
    CK(cudaMallocHost(&h, N * sizeof *h));
    twice<<<3, 256>>>(a, b, N);
    CK(cudaMemcpyAsync(h, b, N * sizeof *h, cudaMemcpyDeviceToHost));
    CK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        sum += h[i]; //@pi
    printf("%g\n", sum);
    CK(cudaFreeHost(h));
}
// between what is written
// args gaps
// expect-error uninitialised @ga
// reports 1
static void gaps(const float *, float *b)
{
    int h[N], sum = 0;
    every_other<<<2, 256>>>((int *)b, N);
    CK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        sum ^= h[i]; //@ga
    printf("%d\n", sum);
}
// rows, each too short
// args rows
// expect-error uninitialised @ro
// reports 1
__global__ void square(float *o, size_t pitch, int w, int h)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        ((float *)((char *)o + y * pitch))[x] = x * y;
}
static void rows(const float *, float *)
{
    float *d, h[40][40], sum = 0;
    size_t pitch;
    CK(cudaMallocPitch(&d, &pitch, 40 * 4, 40));
    square<<<dim3(40 / 16, 3), dim3(16, 16)>>>(d, pitch, 40, 40);
    CK(cudaMemcpy2D(h, 160, d, pitch, 160, 40, cudaMemcpyDeviceToHost));
    for (auto &row : h)
        for (float v : row) //@ro
            sum += v;
    printf("%g\n", sum);
    CK(cudaFree(d));
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *a = t_dev<float>(N, [](int i) { return (float)i; }), *b;
    CK(cudaMalloc(&b, N * sizeof *b));
#define CASE(name) if (!strcmp(w, #name)) name(a, b);
    CASE(compared) CASE(printed) CASE(pinned) CASE(gaps) CASE(rows)
    CK(cudaFree(b));
    return t_end();
}
