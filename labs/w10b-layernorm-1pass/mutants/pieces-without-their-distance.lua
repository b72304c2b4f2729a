return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"m2 += their_m2 + d * d * (n * (more / both));", "m2 += their_m2;"}},
  fails = "correct", message = "4104",
  why = "each piece of a long row has a mean of its own; adding up their squares forgets how far apart those are",
}
