return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[            high = mid;
    }
    return low;]=],
     [=[            high = mid;
    }
    return high;]=]},
  },
  fails = "correct", message = "is asked for",
  why = [[of the last two rates the one that does not reach the target]],
}
