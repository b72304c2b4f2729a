return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[    if (t == 0)
        bulk_wait<0>();
]],
              [[]]}},
  fails = "sanitize",
  why = "the block ends while its last boxes are still on their way",
}
