return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"return n / P * k + (k < n % P ? k : n % P);", "return n / P * k;"}},
  fails = "correct",
  why = "what no rank count divides belongs to no part",
}
