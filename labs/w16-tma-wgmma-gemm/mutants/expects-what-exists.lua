return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[mbar_arrive_expect(&full, sizeof box);]],
              [[mbar_arrive_expect(&full, min(64, M - y) * ROW);]]}},
  fails = "correct",
  why = "at the edge expects only the bytes that lie inside; TMA counts the whole box",
}
