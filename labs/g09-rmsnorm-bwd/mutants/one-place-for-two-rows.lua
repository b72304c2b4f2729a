return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[rstd[row], dx + at, C, place[turn], sums]==],
              [==[rstd[row], dx + at, C, place[0], sums]==]}},
  fails = "sanitize", message = "race", simt = {fails = "correct", message = "mismatch"},
  why = "a fast warp writes the next row sum where a slow one still reads this one",
}
