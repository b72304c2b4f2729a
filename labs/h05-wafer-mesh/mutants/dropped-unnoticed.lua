return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"faults |= r.rx != c.from ? WM_REFUSED : WM_DROPPED;",
     "faults |= r.rx != c.from ? WM_REFUSED : 0;"},
  },
  fails = "correct", message = "WM_DROPPED",
  why = "a router without a side to send to is no fault",
}
