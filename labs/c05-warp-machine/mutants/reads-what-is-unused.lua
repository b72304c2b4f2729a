return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[uses[i->op] & D ? w->due[i->d] : 0]=], [=[w->due[i->d]]=]},
    {[=[uses[i->op] & A ? w->due[i->a] : 0]=], [=[w->due[i->a]]=]},
    {[=[uses[i->op] & B ? w->due[i->b] : 0]=], [=[w->due[i->b]]=]},
  },
  fails = "correct", message = "issue",
  why = "waits for all three operands, also for those that the operation does not have",
}
