return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[        int64_t at = elem * swizzle(]=],
     [=[        int64_t at = (int)elem * (int)swizzle(]=]},
  },
  fails = "correct", message = "bank_conflicts(2:8589934592",
  why = "two words 2^35 bytes apart are two words",
}
