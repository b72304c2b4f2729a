return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[(c ^ (r / 2 % 4)) * 8]==],
              [==[c * 8]==]}},
  fails = "profile", message = "sh_conf",
  why = "rows of 64 bytes without swizzle: four rows meet in the same banks",
}
