// bug_local.cu: a thread runs over an array of its own, by an index or by a pointer.
// native no
#include "t.h"

// args one_past
// expect-error local-array @op
// expect-exit 1
__global__ void one_past(float *o, int n)
{
    float a[8];
    for (int i = 0; i <= n; i++)
        a[i] = i; //@op
    o[threadIdx.x] = a[3] + a[threadIdx.x & 7];
}
// args read_past
// expect-error local-array @rp
// expect-exit 1
__global__ void read_past(float *o, int n)
{
    float a[8];
    for (int i = 0; i < n; i++)
        a[i] = i;
    o[threadIdx.x] = a[threadIdx.x]; //@rp
}
// the second of two arrays, of two dimensions
// args rows
// expect-error local-array @rows
// expect-exit 1
__global__ void rows(float *o, int n)
{
    int before[4] = { 1, 2, 3, 4 };
    int a[4][4];
    for (int r = 0; r <= n / 2; r++)
        for (int c = 0; c < 4; c++)
            a[r][c] = r * c; //@rows
    o[threadIdx.x] = a[threadIdx.x & 3][1] + before[threadIdx.x & 3];
}
// through a function that knows no size: told where the array's function ends
// args by_pointer
// expect-error local-array @bp
// expect-exit 1
__device__ __noinline__ void fill(float *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}
__global__ void by_pointer(float *o, int n)
{
    float a[8];
    fill(a, n + 4);
    o[threadIdx.x] = a[threadIdx.x & 7];
} //@bp
// args far
// expect-error local-array *
// expect-exit 1
__global__ void far(float *o, int n)
{
    float a[8];
    fill(a, n * 100000);
    o[threadIdx.x] = a[threadIdx.x & 7];
}
// what lies within: every element, one past the end as an address, rows as one row, an array in a struct
// args within
struct pair {
    int head[4], tail;
};
__global__ void within(float *o, int n)
{
    float a[8], m[4][4];
    pair p;
    for (float *q = a; q != &a[n]; q++)
        *q = 1;
    for (int i = 0; i < 16; i++)
        m[0][i] = i;
    for (int i = 0; i < 4; i++)
        p.head[i] = i;
    p.tail = 4;
    fill(a, n);
    o[threadIdx.x] = a[threadIdx.x & 7] + m[threadIdx.x & 3][3] + p.head[threadIdx.x & 3] + p.tail;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *o = t_dev<float>(32);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 32>>>(o, 8);
    CASE(one_past) CASE(read_past) CASE(rows) CASE(by_pointer) CASE(far) CASE(within)
    return t_end();
}
