// async_stages.cu: a moving average through cuda::pipeline: words that several warps read are filled again in turn.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
constexpr int T = 128, STAGES = 2, BATCHES = 8;

__global__ void average(const float *in, float *out)
{
    __shared__ alignas(16) float tile[STAGES][T];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const float *from = in + (size_t)blockIdx.x * BATCHES * T;
    float *to = out + (size_t)blockIdx.x * BATCHES * T;
    const int t = threadIdx.x;
    for (int next = 0, k = 0; k < BATCHES; k++) {
        for (; next < BATCHES && next < k + STAGES; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[next % STAGES], from + next * T, cuda::aligned_size_t<16>(sizeof tile[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        to[k * T + t] = (tile[k % STAGES][(t + T - 1) % T] + tile[k % STAGES][t] + tile[k % STAGES][(t + 1) % T]) / 4;
        pipe.consumer_release();
    }
}

int main()
{
    const int blocks = 3, n = blocks * BATCHES * T;
    std::vector<float> h(n), got(n);
    for (int i = 0; i < n; i++)
        h[i] = i * 13 % 101;
    float *in, *out;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    average<<<blocks, T>>>(in, out);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(got.data(), out, n * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int b = 0; b < n; b += T)
        for (int t = 0; t < T; t++)
            bad += got[b + t] != (h[b + (t + T - 1) % T] + h[b + t] + h[b + (t + 1) % T]) / 4;
    cudaFree(in);
    cudaFree(out);
    printf(bad || e ? "wrong: %d, %s\n" : "ok\n", bad, cudaGetErrorString(e));
    return bad || e ? 2 : 0;
}
