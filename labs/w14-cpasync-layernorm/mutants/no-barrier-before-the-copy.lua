return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        __syncthreads(); /* nobody reads this stage any longer */]],
              [[]]}},
  fails = "sanitize", message = "race",
  why = "a fast warp asks for a row into the stage that a slow warp still reads",
}
