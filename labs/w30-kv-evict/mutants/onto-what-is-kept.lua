return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[            if (seen == kept || keep[seen] != b * block + at)
                break;]==],
     [==[            if (seen <= kept)
                break;]==]},
  },
  fails = "correct", message = "is taken",
  why = "copies go to the beginning of a block, whatever lies there",
}
