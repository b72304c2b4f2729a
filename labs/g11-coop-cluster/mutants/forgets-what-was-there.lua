return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[            atomicAdd(&bins[first + b], count[b]);]],
              [[            bins[first + b] = count[b];]]}},
  fails = "correct", message = "bins_cluster",
  why = "stores the counts in place of adding them",
}
