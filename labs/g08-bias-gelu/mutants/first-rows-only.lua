return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[r < R; r += gridDim.x)]==],
              [==[r < R && r < (int)gridDim.x; r += gridDim.x)]==]}},
  fails = "correct", message = "bias_gelu",
  why = "one row a block: the others are left",
}
