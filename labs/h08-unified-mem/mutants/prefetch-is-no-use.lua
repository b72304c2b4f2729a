return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            p.used[b] = ++p.turn;
        }
        end[k]]==],
     [==[
            p.used[b] = p.used[b] ? p.used[b] : ++p.turn;
        }
        end[k]]==]},
  },
  fails = "correct", message = "um_run",
  why = "a prefetch of a block that is there does not count as its last use",
}
