return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"m2 += their_m2 + d * d * (n * (more / both));", "m2 += their_m2;"}},
  fails = "correct", message = "4104",
  why = "the pieces of a long row each have a mean of their own; adding their squares up forgets how far apart those are",
}
