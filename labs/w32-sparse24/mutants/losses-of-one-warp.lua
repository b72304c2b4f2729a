return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    for (int w = 0; w < WARPS; w++)
        sum += gone[w][threadIdx.x];]==],
              [==[    sum += gone[0][threadIdx.x];]==]}},
  fails = "correct",
  why = "the losses of seven warps stay where they are",
}
