return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    return best;\n" ..
     "}\n" ..
     "\n" ..
     "/* -----------------------------------------------------------------------------------------" ..
     "----------- off",
     "    return best < 0 ? 0 : best;\n" ..
     "}\n" ..
     "\n" ..
     "/* -----------------------------------------------------------------------------------------" ..
     "----------- off"},
  },
  fails = "correct", message = "nt_block",
  why = "returns 0 where no shape fits",
}
