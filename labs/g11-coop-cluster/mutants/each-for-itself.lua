return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    __shared__ int count[SHARE];
    cg::cluster_group cluster = cg::this_cluster();
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (int b = threadIdx.x; b < SHARE; b += THREADS)]],
              [[    __shared__ int count[BINS];
    cg::cluster_group cluster = cg::this_cluster();
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (int b = threadIdx.x; b < BINS; b += THREADS)]]},
             {[[cluster.map_shared_rank(count, x[i] / SHARE) + x[i] % SHARE, 1)]],
              [=[&count[x[i]], 1)]=]},
             {[[    int first = cluster.block_rank() * SHARE;
    for (int b = threadIdx.x; b < SHARE; b += THREADS)]],
              [[    int first = 0;
    for (int b = threadIdx.x; b < BINS; b += THREADS)]]}},
  fails = "profile", message = "dsmem_at_req",
  why = "every block counts all bins in its own memory: a cluster in name only",
}
