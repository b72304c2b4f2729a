return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[(c ^ (r / 2 % 4)) * 8]==],
              [==[(c ^ (r % 4)) * 8]==]}},
  fails = "profile", message = "sh_conf",
  why = "XOR with r mod 4: rows two apart still meet",
}
