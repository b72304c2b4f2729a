return mutant {
  base = "reference", file = "ilp.cu", backend = "cuda",
  replace = {{[[#pragma unroll
        for (int k = 0; k < 4; k++)
            s[k] = add(s[k], v[k]);]],
              [[#pragma unroll 1
        for (int k = 0; k < 4; k++)
            s[k] = add(s[k], v[k]);]]}},
  fails = "limits", message = "stack_B",
  why = "the loop over the sums is kept a loop: its index is a register, and the array goes to memory",
}
