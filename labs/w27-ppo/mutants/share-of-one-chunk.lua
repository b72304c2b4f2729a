return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"*ret_share = job->chunks * each / end;",
     "*ret_share = each / end;"},
  },
  fails = "correct", message = "share",
  why = "the share of sampling is that of one chunk",
}
