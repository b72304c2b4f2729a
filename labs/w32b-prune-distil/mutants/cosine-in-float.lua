return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[            double aa = 0, ab = 0, bb = 0;]==],
              [==[            float aa = 0, ab = 0, bb = 0;]==]}},
  fails = "correct",
  why = "a layer that hardly turns the stream is lost in the rounding of a float",
}
