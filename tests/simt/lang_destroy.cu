// lang_destroy.cu: a kernel's parameters are bytes on the device: the host destroys its copies, a lane nothing.
#include "t.h"

static int destroyed;
struct lock {
    int *word;
    lock() : word(t_dev<int>(1)) {}
    lock(const lock &other) : word(other.word) {}
    ~lock() { destroyed++; }
    __device__ void add(int v) { atomicAdd(word, v); }
};

__global__ void plain(lock l, int *o)
{
    l.add(1);
    __syncthreads();
    if (threadIdx.x % 2)
        return;
    o[threadIdx.x] = *(volatile int *)l.word;
}
template <class T> __global__ void deduced(T t, int v) { t.add(v); }

int main()
{
    int *o = t_dev<int>(64);
    lock l;
    plain<<<1, 64>>>(l, o);
    CK(cudaDeviceSynchronize());
    t_is("all lanes added", o, 64, [](int i) { return i % 2 ? 0 : 64; });
    deduced<<<2, 40>>>(l, 2);
    deduced<lock><<<1, 1>>>(l, 3);
    void (*pointer)(lock, int *) = plain;
    pointer<<<1, 64>>>(l, o);
    CK(cudaDeviceSynchronize());
    EQ(t_get(l.word), 64 + 160 + 3 + 64);
    EQ(destroyed >= 4, true); // the host's copies: at least one a launch, however many lanes there are
    EQ(destroyed < 16, true);
    return t_end();
}
