// A fourth set of a judge's own kernels, as unseen3.cu: written without a look at the model, for judging alone.
#include "unseen4.cuh"

// ---- arithmetic
template <int ILP> __global__ void fma_ladder(float *out, float a, float b, int rounds)
{
    float v[ILP];
    for (int k = 0; k < ILP; k++)
        v[k] = threadIdx.x + k;
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < ILP; k++)
            v[k] = v[k] * a + b;
    float s = 0;
    for (int k = 0; k < ILP; k++)
        s += v[k];
    out[HERE] = s;
}
__global__ void roots_double(double *out, const float *in, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    double a = 1.0 + in[i], x = a;
    for (int k = 0; k < 6; k++)
        x = 0.5 * (x + a / x);
    out[i] = x + sqrt(a);
}
__global__ void leibniz_double(double *out, int terms)
{
    double s = 0;
    for (int k = HERE; k < terms; k += EVERYWHERE)
        s += (k & 1 ? -4.0 : 4.0) / (2 * k + 1);
    out[HERE] = s;
}
__global__ void hailstone(int *steps, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    unsigned x = i + 1;
    int s = 0;
    for (; x != 1; s++)
        x = x & 1 ? 3 * x + 1 : x / 2;
    steps[i] = s;
}
__global__ void lane_roles(float *out, const float *in, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    float v = in[i];
    switch (i % 5) {
    case 0: v = sinf(v); break;
    case 1: v = expf(-v) * v; break;
    case 2: v = logf(v + 1.0f); break;
    case 3: v = sqrtf(v) / (v + 2.0f); break;
    default: v = powf(v + 0.5f, 1.5f);
    }
    out[i] = v;
}
__global__ void ragged_rows(float *out, const float *in, const int *length, int most, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    float s = 0;
    for (int j = 0; j < length[i]; j++)
        s += in[j * n + i] * (most - j);
    out[i] = s;
}
__global__ void escape_times(unsigned short *out, int w, int h, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float cr = -2.2f + 3.0f * x / w, ci = -1.2f + 2.4f * y / h, zr = 0, zi = 0;
    int k = 0;
    for (; k < most && zr * zr + zi * zi < 4.0f; k++) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci, zr = t;
    }
    out[y * w + x] = k;
}
__global__ void gravity(float4 *pull_on, const float4 *body, int n)
{
    __shared__ float4 tile[128];
    float4 me = body[HERE];
    float ax = 0, ay = 0, az = 0;
    for (int at = 0; at < n; at += 128) {
        tile[threadIdx.x] = body[at + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = tile[j].w * inv * inv * inv;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    pull_on[HERE] = make_float4(ax, ay, az, 0);
}
__global__ void hash_rounds(unsigned *out, int rounds)
{
    unsigned x = HERE;
    for (int r = 0; r < rounds; r++) {
        x = (x ^ 61) ^ (x >> 16), x *= 9, x ^= x >> 4, x *= 0x27d4eb2d;
        x ^= x >> 15;
    }
    out[HERE] = x;
}
__global__ void crc_by_table(unsigned *out, const unsigned char *text, const unsigned *table, int each, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    unsigned crc = FULL;
    for (int k = 0; k < each; k++)
        crc = crc >> 8 ^ table[(crc ^ text[i * each + k]) & 255];
    out[i] = ~crc;
}
__global__ void philox(uint4 *out, unsigned key, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    uint4 c = make_uint4(i, 0, 0, 0);
    unsigned k0 = key, k1 = ~key;
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned h0 = __umulhi(0xd2511f53u, c.x), h1 = __umulhi(0xcd9e8d57u, c.z);
        c = make_uint4(h1 ^ c.y ^ k0, 0xcd9e8d57u * c.z, h0 ^ c.w ^ k1, 0xd2511f53u * c.x);
        k0 += 0x9e3779b9u, k1 += 0xbb67ae85u;
    }
    out[i] = c;
}
__global__ void darts(unsigned *hits, int throws)
{
    unsigned s = HERE * 2654435761u + 1, in = 0;
    for (int k = 0; k < throws; k++) {
        s = s * 1664525u + 1013904223u;
        float x = (s >> 8) * 5.9604645e-8f;
        s = s * 1664525u + 1013904223u;
        float y = (s >> 8) * 5.9604645e-8f;
        in += x * x + y * y < 1.0f;
    }
    in = __reduce_add_sync(FULL, in);
    if (threadIdx.x % 32 == 0)
        atomicAdd(hits, in);
}
__global__ void turn_bits(unsigned *out, const unsigned *in)
{
    unsigned mine = in[HERE], turned = 0;
    for (int b = 0; b < 32; b++) {
        unsigned plane = __ballot_sync(FULL, mine >> b & 1);
        if ((int)(threadIdx.x % 32) == b)
            turned = __brev(plane);
    }
    out[HERE] = turned;
}

// ---- in order
__global__ void scan_up_and_down(int *out, const int *in)
{
    __shared__ int s[512];
    int t = threadIdx.x, base = blockIdx.x * 512, step = 1;
    s[2 * t] = in[base + 2 * t], s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = 256; d > 0; d /= 2, step *= 2) {
        __syncthreads();
        if (t < d)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    }
    __syncthreads();
    if (t == 0)
        s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        step /= 2;
        __syncthreads();
        if (t < d) {
            int l = step * (2 * t + 1) - 1, r = step * (2 * t + 2) - 1, v = s[l];
            s[l] = s[r], s[r] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t], out[base + 2 * t + 1] = s[2 * t + 1];
}
// one block goes through all of it, a sum carried from part to part
__global__ void scan_one_block(int *out, const int *in, int n)
{
    __shared__ int of_warp[32];
    int t = threadIdx.x, lane = t % 32, carry = 0;
    for (int at = 0; at < n; at += 1024) {
        int v = in[at + t];
        for (int d = 1; d < 32; d *= 2) {
            int w = __shfl_up_sync(FULL, v, d);
            v += lane >= d ? w : 0;
        }
        if (lane == 31)
            of_warp[t / 32] = v;
        __syncthreads();
        if (t < 32) {
            int s = of_warp[t];
            for (int d = 1; d < 32; d *= 2) {
                int w = __shfl_up_sync(FULL, s, d);
                s += lane >= d ? w : 0;
            }
            of_warp[t] = s;
        }
        __syncthreads();
        out[at + t] = carry + v + (t >= 32 ? of_warp[t / 32 - 1] : 0);
        carry += of_warp[31];
        __syncthreads();
    }
}
__global__ void prefix_by_thread(float *out, const float *in, int each)
{
    float s = 0;
    for (int k = 0; k < each; k++)
        out[HERE * each + k] = s += in[HERE * each + k];
}
__global__ void sort_bitonic(unsigned *out, const unsigned *in)
{
    __shared__ unsigned s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    s[t] = in[base + t], s[t + 512] = in[base + t + 512];
    for (int size = 2; size <= 1024; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (d - 1));
            unsigned a = s[i], b = s[i + d];
            if ((a > b) == ((i & size) == 0))
                s[i] = b, s[i + d] = a;
        }
    __syncthreads();
    out[base + t] = s[t], out[base + t + 512] = s[t + 512];
}
__global__ void sort_by_insertion(unsigned *out, const unsigned *in, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    unsigned v[24];
    for (int k = 0; k < 24; k++) {
        unsigned x = in[k * n + i];
        int at = k;
        for (; at > 0 && v[at - 1] > x; at--)
            v[at] = v[at - 1];
        v[at] = x;
    }
    for (int k = 0; k < 24; k++)
        out[k * n + i] = v[k];
}
__global__ void find_word(int *found, const char *text, const char *word, int length, int n)
{
    int i = HERE;
    if (i + length > n)
        return;
    int k = 0;
    while (k < length && text[i + k] == word[k])
        k++;
    if (k == length)
        atomicAdd(found, 1);
}
// a block for each pair of words, diagonal after diagonal
__global__ void edit_distance(int *out, const char *a, const char *b)
{
    __shared__ int d[3][129];
    __shared__ char wa[128], wb[128];
    int t = threadIdx.x;
    wa[t] = a[HERE], wb[t] = b[HERE];
    if (t == 0)
        d[0][0] = 0, d[1][0] = d[1][1] = 1;
    __syncthreads();
    for (int sum = 2; sum <= 256; sum++) {
        int *now = d[sum % 3], *last = d[(sum + 2) % 3], *before = d[(sum + 1) % 3];
        int i = t + 1, j = sum - i;
        if (t == 0 && sum <= 128)
            now[0] = sum;
        if (j == 0)
            now[i] = i;
        else if (j > 0 && j <= 128)
            now[i] = min(min(last[i], last[i - 1]) + 1, before[i - 1] + (wa[i - 1] != wb[j - 1]));
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = d[256 % 3][128];
}
// most of an SM's shared memory for one block
__global__ void big_table(int *out, const int *in, int size, int reads)
{
    extern __shared__ int table[];
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        table[i] = in[i];
    __syncthreads();
    unsigned at = HERE * 7919u, s = 0;
    for (int k = 0; k < reads; k++) {
        s += table[at % size];
        at = at * 1103515245u + 12345u;
    }
    out[HERE] = s;
}
__global__ void axpy_by_few(float *y, const float *x, float a, int n)
{
    for (int i = HERE; i < n; i += EVERYWHERE)
        y[i] += a * x[i];
}

// ---- what is launched
static const int M = 1000000;
static float *in, *out, *third, *fourth;
static int *ints, *slot, *one;
static unsigned *words, *results;
static unsigned char *bytes, *skewed;
static __half *halfs;
template <class T> static T *room(size_t n)
{
    T *d;
    OK(cudaMalloc(&d, n * sizeof(T)));
    OK(cudaMemset(d, 0, n * sizeof(T)));
    return d;
}
static void prepare()
{
    in = floats(18 * M), out = zeros(12 * M), third = zeros(4 * M), fourth = zeros(4 * M);
    ints = filled<int>(4 * M, [](size_t i) { return (int)(mix((unsigned)i + 5) % 1000); });
    slot = filled<int>(1 << 21, [](size_t i) { return (int)((i * 1234567u + 89u) & ((1u << 21) - 1)); });
    words = filled<unsigned>(4 * M, [](size_t i) { return mix((unsigned)i + 99); });
    results = room<unsigned>(4 * M), one = room<int>(64);
    bytes = filled<unsigned char>(12 * M, [](size_t i) { return (unsigned char)(mix((unsigned)i) >> 7); });
    skewed = filled<unsigned char>(M, [](size_t i) { return (unsigned char)(mix((unsigned)i) % 10 ? 32 : i % 7); });
    halfs = filled<__half>(4 * M, [](size_t i) { return __float2half((mix((unsigned)i) & 255) / 256.0f); });
}
static void moving()
{
    RUN(noop<<<1, 32>>>());
    RUN(noop<<<60000, 64>>>());
    unsigned char *many = room<unsigned char>(12 * M);
    RUN(copy_bytes<<<up(12 * M, 256), 256>>>(many, bytes, 12 * M));
    RUN(copy_quads<<<up(11 * M / 4, 256), 256>>>((uint4 *)out, (const uint4 *)in, 11 * M / 4));
    RUN(copy_quads<<<up(9000, 128), 128>>>((uint4 *)out, (const uint4 *)in, 9000));
    RUN(copy_halfs_in_steps<<<8, 256>>>((__half *)out, halfs, 2 * M));
    RUN(step_read<<<up(M / 2, 128), 128>>>(out, in, 33, M / 2));
    Particle *cloud = (Particle *)filled<float>(5 * M, [](size_t i) { return (float)(i % 100) / 50.0f - 1.0f; });
    RUN(push_records<<<up(700000, 256), 256>>>(cloud, 0.01f, 700000));
    float *p = out;
    RUN(push_columns<<<up(200000, 256), 256>>>(p, p + M, p + 2 * M, in, in + M, in + 2 * M, 0.01f, 200000));
    RUN(xpose_naive<<<dim3(128, 128), dim3(32, 16)>>>(out, in, 4096, 2048));
    RUN(xpose_shared<0><<<dim3(64, 64), dim3(32, 32)>>>(out, in, 2048, 2048));
    RUN(xpose_shared<1><<<dim3(24, 48), dim3(32, 32)>>>(out, in, 768, 1536));
    int *far = filled<int>(4 * M, [](size_t i) { return (int)(mix((unsigned)i + 3) % 18000000u); });
    RUN(pull<<<up(4 * M, 128), 128>>>(out, in, far, 4 * M));
    RUN(put<<<up(1 << 21, 256), 256>>>(out, in, slot, 1 << 21));
    RUN(add_into<<<up(2 * M, 256), 256>>>(third, in, ints, 2 * M));
    int *sorted = filled<int>(3 * M, [](size_t i) { return (int)i * 7 + (int)(i % 5); });
    RUN(bisect<<<up(20000, 128), 128>>>((int *)results, sorted, 3 * M, far, 20000));
    RUN(walk_list<<<1, 1>>>(one, slot, 1, 9000));
    int *ring = filled<int>(4096, [](size_t i) { return (int)((i * 1021 + 37) & 4095); });
    RUN(walk_list<<<1, 1>>>(one, ring, 0, 12000));
    RUN(walk_in_shared<<<20, 64>>>((int *)results, 7000));
}
static void matrices()
{
    float *b = in + 2 * M;
    RUN(gemm_swapped<<<dim3(8, 32), dim3(32, 8)>>>(out, in, b, 256, 200));
    RUN(gemm_element<<<dim3(16, 16), dim3(16, 16)>>>(out, in, b, 256, 256));
    RUN(gemm_shared<float, 16><<<dim3(6, 10), dim3(16, 16)>>>(out, in, b, 96, 1600));
    double *f64 = filled<double>(200000, [](size_t i) { return (double)(mix((unsigned)i) & 4095) / 4096.0; });
    RUN(gemm_shared<double, 16><<<dim3(12, 12), dim3(16, 16)>>>(f64 + 120000, f64, f64 + 60000, 192, 256));
    RUN(gemm_squares<4><<<dim3(8, 9), dim3(16, 16)>>>(out, in, b, 512, 208));
    RUN(gemm_squares<8><<<dim3(3, 2), dim3(16, 16)>>>(out, in, b, 384, 800));
    RUN(gemm_wmma<<<dim3(48, 8), dim3(32, 4)>>>(out, halfs, halfs + M, 768, 640));
    RUN(gemm_wmma_slabs<<<dim3(12, 11), 128>>>(out, halfs, halfs + M, 768, 1024));
    RUN(gemm_wmma_slabs<<<dim3(2, 1), 128>>>(out, halfs, halfs + M, 128, 6400));
    RUN(gemm_dp4a<<<dim3(10, 20), dim3(32, 16)>>>((int *)results, ints, ints + M, 320, 180));
    RUN(gemv_row_each<<<up(700, 64), 64>>>(out, in, b, 700, 2800));
    RUN(gemv_column_order<<<up(2500, 128), 128>>>(out, in, b, 2500, 2100));
    RUN(gemv_row_by_warp<<<1000, 128>>>(out, (const float4 *)in, (const float4 *)b, 300));
    int *start = filled<int>(30001, [](size_t i) { return (int)(i * 20 + (i % 3) * 9); });
    int *col = filled<int>(700000, [](size_t i) { return (int)(mix((unsigned)i + 8) % 30000); });
    RUN(spmv_thread<<<up(30000, 128), 128>>>(out, start, col, in, in + M, 30000));
    RUN(spmv_warp<<<up(30000, 8), 256>>>(out, start, col, in, in + M, 30000));
}
static void sums()
{
    RUN(sum_odd_lanes_idle<<<up(1500000, 256), 256>>>(out, in, 1500000));
    RUN(sum_bank_clashes<<<up(2 * M, 512), 512>>>(out, in, 2 * M));
    RUN(sum_halving<<<up(150000, 128), 128>>>(out, in, 150000));
    RUN(sum_warps_then_atomic<<<528, 256>>>(third, in, 16 * M));
    RUN(sum_all_to_one_word<<<up(120000, 256), 256>>>(third, in, 120000));
    RUN(sum_in_one_block<<<1, 1024>>>(out, in, 5 * M));
    RUN(sum_alone<<<1, 1>>>(out, in, 100000));
    RUN(count_over<<<up(3 * M, 192), 192>>>(one, in, 0.75f, 3 * M));
    RUN(draw_tickets<<<up(200000, 256), 256>>>(one + 1, (int *)results, ints, 200000));
    RUN(histo_global<<<400, 256>>>(results, bytes, 1200000));
    RUN(histo_global<<<100, 256>>>(results, skewed, M));
    RUN(histo_shared<<<264, 256>>>(results, bytes, 8 * M));
}
static void network()
{
    RUN(softmax_threads<<<up(1200, 96), 96>>>(out, in, 1200, 900));
    RUN(softmax_in_registers<<<up(7000, 4), 128>>>(out, in, 7000));
    RUN(normalise_rows<<<260, 256>>>(out, in, in, in + 7, 900));
    RUN(normalise_row_by_thread<<<8, 64>>>(out, in, 500, 1200));
    RUN(loss_and_gradient<<<450, 128>>>(third, out, in, ints, 1800));
    RUN(attend_warp<<<64, 128>>>(out, in, in + M, in + 2 * M, 256));
    RUN(attend_tiles<<<dim3(4, 12), 64>>>(out, in, in + M, in + 2 * M, 256));
    RUN(embed<<<1300, 96>>>((float4 *)out, (const float4 *)in, ints, 200));
    RUN(rotate_pairs<<<up(250000, 256), 256>>>((float2 *)out, 8, 32, 250000));
    float *w = out;
    RUN(adam_update<<<up(4 * M, 256), 256>>>(w, third, fourth, in, 1e-4f, 0.5f, 0.01f, 4 * M));
    RUN(quantise_rows<<<250, 128>>>((signed char *)results, third, in, 2000));
    RUN(unpack_bytes<<<up(250000, 256), 256>>>((float4 *)out, (const char4 *)bytes, 0.01f, 250000));
    RUN(best_eight<<<up(2000, 64), 64>>>(out, in, 2000, 1000));
}
static void neighbourhoods()
{
    RUN(heat_line<<<up(600000, 512), 512>>>(out, in, 600000));
    RUN(relax_plane<<<dim3(25, 60), dim3(32, 8)>>>(out, in, 800, 480));
    RUN(relax_volume<<<dim3(5, 20, 100), dim3(32, 8)>>>(out, in, 160, 160, 100));
    RUN(life_in_a_block<<<1, 512>>>((unsigned char *)results, bytes, 250));
    RUN(convolve<<<dim3(2, 14, 3), dim3(32, 4)>>>(out, in, in + M, 160, 56, 56));
    float h[25];
    for (int k = 0; k < 25; k++)
        h[k] = 1.0f / (1 + k);
    OK(cudaMemcpyToSymbol(blur_weight, h, sizeof h));
    RUN(blur_by_constants<<<dim3(64, 48), dim3(16, 16)>>>(out, in, 1024, 768));
}
static void arithmetic()
{
    double *f64 = (double *)out;
    RUN(fma_ladder<1><<<6, 32>>>(out, 0.999f, 0.5f, 150000));
    RUN(fma_ladder<2><<<132, 96>>>(out, 0.999f, 0.5f, 1400));
    RUN(fma_ladder<4><<<264, 256>>>(out, 0.999f, 0.5f, 250));
    RUN(fma_ladder<8><<<10, 128>>>(out, 0.999f, 0.5f, 4000));
    RUN(roots_double<<<up(150000, 128), 128>>>(f64, in, 150000));
    RUN(leibniz_double<<<1, 128>>>(f64, 3500000));
    RUN(hailstone<<<up(100000, 256), 256>>>((int *)results, 100000));
    RUN(lane_roles<<<up(150000, 256), 256>>>(out, in, 150000));
    int *length = filled<int>(20000, [](size_t i) { return (int)(mix((unsigned)i + 1) % 400); });
    RUN(ragged_rows<<<up(20000, 128), 128>>>(out, in, length, 400, 20000));
    RUN(escape_times<<<dim3(4, 12), dim3(32, 8)>>>((unsigned short *)results, 128, 96, 6000));
    RUN(gravity<<<16, 128>>>((float4 *)out, (const float4 *)in, 2048));
    RUN(hash_rounds<<<12, 64>>>(results, 6000));
    RUN(crc_by_table<<<up(3000, 64), 64>>>(results, bytes, words, 1600, 3000));
    RUN(philox<<<up(150000, 256), 256>>>((uint4 *)results, 7, 150000));
    RUN(darts<<<1, 64>>>((unsigned *)one + 2, 110000));
    RUN(turn_bits<<<250, 256>>>(results, words));
}
static void in_order()
{
    RUN(scan_up_and_down<<<4000, 256>>>((int *)out, ints));
    RUN(scan_one_block<<<1, 1024>>>((int *)out, ints, 1024 * 700));
    RUN(prefix_by_thread<<<25, 64>>>(out, in, 700));
    RUN(sort_bitonic<<<250, 512>>>(results, words));
    RUN(sort_by_insertion<<<up(30000, 128), 128>>>(results, words, 30000));
    const char *text = (const char *)skewed;
    RUN(find_word<<<up(900000, 256), 256>>>(one + 3, text, text + 500, 12, 900000));
    RUN(edit_distance<<<90, 128>>>((int *)results, text, text + 100000));
    OK(cudaFuncSetAttribute(big_table, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
    RUN(big_table<<<150, 96, 200000>>>((int *)results, ints, 50000, 300));
    RUN(axpy_by_few<<<3, 128>>>(out, in, 0.5f, 700000));
}
int main()
{
    prepare();
    moving(), matrices(), sums(), network(), neighbourhoods(), arithmetic(), in_order();
    OK(cudaDeviceReset());
    std::puts("done");
}
