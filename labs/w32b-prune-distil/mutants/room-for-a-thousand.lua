return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[    enum { WIDE = 64 }; /* columns at a time: their sums stay in registers or the L1 */
]==],
              [==[    enum { WIDE = 1024 };
    in = in < WIDE ? in : WIDE;
]==]}},
  fails = "correct",
  why = "an array that was large enough for microlm",
}
