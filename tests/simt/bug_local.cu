// bug_local.cu: a thread leaves an array of its own, or a row of it, by an index or by a pointer.
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
// an element before the first, which is another array's
// args below
// expect-error local-array @below
// expect-exit 1
// reports 1
__global__ void below(float *o, int n)
{
    float b[4] = { 1, 2, 3, 4 }, a[8];
    for (int i = 0; i < n; i++)
        a[i] = i;
    o[threadIdx.x] = a[(int)threadIdx.x - 3] + b[threadIdx.x & 3]; //@below
}
// args below_written
// expect-error local-array @below_written
// expect-exit 1
// reports 1
template <class T> __device__ T last_of(int n)
{
    T sum = 0, a[8];
    for (int i = n - 1; i >= -1; i--)
        sum += a[i] = i; //@below_written
    return sum;
}
__global__ void below_written(float *o, int n)
{
    o[threadIdx.x] = last_of<float>(n);
}
// past a row's end, within the array
// args next_row
// expect-error local-array @next_row
// expect-exit 1
// reports 1
__global__ void next_row(float *o, int n)
{
    float t[4][8];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c <= n; c++)
            t[r][c] = r + c; //@next_row
    o[threadIdx.x] = t[threadIdx.x & 1][3];
}
// args row_before
// expect-error local-array @row_before
// expect-exit 1
// reports 1
__global__ void row_before(float *o, int n)
{
    auto sum = [n](int from) {
        float t[4][8], s = 0;
        for (int k = 0; k < 32; k++)
            t[0][k] = n;
        for (int c = from; c < 8; c++)
            s += t[threadIdx.x & 3][c - 1]; //@row_before
        return s;
    };
    o[threadIdx.x] = sum(n & 1);
}
// args constant
// expect-error local-array @constant
// expect-exit 1
// reports 1
__global__ void constant(float *o, int n)
{
    float t[4][8];
    t[0][9] = n; //@constant
    t[1][1] = n;
    o[threadIdx.x] = t[1][1];
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
// what may be meant: an end's address, rows as one row, pointers, a name used twice, shared memory, structs
// args meant
// reports 0
struct matrix {
    float m[2][4], rest;
};
__device__ float before(const float *p) { return p[-1] + p[-2]; }
__global__ void meant(float *o, int n)
{
    __shared__ float s[4][8];
    float a[8], t[4][8], *rows[2] = { o, o + 8 }, sum = 0;
    matrix m;
    for (float *q = &t[0][0]; q != &t[4][0]; q++)
        *q = 1;
    for (const float *q = t[1]; q < &t[3][8]; q++)
        sum += *q;
    for (int i = 0; i < n; i++)
        a[i] = m.m[0][i] = i > 0 ? a[i - 1] : 1;
    for (int i = 0; i < 2 * n; i++)
        sum += t[0][i + n] + *(&a[n] - 1);
    s[0][threadIdx.x] = sum;
    __syncthreads();
    {
        const float *a = s[2];
        sum += a[-9] + a[12] + s[1][(int)threadIdx.x - 8] + before(t[1] + 1) + before(&t[2][0]);
    }
    rows[threadIdx.x & 1][threadIdx.x & 6 ? 20 : 21] = sum;
    o[threadIdx.x] = sum + a[threadIdx.x & 7] + m.m[1][3];
}

// arrays whose brackets stand elsewhere: in a typedef, an alias, a struct
typedef float row[4];
using octet = float[8];
template <int N> struct fragment {
    float x[N], rest;
};
struct tile {
    int head[4];
    float m[2][4], rest;
};
// args of_typedef
// expect-error local-array @of_typedef
// expect-exit 1
// reports 1
__global__ void of_typedef(float *o, int n)
{
    row a;
    for (int i = 0; i <= n / 2; i++)
        a[i] = i; //@of_typedef
    o[threadIdx.x] = a[threadIdx.x & 3];
}
// args of_alias
// expect-error local-array @of_alias
// expect-exit 1
// reports 1
__global__ void of_alias(float *o, int n)
{
    octet b = {}, a;
    for (int i = n - 1; i >= -1; i--)
        a[i] = i; //@of_alias
    o[threadIdx.x] = a[threadIdx.x & 7] + b[threadIdx.x & 7];
}
// args of_struct
// expect-error local-array @of_struct
// expect-exit 1
// reports 1
template <int N> __global__ void in_fragment(float *o, int n)
{
    fragment<N> f;
    f.rest = 1;
    for (int i = 0; i <= n; i++)
        f.x[i] = i; //@of_struct
    o[threadIdx.x] = f.x[threadIdx.x & 7] + f.rest;
}
// args of_structs
// expect-error local-array @of_structs
// expect-exit 1
// reports 1
__global__ void of_structs(float *o, int n)
{
    tile t[2] = {};
    for (int i = n / 2; i >= 0; i--)
        t[1].m[1][i - 1] = i; //@of_structs
    o[threadIdx.x] = t[1].m[1][threadIdx.x & 3] + t[0].rest;
}
// the same names of a local object and of others' memory, whose pointers and rows may go where they like
// args others
// reports 0
__device__ tile kept[2];
__global__ void others(float *o, tile *g, int n)
{
    __shared__ float pool[8][4];
    tile t, u = g[1], *p = g, many[2];
    row a;
    row *rows = pool;
    auto first = &pool[0];
    const tile &c = g[1];
    float sum = 0;
    pool[threadIdx.x / 4][threadIdx.x % 4] = 1;
    __syncthreads();
    for (int i = 0; i < n / 2; i++)
        a[i] = t.head[i] = many[i & 1].head[i] = i;
    for (int i = 0; i < n; i++)
        u.m[0][i] = t.m[0][i] = i;
    for (const float *q = &t.m[0][0]; q != &t.m[1][4]; q++)
        sum += *q;
    {
        const tile &t = g[0], *u = g;
        sum += t.head[3] + u[1].head[3] + c.head[3] + p[1].head[3] + kept[1].head[3];
    }
    sum += rows[0][n - 1 + (int)threadIdx.x % 4] + first[0][n] + (&a[2])[-2];
    o[threadIdx.x] = sum + a[threadIdx.x & 3] + u.m[1][3] + many[1].head[3];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *o = t_dev<float>(32);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 32>>>(o, 8);
    CASE(one_past) CASE(read_past) CASE(rows) CASE(by_pointer) CASE(far) CASE(within)
    CASE(below) CASE(below_written) CASE(next_row) CASE(row_before) CASE(constant) CASE(meant)
    CASE(of_typedef) CASE(of_alias) CASE(of_structs)
    if (!strcmp(w, "of_struct"))
        in_fragment<8><<<1, 32>>>(o, 8);
    if (!strcmp(w, "others"))
        others<<<1, 32>>>(o, t_dev<tile>(2, [](int) { return tile{}; }), 8);
    return t_end();
}
