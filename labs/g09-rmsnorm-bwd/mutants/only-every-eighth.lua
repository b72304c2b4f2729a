return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[    for (int k = 1; k < GROUPS; k++)
        sum += place[k][threadIdx.x];
]==],
              [==[]==]}},
  fails = "correct", message = "parts",
  why = "rms_dg adds what one group of threads has found, and forgets the others",
}
