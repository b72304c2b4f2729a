return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[    int first = threadIdx.x / pieces;
    if (first >= groups)
        return;
    float c[VEC], s[VEC];]==],
               [==[    int first = threadIdx.x / pieces;
    float c[VEC], s[VEC];]==]}},
  fails = "correct",
  why = "with six pieces a head two threads are left over, and turn a piece of a head that others turn as well",
}
