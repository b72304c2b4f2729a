return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"return r * WORDS + (w ^ (r / 2 & (WORDS - 1)));", "return r * (WORDS + 1) + w;"},
             {"tile[SIDE * WORDS]", "tile[SIDE * (WORDS + 1)]"}},
  fails = "profile", message = "smem_static",
  why = "a word of padding a row: the tile is exactly 64x64, and this is what the drill is to do without",
}
