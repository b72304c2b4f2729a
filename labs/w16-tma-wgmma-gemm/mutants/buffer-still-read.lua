return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
        if (t == 0)
            bulk_wait_read<1>(); /* the box before the last has left this buffer */
]],
              [[]]}},
  fails = "sanitize",
  why = "writes into a buffer that the store before the last may still read",
}
