return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    fetch(z, l);\n    fetch(z, l - 1);\n    *grad = y->frozen ? NULL : place(y);",
     "    if (y->frozen) {\n        *grad = NULL;\n        if (!y->w)\n            y->w = room(y->whole);\n" ..
     "        return use(y);\n    }\n" ..
     "    fetch(z, l);\n    *grad = place(y);"},
  },
  fails = "correct", message = "case frozen-weights",
  why = "a frozen layer has no gradient, so its backward pass is skipped: those before it needed its weights",
}
