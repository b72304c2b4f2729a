return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    disp_t *p = calloc(1, sizeof *p);
]],
     [[    comm = comm_world();
    disp_t *p = calloc(1, sizeof *p);
]]},
  },
  fails = "correct", message = "turned",
  why = "asks the world for rank and size, whatever communicator it is given",
}
