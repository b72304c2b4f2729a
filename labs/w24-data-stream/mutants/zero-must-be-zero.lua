return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (e.offset % 2 || e.offset < head)]=],
     [=[if (e.offset % 2 || e.offset < head || e.zero)]=]},
  },
  fails = "correct", message = "another fourth number",
  why = [[refuses an entry for a number that lab.h says nobody looks at]],
}
