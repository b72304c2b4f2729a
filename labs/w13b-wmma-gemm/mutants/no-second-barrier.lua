return mutant {
  base = "reference", file = "wmma.cu", backend = "simt",
  replace = {{"                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);\n" ..
              "        }\n" ..
              "        __syncthreads();\n",
              "                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);\n" ..
              "        }\n"}},
  fails = "correct",
  why = "a fast warp fills the tiles anew while a slow one still reads them",
}
