return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[LD = DEEP + 8]==],
              [==[LD = DEEP]==]}},
  fails = "profile", message = "sh_conf",
  why = "rows of 64 bytes without padding: rows of a fragment meet in the same banks",
}
