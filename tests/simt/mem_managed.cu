// mem_managed.cu: managed, pinned, mapped and pooled memory, and what pointers say of themselves.
#include "t.h"

struct node {
    int value;
    node *next;
};
__global__ void walk(node *n, int *o)
{
    int s = 0;
    for (; n; n = n->next)
        s = s * 3 + n->value++;
    *o = s;
}
__global__ void scale(float *a, float k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= k;
}

int main()
{
    node *list = nullptr;
    int *sum;
    CK(cudaMallocManaged(&sum, sizeof *sum));
    for (int i = 0; i < 5; i++) {
        node *n;
        CK(cudaMallocManaged(&n, sizeof *n));
        n->value = i;
        n->next = list;
        list = n;
    }
    walk<<<1, 1>>>(list, sum);
    CK(cudaDeviceSynchronize());
    EQ(*sum, (((4 * 3 + 3) * 3 + 2) * 3 + 1) * 3);
    EQ(list->value, 5);
    while (list) {
        node *n = list->next;
        CK(cudaFree(list));
        list = n;
    }
    CK(cudaFree(sum));

    float *pinned, *mapped, *view;
    CK(cudaMallocHost(&pinned, 100 * sizeof(float)));
    for (int i = 0; i < 100; i++)
        pinned[i] = i;
    float *d = t_dev<float>(100);
    CK(cudaMemcpyAsync(d, pinned, 100 * sizeof(float), cudaMemcpyHostToDevice));
    scale<<<1, 128>>>(d, 2, 100);
    CK(cudaMemcpyAsync(pinned, d, 100 * sizeof(float), cudaMemcpyDeviceToHost));
    CK(cudaDeviceSynchronize());
    EQ(pinned[99], 198);
    CK(cudaHostAlloc(&mapped, 100 * sizeof(float), cudaHostAllocMapped));
    for (int i = 0; i < 100; i++)
        mapped[i] = 1;
    CK(cudaHostGetDevicePointer(&view, mapped, 0));
    scale<<<1, 128>>>(view, 3, 100);
    CK(cudaDeviceSynchronize());
    EQ(mapped[50], 3);

    cudaPointerAttributes at;
    CK(cudaPointerGetAttributes(&at, d));
    EQ(at.type == cudaMemoryTypeDevice, 1);
    CK(cudaPointerGetAttributes(&at, mapped));
    EQ(at.type == cudaMemoryTypeHost, 1);
    CK(cudaMallocManaged(&view, 4));
    CK(cudaPointerGetAttributes(&at, view));
    EQ(at.type == cudaMemoryTypeManaged, 1);
    int local;
    CK(cudaPointerGetAttributes(&at, &local));
    EQ(at.type == cudaMemoryTypeUnregistered, 1);
    CK(cudaMemPrefetchAsync(view, 4, cudaMemLocation{ cudaMemLocationTypeDevice, 0 }, 0, 0));
    CK(cudaMemAdvise(view, 4, cudaMemAdviseSetReadMostly, cudaMemLocation{ cudaMemLocationTypeDevice, 0 }));
    CK(cudaDeviceSynchronize());
    CK(cudaFree(view));
    CK(cudaFreeHost(pinned));
    CK(cudaFreeHost(mapped));

    float *registered = (float *)aligned_alloc(4096, 4096);
    registered[0] = 4;
    CK(cudaHostRegister(registered, 4096, cudaHostRegisterMapped));
    CK(cudaHostGetDevicePointer(&view, registered, 0));
    scale<<<1, 1>>>(view, 5, 1);
    CK(cudaDeviceSynchronize());
    EQ(registered[0], 20);
    CK(cudaHostUnregister(registered));
    free(registered);

    float *pool;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMallocAsync(&pool, 100 * sizeof(float), s));
    CK(cudaMemcpyAsync(pool, d, 100 * sizeof(float), cudaMemcpyDeviceToDevice, s));
    scale<<<1, 128, 0, s>>>(pool, 0.5f, 100);
    CK(cudaMemcpyAsync(d, pool, 100 * sizeof(float), cudaMemcpyDeviceToDevice, s));
    CK(cudaFreeAsync(pool, s));
    CK(cudaStreamSynchronize(s));
    t_is("pool", d, 100, [](int i) { return (float)i; });
    CK(cudaStreamDestroy(s));
    size_t free_bytes, total_bytes;
    CK(cudaMemGetInfo(&free_bytes, &total_bytes));
    EQ(free_bytes <= total_bytes && free_bytes > 0, 1);
    return t_end();
}
