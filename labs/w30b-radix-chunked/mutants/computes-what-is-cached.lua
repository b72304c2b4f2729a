return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[{ q->id, q->prompt, cached };]=],
     [=[{ q->id, q->prompt, 0 };]=]},
  },
  fails = "correct", message = "expected, got",
  why = [[a prompt is computed from its first token, though its beginning is cached]],
}
