// mem_symbol.cu: __device__, __constant__ and __managed__ variables and the calls that reach them from the host.
#include "t.h"

struct config {
    int n;
    float scale;
    double table[4];
};
__constant__ config conf;
__constant__ float coef[16] = { 1, 2, 3 };
__device__ int counter = 40;
__device__ float table[8] = { 0.5f, 1.5f };
__device__ int *pointer;
__device__ int matrix[3][5];
__device__ volatile int flag;
__managed__ int shared_with_host = 3;
__managed__ double both[4] = { 1, 2 };
static __device__ unsigned long long wide = 1ull << 33;
namespace names {
__constant__ int inner = 12;
}
template <class T> __device__ T held = 5;

__global__ void read_all(double *o)
{
    int t = threadIdx.x;
    o[t] = conf.n + conf.scale * t + conf.table[t & 3] + coef[t & 3] + table[t & 7] + counter + wide / 1073741824 +
           names::inner + held<int>;
}
__global__ void write_some()
{
    int t = threadIdx.x;
    if (t < 8)
        table[t] = t * 2;
    if (t < 15)
        matrix[t / 5][t % 5] = t;
    atomicAdd(&counter, 1);
    if (t == 0) {
        wide++;
        flag = 9;
        shared_with_host += 4;
        both[3] = both[1] * 8;
    }
}
__global__ void through_pointer() { pointer[threadIdx.x] = threadIdx.x + 1; }

int main()
{
    config c = { 10, 0.5f, { 1, 2, 3, 4 } };
    CK(cudaMemcpyToSymbol(conf, &c, sizeof c));
    float four = 4;
    CK(cudaMemcpyToSymbol(coef, &four, sizeof four, 3 * sizeof(float)));
    double *o = t_dev<double>(32);
    read_all<<<1, 32>>>(o);
    t_is("read", o, 32, [](int i) {
        const float t[8] = { 0.5f, 1.5f };
        return 10 + 0.5 * i + (1 + (i & 3)) + (1 + (i & 3)) + t[i & 7] + 40 + 8 + 12 + 5;
    });
    write_some<<<1, 64>>>();
    int n = 0;
    CK(cudaMemcpyFromSymbol(&n, counter, sizeof n));
    EQ(n, 104);
    float t[8];
    CK(cudaMemcpyFromSymbol(t, table, sizeof t));
    EQ(t[7], 14);
    int m[5];
    CK(cudaMemcpyFromSymbol(m, matrix, sizeof m, 5 * sizeof(int)));
    EQ(m[4], 9);
    unsigned long long w;
    CK(cudaMemcpyFromSymbol(&w, wide, sizeof w));
    EQ(w, (1ll << 33) + 1);
    CK(cudaDeviceSynchronize());
    EQ(shared_with_host, 7);
    EQ(both[3], 16);
    shared_with_host = 100;
    write_some<<<1, 1>>>();
    CK(cudaDeviceSynchronize());
    EQ(shared_with_host, 104);

    void *p = nullptr;
    size_t size = 0;
    CK(cudaGetSymbolAddress(&p, table));
    CK(cudaGetSymbolSize(&size, matrix));
    EQ(size, 60);
    t_is("address", (float *)p, 8, [](int i) { return i ? i * 2.0f : 0.0f; });
    CK(cudaMemset(p, 0, 4));
    int *d = t_dev<int>(16);
    CK(cudaMemcpyToSymbol(pointer, &d, sizeof d));
    through_pointer<<<1, 16>>>();
    t_is("through a pointer", d, 16, [](int i) { return i + 1; });
    CK(cudaMemcpyToSymbolAsync(counter, d + 4, sizeof(int), 0, cudaMemcpyDeviceToDevice, 0));
    CK(cudaMemcpyFromSymbol(&n, counter, sizeof n));
    EQ(n, 5);
    return t_end();
}
