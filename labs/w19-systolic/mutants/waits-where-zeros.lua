return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[* columns, M > P ? M : P }]],
     [[* columns, (M > P ? M : P) + (K % P || N % P ? P : 0) }]]},
    {[[clock < end; clock++) {]],
     [[clock < (end ? (p.tiles - 1) * p.period + M + 2 * P - 1 : 0); clock++) {]]},
  },
  fails = "profile", message = "a tile that is partly zeros",
  why = "a tile that is not full runs in the same time as any other",
}
