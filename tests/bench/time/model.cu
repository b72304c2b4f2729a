// What a network is made of: softmax, norms, activations, an optimizer, attention, convolutions; and stencils, bodies, options.
#include "common.cuh"
#include <cstdint>
__global__ void softmax_thread(const float *a, float *o, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *x = a + (size_t)r * cols;
    float m = -1e30f, s = 0;
    for (int k = 0; k < cols; k++)
        m = fmaxf(m, x[k]);
    for (int k = 0; k < cols; k++)
        s += __expf(x[k] - m);
    for (int k = 0; k < cols; k++)
        o[(size_t)r * cols + k] = __expf(x[k] - m) / s;
}
__global__ void softmax_warp(const float *a, float *o, int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    const float *x = a + (size_t)r * cols;
    float m = -1e30f, s = 0;
    for (int k = lane; k < cols; k += 32)
        m = fmaxf(m, x[k]);
    for (int d = 16; d; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    for (int k = lane; k < cols; k += 32)
        s += __expf(x[k] - m);
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, d);
    for (int k = lane; k < cols; k += 32)
        o[(size_t)r * cols + k] = __expf(x[k] - m) / s;
}
__device__ float block_sum(float v, float *part)
{
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = 0;
    for (int k = 0; k < (int)blockDim.x / 32; k++)
        s += part[k];
    __syncthreads();
    return s;
}
__global__ void layernorm(const float *a, float *o, int cols)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * cols;
    float s = 0, q = 0;
    for (int k = threadIdx.x; k < cols; k += blockDim.x)
        s += x[k], q += x[k] * x[k];
    float mean = block_sum(s, part) / cols, var = block_sum(q, part) / cols - mean * mean, r = rsqrtf(var + 1e-5f);
    for (int k = threadIdx.x; k < cols; k += blockDim.x)
        o[(size_t)blockIdx.x * cols + k] = (x[k] - mean) * r;
}
__global__ void rmsnorm4(const float4 *a, const float4 *w, float4 *o, int cols4)
{
    __shared__ float part[32];
    const float4 *x = a + (size_t)blockIdx.x * cols4;
    float q = 0;
    for (int k = threadIdx.x; k < cols4; k += blockDim.x) {
        float4 v = x[k];
        q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float r = rsqrtf(block_sum(q, part) / (4 * cols4) + 1e-5f);
    for (int k = threadIdx.x; k < cols4; k += blockDim.x) {
        float4 v = x[k], g = w[k];
        o[(size_t)blockIdx.x * cols4 + k] = make_float4(v.x * r * g.x, v.y * r * g.y, v.z * r * g.z, v.w * r * g.w);
    }
}
__global__ void gelu(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = a[i];
        o[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}
__global__ void adam(float *p, const float *g, float *m, float *v, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float gi = g[i], mi = 0.9f * m[i] + 0.1f * gi, vi = 0.999f * v[i] + 0.001f * gi * gi;
        m[i] = mi;
        v[i] = vi;
        p[i] -= lr * mi / (sqrtf(vi) + 1e-8f);
    }
}
__global__ void rope(float *q, int dim, int heads)
{
    int pos = blockIdx.x, h = blockIdx.y, k = threadIdx.x;
    float th = pos * powf(10000.0f, -2.0f * k / dim), c = cosf(th), s = sinf(th);
    float *x = q + ((size_t)pos * heads + h) * dim + 2 * k;
    float a = x[0], b = x[1];
    x[0] = a * c - b * s;
    x[1] = a * s + b * c;
}
__global__ void dequant(const int8_t *q, const float *scale, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = q[i] * scale[i / 128];
}
// one query a block, keys of 64 floats
__global__ void attention_decode(const float *q, const float *K, const float *V, float *o, int len)
{
    __shared__ float p[1024], part[32];
    const float *qh = q + blockIdx.x * 64;
    const float *k = K + (size_t)blockIdx.x * len * 64, *v = V + (size_t)blockIdx.x * len * 64;
    float m = 0;
    for (int t = threadIdx.x; t < len; t += blockDim.x) {
        float s = 0;
        for (int d = 0; d < 64; d++)
            s += qh[d] * k[(size_t)t * 64 + d];
        p[t] = __expf(s * 0.125f);
        m += p[t];
    }
    float total = block_sum(m, part);
    if (threadIdx.x < 64) {
        float s = 0;
        for (int t = 0; t < len; t++)
            s += p[t] * v[(size_t)t * 64 + threadIdx.x];
        o[blockIdx.x * 64 + threadIdx.x] = s / total;
    }
}
__global__ void conv3x3(const float *a, const float *w, float *o, int n, int channels)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1)
        return;
    float s = 0;
    for (int c = 0; c < channels; c++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                s += a[((size_t)c * n + y + dy) * n + x + dx] * w[(blockIdx.z * channels + c) * 9 + (dy + 1) * 3 + dx + 1];
    o[((size_t)blockIdx.z * n + y) * n + x] = s;
}
__global__ void stencil1(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 2 && i < n - 3)
        o[i] = a[i - 3] + a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2] + a[i + 3];
}
__global__ void stencil1_shared(const float *a, float *o, int n)
{
    __shared__ float s[256 + 6];
    int i = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x + 3] = a[i];
    if (threadIdx.x < 3) {
        s[threadIdx.x] = i >= 3 ? a[i - 3] : 0;
        s[threadIdx.x + 259] = i + 256 < n ? a[i + 256] : 0;
    }
    __syncthreads();
    float v = 0;
    for (int k = 0; k < 7; k++)
        v += s[threadIdx.x + k];
    o[i] = v;
}
__global__ void heat2(const float *a, float *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        size_t i = (size_t)y * n + x;
        o[i] = a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] - 4 * a[i]);
    }
}
__global__ void heat3(const float *a, float *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    for (int z = 1; z < n - 1; z++) {
        size_t i = ((size_t)z * n + y) * n + x;
        o[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - (size_t)n * n] + a[i + (size_t)n * n]);
    }
}
__global__ void bodies(const float4 *p, float4 *o, int n)
{
    __shared__ float4 s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = p[i];
    float fx = 0, fy = 0, fz = 0;
    for (int t = 0; t < n; t += 128) {
        s[threadIdx.x] = p[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = s[k].w * r * r * r;
            fx += dx * f, fy += dy * f, fz += dz * f;
        }
        __syncthreads();
    }
    o[i] = make_float4(fx, fy, fz, 0);
}
__global__ void black_scholes(const float *S, const float *X, const float *T, float *call, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = S[i] + 1, x = X[i] + 1, t = T[i] + 0.1f, q = sqrtf(t) * 0.3f;
    float d1 = (logf(s / x) + (0.02f + 0.045f) * t) / q, d2 = d1 - q;
    call[i] = s * normcdff(d1) - x * __expf(-0.02f * t) * normcdff(d2);
}
__global__ void monte_carlo(float *o, int steps)
{
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1;
    int in = 0;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        float x = (s >> 8) * (1.0f / 16777216.0f);
        s = s * 1664525u + 1013904223u;
        float y = (s >> 8) * (1.0f / 16777216.0f);
        in += x * x + y * y < 1.0f;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = in;
}
__global__ void csr_thread(const int *row, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float s = 0;
    for (int k = row[r]; k < row[r + 1]; k++)
        s += val[k] * x[col[k]];
    y[r] = s;
}
__global__ void csr_warp(const int *row, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float s = 0;
    for (int k = row[r] + lane; k < row[r + 1]; k += 32)
        s += val[k] * x[col[k]];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (!lane)
        y[r] = s;
}
int main()
{
    const int n = 1 << 20;
    float *a = floats(n * 8), *b = floats(n * 8), *o = zeros(n * 8);
    RUN(softmax_thread<<<16, 128>>>(a, o, 2048, 512));
    RUN(softmax_warp<<<512, 128>>>(a, o, 2048, 512));
    RUN(softmax_warp<<<128, 256>>>(a, o, 1024, 1024));
    RUN(layernorm<<<1024, 256>>>(a, o, 1024));
    RUN(layernorm<<<128, 1024>>>(a, o, 8192));
    RUN(rmsnorm4<<<2048, 128>>>((float4 *)a, (float4 *)b, (float4 *)o, 512));
    RUN(gelu<<<n / 256, 256>>>(a, o, n));
    RUN(adam<<<n / 256, 256>>>(o, a, b, b + n, 0.1f, n));
    RUN(rope<<<dim3(512, 8), 32>>>(o, 64, 8));
    RUN(dequant<<<n / 128, 256>>>((int8_t *)a, b, o, 2 * n));
    RUN(attention_decode<<<128, 128>>>(a, a, b, o, 512));
    RUN(attention_decode<<<16, 256>>>(a, a, b, o, 1024));
    RUN(conv3x3<<<dim3(8, 32, 8), dim3(32, 8)>>>(a, b, o, 256, 4));
    RUN(stencil1<<<n / 256, 256>>>(a, o, n));
    RUN(stencil1_shared<<<n / 256, 256>>>(a, o, n));
    RUN(heat2<<<dim3(64, 256), dim3(32, 8)>>>(a, o, 2048));
    RUN(heat2<<<dim3(8, 1024), dim3(128, 1)>>>(a, o, 1024));
    RUN(heat3<<<dim3(4, 16), dim3(32, 8)>>>(a, o, 128));
    RUN(bodies<<<32, 128>>>((float4 *)a, (float4 *)o, 4096));
    RUN(black_scholes<<<n / 256, 256>>>(a, b, a + n, o, n));
    RUN(monte_carlo<<<264, 256>>>(o, 256));
    const int rows = 1 << 15;
    std::vector<int> row(rows + 1, 0), col;
    for (int r = 0; r < rows; r++) {
        for (int k = 0, many = 4 + (int)(mix(r) % 29); k < many; k++)
            col.push_back((int)(mix(r * 64 + k) % rows));
        row[r + 1] = (int)col.size();
    }
    int *drow, *dcol;
    OK(cudaMalloc(&drow, row.size() * 4));
    OK(cudaMemcpy(drow, row.data(), row.size() * 4, cudaMemcpyHostToDevice));
    OK(cudaMalloc(&dcol, col.size() * 4));
    OK(cudaMemcpy(dcol, col.data(), col.size() * 4, cudaMemcpyHostToDevice));
    RUN(csr_thread<<<rows / 128, 128>>>(drow, dcol, a, b, o, rows));
    RUN(csr_warp<<<rows / 8, 256>>>(drow, dcol, a, b, o, rows));
    std::puts("done");
}
