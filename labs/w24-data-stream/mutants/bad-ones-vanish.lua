return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"        done += copy(&d, wrong, &p, mine - done, rows + done);",
     [=[        if (wrong)
            p.at = d.tokens;
        done += copy(&d, wrong, &p, mine - done, rows + done);]=]},
  },
  fails = "correct", message = "step",
  why = "a bad record is left out, and the rows behind it move for one rank alone",
}
