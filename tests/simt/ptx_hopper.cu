// ptx_hopper.cu: elect.sync, redux.sync, setmaxnreg, named barriers, griddepcontrol, movmatrix, mma.sync of doubles.
// args right
// args more_registers
// expect-error deadlock @more
// expect-exit *
// args odd_registers
// expect-error api @odd
// expect-exit *
#include <cstdint>
#include "t.h"

__global__ void elected(unsigned *o)
{
    unsigned leader, mine;
    asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(leader), "=r"(mine));
    o[threadIdx.x] = leader == 0 ? mine : 99;
    unsigned v;
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(v) : "r"((int)threadIdx.x - 40));
    o[32 + threadIdx.x] = v;
    asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(v) : "r"(threadIdx.x * 3));
    o[64 + threadIdx.x] = v;
}

/* Warp groups trade registers, and hand over by named barriers. */
__global__ void __launch_bounds__(256) roles(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x % 128;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        for (int i = 0; i < 4; i++) {
            asm volatile("barrier.cta.sync 1, 256;" ::: "memory");
            s[t] = in[i * 128 + t];
            asm volatile("bar.arrive 2, 256;" ::: "memory");
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        for (int i = 0; i < 4; i++) {
            asm volatile("bar.arrive 1, 256;" ::: "memory");
            asm volatile("bar.sync 2, 256;" ::: "memory");
            out[i * 128 + t] = s[127 - t] * 2;
        }
    }
    asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void moved(unsigned *o)
{
    unsigned a = (threadIdx.x * 2) | (threadIdx.x * 2 + 1) << 16, d;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(a));
    o[threadIdx.x] = d;
}

__global__ void doubles(const double *a, const double *b, double *d)
{
    int g = threadIdx.x / 4, t = threadIdx.x % 4;
    double c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                 : "d"(a[g * 8 + t]), "d"(a[(g + 8) * 8 + t]), "d"(a[g * 8 + t + 4]), "d"(a[(g + 8) * 8 + t + 4]),
                   "d"(b[g * 8 + t]), "d"(b[g * 8 + t + 4]));
    d[g * 8 + 2 * t] = c[0], d[g * 8 + 2 * t + 1] = c[1];
    d[(g + 8) * 8 + 2 * t] = c[2], d[(g + 8) * 8 + 2 * t + 1] = c[3];
}

__global__ void __launch_bounds__(384) more_registers(int *o)
{
    if (threadIdx.x < 128)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 160;");
    else
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;"); //@more
    o[threadIdx.x] = 1;
}
__global__ void __launch_bounds__(128) odd_registers(int *o)
{
#ifdef __SIMT_EMU__
    asm volatile("setmaxnreg.dec.sync.aligned.u32 100;"); //@odd
#endif
    o[threadIdx.x] = 1;
}

static double val(int i) { return (i * 5 + i / 7) % 7 - 3; }

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "right")) {
        int *o = t_dev<int>(384);
        if (!strcmp(argv[1], "more_registers"))
            more_registers<<<1, 384>>>(o);
        else
            odd_registers<<<1, 128>>>(o);
        cudaDeviceSynchronize();
        cudaFree(o);
        return 0;
    }
    unsigned *u = t_dev<unsigned>(96);
    elected<<<1, 32>>>(u);
    t_is("elected", u, 96, [](int i) -> unsigned {
        unsigned x = 0;
        for (unsigned k = 0; k < 32; k++)
            x ^= k * 3;
        return i < 32 ? i == 0 : i < 64 ? -9 : x;
    });
    int *in = t_dev<int>(512, [](int i) { return i * 7; }), *out = t_dev<int>(512);
    roles<<<1, 256>>>(in, out);
    t_is("roles", out, 512, [](int i) { return (i / 128 * 128 + 127 - i % 128) * 14; });
    moved<<<1, 32>>>(u);
    t_is("moved", u, 32, [](int l) -> unsigned {
        int row = l / 4, col = l % 4 * 2; // element (row, col) of the result is (col, row)
        return (col * 8 + row) | (unsigned)((col + 1) * 8 + row) << 16;
    });
    double *d = t_dev<double>(128);
    doubles<<<1, 32>>>(t_dev<double>(128, [](int i) { return val(i); }), t_dev<double>(64, [](int i) { return val(i + 500); }), d);
    t_is("doubles", d, 128, [](int p) {
        double s = 1;
        for (int k = 0; k < 8; k++)
            s += val(p / 8 * 8 + k) * val(p % 8 * 8 + k + 500);
        return s;
    });
    return t_end();
}
