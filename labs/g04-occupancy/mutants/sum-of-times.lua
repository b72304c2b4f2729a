return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[    return most > waiting ? most : waiting;
}]],
              [[    return issuing + moving + waiting + 0 * most;
}]]}},
  fails = "correct", message = "spent",
  why = "issuing, moving and waiting are added as if none of them hid another",
}
