return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    push(&s->site[at].lost, id);
}

static void happened]=],
     [=[    push(&s->queue, id);
}

static void happened]=]},
  },
  fails = "correct",
  why = [[a lost request goes back to the queue, while its room is still taken]],
}
