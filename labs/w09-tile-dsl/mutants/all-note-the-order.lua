return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"if (threadIdx.x == 0) {", "{"}},
  fails = "profile", message = "order",
  why = "each thread of the program notes its place: right, and as many stores as warps",
}
