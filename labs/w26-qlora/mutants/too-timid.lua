return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {".lr = .01f",
     ".lr = .0005f"},
  },
  fails = "correct", message = "base in four bits",
  why = "full fine-tuning's habit of small steps: adapters that begin at 0 do not get far",
}
