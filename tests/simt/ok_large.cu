// ok_large.cu: correct launches of many millions of accesses. No block is left out, by the counters or by the checks.
// env SIMT_TIMEOUT=60
#include "t.h"

enum { N = 320, BLOCKS = 256, TRIPS = 256 };

// what the first product wrote, in whichever block, the second may read; counts are of all blocks
// args matmuls
// expect multiply g_ld_req == 2048000
// expect multiply g_st_req == 3200
__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

static void matmuls()
{
    float *raw = nullptr, *a = t_dev<float>(N * N, [](int i) { return (float)(i % 7); }), *e = t_dev<float>(N * N);
    CK(cudaMalloc(&raw, N * N * sizeof(float))); // written by the first kernel alone
    multiply<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(a, a, raw, N);
    multiply<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(raw, a, e, N);
    static float c[N * N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            for (int k = 0; k < N; k++)
                c[y * N + x] += (float)((y * N + k) % 7) * (float)((k * N + x) % 7);
    t_is("product", raw, N * N, [](int i) { return c[i]; });
    CK(cudaFree(raw));
}

// barrier after barrier: more instructions are told apart than there are numbers for them at once
// args epochs
__global__ void epochs(float *o, const float *in)
{
    for (int k = 0; k < TRIPS; k++) {
        o[blockIdx.x * 256 + threadIdx.x] += in[(threadIdx.x + k) % 256];
        __syncthreads();
        if (k % 64 == 63)
            o[blockIdx.x * 256 + (threadIdx.x + 32) % 256] += 1;
        __syncthreads();
    }
}

static void many_epochs()
{
    float *in = t_dev<float>(256, [](int i) { return (float)(i % 3); }), *o = t_dev<float>(BLOCKS * 256);
    epochs<<<BLOCKS, 256>>>(o, in);
    t_is("epochs", o, BLOCKS * 256, [](int) { return 255.0f + TRIPS / 64; });
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    if (!strcmp(w, "matmuls"))
        matmuls();
    if (!strcmp(w, "epochs"))
        many_epochs();
    return t_end();
}
