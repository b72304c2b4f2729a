return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[ring_init(r, RING, 1, 8);]], [[ring_init(r, RING, 1, 4);]]}},
  fails = "correct",
  why = "flash_ring's stage is empty when one of the two warpgroups has given it back",
}
