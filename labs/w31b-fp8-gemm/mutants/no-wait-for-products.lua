return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[        multiply(part, a, b);
        wgmma_wait<0>();]],
              [[        multiply(part, a, b);]]}},
  fails = "sanitize",
  why = "promotes sums that the tensor cores are still adding to",
}
