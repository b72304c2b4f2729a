return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    *ret_error = 0;
]=],
     [=[]=]},
  },
  fails = "correct", message = "loader_new() failed",
  why = [[sets the error only where there is one]],
}
