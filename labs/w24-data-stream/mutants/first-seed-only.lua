return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[h = mix64(h ^ s->seed)]=],
     [=[h = mix64(h ^ c->stream[0].seed)]=]},
  },
  fails = "correct", message = "another seed",
  why = [[the first source's seed stands for all in the hash]],
}
