return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    cq_push(cq, &(wc_t){ .id = id, .status = status });]==],
     [==[    cq_push(cq, &(wc_t){ .id = id, .status = status, .op = WC_RECV });]==]},
  },
  fails = "correct",
  why = "fills in what a completion with an error leaves open",
}
