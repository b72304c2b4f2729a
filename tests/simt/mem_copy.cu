// mem_copy.cu: copies and sets in every direction, pitched, 3-D, and asynchronous.
#include "t.h"

__global__ void add(int *a, int v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += v;
}
__global__ void rows(char *base, size_t pitch, int w, int h)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x < w && y < h)
        ((int *)(base + y * pitch))[x] = y * 1000 + x;
}
__global__ void cells(cudaPitchedPtr p, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    if (x < w && y < h)
        ((short *)((char *)p.ptr + (z * p.ysize + y) * p.pitch))[x] = (short)(z * 100 + y * 10 + x);
}

int main()
{
    int h[100], g[100];
    for (int i = 0; i < 100; i++)
        h[i] = i;
    int *a = t_dev<int>(100), *b = t_dev<int>(100);
    CK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(b, a, sizeof h, cudaMemcpyDeviceToDevice));
    add<<<4, 32>>>(b, 5, 100);
    CK(cudaMemcpy(g, b, sizeof g, cudaMemcpyDeviceToHost));
    EQ(g[0] + g[99], 109);
    CK(cudaMemcpy(g, h, sizeof g, cudaMemcpyHostToHost));
    EQ(g[99], 99);
    CK(cudaMemcpy(a, b, sizeof h, cudaMemcpyDefault));
    t_is("default", a, 100, [](int i) { return i + 5; });
    CK(cudaMemcpy(a + 10, a + 50, 10 * sizeof(int), cudaMemcpyDeviceToDevice));
    t_is("inside", a, 20, [](int i) { return i < 10 ? i + 5 : i + 45; });
    CK(cudaMemcpy(a, b, 0, cudaMemcpyDeviceToDevice));
    CK(cudaMemset(a, 0x5a, sizeof h));
    t_is("memset", a, 100, [](int) { return 0x5a5a5a5a; });
    CK(cudaMemset((char *)a + 3, 0, 2));
    t_is("memset of bytes", a, 2, [](int i) { return i ? 0x5a5a5a00 : 0x005a5a5a; });

    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMemcpyAsync(a, h, sizeof h, cudaMemcpyHostToDevice, s));
    add<<<4, 32, 0, s>>>(a, 1, 100);
    CK(cudaMemsetAsync(a + 90, 0, 10 * sizeof(int), s));
    CK(cudaMemcpyAsync(g, a, sizeof g, cudaMemcpyDeviceToHost, s));
    CK(cudaStreamSynchronize(s));
    EQ(g[89] * 1000 + g[90], 90000);
    CK(cudaStreamDestroy(s));

    char *p;
    size_t pitch;
    CK(cudaMallocPitch(&p, &pitch, 25 * sizeof(int), 10));
    EQ(pitch % 32, 0);
    EQ(pitch >= 100, 1);
    rows<<<10, 32>>>(p, pitch, 25, 10);
    int r[10][25];
    CK(cudaMemcpy2D(r, 25 * sizeof(int), p, pitch, 25 * sizeof(int), 10, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 25; x++)
            bad += r[y][x] != y * 1000 + x;
    EQ(bad, 0);
    CK(cudaMemset2D(p + 8, pitch, 0, 3 * sizeof(int), 4));
    CK(cudaMemcpy2DAsync(r, 25 * sizeof(int), p, pitch, 25 * sizeof(int), 10, cudaMemcpyDeviceToHost, 0));
    CK(cudaDeviceSynchronize());
    bad = 0;
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 25; x++)
            bad += r[y][x] != (y < 4 && x >= 2 && x < 5 ? 0 : y * 1000 + x);
    EQ(bad, 0);
    r[3][7] = -1;
    CK(cudaMemcpy2D(p, pitch, r, 25 * sizeof(int), 25 * sizeof(int), 10, cudaMemcpyHostToDevice));
    EQ(t_get((int *)(p + 3 * pitch), 7), -1);
    CK(cudaFree(p));

    cudaPitchedPtr q;
    cudaExtent e = make_cudaExtent(7 * sizeof(short), 5, 3);
    CK(cudaMalloc3D(&q, e));
    cells<<<3, dim3(8, 8)>>>(q, 7, 5);
    short c[3][5][7];
    cudaMemcpy3DParms m = {};
    m.srcPtr = q;
    m.dstPtr = make_cudaPitchedPtr(c, 7 * sizeof(short), 7, 5);
    m.extent = e;
    m.kind = cudaMemcpyDeviceToHost;
    CK(cudaMemcpy3D(&m));
    bad = 0;
    for (int i = 0; i < 3 * 5 * 7; i++)
        bad += c[i / 35][i / 7 % 5][i % 7] != i / 35 * 100 + i / 7 % 5 * 10 + i % 7;
    EQ(bad, 0);
    CK(cudaFree(q.ptr));
    CK(cudaFree(nullptr));
    return t_end();
}
