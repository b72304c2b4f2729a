// cluster_ptx.cu: %cluster_ registers, barrier.cluster, mapa, getctarank, ld, st and atom of .shared::cluster.
#include <cstdint>
#include "t.h"

__device__ unsigned reg(int which)
{
    unsigned v = 0;
    switch (which) {
    case 0: asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(v)); break;
    case 1: asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(v)); break;
    case 2: asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(v)); break;
    case 3: asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(v)); break;
    case 4: asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(v)); break;
    case 5: asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(v)); break;
    case 6: asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(v)); break;
    }
    return v;
}
__global__ void __cluster_dims__(2, 1, 1) registers(unsigned *o)
{
    if (threadIdx.x < 7)
        o[blockIdx.x * 8 + threadIdx.x] = reg(threadIdx.x);
}

__device__ void arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

__global__ void __cluster_dims__(4, 1, 1) remote(unsigned *o)
{
    __shared__ unsigned word[32], sum;
    unsigned t = threadIdx.x, rank = reg(0), at = (unsigned)__cvta_generic_to_shared(&word[t]), there, back, v;
    if (t == 0)
        sum = 0;
    arrive();
    wait();
    unsigned to = (rank + 3) % 4;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(to));
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(rank * 1000 + t) : "memory");
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(back) : "r"(there));
    unsigned s = (unsigned)__cvta_generic_to_shared(&sum), first;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(s));
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" ::"r"(first), "r"(t) : "memory");
    arrive();
    wait();
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(there) : "memory");
    o[blockIdx.x * 32 + t] = word[t] * 10 + back;
    if (v != rank * 1000 + t)
        o[blockIdx.x * 32 + t] = 99999;
    uint64_t generic;
    asm volatile("mapa.u64 %0, %1, 0;" : "=l"(generic) : "l"(&sum));
    if (*(unsigned *)generic != 4 * 496)
        o[blockIdx.x * 32 + t] = 88888;
    arrive();
    wait();
}

int main()
{
    unsigned *o = t_dev<unsigned>(8 * 32);
    registers<<<6, 32>>>(o);
    t_is("registers", o, 48, [](int i) -> unsigned {
        int b = i / 8;
        const unsigned v[8] = { (unsigned)b % 2, 2, (unsigned)b % 2, 2, (unsigned)b / 2, 3, 1, 0 };
        return v[i % 8];
    });
    remote<<<8, 32>>>(o);
    t_is("remote", o, 256, [](int i) -> unsigned {
        int rank = i / 32 % 4;
        return ((rank + 1) % 4 * 1000 + i % 32) * 10 + (rank + 3) % 4;
    });
    return t_end();
}
