return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[            n -= most(0, e->seat[k]->need - e->seat[k]->kv.blocks);]==],
     [==[            n -= 0;]==]},
  },
  fails = "correct", message = "lies in no block",
  why = "what was promised to those who have seats is given to the next one",
}
