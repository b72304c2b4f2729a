// launches of which ridge simt --time is asked by simt.sh: what each is for stands there
__global__ void ones(float *o)
{
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void downwards(int *o)
{
    o[threadIdx.x] = blockDim.x - threadIdx.x;
}
__global__ void sums(float *o, float by, int steps)
{
    float s = threadIdx.x, t = s + 1, u = s + 2, v = s + 3;
    for (int k = 0; k < steps; k++) {
        s = s * by + 1;
        t = t * by + 1;
        u = u * by + 1;
        v = v * by + 1;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s + t + u + v;
}
__global__ void sort(const int *a, int *o, int n)
{
    for (int i = 0; i < n; i++) {
        int v = a[i], k = i;
        for (; k > 0 && o[k - 1] > v; k--)
            o[k] = o[k - 1];
        o[k] = v;
    }
}
__global__ void copy(float4 *o, const float4 *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i];
}
__global__ void bytes(char *o, const char *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i];
}
template <bool together> __global__ void total(float *o, const float *a, int n)
{
    __shared__ float sum[256];
    sum[threadIdx.x] = 0;
    __syncthreads();
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += a[blockIdx.x * n + i];
    atomicAdd(&sum[together ? 0 : threadIdx.x], s);
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum[threadIdx.x];
}
template <int words> __global__ void fill(float *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < words; k++)
        o[i * words + k] = k;
}
__global__ void halves(float *o, int steps)
{
    __shared__ float s[1024];
    s[threadIdx.x] = threadIdx.x;
    for (int k = 0; k < steps; k++)
        for (int d = blockDim.x / 2; d; d /= 2) {
            __syncthreads();
            if (threadIdx.x < d)
                s[threadIdx.x] += s[threadIdx.x + d];
        }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
__global__ void lonely(float *o, const float *a, int n)
{
    if (threadIdx.x != 0)
        return;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[blockIdx.x * n + k];
    o[blockIdx.x] = s;
}
__global__ void along(float *o, const float *a, int words, int n)
{
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[threadIdx.x * words + k];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
template <bool all> __global__ void draw(int *o, int *counter, const int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (all || (a[i] + i) % 4)
        o[i] = atomicAdd(counter, a[i] + i % 3);
}
__global__ void down(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[k * 16384 + i] * (n - k);
    o[i] = s;
}
int main()
{
    float *f;
    cudaMalloc(&f, 1 << 26);
    cudaMemset(f, 0, 1 << 26);
    int *i = (int *)f;
    ones<<<1024, 256>>>(f);
    downwards<<<1, 64>>>(i);
    sums<<<528, 256>>>(f + (1 << 20), 0.5f, 512);
    sort<<<1, 1>>>(i, i + 1024, 64);
    copy<<<8192, 256>>>((float4 *)f + (1 << 21), (float4 *)f);
    bytes<<<16384, 512>>>((char *)f + (1 << 23), (char *)f);
    total<true><<<132, 256>>>(f + (1 << 23), f, 2048);
    total<false><<<132, 256>>>(f + (1 << 23), f, 2048);
    fill<8><<<1024, 256>>>(f);
    halves<<<132, 1024>>>(f, 16);
    lonely<<<132, 128>>>(f + (1 << 23), f, 2048);
    along<<<264, 256>>>(f + (1 << 23), f, 64, 64);
    along<<<264, 256>>>(f + (1 << 23), f, 65, 64);
    draw<true><<<256, 256>>>(i + (1 << 23), i, i + 1024);
    draw<false><<<256, 256>>>(i + (1 << 23), i, i + 1024);
    down<<<128, 128>>>(f + (1 << 23), f, 256);
    cudaDeviceSynchronize();
    cudaFree(f);
}
