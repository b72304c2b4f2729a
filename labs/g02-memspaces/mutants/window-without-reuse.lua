return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"            float v = tile[first + r][threadIdx.x + j];\n#pragma unroll\n",
              "            const volatile float *v = &tile[first + r][threadIdx.x + j];\n#pragma unroll\n"},
             {"W7[TAPS * i + j] * v;\n        }", "W7[TAPS * i + j] * *v;\n        }"}},
  fails = "profile", message = "sh_wave",
  why = "the tile is read again for every sum: 49 reads a pixel, as in stencil_tiled",
}
