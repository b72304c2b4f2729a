return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[bytes >= 0 && flop + bytes > 0]==],
              [==[bytes > 0]==]}},
  fails = "correct", message = "empty",
  why = "without bytes there is no point, though there are FLOP",
}
