return mutant {
  base = "reference", file = "dispatch.c",
  replace = {{[[    if (bad || comm_broken(comm)) {]], [[    if (bad && !comm_broken(comm)) {]]}},
  fails = "correct",
  why = "makes room for as many rows as counts say that never came",
}
