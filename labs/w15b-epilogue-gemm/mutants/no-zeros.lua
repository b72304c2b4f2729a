return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[from, 16, there ? 0 : 16);]==],
              [==[from, 16);]==]}},
  fails = "correct", message = "mismatch",
  why = "what is not there is copied from the first row instead of made 0",
}
