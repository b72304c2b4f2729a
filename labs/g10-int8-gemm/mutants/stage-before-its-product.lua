return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[            wgmma_wait<1>();
            if (k && t % 32 == 0)]],
              [[            if (k && t % 32 == 0)]]}},
  fails = "sanitize",
  why = "gives a stage back while products may still read it",
}
