return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {[[    d->next = 0;
]],
     [[]]},
  },
  fails = "correct", message = "three-steps",
  why = "the second step begins where the first ended: no bucket is left to send",
}
