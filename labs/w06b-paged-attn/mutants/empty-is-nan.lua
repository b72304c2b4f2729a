return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"        return all > 0 ? x / all : 0;", "        return x / all;"}},
  fails = "correct", message = "empty",
  why = "a sequence without tokens divides 0 by 0",
}
