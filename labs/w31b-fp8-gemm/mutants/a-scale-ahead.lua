return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[            float both = next;
            if (k + 1 < all.turns)
                next = scale[k + 1];]],
              [[            if (k + 1 < all.turns)
                next = scale[k + 1];
            float both = next;]]}},
  fails = "correct",
  why = "what was asked for a turn ahead is used a turn too soon",
}
