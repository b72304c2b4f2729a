return mutant {
  base = "reference", file = "rope.c",
  replace = {{[==[    int half = d / 2;
    for (int t = 0; t < T; t++, cs += d]==],
              [==[    int half = d / 2 < 128 ? d / 2 : 128;
    for (int t = 0; t < T; t++, cs += d]==]}},
  fails = "correct",
  why = "heads of at most 256 channels",
}
