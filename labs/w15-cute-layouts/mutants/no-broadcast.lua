return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
        if (words[bank][k] == word)
            return count[bank];]],
     [[
        if (words[bank][k] < 0)
            return count[bank];]]},
  },
  fails = "correct", message = "bank_conflicts",
  why = "lanes that want the same word are served together",
}
