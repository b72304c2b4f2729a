return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    push(&s->site[at].lost, id);
}

static void happened]=],
     [=[    struct list *l = &s->site[at].lost;
    push(l, id);
    for (int k = l->n - 1; k > 0 && l->id[k] < l->id[k - 1]; k--) {
        int t = l->id[k]; l->id[k] = l->id[k - 1]; l->id[k - 1] = t;
    }
}

static void happened]=]},
  },
  fails = "correct",
  why = [[of the lost the one that came first is computed first, not the one that was lost first]],
}
