return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[ring_init(r, 8 * CLUSTER);]],
              [[ring_init(r, 4 * CLUSTER);]]}},
  fails = "correct",
  why = "empty counts the warps of one warpgroup: the other finds its stage overwritten",
}
