return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[budget) || prompt > x->left)]=],
     [=[budget) || prompt >= x->left)]=]},
  },
  fails = "correct",
  why = [[a prompt that fills the prefill site to its last token fits]],
}
