// ok_partly.cu: correct programs that copy more to the host than was written, and use what was. Not one of them may be
// reported.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
#include "t.h"

enum { N = 1000 };

struct pair { // padding behind
    double v;
    int i;
};
struct tag { // and between
    char c;
    int x;
};

__global__ void compact(const int *in, int *out, int *n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && in[i] % 3 == 0)
        out[atomicAdd(n, 1)] = in[i];
}
__global__ void triangle(int *o, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x <= y)
        o[y * w + x] = x + y;
}
__global__ void structs(pair *p, tag *t)
{
    int i = threadIdx.x;
    p[i].v = i;
    p[i].i = i;
    t[i].c = i;
    t[i].x = i;
}
__global__ void some(int *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = i;
}
__global__ void bytes(unsigned char *o) { o[threadIdx.x] = threadIdx.x; }

static void compacted(int *in, int *d)
{
    int *n = t_dev<int>(1), found, h[N];
    compact<<<4, 256>>>(in, d, n);
    CK(cudaMemcpy(&found, n, sizeof found, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    EQ(found, 334);
    std::sort(h, h + found);
    EQ(h[333], 999);
}
static void half_a_matrix(int *d)
{
    int h[30][30], sum = 0;
    triangle<<<30, 32>>>(d, 30);
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 30; y++)
        for (int x = 0; x <= y; x++)
            sum += h[y][x];
    EQ(sum, 13485);
}
static void padded(void)
{
    pair *p, hp[32];
    tag *t, ht[32];
    CK(cudaMalloc(&p, sizeof hp));
    CK(cudaMalloc(&t, sizeof ht));
    structs<<<1, 32>>>(p, t);
    CK(cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(ht, t, sizeof ht, cudaMemcpyDeviceToHost));
    std::vector<pair> all(hp, hp + 32);
    pair one = hp[7];
    tag two = ht[8];
    EQ(one.i + all[3].i + two.c + two.x + (int)hp[2].v, 28);
    EQ(memcmp(&ht[8].x, &two.x, 4), 0);
    CK(cudaFree(p));
    CK(cudaFree(t));
}
/* The host writes the rest itself: by itself, by memset(), by reading a file. */
static void filled_up(int *d)
{
    int h[N], sum = 0;
    some<<<2, 256>>>(d, N);
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 512; i < 700; i++)
        h[i] = i;
    std::fill(h + 700, h + 800, 5);
    memset(h + 800, 0, 400);
    FILE *f = tmpfile();
    for (int i = 0; i < 100; i++)
        fwrite(&i, sizeof i, 1, f);
    rewind(f);
    EQ((int)fread(h + 900, sizeof *h, 100, f), 100);
    fclose(f);
    for (int v : h)
        sum += v;
    EQ(sum, 699 * 350 + 500 + 4950);
}
/* The host's memory is given to something else, or copied to again. */
static void used_again(int *d, int *in)
{
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        std::vector<int> h(N);
        some<<<1, 256>>>(d, N);
        CK(cudaMemcpy(h.data(), d, N * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < 256; i++)
            sum += h[i];
        CK(cudaMemcpy(h.data(), in, N * sizeof(int), cudaMemcpyDeviceToHost));
        sum += h[999];
    }
    std::vector<int> other(N, 1);
    for (int v : other)
        sum += v;
    EQ(sum, 3 * (255 * 128 + 999) + 1000);
}
/* Written by other means than a kernel's stores. */
static void by_others(int *d, int *in)
{
    int h[N], sum = 0;
    some<<<1, 256>>>(d, N);
    CK(cudaMemset(d + 256, 0, 400));
    CK(cudaMemcpy(d + 356, in + 356, (N - 356) * sizeof *d, cudaMemcpyDeviceToDevice));
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int v : h)
        sum += v;
    EQ(sum, 255 * 128 + 999 * 500 - 355 * 178);
}
/* A whole word is read of which a byte was written. */
static void a_byte(unsigned char *d)
{
    unsigned char h[256];
    bytes<<<1, 129>>>(d);
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    unsigned last = ((unsigned *)h)[32];
    EQ((int)(last & 255), 128);
}
/* The value that unwritten memory has here, written. */
__global__ void poison(unsigned *o) { o[threadIdx.x] = 0x7ffb7ffb; }
static void looks_so(unsigned *d)
{
    unsigned h[64];
    poison<<<1, 32>>>(d);
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    EQ(h[31], 0x7ffb7ffbu);
}

int main()
{
    int *in = t_dev<int>(N, [](int i) { return i; }), *d;
#define NEW(call) \
    CK(cudaMalloc(&d, N * sizeof *d)); \
    call; \
    CK(cudaFree(d))
    NEW(compacted(in, d));
    NEW(half_a_matrix(d));
    padded();
    NEW(filled_up(d));
    NEW(used_again(d, in));
    NEW(by_others(d, in));
    NEW(a_byte((unsigned char *)d));
    NEW(looks_so((unsigned *)d));
    return t_end();
}
