return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[join[p] = code[p].op == WM_BZ ? n : -1;]=], [=[join[p] = code[p].op == WM_BZ ? code[p].imm : -1;]=]},
  },
  fails = "correct", message = "join",
  why = "takes the branch's target for the join, which is right for an if without else only",
}
