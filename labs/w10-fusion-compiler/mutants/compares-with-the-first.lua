return mutant {
  base = "reference", file = "compile.c",
  replace = {{[[if (same_class(&c->guard[k], call))]],
              [[if (!old && same_class(&c->guard[k], call))]]}},
  fails = "correct", message = "two-widths",
  why = "looks for what has changed since the first program, not since the newest",
}
