return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {[[>= bucket_B]],
     [[> bucket_B]]},
  },
  fails = "profile", message = "full at bucket_B",
  why = "a bucket that is full takes one more parameter",
}
