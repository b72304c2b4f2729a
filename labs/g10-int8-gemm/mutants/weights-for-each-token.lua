return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
    load_w4(next, w, scale, zero, row + g, warp * GROUP, warp * GROUP + t * RUN, N, K);
]],
              [[
    for (int m = 0; m < M; m++) {
    load_w4(next, w, scale, zero, row + g, warp * GROUP, warp * GROUP + t * RUN, N, K);
]]},
             {[[
        multiply_group(sum, now, x + (size_t)g * K + k, g < M && k < K);
    }
]],
              [[
        multiply_group(sum, now, x + (size_t)g * K + k, g == m && k < K);
    }
    }
]]}},
  fails = "profile",
  why = "goes through the weights once for each token",
}
