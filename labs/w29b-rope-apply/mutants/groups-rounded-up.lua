return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    int pieces = hd / (2 * VEC), groups = THREADS / pieces, at]==],
               [==[    int pieces = hd / (2 * VEC), groups = (THREADS + pieces - 1) / pieces, at]==]}},
  fails = "correct",
  why = "with six pieces a head two threads are left over and taken for a whole group: four pieces of a head stay",
}
