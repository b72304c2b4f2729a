return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[dX,
                     W->in);
        }
        give(w);]=],
     [=[dX,
                     W->in);
        }]=]},
  },
  fails = "correct", message = "not given back",
  why = "a strip of the base is left on the heap in each backward pass",
}
