return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[ring_init(r, 8 * CLUSTER);]],
              [[ring_init(r, 8 * CLUSTER - 1);]]}},
  fails = "correct",
  why = "empty counts seven of eight warps: each round leaves one arrival more to the next, until a phase is too many",
}
