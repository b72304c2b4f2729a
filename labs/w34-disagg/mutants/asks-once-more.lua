return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[            high = mid;
    }
    return low;]=],
     [=[            high = mid;
    }
    return attained(user, low) >= target ? low : 0;]=]},
  },
  fails = "correct", message = "asked for before",
  why = [[asks again for what is known]],
}
