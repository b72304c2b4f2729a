return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
group = width < WORD ? BANKS : GROUP / width]],
     [[
group = BANKS]]},
  },
  fails = "correct", message = "bank_conflicts",
  why = "counts the conflicts of all 32 lanes, but wide accesses are served in groups of 16 or 8",
}
