return mutant {
  base = "reference", file = "warp.cu", backend = "simt",
  replace = {{"place[1]) / C;",
              "place[0]) / C;"}},
  fails = "correct",
  why = "both sums of a row go through the same places: a fast warp writes its second while a slow one reads the first",
}
