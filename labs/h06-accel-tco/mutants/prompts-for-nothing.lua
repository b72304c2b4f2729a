return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[batch * w->answer / (w->answer * f.step + batch * f.prefill)]==],
     [==[batch / f.step]==]},
  },
  fails = "correct",
  why = [[the same machine computes the prompts; for long ones that is most of its time]],
}
