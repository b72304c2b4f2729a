// bug_unwaited.cu: the host reads or writes managed and pinned memory while work that uses it may still run.
// native no
// expect-exit *
#include <algorithm>
#include <vector>
#include "t.h"

enum { N = 1000 };

__global__ void fill(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i; //@fill
}
__global__ void twice(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = 2 * a[i];
}
__global__ void count(int *n) { atomicAdd(n, 1); }
__managed__ int total;
__managed__ float table[N];
__global__ void count_total() { atomicAdd(&total, 1); }
__global__ void fill_table() { table[threadIdx.x] = threadIdx.x; }

// args managed_read
// expect-error race @mr
// reports 1
static void managed_read(float *m, float *, float *)
{
    float most = 0;
    fill<<<4, 256>>>(m, N);
    for (int i = 0; i < N; i++)
        most = std::max(most, m[i]); //@mr
    printf("%g\n", most);
}
// args managed_write
// expect-error race @mw
// reports 1
static void managed_write(float *m, float *, float *d)
{
    m[0] = 1;
    twice<<<1, 1>>>(m, d, 1);
    m[0] = 2; //@mw
}
// args one_stream
// expect-error race @os
// reports 1
static void one_stream(float *m, float *, float *d)
{
    cudaStream_t s, other;
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&other));
    fill<<<1, 256, 0, other>>>(d, 256);
    fill<<<1, 256, 0, s>>>(m, 256);
    CK(cudaStreamSynchronize(other));
    fill<<<1, 256, 0, s>>>(m + 256, 256);
    printf("%g\n", m[300]); //@os
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(other));
}
// args counter
// expect-error race @co
// reports 1
static void counter(float *m, float *, float *)
{
    int *n = (int *)m;
    n[0] = 0;
    count<<<1, 32>>>(n);
    printf("%d\n", n[0]); //@co
}
// args pinned_down
// expect-error race @pd
// reports 1
static void pinned_down(float *, float *p, float *d)
{
    p[3] = 0;
    fill<<<4, 256>>>(d, N);
    CK(cudaMemcpyAsync(p, d, N * sizeof *p, cudaMemcpyDeviceToHost));
    printf("%g\n", p[3]); //@pd
}
// args pinned_up
// expect-error race @pu
// reports 1
static void pinned_up(float *, float *p, float *d)
{
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < N; i++)
            p[i] = k; //@pu
        CK(cudaMemcpyAsync(d + k * N, p, N * sizeof *p, cudaMemcpyHostToDevice));
    }
}
// args mapped
// expect-error race @ma
// reports 1
static void mapped(float *, float *p, float *)
{
    fill<<<4, 256>>>(p, N);
    printf("%g\n", p[N - 1]); //@ma
}
// args variable
// expect-error race @va
// reports 1
static void variable(float *, float *, float *)
{
    total = 0;
    count_total<<<2, 32>>>();
    printf("%d\n", total); //@va
}
// args array
// expect-error race @ar
// reports 1
static void array(float *, float *, float *)
{
    fill_table<<<1, 256>>>();
    table[5] = 1; //@ar
}
// args copied
// expect-error race @cp
// reports 1
static void copied(float *m, float *, float *)
{
    std::vector<float> h(N);
    fill<<<4, 256>>>(m, N);
    memcpy(h.data(), m, N * sizeof *m); //@cp
    printf("%g\n", h[3]);
}
// args set
// expect-error race @se
// reports 1
static void set(float *m, float *, float *)
{
    fill<<<4, 256>>>(m, N);
    memset(m, 0, N * sizeof *m); //@se
}
// args filled
// expect-error race @fi
// reports 1
static void filled(float *m, float *, float *)
{
    CK(cudaMemsetAsync(m, 0, N * sizeof *m));
    m[3] = 1; //@fi
}
// args registered
// expect-error race @re
// reports 1
static void registered(float *, float *, float *d)
{
    std::vector<float> h(N);
    CK(cudaMemset(d, 0, N * sizeof *d));
    CK(cudaHostRegister(h.data(), N * sizeof(float), 0));
    CK(cudaMemcpyAsync(h.data(), d, N * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", h[5]); //@re
    CK(cudaHostUnregister(h.data()));
}
// memcpy() where cudaMemcpy() is meant
// args no_pointer
// expect-error device-pointer @np
// reports 1
static void no_pointer(float *, float *, float *d)
{
    float h[N];
    CK(cudaMemset(d, 0, N * sizeof *d));
    CK(cudaDeviceSynchronize());
    memcpy(h, d, sizeof h); //@np
    printf("%g\n", h[3]);
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *m, *p, *d = t_dev<float>(2 * N);
    CK(cudaMallocManaged(&m, N * sizeof *m));
    CK(cudaMallocHost(&p, N * sizeof *p));
#define CASE(name) if (!strcmp(w, #name)) name(m, p, d)
    CASE(managed_read);
    CASE(managed_write);
    CASE(one_stream);
    CASE(counter);
    CASE(pinned_down);
    CASE(pinned_up);
    CASE(mapped);
    CASE(variable);
    CASE(array);
    CASE(copied);
    CASE(set);
    CASE(filled);
    CASE(registered);
    CASE(no_pointer);
    CK(cudaDeviceSynchronize());
    CK(cudaFree(m));
    CK(cudaFreeHost(p));
    return t_end();
}
