return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[before += z[j] > z[i] || (z[j] == z[i] && j < i);]], [[before += z[j] > z[i];]]},
  },
  fails = "correct", message = "pick",
  why = "with ties more than k logits have fewer than k above them",
}
