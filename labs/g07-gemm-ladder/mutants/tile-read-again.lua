return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"sum[i][j] += u[i] * v[j];\n        }",
              "sum[i][j] += u[i] * *(volatile float *)&b[k][x + j % 4 + j / 4 * 64];\n        }"}},
  fails = "profile", message = "sh_wave", backend = "simt",
  why = "the float of B is read from shared memory again for each of the eight rows",
}
