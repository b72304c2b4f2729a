return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        x = c;
    }
    use(r, x);
    *end = x;
    return m;]=],
     [=[        x = c;
    }
    *end = x;
    return m;]=]},
  },
  fails = "correct", message = "goes first",
  why = [[what is found again and again grows old as if nobody had asked]],
}
