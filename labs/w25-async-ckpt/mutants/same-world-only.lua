return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[if (first >= j->first + j->count || first + count <= j->first)
        return 0;]=],
     [=[if (r != j->rank)
        return 0;]=]},
  },
  fails = "correct", message = "job",
  why = "rank r loads shard r, whatever the world was",
}
