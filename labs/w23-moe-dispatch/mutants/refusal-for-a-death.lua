return mutant {
  base = "reference", file = "dispatch.c",
  replace = {{[[        return comm_broken(comm) ? MOE_LOST : -1;]], [[        return -1;]]}},
  fails = "correct", message = "moe_layer() returns -1, and a rank had died",
  why = "says that the choices make no sense when it was a rank that died",
}
