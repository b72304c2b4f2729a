return mutant {
  base = "reference", file = "spaces.cu", backend = "cuda",
  replace = {{"sum[r - i] += W7", "sum[(r - i + threadIdx.x) % RUN] += W7"},
             {"W + x] = sum[k];", "W + x] = sum[(k + threadIdx.x) % RUN];"}},
  fails = "limits", message = "stack_B",
  why = "each lane begins with another sum, as if registers had banks to spread over: indices need addresses, local " ..
        "memory",
}
