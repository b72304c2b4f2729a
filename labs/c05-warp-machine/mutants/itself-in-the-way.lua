return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[uint64_t beyond = after[p] & ~(1ull << p);]=], [=[uint64_t beyond = after[p];]=]},
    {[=[if (beyond >> q & 1 && after[q] == beyond)]=],
     [=[if (beyond >> q & 1 && (after[q] == beyond || after[q] == (beyond & ~(1ull << p))))]=]},
  },
  fails = "correct", message = "join",
  why = "a loop's branch may be reached again from its own body: it takes itself for the join",
}
