return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        block_free(kv, kv->table[--kv->blocks]);]==],
     [==[        break;]==]},
  },
  fails = "correct", message = "blocks",
  why = "blocks of refused guesses belong to others again",
}
