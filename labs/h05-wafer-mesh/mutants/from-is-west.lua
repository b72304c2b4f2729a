return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
int west = send[k].from < send[k].to ? send[k].from : send[k].to;
            if]],
     [[
int west = send[k].from;
            if]]},
  },
  fails = "correct",
  why = "takes the sender for the western end",
}
