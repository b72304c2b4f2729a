return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[.chunks = count / chunk + (count % chunk != 0),]],
     [[.chunks = (count + chunk - 1) / chunk,]]},
  },
  fails = "correct",
  why = "adds count to a chunk of INT64_MAX, which overflows: no chunks, and nothing is sent",
}
