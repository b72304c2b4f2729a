return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"        load_rows<D>(t.v, v + (size_t)j0 * D, BC, S - j0);\n        __syncthreads();",
              "        load_rows<D>(t.v, v + (size_t)j0 * D, BC, S - j0);\n" ..
              "        load_rows<D>(t.k, k + (size_t)j0 * D, BC, S - j0);\n        __syncthreads();"}},
  fails = "profile", message = "g_ld_sec of flash_fwd (case full512)",
  why = "K is fetched twice for every tile: nothing is wrong but the traffic",
}
