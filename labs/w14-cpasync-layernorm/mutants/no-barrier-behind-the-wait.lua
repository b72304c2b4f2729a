return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        __syncthreads(); /* the others' copies have arrived, too */]],
              [[]]}},
  backend = "simt", fails = "correct", message = "mismatch",
  why = "a thread has waited for its own copies and reads those of others",
}
