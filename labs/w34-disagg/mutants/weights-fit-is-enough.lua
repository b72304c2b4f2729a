return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[kv_room(&j->m, &j->c, tp, pp) < j->prompt]=],
     [=[kv_room(&j->m, &j->c, tp, pp) == 0]=]},
  },
  fails = "correct",
  why = [[a prefill instance holds the cache of a prompt, too]],
}
