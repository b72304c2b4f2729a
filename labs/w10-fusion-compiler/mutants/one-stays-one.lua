return mutant {
  base = "reference", file = "compile.c",
  replace = {{[[if (rows < 2 || old->arg[k].rows == rows)]],
              [[if (rows < 2 || old->arg[k].rows < 2 || old->arg[k].rows == rows)]]}},
  fails = "correct", message = "two-widths",
  why = "a lone row that grows gets no symbol: exact programs for exact sizes",
}
