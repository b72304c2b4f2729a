return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        float all = 0;
        for (int r = 0; r < CLUSTER; r++)
            all += *cluster.map_shared_rank(&mine, r);]],
              [[    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        float all = 0;
        for (int r = 0; r < CLUSTER; r++)
            for (int w = 0; w < WARPS; w++)
                all += cluster.map_shared_rank(of_warp, r)[w];]]}},
  fails = "profile", message = "dsmem_B",
  why = "one block reads a number of every thread, not one of every block",
}
