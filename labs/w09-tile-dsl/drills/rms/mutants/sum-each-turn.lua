return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"auto squares = first * first;", "float q = sum(first * first);"},
             {"squares = squares + t * t;", "q += sum(t * t);"},
             {"sum(squares) / C", "q / C"}},
  fails = "profile", message = "bar",
  why = "right, but the warps meet in every turn",
}
