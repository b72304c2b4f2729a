return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"block_sum(square, place[1])", "block_sum(square, place[0])"}},
  fails = "sanitize", message = "race", simt = {fails = "correct", message = "mismatch"},
  why = "a fast warp writes its squares where a slow one still reads the sum",
}
