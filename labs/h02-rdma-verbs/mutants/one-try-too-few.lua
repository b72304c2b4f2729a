return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[if (++q->tries > q->a.retries)]==],
     [==[if (++q->tries >= q->a.retries)]==]},
  },
  fails = "correct",
  why = "the last try is not made",
}
