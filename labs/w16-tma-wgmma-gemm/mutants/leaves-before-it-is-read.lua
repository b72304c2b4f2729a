return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
    if (t == 0)
        bulk_wait<0>();
]],
              ""}},
  fails = "sanitize", message = "the block ends",
  why = "the block ends while TMA still reads the last boxes of D from its shared memory",
}
