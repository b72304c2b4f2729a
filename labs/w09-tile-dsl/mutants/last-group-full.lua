return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"tall = min(down - first, GROUP_M);", "tall = GROUP_M;"}},
  fails = "correct", message = "matmul",
  why = "the last group is as tall as the others: programs land on tiles that do not exist, and some tiles on nobody",
}
