return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
        if (p->told[d][r] > p->know[q][r])
            p->know[q][r] = p->told[d][r];]==],
              [==[
        if (p->know[p->of[d]][r] > p->know[q][r])
            p->know[q][r] = p->know[p->of[d]][r];]==]}},
  fails = "correct", message = "nothing puts it behind",
  why = "takes what a stream knows now for what it knew when the event was recorded",
}
