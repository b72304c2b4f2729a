return mutant {
  base = "reference", file = "dispatch.c",
  replace = {{[[        int k = comm_waitany(left, open, NULL), r = from[k];
]], [[        int k = comm_waitany(left, open, NULL), r = from[k];
        if (comm_broken(p->comm))
            return;
]]}},
  fails = "correct",
  why = "returns when it hears of a death, and leaves requests behind that nobody waits for",
}
