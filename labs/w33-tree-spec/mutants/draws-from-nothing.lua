return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[=[    if (!(sum > 0)) /* the row adds up to a little less than 1, and all of it was refused */
        return last;
]=],
     [=[]=]},
    {[=[    int last = 0;]=],
     [=[]=]},
    {[=[        last = c;]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[a row that adds up to a little less than 1 may be refused as a whole:
    then there is nothing left to draw from]],
}
