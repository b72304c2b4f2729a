return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["answer":"next","text"]], [["answer":"next","ticked":[],"text"]]},
  },
  fails = "next", message = "not gone through its rubric",
  why = "writes, and never holds the text against what was asked for",
}
