return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    while (*at < end && **at == ' ')]],
     [[    while (*at < end && strchr(" \t\r", **at))]]},
    {[[    while (*at < end && **at != ' ')]],
     [[    while (*at < end && !strchr(" \t\r", **at))]]},
  },
  fails = "correct", message = "load_table",
  why = "takes tabs and carriage returns for spaces",
}
