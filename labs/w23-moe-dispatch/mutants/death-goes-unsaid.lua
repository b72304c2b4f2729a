return mutant {
  base = "reference", file = "dispatch.c",
  replace = {{[[    return comm_broken(comm) ? MOE_LOST : 0;]], [[    return 0;]]}},
  fails = "correct", message = "a rank had died before it returned",
  why = "takes rows that never came for rows",
}
