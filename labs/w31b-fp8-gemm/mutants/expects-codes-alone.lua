return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[mbar_arrive_expect(full, TILE + SCALES);]],
              [[mbar_arrive_expect(full, TILE);]]}},
  fails = "correct",
  why = "the scales are bytes of the stage, too",
}
